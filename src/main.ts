const NODE_LEAST = 26;
if (Number.parseInt(process.versions.node, 10) < NODE_LEAST) {
  console.error(
    `Colmado needs Node.js ${NODE_LEAST}, and this is ${process.version}. \`npm start\` installs and uses its own.`,
  );
  process.exit(1);
}

// `npm start` loads it even before this file.
await import('./cli/load-sources.mjs');
const { ConfigurationError, readConfig } = await import('./platform/config.ts');

const [command = 'all', ...parameters] = process.argv.slice(2);

try {
  const config = readConfig();
  if (command === 'api' || command === 'worker' || command === 'all') {
    const { serve } = await import('./cli/serve.ts');
    await serve({ ...config, ROLE: process.env.ROLE ? config.ROLE : command });
  } else if (command === 'demo') {
    const { demo } = await import('./cli/demo.ts');
    await demo(config);
  } else {
    const { operator } = await import('./cli/operator.ts');
    process.exitCode = await operator(config, command, parameters);
  }
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : error);
  process.exitCode = 1;
}
