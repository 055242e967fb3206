import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newContact } from '#test/books.ts';
import { newDocument, readDetail } from '#test/documents.ts';
import { newBusiness } from '#test/harness.ts';

const nothing = '019a8c5e-7d4f-7b3a-9c1d-2e5f8a9b0c1d';

test('documents are tied to each other and to records, and found from both sides', async () => {
  const { api } = await newBusiness();
  const [one, other] = [await newDocument(api), await newDocument(api)];
  const add = [
    { kind: 'document' as const, id: other.id },
    { kind: 'record' as const, id: other.recordId! },
  ];
  const tied = await api.PATCH('/v1/record/pending/link', { body: { id: one.id, add } });
  assert.deepEqual(tied.data!.links, add);
  assert.deepEqual((await readDetail(api, other.id)).links, [{ kind: 'document', id: one.id }]);
  await api.PATCH('/v1/record/pending/link', { body: { id: one.id, add } });
  const untied = await api.PATCH('/v1/record/pending/link', {
    body: { id: other.id, remove: [{ kind: 'document', id: one.id }] },
  });
  assert.deepEqual(untied.data!.links, []);
  assert.deepEqual((await readDetail(api, one.id)).links, [add[1]]);
  const refused = async (id: string, kind: string) => {
    const { error } = await api.PATCH('/v1/record/pending/link', {
      body: { id: one.id, add: [{ kind, id }] } as never,
    });
    return error!.code;
  };
  assert.equal(await refused(one.id, 'document'), 'link_to_itself');
  for (const kind of ['document', 'record', 'payment', 'credit', 'return'])
    assert.equal(await refused(nothing, kind), 'reference_not_found');
});

test('costs of purchases and records make the margin of a sale, and count once', async () => {
  const business = await newBusiness();
  const { api } = business;
  const contactId = await newContact(business);
  const sale = await newDocument(api, { elements: [{ description: 'Instalación', unitPrice: '1000' }] });
  const second = await newDocument(api);
  const freight = await newDocument(api, {
    direction: 'purchase',
    contactId,
    currency: 'USD',
    rate: '60',
    elements: [{ description: 'Flete', unitPrice: '5' }],
  });
  const { data: expense } = await api.POST('/v1/record', {
    body: { kind: 'expense', amount: '177', taxes: [{ name: 'ITBIS', amount: '27' }], description: 'Peaje' },
  });
  const costElementId = freight.elements[0]!.id;
  const link = async (id: string, costs: object[]) => {
    const { data, error } = await api.PATCH('/v1/record/pending/linkCost', { body: { id, costs } as never });
    return data ?? error!.code;
  };
  const margin = await link(sale.id, [{ costElementId, amount: '200' }, { recordId: expense!.id }]);
  assert.ok(typeof margin !== 'string');
  assert.deepEqual([margin.cost, margin.margin, margin.marginPercent], ['350.00', '650.00', '65.00']);
  assert.deepEqual(margin.costs.map(({ description }) => description).toSorted(), ['Flete', 'Peaje']);
  assert.deepEqual((await readDetail(api, sale.id)).margin, margin);
  assert.equal(await link(second.id, [{ costElementId, amount: '100.01' }]), 'cost_too_large');
  assert.equal(await link(second.id, [{ recordId: expense!.id }]), 'cost_too_large');
  assert.equal(await link(freight.id, [{ costElementId }]), 'only_sales_have_costs');
  assert.equal(await link(second.id, [{ costElementId: sale.elements[0]!.id }]), 'reference_not_found');
  assert.equal(await link(nothing, [{ costElementId }]), 'not_found');
  const { data: income } = await api.POST('/v1/record', { body: { kind: 'income', amount: '150' } });
  assert.equal(await link(second.id, [{ recordId: income!.id }]), 'not_a_cost');
  assert.equal(await link(second.id, [{ recordId: freight.recordId! }]), 'not_a_cost');
  const { data: rice } = await api.POST('/v1/resource', { body: { name: 'Arroz', tracksStock: true } as never });
  const stocked = await newDocument(api, {
    direction: 'purchase',
    elements: [{ resourceId: rice!.id, description: 'Arroz', unitPrice: '5' }],
  });
  assert.equal(await link(second.id, [{ costElementId: stocked.elements[0]!.id }]), 'not_a_cost');
  const parallel = await Promise.all(
    Array.from({ length: 8 }, () => link(second.id, [{ costElementId, amount: '30' }])),
  );
  assert.equal(parallel.filter((each) => typeof each !== 'string').length, 3);
  const { data } = await api.PATCH('/v1/record/pending/unlinkCost', {
    body: { id: sale.id, costIds: [margin.costs.find((cost) => cost.costElementId)!.id] },
  });
  assert.equal(data!.cost, '150.00');
  await api.DELETE('/v1/record', { body: { id: expense!.id } });
  assert.equal((await readDetail(api, sale.id)).margin!.cost, '0.00');
});
