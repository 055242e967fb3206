import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modules } from '#modules/index.ts';
import { sources } from './source.ts';

const BUSINESS_WORDS = new Set(
  `accounting barcode beneficiary bookkeeping catalog charge chart contact credit customer debit discount division
   ecf filing fiscal fulfilment giftcard inventory invoice invoicing ledger loan merchant ncf numeral payment payments payout
   payroll price product purchase quote receipt recurrence refund resource sale seller stock supplier tax taxes till voucher
   warehouse`.split(/\s+/),
);

/** Names of Node's own that hold such a word are not ours. Splits identifiers and strings into words: `stockTotals` becomes `stock` and `totals`. */
const wordsOf = (code: string): string[] =>
  (code.replaceAll('resourceLimits', '').match(/[A-Za-z]+/g) ?? [])
    .flatMap((name) => name.split(/(?<=[a-z])(?=[A-Z])/))
    .map(singular);

const singular = (word: string): string => word.toLowerCase().replace(/(?<!s)s$/, '');

/** The first is generated from the tables of all modules, the second lists all environment variables, those of adapters included. */
const exempt = ['src/platform/db/schema.ts', 'src/platform/db/columns.ts', 'src/platform/config.ts'];

test('the platform contains no business word', () => {
  const wrong = sources
    .filter(({ path }) => path.startsWith('src/platform/') && !exempt.includes(path))
    .flatMap(({ path, code }) =>
      [...new Set(wordsOf(code))].filter((word) => BUSINESS_WORDS.has(word)).map((word) => `${path}: ${word}`),
    );
  assert.deepEqual(wrong, []);
});

test('a hook is declared in hooks.ts of its owner, under its own name, and some module implements it', () => {
  const declared = sources.flatMap(({ path, code }) =>
    [...code.matchAll(/export const (\w+) = hook<[^;]*?>\(\s*'([^']+)',?\s*\)/g)].map((match) => ({
      path,
      expected: `${path.split('/')[2]}.${match[1]}`,
      name: match[2]!,
    })),
  );
  assert.ok(declared.length > 0);
  assert.deepEqual(
    declared.filter(({ path, expected, name }) => !/^src\/modules\/\w+\/hooks\.ts$/.test(path) || name !== expected),
    [],
  );
  const implemented = new Set(modules.flatMap(({ hooks = [] }) => hooks.map(({ hook }) => hook.name)));
  assert.deepEqual(
    declared.map(({ name }) => name).filter((name) => !implemented.has(name)),
    [],
  );
});
