import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newResource } from '#test/catalog.ts';
import { changeDocument, newDocument, readDocument, taxIdOf } from '#test/documents.ts';
import { newBusiness, newMember } from '#test/harness.ts';
import { mainDivision, stockUp } from '#test/stock.ts';

const lines = [
  { description: 'Bloques', quantity: 10, unitPrice: '30', discount: { amount: '10' } },
  { description: 'Flete', unitPrice: '500' },
];

type Api = Awaited<ReturnType<typeof newBusiness>>['api'];

const from = async (api: Api, body: object) => {
  const { data, error } = await api.POST('/v1/record/pending/create-from', { body: body as never });
  return { data: data!, code: error?.code };
};

test('a quote becomes an order and the order an invoice, and each keeps the quantities that are left', async () => {
  const { api } = await newBusiness();
  const quote = await newDocument(api, { kind: 'quote', elements: lines, reference: 'OC-7', terms: 'Contado' });
  const order = (await from(api, { id: quote.id, kind: 'order' })).data;
  assert.deepEqual([order.kind, order.number, order.total, order.reference], ['order', 1, quote.total, 'OC-7']);
  assert.equal(order.sourceId, quote.id);
  assert.equal((await readDocument(api, quote.id)).state, 'converted');
  assert.equal((await from(api, { id: quote.id })).code, 'nothing_left');
  const [blocks] = order.elements;
  const first = (await from(api, { id: order.id, elements: [{ id: blocks!.id, quantity: '3' }] })).data;
  assert.deepEqual([first.total, first.elements[0]!.sourceElementId], ['87.00', blocks!.id]);
  const open = await readDocument(api, order.id);
  assert.deepEqual([open.state, ...open.elements.map(({ converted }) => converted)], ['open', '3', '0']);
  assert.equal(
    (await from(api, { id: order.id, elements: [{ id: blocks!.id, quantity: '7.000001' }] })).code,
    'more_than_is_left',
  );
  const rest = (await from(api, { id: order.id, notes: 'El resto' })).data;
  assert.deepEqual([rest.total, rest.notes], ['703.00', 'El resto']);
  assert.equal((await readDocument(api, order.id)).state, 'converted');
  assert.equal((await from(api, { id: rest.id })).code, 'not_convertible');
});

test('voiding or reducing the later document releases the quantities that it used', async () => {
  const { api } = await newBusiness();
  const order = await newDocument(api, { kind: 'order', elements: lines });
  const invoice = (await from(api, { id: order.id })).data;
  const gone = await api.DELETE('/v1/record/pending', { body: { id: order.id } });
  assert.equal(gone.error!.code, 'element_in_use');
  const less = await changeDocument(api, {
    id: invoice.id,
    elements: [{ id: invoice.elements[0]!.id, quantity: '4' }],
  });
  assert.equal(less.code, undefined);
  const left = await readDocument(api, order.id);
  assert.deepEqual([left.state, ...left.elements.map(({ converted }) => converted)], ['open', '4', '0']);
  const more = await changeDocument(api, {
    id: invoice.id,
    elements: [{ id: invoice.elements[0]!.id, quantity: '11' }],
  });
  assert.equal(more.code, 'more_than_is_left');
  const short = await changeDocument(api, { id: order.id, elements: [{ id: order.elements[0]!.id, quantity: '3' }] });
  assert.equal(short.code, 'element_in_use');
  await api.DELETE('/v1/record/pending', { body: { id: invoice.id } });
  const free = await readDocument(api, order.id);
  assert.deepEqual(
    free.elements.map(({ converted }) => converted),
    ['0', '0'],
  );
});

