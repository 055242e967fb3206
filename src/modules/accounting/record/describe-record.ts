import { fromMinor } from '#platform/money.ts';
import type { RecordRow } from '../tables.ts';

/** A record with decimal amounts. */
export function describeRecord(record: RecordRow, baseCurrency: string) {
  const inCurrency = (minor: bigint | string) => fromMinor(BigInt(minor), record.currency);
  const taxed = record.taxes.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  return {
    ...record,
    amount: inCurrency(record.amount),
    net: inCurrency(record.amount - taxed),
    taxes: record.taxes.map(({ name, rate, amount }) => ({ name, rate, amount: inCurrency(amount) })),
    baseAmount: fromMinor(record.baseAmount, baseCurrency),
  };
}
