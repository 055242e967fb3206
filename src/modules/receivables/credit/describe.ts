import type { PendingRecord } from '#modules/invoicing/index.ts';
import { fromMinor } from '#platform/money.ts';
import type { Credit, StoredEvent } from '../tables.ts';
import { type Amortisation, openOf, type Parts, type Row, totalOf } from './amortisation.ts';
import type { Terms } from './plan.ts';

export const describeParts = (parts: Parts, currency: string) => ({
  lateFee: fromMinor(parts.lateFee, currency),
  interest: fromMinor(parts.interest, currency),
  capital: fromMinor(parts.capital, currency),
  total: fromMinor(totalOf(parts), currency),
});

export function describeTable(terms: Terms, table: Amortisation, currency: string) {
  const { on } = table;
  const totals = table.rows.reduce<Parts>(
    (sum, row) => ({
      lateFee: sum.lateFee + row.lateFee - row.waived,
      interest: sum.interest + row.interest,
      capital: sum.capital + row.capital,
    }),
    { lateFee: 0n, interest: 0n, capital: 0n },
  );
  let instalments = 0;
  return {
    currency,
    on,
    principal: fromMinor(terms.principal, currency),
    totals: describeParts(totals, currency),
    open: describeParts(table.open, currency),
    due: describeParts(table.due, currency),
    payOff: describeParts(table.payOff, currency),
    allocations: table.allocations.map((parts) => describeParts(parts, currency)),
    rows: table.rows.map((row) => ({
      number: row.kind === 'instalment' ? ++instalments : null,
      ...describeRow(row, currency, on),
    })),
  };
}

function describeRow(row: Row, currency: string, on: string) {
  const open = totalOf(openOf(row));
  const format = (minor: bigint) => fromMinor(minor, currency);
  return {
    kind: row.kind,
    from: row.from,
    dueOn: row.dueOn,
    state: stateOf(row, open, on),
    capital: format(row.capital),
    interest: format(row.interest),
    lateFee: format(row.lateFee),
    waived: format(row.waived),
    total: format(totalOf(row)),
    paid: format(totalOf(row.paid)),
    open: format(open),
    balance: format(row.balance),
  };
}

function stateOf(row: Row, open: bigint, on: string): 'paid' | 'overdue' | 'partial' | 'open' {
  if (open === 0n) return 'paid';
  if (row.dueOn < on) return 'overdue';
  return totalOf(row.paid) > 0n ? 'partial' : 'open';
}

export const directionOf = ({ direction }: Pick<PendingRecord, 'direction'>): Credit['direction'] =>
  direction === 'sale' ? 'granted' : 'received';

/** A credit with its table and its events. */
export function describeCredit(credit: Credit, document: PendingRecord, table: Amortisation, events: StoredEvent[]) {
  const { currency } = document;
  return {
    ...credit,
    kind: document.kind as 'invoice' | 'loan',
    direction: directionOf(document),
    contactId: document.contactId,
    contactName: document.contactName,
    principal: fromMinor(credit.principal, currency),
    currency,
    writtenOff: fromMinor(credit.writtenOff, currency),
    plan: credit,
    table: describeTable(credit, table, currency),
    events: events.map((event) => describeEvent(event, currency)),
  };
}

const describeEvent = (event: StoredEvent, currency: string) => ({
  ...event,
  amount: event.amount === null ? null : fromMinor(event.amount, currency),
  lateFee: fromMinor(event.lateFee, currency),
  interest: fromMinor(event.interest, currency),
  capital: fromMinor(event.capital, currency),
});