test('twenty at once never take more than there is', async () => {
  const { api } = await newBusiness();
  const order = await newDocument(api, {
    kind: 'order',
    elements: [{ description: 'Bloques', quantity: 10, unitPrice: 30 }],
  });
  const [line] = order.elements;
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => from(api, { id: order.id, elements: [{ id: line!.id, quantity: '1' }] })),
  );
  const made = outcomes.filter(({ code }) => code === undefined);
  assert.equal(made.length, 10);
  assert.deepEqual(
    made.map(({ data }) => data.number!).toSorted((a, b) => a - b),
    Array.from({ length: 10 }, (_, place) => place + 1),
  );
  assert.ok(outcomes.every(({ code }) => code === undefined || code === 'more_than_is_left'));
  assert.equal((await readDocument(api, order.id)).elements[0]!.converted, '10');
});

test('a clone has its own number and date', async () => {
  const { api } = await newBusiness();
  const invoice = await newDocument(api, { date: '2026-01-05', dueOn: '2026-01-20', elements: lines, notes: 'Hola' });
  const { data } = await api.POST('/v1/record/pending/clone', { body: { id: invoice.id, date: '2026-02-05' } });
  assert.deepEqual([data!.number, data!.date, data!.total, data!.notes], [2, '2026-02-05', invoice.total, 'Hola']);
  assert.notEqual(data!.elements[0]!.id, invoice.elements[0]!.id);
  const draft = await api.POST('/v1/record/pending/clone', { body: { id: invoice.id, status: 'draft' } });
  assert.equal(draft.data!.number, null);
  const unknown = await api.POST('/v1/record/pending/clone', {
    body: { id: '019a8c5e-7d4f-7b3a-9c1d-2e5f8a9b0c1d' },
  });
  assert.equal(unknown.error!.code, 'reference_not_found');
});

test('many are written at once, all or none, or without those that are wrong', async () => {
  const business = await newBusiness();
  const { api } = business;
  const good = { elements: [{ description: 'Mensualidad', unitPrice: '1500' }] };
  const bad = { elements: [{ description: 'Mensualidad', unitPrice: '1500', discount: { amount: '1501' } }] };
  const all = await api.POST('/v1/record/pending/bulk', {
    body: { documents: [good, { ...good, status: 'draft' }, good] },
  });
  assert.deepEqual(
    all.data!.results.map(({ number }) => number),
    [1, null, 2],
  );
  const none = await api.POST('/v1/record/pending/bulk', { body: { documents: [good, bad, good] } });
  assert.equal(none.error!.code, 'bulk_refused');
  assert.deepEqual(
    none.error!.errors!.map(({ path }) => path),
    ['body.documents[1].elements[0].discount'],
  );
  const some = await api.POST('/v1/record/pending/bulk', {
    body: { documents: [good, bad, good], validRowsOnly: true },
  });
  assert.deepEqual([some.data!.created, some.data!.refused], [2, 1]);
  assert.equal(some.data!.results[1]!.error!.code, 'discount_too_large');
  assert.equal(some.data!.results[1]!.error!.errors[0]!.path, 'body.documents[1].elements[0].discount');
  assert.equal(some.data!.results[2]!.number, 4);
  const malformed = await api.POST('/v1/record/pending/bulk', {
    body: { documents: [{ elementos: 1 }, good, bad] as never, validRowsOnly: true },
  });
  assert.deepEqual(
    malformed.data!.results.map(({ number, error }) => [number, error?.code, error?.errors[0]?.path]),
    [
      [null, 'invalid_request', 'body.documents[0].elementos'],
      [5, undefined, undefined],
      [null, 'discount_too_large', 'body.documents[2].elements[0].discount'],
    ],
  );
  assert.deepEqual([malformed.data!.created, malformed.data!.refused], [1, 2]);
  const viewer = await newMember(business, 'viewer');
  assert.equal(
    (await viewer.api.POST('/v1/record/pending/bulk', { body: { documents: [good] } })).error!.code,
    'forbidden',
  );
});

