import type { OfferedType } from './numerals.sql.ts';

/** Where and on which day the receipt is issued. */
interface Issue {
  divisionId: string | null;
  date: string;
}

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
export function receiptTypeOf(buyer: keyof typeof receipts, issue: Issue, offered: OfferedType[]) {
  const theirs = offeredTo(issue, offered);
  const typeFor = (kind: keyof typeof receipts) =>
    receipts[kind].find((type) => theirs.some((each) => each.type === type && isUsable(each, issue))) ??
    receipts[kind].find((type) => theirs.some((each) => each.type === type)) ??
    null;
  return typeFor(buyer) ?? (buyer === 'fiscal-credit' ? typeFor('consumer') : null);
}

/**
 * The receipt that follows one of the same kind: the electronic one where no paper number can be used any more, as for a business
 * that has changed to electronic invoices. Otherwise the same, also without numbers, so that the sale is refused.
 */
export function receiptTypeAfter(type: string, issue: Issue, offered: OfferedType[]): string {
  const [electronic, paper] = Object.values(receipts).find((kind) => kind[1] === type) ?? [];
  const theirs = offeredTo(issue, offered);
  const has = (each: string | undefined) => theirs.some((known) => known.type === each && isUsable(known, issue));
  return electronic && !has(paper) && has(electronic) ? electronic : type;
}

const offeredTo = ({ divisionId }: Issue, offered: OfferedType[]): OfferedType[] =>
  offered.filter((each) => each.divisionId === null || each.divisionId === divisionId);

const isUsable = ({ usableUntil }: OfferedType, { date }: Issue): boolean =>
  usableUntil !== null && usableUntil >= date;
