import { demo } from './cli/demo.ts';
import { operator } from './cli/operator.ts';
import { serve } from './cli/serve.ts';
import { ConfigurationError, readConfig } from './platform/config.ts';

const [command = 'all', ...parameters] = process.argv.slice(2);

try {
  const config = readConfig();
  if (command === 'api' || command === 'worker' || command === 'all') {
    await serve({ ...config, ROLE: process.env.ROLE ? config.ROLE : command });
  } else if (command === 'demo') {
    await demo(config);
  } else {
    process.exitCode = await operator(config, command, parameters);
  }
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : error);
  process.exitCode = 1;
}
