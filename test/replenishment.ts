import assert from 'node:assert/strict';
import { newContact } from './books.ts';
import { newResource } from './catalog.ts';
import { newDocument } from './documents.ts';
import { type Business, newBusiness } from './harness.ts';
import { mainDivision } from './stock.ts';

/** A shop with one product, of which it has bought 12 for 50.00 each from its supplier, and wants 10 to 40. */
export async function newStore(details: Record<string, unknown> = {}) {
  const business = await newBusiness();
  const [divisionId, supplierId] = await Promise.all([
    mainDivision(business),
    newContact(business, 'Distribuidora Corripio'),
  ]);
  const store = { business, api: business.api, divisionId, supplierId };
  const product = await newProduct(store, { minStockAlert: '10', ...details });
  return { ...store, resourceId: product };
}

export type Store = Awaited<ReturnType<typeof newStore>>;
type Place = Pick<Store, 'business' | 'api' | 'divisionId' | 'supplierId'>;

/** A product of which 12 were bought, with a maximum of 40. */
export async function newProduct({ api, divisionId, supplierId }: Place, details: Record<string, unknown> = {}) {
  const { id } = await newResource(api, { name: 'Arroz', ...details });
  await api.POST('/v1/resource/position', { body: { resourceId: id, divisionId, maximum: '40' } });
  await buy({ api, divisionId, supplierId }, id, 12);
  return id;
}

/** Buys goods from a supplier; they arrive at once unless `deliverLater` says otherwise. */
export const buy = (
  { api, divisionId, supplierId }: Pick<Place, 'api' | 'divisionId' | 'supplierId'>,
  resourceId: string,
  quantity: number,
  { unitPrice = 50, ...more }: { unitPrice?: number; [field: string]: unknown } = {},
) =>
  newDocument(api, {
    direction: 'purchase',
    contactId: supplierId,
    divisionId,
    elements: [{ resourceId, quantity, unitPrice }],
    ...more,
  });

/** Sells goods from a division. */
export const sellSome = (
  { api, divisionId }: Pick<Place, 'api' | 'divisionId'>,
  resourceId: string,
  quantity: number | string,
  more: Record<string, unknown> = {},
) => newDocument(api, { divisionId, elements: [{ resourceId, quantity, unitPrice: 80 }], ...more });

/** The list of what to order. */
export async function suggestions({ api }: Pick<Business, 'api'>, query: Record<string, unknown> = {}) {
  const { data, error } = await api.GET('/v1/resource/replenishment', { params: { query: query as never } });
  assert.ok(data, `refused: ${error?.code} ${error?.detail}`);
  return data.data;
}

/** Orders what must not be refused. */
export async function orderAll({ api }: Pick<Business, 'api'>, body: Record<string, unknown> = { filter: {} }) {
  const { data, error } = await api.POST('/v1/resource/replenishment', { body: body as never });
  assert.ok(data, `refused: ${error?.code} ${error?.detail} ${JSON.stringify(error?.errors)}`);
  return data;
}