test('the parts of an order make exactly the order, whatever their sizes', async () => {
  const { api } = await newBusiness();
  const taxIds = [await taxIdOf(api, 'ITBIS-18')];
  for (const pricesIncludeTax of [false, true]) {
    const elements = [
      { description: 'Tornillos', quantity: 3, unitPrice: '0.335', taxIds },
      { description: 'Cable', quantity: '10', unitPrice: '33.333', discount: { percent: '7.5' }, taxIds },
    ];
    const order = await newDocument(api, { kind: 'order', pricesIncludeTax, elements });
    const [screws, cable] = order.elements;
    const parts = [
      {
        elements: [
          { id: screws!.id, quantity: '1' },
          { id: cable!.id, quantity: '3.3' },
        ],
      },
      {
        elements: [
          { id: screws!.id, quantity: '1' },
          { id: cable!.id, quantity: '3.3' },
        ],
        status: 'draft',
      },
      {},
    ];
    const invoices: Awaited<ReturnType<typeof from>>['data'][] = [];
    for (const part of parts) invoices.push((await from(api, { id: order.id, ...part })).data);
    // Issuing a draft and changing what is no amount keep the part as it is.
    const issued = (await changeDocument(api, { id: invoices[1]!.id, status: 'issued', notes: 'Segunda parte' })).data!;
    assert.deepEqual([issued.total, issued.tax], [invoices[1]!.total, invoices[1]!.tax]);
    const cents = (name: 'subtotal' | 'discount' | 'net' | 'tax' | 'total') =>
      invoices.reduce((sum, invoice) => sum + Math.round(Number(invoice[name]) * 100), 0);
    for (const name of ['subtotal', 'discount', 'net', 'tax', 'total'] as const)
      assert.equal(cents(name), Math.round(Number(order[name]) * 100), `${name}, tax included: ${pricesIncludeTax}`);
  }
});

test('a copy in another currency converts prices and discounts, from the rate of the original to its own', async () => {
  const { api } = await newBusiness();
  const elements = [
    { description: 'Aceite', quantity: 10, unitPrice: '620', discount: { amount: '124.70' } },
    { description: 'Muestra', quantity: 10, unitPrice: '620', discount: { amount: '6200' } },
    { description: 'Flete', unitPrice: '623.50', discount: { percent: '10' } },
  ];
  const quote = await newDocument(api, { kind: 'quote', elements });
  const inDollars = { currency: 'USD', rate: '62.35', fiscalType: null };
  const clone = await api.POST('/v1/record/pending/clone', { body: { id: quote.id, ...inDollars } });
  const invoice = (await from(api, { id: quote.id, ...inDollars })).data;
  for (const copy of [clone.data!, invoice])
    assert.deepEqual(
      copy.elements.map(({ unitPrice, discountAmount, net }) => [unitPrice, discountAmount, net]),
      [
        ['9.94', '2.00', '97.40'],
        ['9.94', '99.40', '0.00'],
        ['10.00', '1.00', '9.00'],
      ],
    );
  const back = await api.POST('/v1/record/pending/clone', {
    body: { id: invoice.id, currency: 'DOP', fiscalType: null },
  });
  assert.deepEqual([back.data!.elements[2]!.unitPrice, back.data!.rate], ['623.50', null]);
});

test('a copy for another contact has the name and the tax id of that contact', async () => {
  const { api } = await newBusiness();
  const contact = async (name: string, taxId: string) =>
    (await api.POST('/v1/beneficiary', { body: { name, taxId } })).data!.id;
  const contactId = await contact('Super Económico', '101007151');
  const otherId = await contact('Juan Peña', '00113918205');
  const quote = await newDocument(api, { kind: 'quote', contactId });
  const invoice = (await from(api, { id: quote.id, contactId: otherId, fiscalType: null })).data;
  const clone = await api.POST('/v1/record/pending/clone', { body: { id: quote.id, contactId: otherId } });
  for (const { contactName, contactTaxId, contactTaxIdKind } of [invoice, clone.data!])
    assert.deepEqual([contactName, contactTaxId, contactTaxIdKind], ['Juan Peña', '00113918205', 'cedula']);
  const named = await api.POST('/v1/record/pending/clone', { body: { id: quote.id, contactTaxId: '00113918205' } });
  assert.deepEqual([named.data!.contactName, named.data!.contactTaxIdKind], ['Super Económico', 'cedula']);
  const same = await api.POST('/v1/record/pending/clone', { body: { id: quote.id } });
  assert.deepEqual([same.data!.contactName, same.data!.contactTaxIdKind], ['Super Económico', 'rnc']);
});

