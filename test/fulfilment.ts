import assert from 'node:assert/strict';
import { newContact } from './books.ts';
import { newResource } from './catalog.ts';
import { newDocument, taxIdOf } from './documents.ts';
import { type Business, newBusiness } from './harness.ts';
import { mainDivision } from './stock.ts';

/** A business that has bought a hundred sacks of rice for 50.00 each. */
export async function newShop() {
  const business = await newBusiness();
  const { api } = business;
  const [rice, contactId, divisionId, itbis] = await Promise.all([
    newResource(api, { name: 'Arroz', kind: 'goods', unit: 'saco' }),
    newContact(business),
    mainDivision(business),
    taxIdOf(api, 'ITBIS-18'),
  ]);
  await newDocument(api, {
    direction: 'purchase',
    contactId,
    elements: [{ resourceId: rice.id, quantity: 100, unitPrice: 50 }],
  });
  return { business, api, rice, contactId, divisionId, itbis };
}

export type Shop = Awaited<ReturnType<typeof newShop>>;

/** A sale of so many sacks at 99.99 each plus ITBIS. */
export const sell = ({ api, rice, contactId, itbis }: Shop, quantity: number, more: object = {}) =>
  newDocument(api, {
    contactId,
    elements: [{ resourceId: rice.id, quantity, unitPrice: '99.99', taxIds: [itbis] }],
    ...more,
  });

export const returnOf = ({ api }: Pick<Business, 'api'>, pendingRecordId: string, more: object = {}) =>
  api.POST('/v1/resource/return', { body: { pendingRecordId, ...more } });

/** Makes a return that must succeed. */
export async function newReturn(business: Pick<Business, 'api'>, pendingRecordId: string, more: object = {}) {
  const { data, error } = await returnOf(business, pendingRecordId, more);
  assert.ok(data, `refused: ${error?.code} ${error?.detail} ${JSON.stringify(error?.errors)}`);
  return data;
}

export const changeReturn = ({ api }: Pick<Business, 'api'>, body: { id: string; [field: string]: unknown }) =>
  api.PATCH('/v1/resource/return', { body: body as never });

/** Makes a dispatch that must succeed. */
export async function newDelivery({ api }: Pick<Business, 'api'>, body: object) {
  const { data, error } = await api.POST('/v1/resource/delivery', { body: body as never });
  assert.ok(data, `refused: ${error?.code} ${error?.detail} ${JSON.stringify(error?.errors)}`);
  return data;
}
