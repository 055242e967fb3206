import type { OpenDebts } from '#modules/accounting/index.ts';
import { mayAlso } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { selectUnpaid, selectUnpaidTogether } from '../pending/pending.sql.ts';

/** Adds the open invoices and the contacts with one of these balances, for callers who may read documents. */
export async function addUnpaid(
  ctx: TenantContext,
  { currency, balances }: { currency: string; balances: bigint[] },
  open: OpenDebts,
): Promise<void> {
  if (!mayAlso(ctx, 'invoicing:read')) return;
  open.invoices.push(...(await selectUnpaid(ctx, currency, balances)));
  open.contacts.push(...(await selectUnpaidTogether(ctx, currency, balances)));
}
