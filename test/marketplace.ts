import assert from 'node:assert/strict';
import { decideReview } from '#modules/catalog/index.ts';
import { CartChange } from '#modules/marketplace/cart/cart.schema.ts';
import { followSellers } from '#modules/marketplace/listing/listing.ts';
import { beginOrder } from '#modules/marketplace/order/order.ts';
import { newResource } from '#test/catalog.ts';
import { anonymous, app, type Business, caughtUp, newBusiness } from '#test/harness.ts';
import { mainDivision, stockUp } from '#test/stock.ts';

/** A product on the marketplace: goods with stock, unless given otherwise. */
export async function newProduct(
  business: Business,
  { price = '100', stock, ...details }: { price?: string; stock?: number; [field: string]: unknown } = {},
) {
  const resource = await newResource(business.api, { name: 'Café molido', kind: 'service', ...details });
  await setPrice(business, resource.id, price);
  if (stock)
    await stockUp(business, {
      resourceId: resource.id,
      quantity: String(stock),
      unitCost: '10',
      divisionId: await mainDivision(business),
    });
  await approve(business, resource.id);
  return resource;
}

export async function setPrice({ api }: Business, resourceId: string, amount: string): Promise<void> {
  const { data } = await api.GET('/v1/resource/{resourceId}', { params: { path: { resourceId } } });
  const [known] = data!.prices;
  const { error } = known
    ? await api.PATCH('/v1/resource/price', { body: { id: known.id, amount } })
    : await api.POST('/v1/resource/price', { body: { resourceId, amount } });
  assert.equal(error, undefined);
}

/** Lists a product as the seller and the operator do, and waits until the marketplace knows it. */
export async function approve(business: Business, resourceId: string): Promise<void> {
  await requestListing(business, resourceId);
  await app.engine.within(business.id, (ctx) => decideReview(ctx, resourceId, { status: 'approved', note: null }));
  await listed(business);
}

export async function requestListing({ api }: Business, resourceId: string): Promise<void> {
  const params = { path: { resourceId } };
  const { error } = await api.PATCH('/v1/resource/{resourceId}/request-marketplace-review', { params, body: {} });
  assert.equal(error, undefined);
}

/** Waits until the marketplace has seen every event of a seller. */
export const listed = ({ id }: Business) => caughtUp(id, followSellers.name);

export type Item = { resourceId: string; quantity?: string };
export const buyer = { name: 'Ana Pérez', email: 'ana@example.com' };
const at = (cartId: string) => ({ params: { path: { cartId } } });

export async function newCart(...items: Item[]) {
  const body = items.length > 0 ? { items } : {};
  const { data, error } = await anonymous.POST('/v1/marketplace/cart', { body });
  assert.ok(data, JSON.stringify(error));
  return data;
}
export const readCart = async (cartId: string) =>
  (await anonymous.GET('/v1/marketplace/cart/{cartId}', at(cartId))).data!;
/** A page as a browser gets it. */
export const pageOf = async (url: string, language: string): Promise<string> =>
  (await fetch(url, { headers: { accept: 'text/html', 'accept-language': language } })).text();
export const changeCart = (cartId: string, body: object) =>
  anonymous.PATCH('/v1/marketplace/cart/{cartId}', { ...at(cartId), body: body as never });
export const changeItems = (cartId: string, body: object) =>
  anonymous.PATCH('/v1/marketplace/cart/{cartId}/items', { ...at(cartId), body: body as never });
export const order = (cartId: string, more: object = {}) => changeCart(cartId, { buyer, status: 'ordered', ...more });

/** The invoices of a seller. */
export async function invoicesOf({ api }: Business) {
  const { data } = await api.GET('/v1/record/pending/all', { params: { query: { itemsPerPage: 100 } } });
  return data!.data;
}

/** Makes an organization the operator of the service, until the returned function is called. */
export async function newOperator() {
  const business = await newBusiness();
  const config = app.engine.services.config as { OPERATOR_ORGANIZATION_ID?: string | undefined };
  const before = config.OPERATOR_ORGANIZATION_ID;
  config.OPERATOR_ORGANIZATION_ID = business.id;
  const retire = (): void => {
    config.OPERATOR_ORGANIZATION_ID = before;
  };
  return { ...business, retire };
}

/** An address for deliveries. */
export const gazcue = {
  line1: 'C/ Crucero Ahrens 5',
  sector: 'Gazcue',
  city: 'Santo Domingo',
  province: 'Distrito Nacional',
};

/** A cart whose order has begun and is not placed with its sellers yet. */
export async function setOrdering(id: string) {
  const given = CartChange.parse({ buyer: { name: 'Ana', email: 'ana@example.com' }, status: 'ordered' });
  return (await app.engine.run({}, (work) => beginOrder(work, id, given))).result;
}

/** The code of a refusal and the place of its first error. */
export const refusedAt = ({ error }: { error?: { code: string; errors?: { path: string }[] } | undefined }) => [
  error?.code,
  error?.errors?.[0]?.path,
];
