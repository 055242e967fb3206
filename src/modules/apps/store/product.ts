import { createResource, findByCode, NewResource } from '#modules/catalog/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { type Store, storeObjects } from '../tables.ts';
import type { StoreProduct } from './store.port.ts';
import { understood } from './understood.ts';

/** The product of the catalog for one of a store: the linked one, one with its SKU or barcode, or a new one. */
export async function resourceFor(
  ctx: TenantContext,
  store: Store,
  product: StoreProduct,
  changedAt: Temporal.Instant,
): Promise<string> {
  const key = { storeId: store.id, kind: 'product', externalId: product.externalId } as const;
  const known = await storeObjects.find(ctx, key);
  if (known?.targetId) return known.targetId;
  const matched = await findByCode(ctx, { code: codeOf(product), barcode: product.barcode });
  const id = matched ?? (await create(ctx, product));
  await storeObjects.upsert(ctx, { ...key, targetId: id, changedAt }, ['storeId', 'kind', 'externalId']);
  return id;
}

const codeOf = ({ sku }: StoreProduct): string | null => sku?.replace(/\p{C}/gu, '').slice(0, 60).trim() || null;

const BARCODE = /^[\x21-\x7e]{1,60}$/;

async function create(ctx: TenantContext, product: StoreProduct): Promise<string> {
  const { name, price, barcode } = product;
  const given = {
    name: name.trim().slice(0, 200) || 'Producto de la tienda',
    code: codeOf(product),
    barcodes: barcode && BARCODE.test(barcode) ? [barcode] : [],
    ...(price !== null && { prices: [{ amount: price }] }),
  };
  return (await createResource(ctx, understood(NewResource, given))).id;
}
