import type { PendingRecord } from '#modules/invoicing/index.ts';
import { fromMinor } from '#platform/money.ts';
import { type Amortisation, openOf, type Parts, type Row, totalOf } from './amortisation.ts';
import type { Credit, CreditDirection, StoredEvent } from './credit.sql.ts';
import type { Terms } from './plan.ts';

export const describeParts = (parts: Parts, currency: string) => ({
  lateFee: fromMinor(parts.lateFee, currency),
  interest: fromMinor(parts.interest, currency),
  capital: fromMinor(parts.capital, currency),
  total: fromMinor(totalOf(parts), currency),
});

/** A table as it travels. */
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
  const told = (minor: bigint) => fromMinor(minor, currency);
  return {
    kind: row.kind,
    from: row.from,
    dueOn: row.dueOn,
    state: stateOf(row, open, on),
    capital: told(row.capital),
    interest: told(row.interest),
    lateFee: told(row.lateFee),
    waived: told(row.waived),
    total: told(totalOf(row)),
    paid: told(totalOf(row.paid)),
    open: told(open),
    balance: told(row.balance),
  };
}

function stateOf(row: Row, open: bigint, on: string): 'paid' | 'overdue' | 'partial' | 'open' {
  if (open === 0n) return 'paid';
  if (row.dueOn < on) return 'overdue';
  return totalOf(row.paid) > 0n ? 'partial' : 'open';
}

export const directionOf = ({ direction }: Pick<PendingRecord, 'direction'>): CreditDirection =>
  direction === 'sale' ? 'granted' : 'received';

/** A credit with its table and all that has happened to it. */
export function describeCredit(credit: Credit, document: PendingRecord, table: Amortisation, events: StoredEvent[]) {
  const { currency } = document;
  const {
    id,
    pendingRecordId,
    status,
    principal,
    nextDueOn,
    writtenOff,
    createdAt,
    endedAt,
    documentDueOn: _,
    direction: _direction,
    currency: _currency,
    contactId: _contactId,
    ...plan
  } = credit;
  return {
    id,
    pendingRecordId,
    kind: document.kind as 'invoice' | 'loan',
    direction: directionOf(document),
    contactId: document.contactId,
    contactName: document.contactName,
    status,
    principal: fromMinor(principal, currency),
    currency,
    nextDueOn,
    writtenOff: fromMinor(writtenOff, currency),
    createdAt,
    endedAt,
    plan,
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
