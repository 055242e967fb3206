import type { z } from 'zod';
import { selectPendingRecords } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMinor } from '#platform/money.ts';
import type { Credit } from '../tables.ts';
import { creditList, selectOwed, selectTotalsOfCredits, type Totals } from './credit.sql.ts';

export async function resumeCredits(ctx: TenantContext, query: z.output<typeof creditList.query>) {
  const [totals, page] = await Promise.all([
    selectTotalsOfCredits(ctx, ctx.today.toString()),
    creditList.page(ctx, query, (rows) => summarise(ctx, rows)),
  ]);
  return { ...page, totals: totals.map(describeTotals) };
}

async function summarise(ctx: TenantContext, rows: Credit[]) {
  const [documents, owed] = await Promise.all([
    selectPendingRecords(
      ctx,
      rows.map(({ pendingRecordId }) => pendingRecordId),
    ),
    selectOwed(
      ctx,
      rows.map(({ id }) => id),
      ctx.today.toString(),
    ),
  ]);
  const documentOf = new Map(documents.map((document) => [document.id, document]));
  return rows.map(({ principal, writtenOff, ...credit }) => {
    const { kind, contactName } = documentOf.get(credit.pendingRecordId)!;
    const { open, due, overdue } = owed.get(credit.id) ?? { open: 0n, due: 0n, overdue: 0n };
    const format = (minor: bigint) => fromMinor(minor, credit.currency);
    return {
      ...credit,
      kind: kind as 'invoice' | 'loan',
      contactName,
      principal: format(principal),
      writtenOff: format(writtenOff),
      open: format(open),
      due: format(due),
      overdue: format(overdue),
    };
  });
}

function describeTotals({ direction, currency, credits, ...amounts }: Totals) {
  const format = (name: keyof typeof amounts) => fromMinor(amounts[name], currency);
  return {
    direction,
    currency,
    credits,
    principal: format('principal'),
    openCapital: format('openCapital'),
    openInterest: format('openInterest'),
    openLateFee: format('openLateFee'),
    due: format('due'),
    overdue: format('overdue'),
    paid: format('paid'),
    paidInterest: format('paidInterest'),
    paidLateFee: format('paidLateFee'),
  };
}
