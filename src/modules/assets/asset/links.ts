import { DocumentFollowed } from '#modules/invoicing/index.ts';
import { CurrencyInUse } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { assets } from '../tables.ts';
import { selectPostedAssets } from './asset.sql.ts';

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
export async function addUsesOfAccounts(ctx: TenantContext, ids: string[], uses: Map<string, string>): Promise<void> {
  for (const [id, name] of await selectPostedAssets(ctx, ids)) uses.set(id, `The fixed asset ${name} is posted to it.`);
}

/** The values of assets are amounts of the organization's currency. */
export async function keepCurrency(ctx: TenantContext): Promise<void> {
  if (await assets.exists(ctx, {})) throw CurrencyInUse();
}
