import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contactGroup, requireContact } from '#modules/contacts/index.ts';
import { realNow } from '#platform/date.ts';
import { newResource } from '#test/catalog.ts';
import { newDocument } from '#test/documents.ts';
import { app, type Business, newBusiness, newMember } from '#test/harness.ts';
import { newDrawer } from '#test/money-accounts.ts';
import { newShop, resume, subscribe } from '#test/recurrences.ts';

async function add(business: Business, body: { name: string } & Record<string, unknown>) {
  const { data } = await business.api.POST('/v1/beneficiary', { body: body as never });
  return data!;
}

const merge = ({ api }: Business, id: string, ...fromIds: string[]) =>
  api.PATCH('/v1/beneficiary/merge', { body: { id, fromIds } });

const read = async ({ api }: Business, beneficiaryId: string) => {
  const { data } = await api.GET('/v1/beneficiary/{beneficiaryId}', { params: { path: { beneficiaryId } } });
  return data!;
};

test('the survivor takes over contact data and fills its empty fields from the others', async () => {
  const business = await newBusiness();
  const survivor = await add(business, {
    name: 'Juana',
    notes: 'Paga los viernes',
    labels: ['vip'],
    priceTier: 'mayor',
    contactData: [
      { kind: 'phone', value: '809-555-0001' },
      { kind: 'date', value: '1984-11-15', label: 'birthday' },
    ],
  });
  const second = await add(business, {
    name: 'Juana Pérez',
    isSupplier: true,
    taxId: '00113918205',
    notes: 'Vive en Santiago',
    labels: ['vip', 'santiago'],
    priceTier: 'detalle',
    creditLimit: '500',
    contactData: [
      { kind: 'phone', value: '+1 809 555 0001' },
      { kind: 'phone', value: '809-555-0002' },
      { kind: 'email', value: 'juana@example.com' },
    ],
  });
  const third = await add(business, {
    name: 'J. P.',
    creditLimit: '900',
    paymentTermsDays: 15,
    contactData: [
      { kind: 'email', value: 'JUANA@example.com' },
      { kind: 'email', value: 'jp@example.com' },
      { kind: 'date', value: '1990-11-15', label: 'anniversary' },
    ],
  });
  const { data, response } = await merge(business, survivor.id, second.id, third.id);
  assert.equal(response.status, 200);
  assert.deepEqual(
    data!.contactData.map(({ kind, normalised, isPrimary }) => `${kind} ${normalised} ${isPrimary}`),
    [
      'date 11-15 true',
      'date 11-15 false',
      'email juana@example.com true',
      'email jp@example.com false',
      'phone +18095550001 true',
      'phone +18095550002 false',
    ],
  );
  const { name, isSupplier, taxId, notes, labels, priceTier, creditLimit, paymentTermsDays, version, mergedIds } =
    data!;
  assert.deepEqual(
    { name, isSupplier, taxId, notes, labels, priceTier, creditLimit, paymentTermsDays, version, mergedIds },
    {
      name: 'Juana',
      isSupplier: true,
      taxId: '00113918205',
      notes: 'Paga los viernes\n\nVive en Santiago',
      labels: ['vip', 'santiago'],
      priceTier: 'mayor',
      creditLimit: '500.00',
      paymentTermsDays: 15,
      version: 2,
      mergedIds: [second.id, third.id],
    },
  );
  assert.deepEqual(data!.possibleDuplicates, []);
});

test('a survivor without a tax id takes that of another contact with its kind and its receipts', async () => {
  const business = await newBusiness();
  const company = { name: 'Constructora Alfa SRL', taxId: '101007151' };
  const walkIn = await add(business, { name: 'Alfa' });
  const { data: merged } = await merge(business, walkIn.id, (await add(business, company)).id);
  assert.deepEqual([merged?.taxId, merged?.kind, merged?.fiscalType], ['101007151', 'company', 'fiscal-credit']);
  const ministry = await add(business, { name: 'Obras Públicas', kind: 'company', fiscalType: 'government' });
  const { data: kept } = await merge(business, ministry.id, (await add(business, company)).id);
  assert.deepEqual([kept?.taxId, kept?.fiscalType], ['101007151', 'government']);
  const person = await add(business, { name: 'Rosa', taxId: '00113918205' });
  const { data: own } = await merge(business, person.id, (await add(business, company)).id);
  assert.deepEqual([own?.taxId, own?.kind, own?.fiscalType], ['00113918205', 'person', 'consumer']);
});

