import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ColmadoClient } from '#client';
import { expandPack, findPacks } from '#modules/catalog/index.ts';
import { newId } from '#platform/id.ts';
import { newResource } from '#test/catalog.ts';
import { eventsOf } from '#test/events.ts';
import { app, caughtUp, eventually, newBusiness, newMember } from '#test/harness.ts';
import { followResources } from './list.ts';

const make = (api: ColmadoClient, body: Record<string, unknown>) =>
  api.POST('/v1/resource/resource-list', { body: body as never });

const namesIn = async (api: ColmadoClient, listId: string, query: Record<string, unknown> = {}) => {
  const { data } = await api.GET('/v1/resource/resource-list/{listId}/resources', {
    params: { path: { listId }, query },
  });
  return data!.data.map(({ name, quantity }) => [name, quantity]);
};

test('a pack lists its parts, and a quantity of packs multiplies them', async () => {
  const business = await newBusiness();
  const { api } = business;
  const [rice, beans] = [await newResource(api, { name: 'Arroz' }), await newResource(api, { name: 'Habichuelas' })];
  const members = [
    { resourceId: rice.id, quantity: '2' },
    { resourceId: beans.id, quantity: '0.5' },
  ];
  const { data: pack } = await make(api, { name: 'Canasta', type: 'PACK', price: '950', members });
  assert.deepEqual([pack!.price, pack!.currency, pack!.memberCount, pack!.rule], ['950.00', 'DOP', 2, null]);
  const path = { listId: pack!.id };
  assert.deepEqual((await api.GET('/v1/resource/resource-list/{listId}', { params: { path } })).data, pack);
  assert.deepEqual(await namesIn(api, pack!.id), [
    ['Arroz', '2'],
    ['Habichuelas', '0.5'],
  ]);
  const expand = (id: string, quantity: string) =>
    app.engine.within(business.id, async (ctx) => {
      const found = (await findPacks(ctx, [id])).get(id);
      return found && { price: found.price, parts: expandPack(found, quantity) };
    });
  const { parts, price } = (await expand(pack!.id, '3'))!;
  assert.equal(price, '950.00');
  assert.deepEqual(
    new Map(parts.map(({ resourceId, quantity }) => [resourceId, quantity])),
    new Map([
      [rice.id, '6'],
      [beans.id, '1.5'],
    ]),
  );
  assert.equal(await expand(newId(), '1'), undefined);
  const { data: collection } = await make(api, { name: 'Granos', type: 'COLLECTION', members });
  await assert.rejects(expand(collection!.id, '1'), /not sold as one/);
});

test('a list that contradicts itself is refused', async () => {
  const { api } = await newBusiness();
  const { id: resourceId } = await newResource(api);
  const members = [{ resourceId }];
  const rule = { kinds: ['goods'] };
  for (const body of [
    { type: 'PACK', rule },
    { type: 'COLLECTION', rule, members },
    { type: 'COLLECTION', members, price: 5 },
    { type: 'BUNDLE' },
  ]) {
    assert.equal((await make(api, { name: 'X', ...body })).error?.code, 'list_invalid');
  }
  const unknown = await make(api, { name: 'X', type: 'PACK', members: [{ resourceId }, { resourceId: newId() }] });
  assert.equal(unknown.error?.errors?.[0]?.path, 'body.members[1].resourceId');
  const { data: byHand } = await make(api, { name: 'X', type: 'COLLECTION', members });
  const ruled = await api.PATCH('/v1/resource/resource-list', { body: { id: byHand!.id, rule: { kinds: ['goods'] } } });
  assert.equal(ruled.error?.code, 'list_invalid');
});

test('a collection by rule has the matching resources and follows their changes', async () => {
  const { api } = await newBusiness();
  const rice = await newResource(api, { name: 'Arroz', category: 'Granos', cost: 50, attributes: { marca: 'Garza' } });
  await newResource(api, { name: 'Café', category: 'Bebidas', cost: 100 });
  const rule = { categories: ['Granos'], costTo: '60', attributes: { marca: 'Garza' } };
  const { data: list } = await make(api, { name: 'Granos', type: 'COLLECTION', rule });
  assert.deepEqual(await namesIn(api, list!.id), [['Arroz', '1']]);
  const beans = await newResource(api, {
    name: 'Gandules',
    category: 'Granos',
    cost: 60,
    attributes: { marca: 'Garza' },
  });
  await eventually(async () => (await namesIn(api, list!.id)).length === 2);
  await api.PATCH('/v1/resource', { body: { id: rice.id, category: 'Otros' } });
  await eventually(async () => (await namesIn(api, list!.id)).length === 1);
  await api.PATCH('/v1/resource/bulk/archive', { body: { ids: [beans.id] } });
  await eventually(async () => (await namesIn(api, list!.id)).length === 0);
  await api.PATCH('/v1/resource/resource-list', { body: { id: list!.id, rule: { search: 'caf' } } });
  assert.deepEqual(await namesIn(api, list!.id), [['Café', '1']]);
});

