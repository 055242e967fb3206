import type { PendingRecord } from '#modules/invoicing/index.ts';
import { fromMinor, inDecimals } from '#platform/money.ts';
import type { Credit, StoredEvent } from '../tables.ts';
import { type Amortisation, openOf, type Parts, type Row, totalOf } from './amortisation.ts';
import type { Terms } from './plan.ts';

export const describeParts = (parts: Parts, currency: string) => {
  const { lateFee, interest, capital } = parts;
  return inDecimals({ lateFee, interest, capital, total: totalOf(parts) }, currency);
};

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
  const { kind, from, dueOn, capital, interest, lateFee, waived, balance } = row;
  const totals = { total: totalOf(row), paid: totalOf(row.paid), open };
  const amounts = inDecimals({ capital, interest, lateFee, waived, balance, ...totals }, currency);
  return { kind, from, dueOn, state: stateOf(row, open, on), ...amounts };
}

function stateOf(row: Row, open: bigint, on: string): 'paid' | 'overdue' | 'partial' | 'open' {
  if (open === 0n) return 'paid';
  if (row.dueOn < on) return 'overdue';
  return totalOf(row.paid) > 0n ? 'partial' : 'open';
}

export const directionOf = ({ direction }: Pick<PendingRecord, 'direction'>): Credit['direction'] =>
  direction === 'sale' ? 'granted' : 'received';

export function describeCredit(credit: Credit, document: PendingRecord, table: Amortisation, events: StoredEvent[]) {
  const { currency } = document;
  return {
    ...inDecimals(credit, currency),
    kind: document.kind as 'invoice' | 'loan',
    direction: directionOf(document),
    contactId: document.contactId,
    contactName: document.contactName,
    currency,
    plan: credit,
    table: describeTable(credit, table, currency),
    events: events.map((event) => inDecimals(event, currency)),
  };
}
