import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Before everything else is loaded: what was compiled once is not compiled again by the next start.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'));
const { demo } = await import('./cli/demo.ts');
const { operator } = await import('./cli/operator.ts');
const { serve } = await import('./cli/serve.ts');
const { ConfigurationError, readConfig } = await import('./platform/config.ts');

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
