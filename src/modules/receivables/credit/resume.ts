import { selectPendingRecords } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import { fromMinor } from '#platform/money.ts';
import {
  type CreditDirection,
  type CreditFilter,
  selectCredits,
  selectTotalsOfCredits,
  type Totals,
} from './credit.sql.ts';

/** What all credits come to, and a page of them. */
export async function resumeCredits(ctx: TenantContext, query: PageRequest & CreditFilter) {
  const today = ctx.today.toString();
  const [totals, { rows, counted }] = await Promise.all([
    selectTotalsOfCredits(ctx.tx, ctx.organizationId, today),
    selectCredits(ctx.tx, ctx.organizationId, { ...query, today }, pageWindow(query)),
  ]);
  const ids = rows.map(({ pendingRecordId }) => pendingRecordId);
  const documents = await selectPendingRecords(ctx, ids);
  const documentOf = new Map(documents.map((document) => [document.id, document]));
  const credits = rows.map((row) => ({
    ...row,
    kind: documentOf.get(row.pendingRecordId)!.kind as 'invoice' | 'loan',
    contactName: documentOf.get(row.pendingRecordId)!.contactName,
    status: row.status as 'active',
    direction: row.direction as CreditDirection,
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
    direction,
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
