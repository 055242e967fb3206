import { type OpenAmount, PostingRuleInUse } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { pendingRecords } from '../tables.ts';
import { selectOpenDebts } from './report.sql.ts';

const rules = {
  sale: { invoice: 'receivable', loan: 'loansGranted' },
  purchase: { invoice: 'payable', loan: 'loansReceived' },
} as const;

/** Payments are posted to the account of the rule, so it stays while documents are open: their debt is there. */
export async function refuseOtherDebtAccounts(ctx: TenantContext, names: string[]): Promise<void> {
  for (const direction of ['sale', 'purchase'] as const) {
    for (const kind of ['invoice', 'loan'] as const) {
      const rule = rules[direction][kind];
      if (names.includes(rule) && (await pendingRecords.exists(ctx, { direction, kind, isOpen: true })))
        throw PostingRuleInUse(`The account of ${rule} has open debts: rename it or change its code instead.`);
    }
  }
}

/** Adds what was owed on documents in other currencies at the end of a day. */
export async function addOpenDocuments(ctx: TenantContext, day: Temporal.PlainDate, open: OpenAmount[]): Promise<void> {
  for (const { direction, isLoan, amount, booked, ...debt } of await selectOpenDebts(ctx, day)) {
    const sign = direction === 'sale' ? 1n : -1n;
    const rule = rules[direction][isLoan ? 'loan' : 'invoice'];
    open.push({ ...debt, kind: 'documents', rule, amount: sign * amount, booked: sign * booked });
  }
}