test('a contact that is in use does not become archived by a merge', async () => {
  const business = await newBusiness();
  const names = ['Ana', 'Berta', 'Carla'];
  const [a, b, c] = await Promise.all(names.map((name) => add(business, { name })));
  await business.api.PATCH('/v1/beneficiary/bulk/archive', { body: { ids: [a!.id, b!.id] } });
  assert.ok((await merge(business, a!.id, b!.id)).data?.archivedAt);
  assert.equal((await merge(business, a!.id, c!.id)).data?.archivedAt, null);
});

test('a merged id leads to the survivor, also through several merges', async () => {
  const business = await newBusiness();
  const [a, b, c] = [
    await add(business, { name: 'Ana' }),
    await add(business, { name: 'Berta' }),
    await add(business, { name: 'Carla' }),
  ];
  await merge(business, b.id, a.id);
  await merge(business, c.id, b.id);
  for (const { id } of [a, b, c]) {
    const survivor = await read(business, id);
    assert.deepEqual([survivor.id, survivor.mergedIds], [c.id, [a.id, b.id]]);
  }
  const { data } = await business.api.GET('/v1/beneficiary', { params: { query: { archived: 'all' } } });
  assert.deepEqual(
    data?.data.map(({ id }) => id),
    [c.id],
  );
  const found = await business.api.GET('/v1/beneficiary', { params: { query: { search: 'berta' } } });
  assert.deepEqual(
    found.data?.data.map(({ name }) => name),
    ['Carla'],
  );
  const changed = await business.api.PATCH('/v1/beneficiary', { body: { id: a.id, name: 'Diana' } });
  assert.deepEqual([changed.data?.id, changed.data?.name], [c.id, 'Diana']);
  const group = await app.engine.within(business.id, (ctx) => contactGroup(ctx, a.id));
  assert.deepEqual(group, [a.id, b.id, c.id]);
});

test('comments move to the survivor', async () => {
  const business = await newBusiness();
  const [a, b] = [await add(business, { name: 'Ana' }), await add(business, { name: 'Berta' })];
  const written = await business.api.POST('/v1/organization/comment', {
    body: { beneficiaryId: a.id, message: 'Hola' },
  });
  assert.equal(written.response.status, 201);
  await merge(business, b.id, a.id);
  const { data } = await business.api.GET('/v1/organization/comment', { params: { query: { beneficiaryId: b.id } } });
  assert.deepEqual(
    data?.data.map(({ message }) => message),
    ['Hola'],
  );
  const late = await business.api.POST('/v1/organization/comment', { body: { beneficiaryId: a.id, message: 'Tarde' } });
  assert.equal(late.error?.errors[0]?.path, 'body.beneficiaryId');
});

test('an impossible merge is refused and changes nothing', async () => {
  const business = await newBusiness();
  const other = await newBusiness();
  const [a, b, c] = [
    await add(business, { name: 'Ana' }),
    await add(business, { name: 'Berta' }),
    await add(business, { name: 'Carla' }),
  ];
  const foreign = await add(other, { name: 'Ajena' });
  assert.equal((await merge(business, a.id, a.id)).error?.code, 'merge_into_itself');
  for (const id of [foreign.id, crypto.randomUUID()]) {
    assert.equal((await merge(business, id, a.id)).error?.code, 'not_found');
    const { error } = await merge(business, a.id, b.id, id);
    assert.deepEqual([error?.code, error?.errors[0]?.path], ['reference_not_found', 'body.fromIds[1]']);
  }
  await merge(business, a.id, b.id);
  assert.equal((await merge(business, b.id, a.id)).error?.code, 'already_merged');
  assert.equal((await merge(business, c.id, b.id)).error?.code, 'already_merged');
  const stale = await business.api.PATCH('/v1/beneficiary/merge', { body: { id: a.id, fromIds: [c.id], version: 1 } });
  assert.equal(stale.error?.code, 'version_conflict');
  const viewer = await newMember(business, 'viewer');
  const refused = await viewer.api.PATCH('/v1/beneficiary/merge', { body: { id: a.id, fromIds: [c.id] } });
  assert.equal(refused.error?.code, 'forbidden');
  const tried = await business.api.PATCH('/v1/beneficiary/merge', {
    body: { id: a.id, fromIds: [c.id] },
    headers: { 'dry-run': 'true' },
  });
  assert.equal(tried.response.status, 200);
  assert.deepEqual((await read(business, a.id)).mergedIds, [b.id]);
});

test('a merge of a contact that was merged before is refused at once, also while others refer to both', async () => {
  const business = await newBusiness();
  const [a, b] = [await add(business, { name: 'Ana' }), await add(business, { name: 'Ana P.' })];
  await merge(business, a.id, b.id);
  await app.engine.within(business.id, async (ctx) => {
    await requireContact(ctx, b.id, 'body.contactId');
    assert.equal((await merge(business, a.id, b.id)).error?.code, 'already_merged');
  });
});

