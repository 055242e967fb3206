import type { TenantContext } from '#platform/context.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import { fromMinor } from '#platform/money.ts';
import { type CreditFilter, selectCredits, selectTotalsOfCredits, type Totals } from './credit.sql.ts';
import { directionOf } from './describe.ts';

/** What all credits come to, and a page of them. */
export async function resumeCredits(ctx: TenantContext, query: PageRequest & CreditFilter) {
  const today = ctx.today.toString();
  const [totals, { rows, counted }] = await Promise.all([
    selectTotalsOfCredits(ctx.tx, ctx.organizationId, today),
    selectCredits(ctx.tx, ctx.organizationId, { ...query, today }, pageWindow(query)),
  ]);
  const credits = rows.map((row) => ({
    ...row,
    kind: row.kind as 'invoice' | 'loan',
    status: row.status as 'active',
    direction: directionOf(row),
    principal: fromMinor(row.principal, row.currency),
    writtenOff: fromMinor(row.writtenOff, row.currency),
    open: fromMinor(row.open, row.currency),
    due: fromMinor(row.due, row.currency),
    overdue: fromMinor(row.overdue, row.currency),
  }));
  return { ...toPage(query, credits, counted), totals: totals.map(describeTotals) };
}

function describeTotals({ direction, currency, credits, ...amounts }: Totals) {
  const told = (name: keyof typeof amounts) => fromMinor(amounts[name], currency);
  return {
    direction: directionOf({ direction }),
    currency,
    credits,
    principal: told('principal'),
    openCapital: told('openCapital'),
    openInterest: told('openInterest'),
    openLateFee: told('openLateFee'),
    due: told('due'),
    overdue: told('overdue'),
    paid: told('paid'),
    paidInterest: told('paidInterest'),
    paidLateFee: told('paidLateFee'),
  };
}
