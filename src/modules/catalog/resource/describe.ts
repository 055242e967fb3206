import type { TenantContext } from '#platform/context.ts';
import { plainDecimal } from '#platform/decimal.ts';
import { moneyText } from '#platform/money.ts';
import { GENERAL } from '../price/price.schema.ts';
import { selectPrices } from '../price/price.sql.ts';
import { describePrice } from '../price/price.ts';
import { type ResourceRow, resources } from '../tables.ts';
import { byResource, readBarcodes, readDetails } from './details.ts';

/** One resource with all of its prices. */
export async function describeResource(ctx: TenantContext, id: string) {
  const [described] = await describeResources(ctx, [await resources.get(ctx, id)], { forAll: false });
  return described!;
}

/** `forAll` leaves out the prices of single divisions and contacts. */
export async function describeResources(ctx: TenantContext, rows: ResourceRow[], { forAll } = { forAll: true }) {
  const ids = rows.map(({ id }) => id);
  const [detailsOf, pricesOf] = await Promise.all([
    readDetails(ctx, ids),
    selectPrices(ctx, ids, forAll).then(byResource),
  ]);
  return rows.map((row) => ({
    ...row,
    ...detailsOf(row.id),
    cost: row.cost === null ? null : moneyText(row.cost, ctx.currency),
    currency: ctx.currency,
    minStockAlert: row.minStockAlert === null ? null : plainDecimal(row.minStockAlert),
    purchaseMultiple: row.purchaseMultiple === null ? null : plainDecimal(row.purchaseMultiple),
    prices: pricesOf(row.id).map(describePrice),
    marketplace: {
      status: row.marketplaceStatus,
      note: row.marketplaceNote,
      requestedAt: row.marketplaceRequestedAt,
      decidedAt: row.marketplaceDecidedAt,
    },
  }));
}

/** Resources for pickers: few fields, and the general price of today. */
export async function describePicked(ctx: TenantContext, rows: ResourceRow[]) {
  const ids = rows.map(({ id }) => id);
  const [barcodesOf, pricesOf] = await Promise.all([
    readBarcodes(ctx, ids),
    selectPrices(ctx, ids, true).then(byResource),
  ]);
  const today = ctx.today.toString();
  return rows.map(({ id, kind, name, code, unit, category, tracksStock }) => {
    const general = pricesOf(id).filter(
      (price) => price.label === GENERAL && (price.validFrom ?? today) <= today && today <= (price.validTo ?? today),
    );
    const price = general.find(({ currency }) => currency === ctx.currency) ?? general[0];
    const barcode = barcodesOf(id)[0]?.barcode ?? null;
    return { id, kind, name, code, barcode, unit, category, tracksStock, price: price ? describePrice(price) : null };
  });
}