test('clearing the cache finds the members again, of one list or of all', async () => {
  const business = await newBusiness();
  const { api } = business;
  await newResource(api);
  const { data: list } = await make(api, { name: 'Todo', type: 'COLLECTION', rule: { kinds: ['goods'] } });
  await caughtUp(business.id, followResources.name);
  await app.engine.within(business.id, ({ tx, organizationId }) =>
    tx.deleteFrom('resourceListMembers').where('organizationId', '=', organizationId).execute(),
  );
  assert.deepEqual(await namesIn(api, list!.id), []);
  const clear = (body: { id?: string }) => api.POST('/v1/resource/resource-list/clear-cache', { body });
  assert.equal((await clear({ id: list!.id })).data!.rebuiltCount, 1);
  assert.equal((await namesIn(api, list!.id)).length, 1);
  assert.equal((await clear({})).data!.rebuiltCount, 1);
  assert.equal((await clear({ id: newId() })).response.status, 404);
});

test('members are listed page by page and found by their words', async () => {
  const { api } = await newBusiness();
  const names = ['Arroz', 'Café', 'Sal', 'Té'];
  const members = [];
  for (const name of names) members.push({ resourceId: (await newResource(api, { name })).id });
  const { data: list } = await make(api, { name: 'X', type: 'COLLECTION', members });
  assert.deepEqual(await namesIn(api, list!.id, { itemsPerPage: 2, page: 2 }), [
    ['Sal', '1'],
    ['Té', '1'],
  ]);
  assert.deepEqual(await namesIn(api, list!.id, { search: 'arr' }), [['Arroz', '1']]);
  assert.deepEqual(await namesIn(api, list!.id, { itemsPerPage: 1, sort: '-name' }), [['Té', '1']]);
  const { data: of } = await api.GET('/v1/resource/resource-list', {
    params: { query: { resourceId: members[0]!.resourceId, type: ['PACK', 'COLLECTION'] } },
  });
  assert.deepEqual(
    of!.data.map(({ id }) => id),
    [list!.id],
  );
});

test('lists announce their creation, changes and deletion', async () => {
  const business = await newBusiness();
  const { api } = business;
  const [one, other] = [(await newResource(api)).id, (await newResource(api)).id];
  const { data: list } = await make(api, {
    name: 'Canasta',
    type: 'BUNDLE',
    members: [{ resourceId: one, quantity: 2 }],
  });
  const change = (body: Record<string, unknown>) =>
    api.PATCH('/v1/resource/resource-list', { body: { id: list!.id, ...body } as never });
  const members = [{ resourceId: other, quantity: '1' }];
  assert.equal((await change({ version: 1, name: 'Canasta grande', members })).data!.version, 2);
  assert.equal((await change({ name: 'Canasta grande', members })).data!.version, 2);
  assert.equal((await change({ version: 1, name: 'Otra' })).error?.code, 'version_conflict');
  await api.DELETE('/v1/resource/resource-list', { body: { id: list!.id } });
  assert.equal((await api.DELETE('/v1/resource/resource-list', { body: { id: list!.id } })).response.status, 404);
  const identity = { resourceListId: list!.id, userId: business.owner.id };
  assert.deepEqual(
    (await eventsOf(business)).slice(-3).map(({ type, payload }) => [type, payload]),
    [
      ['resource-list:created', { ...identity, name: 'Canasta', type: 'BUNDLE' }],
      [
        'resource-list:updated',
        {
          ...identity,
          old: { name: 'Canasta', members: [{ resourceId: one, quantity: '2' }] },
          new: { name: 'Canasta grande', members },
        },
      ],
      ['resource-list:deleted', { resourceListId: list!.id, name: 'Canasta grande', type: 'BUNDLE' }],
    ],
  );
});

test('a list that a discount uses cannot be deleted, and a viewer cannot create one', async () => {
  const business = await newBusiness();
  const { api } = business;
  const members = [{ resourceId: (await newResource(api)).id }];
  const { data: list } = await make(api, { name: 'X', type: 'COLLECTION', members });
  await api.POST('/v1/resource/discount-recommendation', { body: { name: 'Oferta', percent: 5, listId: list!.id } });
  const refused = await api.DELETE('/v1/resource/resource-list', { body: { id: list!.id } });
  assert.equal(refused.error?.code, 'list_in_use');
  const viewer = await newMember(business);
  assert.equal((await make(viewer.api, { name: 'X', type: 'COLLECTION', members })).response.status, 403);
});
