import { sumOf } from '#platform/decimal.ts';
import { fromMinor } from '#platform/money.ts';
import type { RecordRow } from '../tables.ts';

/** A record with decimal amounts. */
export function describeRecord(record: RecordRow, baseCurrency: string) {
  const inCurrency = (minor: bigint | string) => fromMinor(BigInt(minor), record.currency);
  const taxed = sumOf(record.taxes, ({ amount }) => BigInt(amount));
  return {
    ...record,
    amount: inCurrency(record.amount),
    net: inCurrency(record.amount - taxed),
    taxes: record.taxes.map(({ name, rate, amount }) => ({ name, rate, amount: inCurrency(amount) })),
    baseAmount: fromMinor(record.baseAmount, baseCurrency),
  };
}
