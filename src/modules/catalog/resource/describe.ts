import { findOrganization } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { plainDecimal } from '#platform/decimal.ts';
import { exponentOf } from '#platform/money.ts';
import { NotFound } from '#platform/refusal.ts';
import { describePrice } from '../price/describe.ts';
import { selectPrices } from '../price/price.sql.ts';
import { selectResourceTaxes } from '../tax/resource-tax.sql.ts';
import { byResource } from './by-resource.ts';
import { type ResourceRow, selectBarcodes, selectParts, selectResources } from './resource.sql.ts';

/** One resource with everything about it. */
export async function describeResource(ctx: TenantContext, id: string) {
  const rows = await selectResources(ctx.tx, ctx.organizationId, [id]);
  const [described] = await describeResources(ctx, rows, { forAll: false });
  if (!described) throw NotFound();
  return described;
}

/** Resources as they travel; `forAll` leaves out the prices of single divisions and contacts. */
export async function describeResources(ctx: TenantContext, rows: ResourceRow[], { forAll }: { forAll: boolean }) {
  const { tx, organizationId } = ctx;
  const ids = rows.map(({ id }) => id);
  const [{ currency }, barcodesOf, taxesOf, partsOf, pricesOf] = await Promise.all([
    findOrganization(tx, organizationId),
    selectBarcodes(tx, organizationId, ids).then(byResource),
    selectResourceTaxes(tx, organizationId, ids).then(byResource),
    selectParts(tx, organizationId, ids).then(byResource),
    selectPrices(tx, organizationId, ids, forAll).then(byResource),
  ]);
  return rows.map((row) => {
    const {
      sortName: _,
      marketplaceStatus,
      marketplaceNote,
      marketplaceRequestedAt,
      marketplaceDecidedAt,
      ...rest
    } = row;
    return {
      ...rest,
      cost: rest.cost === null ? null : plainDecimal(rest.cost, exponentOf(currency)),
      currency,
      minStockAlert: rest.minStockAlert === null ? null : plainDecimal(rest.minStockAlert),
      barcodes: barcodesOf(row.id).map(({ barcode }) => barcode),
      taxIds: taxesOf(row.id).map(({ taxId }) => taxId),
      parts: partsOf(row.id).map(({ partId, quantity }) => ({
        resourceId: partId,
        quantity: plainDecimal(quantity),
      })),
      prices: pricesOf(row.id).map(describePrice),
      marketplace: {
        status: marketplaceStatus,
        note: marketplaceNote,
        requestedAt: marketplaceRequestedAt,
        decidedAt: marketplaceDecidedAt,
      },
    };
  });
}
