import type { OpenInvoice } from '#modules/accounting/index.ts';
import { mayAlso } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { selectUnpaid } from '../pending/pending.sql.ts';

/** Adds the open invoices with one of these balances, for callers who may read documents. */
export async function addUnpaid(
  ctx: TenantContext,
  { currency, balances }: { currency: string; balances: bigint[] },
  open: OpenInvoice[],
): Promise<void> {
  if (mayAlso(ctx, 'invoicing:read')) open.push(...(await selectUnpaid(ctx, currency, balances)));
}