test('concurrent merges in a cycle never lose a contact', async () => {
  const business = await newBusiness();
  const contacts = await Promise.all(
    Array.from({ length: 6 }, (_, n) =>
      add(business, { name: `Contacto ${n}`, contactData: [{ kind: 'phone', value: `809-555-000${n}` }] }),
    ),
  );
  const ids = contacts.map(({ id }) => id);
  const answers = await Promise.all(ids.map((id, place) => merge(business, id, ids[(place + 1) % ids.length]!)));
  for (const { response, error } of answers) {
    assert.ok(response.status === 200 || error?.code === 'already_merged', JSON.stringify(error));
  }
  const views = await Promise.all(ids.map((id) => read(business, id)));
  const survivors = new Map(views.map((view) => [view.id, view]));
  const everyone = [...survivors.values()].flatMap(({ id, mergedIds }) => [id, ...mergedIds]);
  assert.deepEqual(everyone.toSorted(), ids.toSorted());
  const phones = [...survivors.values()].flatMap(({ contactData }) => contactData.map(({ normalised }) => normalised));
  assert.equal(new Set(phones).size, 6);
  assert.equal(survivors.size, 6 - answers.filter(({ response }) => response.status === 200).length);
});

test('a reference made during a merge gets the survivor', async () => {
  const business = await newBusiness();
  const [from, into] = [await add(business, { name: 'Ana' }), await add(business, { name: 'Berta' })];
  const merging = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const merged = app.engine.within(business.id, async (ctx) => {
    const { mergeBeneficiaries } = await import('./merge.ts');
    await mergeBeneficiaries(ctx, { id: into.id, fromIds: [from.id] });
    merging.resolve();
    await mayCommit.promise;
  });
  await merging.promise;
  const referring = app.engine.within(business.id, (ctx) => requireContact(ctx, from.id, 'body.beneficiaryId'));
  mayCommit.resolve();
  await merged;
  assert.equal((await referring).id, into.id);
});

test('the id of a merged contact finds the recurrences and loans of its survivor', async () => {
  const shop = await newShop();
  const into = await add(shop, { name: 'Gimnasio Caribe, SRL' });
  await subscribe(shop, { frequency: 'monthly' });
  const { id: accountId } = await newDrawer(shop);
  const plan = { annualRate: '12', instalments: 2 };
  const { error } = await shop.api.POST('/v1/record/pending/loan', {
    body: { contactId: shop.contactId, accountId, amount: '100.00', plan },
  });
  assert.equal(error, undefined);
  await merge(shop, into.id, shop.contactId);
  for (const contactId of [shop.contactId, into.id]) {
    const { data: loans } = await shop.api.GET('/v1/record/pending/credit/resume', {
      params: { query: { contactId } },
    });
    assert.deepEqual([(await resume(shop, { contactId })).data.length, loans!.data.length], [1, 1]);
  }
});

test('documents, returns, records and products that a merge moves are found by updatedSince', async () => {
  const business = await newBusiness();
  const { api } = business;
  const [kept, other] = [await add(business, { name: 'Ana' }), await add(business, { name: 'Ana P.' })];
  const product = await newResource(api, { supplierId: other.id });
  const elements = [{ description: 'Cemento', quantity: 2, unitPrice: '10' }];
  const sale = await newDocument(api, { contactId: other.id, elements });
  const lines = [{ elementId: sale.elements[0]!.id, quantity: 1 }];
  const returned = await api.POST('/v1/resource/return', { body: { pendingRecordId: sale.id, lines } });
  // The service takes its time from the database.
  const updatedSince = realNow().add({ milliseconds: 1 }).toString();
  const found = async () => {
    const query = { updatedSince };
    const [documents, returns, records, products] = await Promise.all([
      api.GET('/v1/record/pending', { params: { query } }),
      api.GET('/v1/resource/return', { params: { query } }),
      api.GET('/v1/record/report', { params: { query } }),
      api.GET('/v1/resource', { params: { query } }),
    ]);
    return [documents.data!.data, returns.data!.data, records.data!.data, products.data!.data].map((rows) =>
      rows.map(({ id }) => id),
    );
  };
  assert.deepEqual(await found(), [[], [], [], []]);
  await merge(business, kept.id, other.id);
  const [documents, returns, records, products] = await found();
  assert.deepEqual([documents, returns, products], [[sale.id], [returned.data!.id], [product.id]]);
  assert.equal(records!.length, 2);
});
