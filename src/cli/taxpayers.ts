import { createReadStream } from 'node:fs';
import { importTaxpayers } from '#modules/contacts/index.ts';
import type { Command } from './command.ts';

const PRINT_EVERY = 100_000;

export const taxpayerCommands: Command[] = [
  {
    words: 'taxpayers import',
    summary: 'Import the registry file of the tax authority; `-` reads it from `unzip -p DGII_RNC.zip`.',
    positionals: ['file'],
    run: ({ withService, print }, { positionals: [path] }) =>
      withService(async ({ engine }) => {
        const { read, written, skipped } = await importTaxpayers(
          path === '-' ? process.stdin : createReadStream(path!),
          async (work) => (await engine.run({}, work)).result,
          (progress) => {
            if (progress.read % PRINT_EVERY === 0) print(`${progress.read} taxpayers read …`);
          },
        );
        print(`${read} taxpayers read, ${written} of them new or changed; ${skipped} lines skipped.`);
      }),
  },
];
