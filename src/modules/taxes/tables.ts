import { configuration } from '#platform/db/configuration.ts';
import { type Row, table } from '#platform/db/table.ts';

export const taxes = configuration(table('taxes'));
export const taxRates = configuration(table('taxRates'));

/** Ranges of fiscal numbers that the tax authority has authorised. */
export const numerals = table('numerals');
export type Numerals = Row<typeof numerals>;

export const voidedNumbers = table('voidedNumbers');
export type VoidedNumbers = Row<typeof voidedNumbers>;
