import assert from 'node:assert/strict';
import { newResource } from './catalog.ts';
import { taxIdOf } from './documents.ts';
import { anonymous, type Business, baseUrl, newBusiness } from './harness.ts';
import { mainDivision, stockUp } from './stock.ts';

/** A website that sells rice, of which five are in stock, and shows a cake without a price. */
export async function newOnlineShop(name = 'Colmado La Esquina') {
  const business = await newBusiness({ name });
  const rice = await newResource(business.api, { name: 'Arroz', kind: 'goods', prices: [{ amount: '100' }] });
  const divisionId = await mainDivision(business);
  await stockUp(business, { resourceId: rice.id, quantity: '5', unitCost: '60', divisionId });
  const cake = await newResource(business.api, { name: 'Pastel a la medida' });
  const collectionId = await newCollection(business, [rice.id, cake.id]);
  await setUpSite(business, { sells: true, collectionIds: [collectionId] });
  return { ...business, rice, cake, collectionId, divisionId, site: `${baseUrl}/v1/websites/site/${business.id}` };
}

export const newCollection = async ({ api }: Business, ids: string[]): Promise<string> => {
  const members = ids.map((resourceId) => ({ resourceId }));
  const { data } = await api.POST('/v1/resource/resource-list', {
    body: { name: 'Despensa', type: 'COLLECTION', members },
  });
  return data!.id;
};

export const setUpSite = async ({ api }: Business, value: object): Promise<void> => {
  const { error } = await api.PATCH('/v1/organization/settings', {
    body: { section: 'website', value: { published: true, ...value } as Record<string, unknown> },
  });
  assert.equal(error, undefined);
};

/** Begins a cart in a shop. */
export const begin = (shopId: string, ...items: { resourceId: string; quantity?: string }[]) =>
  anonymous.POST('/v1/marketplace/cart', { body: { shopId, ...(items.length > 0 && { items }) } });

/** A service that is charged for a delivery, with 18% ITBIS. */
export const newService = async ({ api }: Business, amount = '100', details: object = {}) =>
  newResource(api, {
    name: 'Entrega a domicilio',
    kind: 'service',
    taxIds: [await taxIdOf(api, 'ITBIS-18')],
    prices: [{ amount }],
    ...details,
  });

/** Makes a delivery method that must be accepted. */
export async function newMethod({ api }: Business, body: object = {}) {
  const { data, error } = await api.POST('/v1/marketplace/delivery-method', {
    body: { kind: 'delivery', name: 'Mensajero', ...body } as never,
  });
  assert.ok(data, JSON.stringify(error));
  return data;
}

export async function newBranch({ api }: Business, details: object = {}): Promise<string> {
  const { data, error } = await api.POST('/v1/division', { body: { name: 'Naco', ...details } as never });
  assert.ok(data, JSON.stringify(error));
  return data.id;
}
