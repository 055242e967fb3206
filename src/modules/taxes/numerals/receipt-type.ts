import type { OfferedType } from './numerals.sql.ts';

/** The electronic and the paper receipt of each kind of buyer. */
const receipts = {
  consumer: ['E32', 'B02'],
  'fiscal-credit': ['E31', 'B01'],
  'special-regime': ['E44', 'B14'],
  government: ['E45', 'B15'],
  export: ['E46', 'B16'],
} as const;

/**
 * The receipt for a kind of buyer: electronic before paper, one with numbers left before one that is used up, so that an
 * exhausted sequence refuses the sale. A business without sequences for fiscal credit issues a consumer receipt rather than none.
 * Null: the organization has no sequence of that kind.
 */
export function receiptTypeOf(buyer: keyof typeof receipts, divisionId: string | null, offered: OfferedType[]) {
  const theirs = offered.filter((each) => each.divisionId === null || each.divisionId === divisionId);
  const has = (type: string, isUsable: boolean) =>
    theirs.some((each) => each.type === type && (each.isUsable || !isUsable));
  const typeFor = (kind: keyof typeof receipts) =>
    receipts[kind].find((type) => has(type, true)) ?? receipts[kind].find((type) => has(type, false)) ?? null;
  return typeFor(buyer) ?? (buyer === 'fiscal-credit' ? typeFor('consumer') : null);
}