test('an order is converted when its quantities are reduced to those in later documents, and open again when they grow', async () => {
  const { api } = await newBusiness();
  const order = await newDocument(api, {
    kind: 'order',
    elements: [{ description: 'Arroz', quantity: 10, unitPrice: 5 }],
  });
  const { id } = order.elements[0]!;
  const half = { id: order.id, kind: 'invoice' as const, elements: [{ id, quantity: '4' }] };
  await api.POST('/v1/record/pending/create-from', { body: half });
  const change = async (quantity: string) =>
    (await changeDocument(api, { id: order.id, elements: [{ id, quantity }] })).data!.state;
  assert.equal(await change('7'), 'open');
  assert.equal(await change('4'), 'converted');
  assert.equal(await change('6'), 'open');
});

test('parts of a line and deliveries of it take its lots one after the other', async () => {
  const business = await newBusiness();
  const { api } = business;
  const divisionId = await mainDivision(business);
  const { id: resourceId } = await newResource(api, { name: 'Amoxicilina 500 mg', tracksLots: true });
  const held = [
    { lot: 'FIRST', expiresOn: '2998-01-31', quantity: '100' },
    { lot: 'A', expiresOn: '2998-12-31', quantity: '100' },
    { lot: 'B', expiresOn: '2998-12-31', quantity: '100' },
  ];
  await stockUp(business, { resourceId, divisionId, quantity: '300', unitCost: '10', lots: held });
  const combo = await newResource(api, { name: 'Caja', kind: 'combo', parts: [{ resourceId, quantity: '6' }] });
  const element = { unitPrice: '25', quantity: '10', resourceId, lots: [{ lot: 'A', quantity: '6' }, { lot: 'B' }] };
  const boxes = { ...element, quantity: '2', resourceId: combo.id };
  const order = await newDocument(api, { kind: 'order', elements: [element, boxes] });
  const [line, box] = order.elements.map(({ id }) => id);
  const lotsOf = (elements: { lots: { lot: string; quantity?: string | undefined }[] }[]) =>
    elements.map(({ lots }) => lots.map(({ lot, quantity }) => `${lot} ${quantity}`).join(', '));
  const some = [
    { id: line, quantity: '4' },
    { id: box, quantity: '1' },
  ];
  const first = await from(api, { id: order.id, kind: 'invoice', elements: some });
  assert.deepEqual(lotsOf(first.data.elements), ['A 4', 'A 6']);
  const rest = await from(api, { id: order.id, kind: 'invoice', deliverLater: true });
  assert.deepEqual(lotsOf(rest.data.elements), ['A 2, B 4', 'B 6']);
  const deliver = (quantity: string) =>
    api.POST('/v1/resource/delivery', {
      body: {
        pendingRecordId: rest.data.id,
        lines: rest.data.elements.slice(0, 1).map(({ id }) => ({ elementId: id, quantity })),
      } as never,
    });
  const inStock = async () => {
    const { data } = await api.GET('/v1/resource/lots', { params: { query: { resourceId, sort: 'lot' } } });
    return data!.data.map(({ lot, quantity }) => `${lot} ${quantity}`);
  };
  assert.deepEqual(await inStock(), ['A 90', 'B 100', 'FIRST 100']);
  assert.ok((await deliver('3')).data);
  assert.ok((await deliver('3')).data);
  assert.deepEqual(await inStock(), ['A 88', 'B 96', 'FIRST 100']);
});
