import { fromMinor } from '#platform/money.ts';

/** The parts of a line of a file, as the tax authority reads them. Amounts are in pesos. */
const LINE_END = '\r\n';

export const day = (date: string | null): string => (date ?? '').replaceAll('-', '');

/** An amount that must be there, also where it is nothing. */
export const amount = (minor: bigint): string => fromMinor(minor, 'DOP');

/** An amount that is left out where it is nothing. */
export const amountIfAny = (minor: bigint): string => (minor === 0n ? '' : amount(minor));

export const line = (fields: string[]): string => fields.join('|') + LINE_END;
