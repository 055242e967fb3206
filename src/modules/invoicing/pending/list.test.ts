import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newContact, newDivision } from '#test/books.ts';
import { newResource } from '#test/catalog.ts';
import { newDocument } from '#test/documents.ts';
import { eventually, newBusiness } from '#test/harness.ts';

test('documents are found by their currency, and sorted by their total in the currency of the organization', async () => {
  const { api } = await newBusiness();
  const elements = (unitPrice: number) => [{ description: 'A', unitPrice }];
  const made = {
    small: await newDocument(api, { elements: elements(100) }),
    dollars: await newDocument(api, { currency: 'USD', rate: '60', elements: elements(10) }),
    middle: await newDocument(api, { elements: elements(200) }),
    euros: await newDocument(api, { currency: 'EUR', rate: '65', elements: elements(2) }),
    draft: await newDocument(api, { status: 'draft', elements: elements(900) }),
  };
  const names = new Map(Object.entries(made).map(([name, { id }]) => [id, name]));
  const find = async (query: Record<string, string>) => {
    const { data, error } = await api.GET('/v2/record/pending', { params: { query } });
    assert.ok(data, JSON.stringify(error));
    return { names: data.data.map(({ id }) => names.get(id)).join(), nextCursor: data.nextCursor };
  };
  const found = async (query: Record<string, string>) => (await find({ sort: 'total', ...query })).names;
  assert.equal(await found({}), 'small,euros,middle,dollars,draft');
  assert.equal(await found({ currency: 'USD' }), 'dollars');
  assert.equal(await found({ currency: 'USD,EUR' }), 'euros,dollars');
  assert.equal(await found({ currency: 'DOP' }), 'small,middle,draft');
  assert.equal(await found({ currency: 'EUR,DOP', status: 'issued' }), 'small,euros,middle');
  const pages = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const query: Record<string, string> = { sort: '-total', itemsPerPage: '2', ...(cursor && { cursor }) };
    const page = await find(query);
    pages.push(page.names);
    cursor = page.nextCursor;
  }
  assert.deepEqual(pages, ['draft,dollars', 'middle,euros', 'small']);
  const { data: open } = await api.GET('/v1/record/pending', { params: { query: { sort: '-total' } } });
  assert.equal(open!.data.map(({ id }) => names.get(id)).join(), 'dollars,middle,euros,small');
  const { data: refused } = await api.GET('/v1/record/pending', { params: { query: { currency: 'US' } } });
  assert.equal(refused, undefined);
});

test('documents are found by each of their filters', async () => {
  const business = await newBusiness();
  const { api } = business;
  const contactId = await newContact(business, 'Colmado Ramírez');
  const divisionId = await newDivision(business);
  const item = await newResource(api, { name: 'Corte', kind: 'service' });
  const made = {
    old: await newDocument(api, {
      date: '2998-01-10',
      dueOn: '2998-02-10',
      elements: [{ description: 'A', unitPrice: 10 }],
    }),
    sale: await newDocument(api, {
      date: '2998-03-10',
      contactId,
      divisionId,
      sellerId: business.owner.id,
      stage: 'nueva',
      reference: 'OC-55',
      elements: [{ resourceId: item.id, unitPrice: 200, quantity: 2 }],
    }),
    bought: await newDocument(api, {
      direction: 'purchase',
      contactId,
      fiscalNumber: 'B0100000077',
      date: '2998-03-11',
    }),
    quote: await newDocument(api, { kind: 'quote', date: '2998-03-12' }),
    draft: await newDocument(api, { status: 'draft', date: '2998-03-13' }),
  };
  const gone = await newDocument(api, { date: '2998-03-14' });
  await api.DELETE('/v1/record/pending', { body: { id: gone.id } });
  const names = new Map(Object.entries({ ...made, gone }).map(([name, { id }]) => [id, name]));
  const find = async (query: Record<string, string>) => {
    const { data, error } = await api.GET('/v2/record/pending', { params: { query } });
    assert.ok(data, JSON.stringify(error));
    return data.data.map(({ id }) => names.get(id)).join();
  };
  assert.equal(await find({}), 'gone,draft,quote,bought,sale,old');
  assert.equal(await find({ kind: 'quote' }), 'quote');
  assert.equal(await find({ direction: 'purchase' }), 'bought');
  assert.equal(await find({ status: 'void' }), 'gone');
  assert.equal(await find({ state: 'open' }), 'quote,bought,sale,old');
  assert.equal(await find({ status: 'void,draft', sort: 'date' }), 'draft,gone');
  assert.equal(await find({ kind: 'quote,order' }), 'quote');
  assert.equal(await find({ direction: 'sale', status: 'issued', sort: 'due' }), 'old,sale,quote');
  assert.equal(await find({ contactId }), 'bought,sale');
  assert.equal(await find({ divisionId }), 'sale');
  assert.equal(await find({ sellerId: business.owner.id }), 'sale');
  assert.equal(await find({ stage: 'nueva' }), 'sale');
  assert.equal(await find({ resourceId: item.id }), 'sale');
  assert.equal(await find({ from: '2998-03-11', to: '2998-03-12' }), 'quote,bought');
  assert.equal(await find({ dueTo: '2998-02-10' }), 'old');
  assert.equal(await find({ fiscalNumber: 'B0100000077' }), 'bought');
  assert.equal(await find({ number: '2', kind: 'invoice' }), 'sale');
  assert.equal(await find({ totalFrom: '400' }), 'sale');
  assert.equal(await find({ totalTo: '10' }), 'old');
  // Invoices are indexed after their commit.
  await eventually(async () => (await find({ search: 'ramirez oc-55' })) === 'sale');
  await eventually(async () => (await find({ search: 'b01000000' })) === 'bought');
  const open = await api.GET('/v1/record/pending');
  assert.deepEqual([open.data!.total, names.get(open.data!.data[0]!.id)], [4, 'quote']);
  assert.equal((await api.GET('/v1/record/pending/all')).data!.total, 6);
  const ids = await api.GET('/v2/record/pending/ids', { params: { query: { contactId } } });
  assert.deepEqual(ids.data, { data: [made.bought.id, made.sale.id], nextCursor: null });
});

