import { AccountInUse } from '#modules/accounting/index.ts';
import { DocumentFollowed } from '#modules/invoicing/index.ts';
import { CurrencyInUse } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { assets } from '../tables.ts';

/** The invoice of an asset has its cost or its price in the books. */
export async function keepInvoices(ctx: TenantContext, pendingRecordId: string): Promise<void> {
  const bought = await assets.find(ctx, { pendingRecordId });
  if (bought) throw DocumentFollowed(`The fixed asset ${bought.name} was bought with it: delete or unlink that first.`);
  await keepSale(ctx, pendingRecordId);
}

/** The disposal of an asset debits what the invoice of its sale has posted. */
export async function keepSale(ctx: TenantContext, pendingRecordId: string): Promise<void> {
  const sold = await assets.find(ctx, { disposalPendingRecordId: pendingRecordId });
  if (sold) throw DocumentFollowed(`The fixed asset ${sold.name} was sold with it: undo its disposal first.`);
}

/** The accounts of assets that are still there take further postings. */
export async function keepAccounts(ctx: TenantContext, id: string): Promise<void> {
  const there = ['active', 'depreciated'] as const;
  const uses = await Promise.all([
    assets.find(ctx, { assetAccountId: id, state: there }),
    assets.find(ctx, { accumulatedAccountId: id, state: there }),
    assets.find(ctx, { expenseAccountId: id, state: there }),
  ]);
  const used = uses.find((asset) => asset !== undefined);
  if (used) throw AccountInUse(`The fixed asset ${used.name} is posted to it.`);
}

/** The values of assets are amounts of the organization's currency. */
export async function keepCurrency(ctx: TenantContext): Promise<void> {
  if (await assets.exists(ctx, {})) throw CurrencyInUse();
}
