import type { OpenAmount } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { selectOpenDebts } from './report.sql.ts';

const rules = {
  sale: { invoice: 'receivable', loan: 'loansGranted' },
  purchase: { invoice: 'payable', loan: 'loansReceived' },
} as const;

/** Adds what was owed on documents in other currencies at the end of a day. */
export async function addOpenDocuments(ctx: TenantContext, day: Temporal.PlainDate, open: OpenAmount[]): Promise<void> {
  for (const { direction, isLoan, amount, booked, ...debt } of await selectOpenDebts(ctx, day)) {
    const sign = direction === 'sale' ? 1n : -1n;
    const rule = rules[direction][isLoan ? 'loan' : 'invoice'];
    open.push({ ...debt, kind: 'documents', rule, amount: sign * amount, booked: sign * booked });
  }
}