test('documents are found by the tax id of their contact, however it is written', async () => {
  const { api } = await newBusiness();
  const found = async (search: string) =>
    (await api.GET('/v2/record/pending', { params: { query: { search } } })).data!.data.length;
  const taxIds = { contactName: 'Ñame', reference: 'OC-55-1' };
  await newDocument(api, { kind: 'quote', ...taxIds, contactTaxId: '131246796' });
  await newDocument(api, { kind: 'quote', ...taxIds, contactTaxId: '1-31-24679-6' });
  for (const search of ['131246796', '1-31-24679-6', 'name 1-31-246', '131-24679', 'oc-55-1'])
    assert.equal(await found(search), 2, search);
  assert.equal(await found('1-31-24679-7'), 0);
});

test('pages by cursor fit together, and another list’s cursor is refused', async () => {
  const { api } = await newBusiness();
  for (let place = 0; place < 7; place++)
    await newDocument(api, {
      date: `2998-01-0${1 + (place % 3)}`,
      elements: [
        { description: 'Uno', unitPrice: 1 },
        { description: `Dos ${place}`, unitPrice: 2, quantity: 3 },
      ],
    });
  const walk = async (read: (cursor?: string) => Promise<{ data: unknown[]; nextCursor: string | null }>) => {
    const seen: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await read(cursor);
      assert.ok(page.data.length <= 3);
      seen.push(...page.data);
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    return seen as Record<string, string>[];
  };
  const query = (cursor?: string) => ({ params: { query: { itemsPerPage: 3, ...(cursor && { cursor }) } } });
  const documents = await walk(async (cursor) => (await api.GET('/v2/record/pending', query(cursor))).data!);
  assert.equal(new Set(documents.map(({ id }) => id)).size, 7);
  assert.deepEqual(
    documents.map(({ date }) => date),
    documents
      .map(({ date }) => date!)
      .toSorted()
      .toReversed(),
  );
  const lines = await walk(async (cursor) => (await api.GET('/v2/record/pending/elements', query(cursor))).data!);
  assert.equal(new Set(lines.map(({ id }) => id)).size, 14);
  assert.deepEqual(
    lines.slice(0, 2).map(({ pendingRecordId }) => pendingRecordId),
    [documents[0]!.id, documents[0]!.id],
  );
  const items = await walk(async (cursor) => (await api.GET('/v2/record/pending/items', query(cursor))).data!);
  assert.equal(items.length, 8);
  const one = items.find(({ description }) => description === 'Uno')!;
  assert.deepEqual([one.documents, one.quantity, one.total], [7, '7', '7.00']);
  const all = await walk(async (cursor) => (await api.GET('/v1/record/pending/all', query(cursor))).data as never);
  assert.equal(new Set(all.map(({ id }) => id)).size, 7);
  const wrong = await api.GET('/v2/record/pending', query('bm9uc2Vuc2U'));
  assert.equal(wrong.error!.code, 'invalid_request');
});

test('changes are followed by updatedSince in the order of updates', async () => {
  const { api } = await newBusiness();
  const first = await newDocument(api, { reference: 'A' });
  const second = await newDocument(api, { reference: 'B' });
  const read = async (query: Record<string, string>) =>
    (await api.GET('/v2/record/pending', { params: { query } })).data!.data.map(({ id }) => id);
  const { data: changed } = await api.PATCH('/v1/record/pending', { body: { id: first.id, reference: 'C' } });
  assert.deepEqual(await read({ sort: 'updated' }), [second.id, first.id]);
  assert.deepEqual(await read({ updatedSince: changed!.updatedAt, sort: 'updated' }), [first.id]);
  assert.deepEqual(await read({ updatedSince: '2999-01-01T00:00:00Z' }), []);
});
