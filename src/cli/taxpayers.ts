import { createReadStream } from 'node:fs';
import type { App } from '#app';
import { importTaxpayers } from '#modules/contacts/index.ts';

/** Imports the registry file of the tax authority; `-` is the standard input, for `unzip -p DGII_RNC.zip`. */
export async function importTaxpayerFile({ engine }: App, path: string, print: (line: string) => void): Promise<void> {
  const file: AsyncIterable<Buffer> = path === '-' ? process.stdin : createReadStream(path);
  const told = await importTaxpayers(
    file,
    async (work) => (await engine.run({}, work)).result,
    ({ read, written }) => {
      if (read % 100_000 === 0) print(`${read} read, ${written} written`);
    },
  );
  print(`${told.read} taxpayers read, ${told.written} new or changed, ${told.skipped} lines skipped.`);
}
