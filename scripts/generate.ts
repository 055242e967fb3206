// `npm run generate` writes the derived files: database types, openapi.json, the client's types, the event catalogue.
import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { databaseTypes, tableColumns } from './database-types.ts';
import { withScratchDatabase } from './scratch-database.ts';

if (process.argv[2] === 'contract') {
  const { contractFiles } = await import('./generated.ts');
  for (const { path, content } of contractFiles()) await writeFile(path, await content());
} else {
  await withScratchDatabase(async (server) => {
    await writeFile('src/platform/db/schema.ts', await databaseTypes(server.ownerUrl()));
    await writeFile('src/platform/db/columns.ts', await tableColumns(server.ownerUrl()));
  });
  // Modules load only with the columns of their tables, so another process reads what was just written.
  execFileSync(process.execPath, [import.meta.filename, 'contract'], { stdio: 'inherit' });
}
