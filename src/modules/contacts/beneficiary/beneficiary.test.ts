import assert from 'node:assert/strict';
import { test } from 'node:test';
import { payloadsOf } from '#test/events.ts';
import { type Business, newBusiness, newMember } from '#test/harness.ts';

async function add(business: Business, body: { name: string } & Record<string, unknown>) {
  const { data, error } = await business.api.POST('/v1/beneficiary', { body: body as never });
  if (!data) throw new Error(`Not added: ${JSON.stringify(error)}`);
  return data;
}

const namesFound = async ({ api }: Business, query: Record<string, unknown>) => {
  const { data } = await api.GET('/v1/beneficiary', { params: { query } });
  return data!.data.map(({ name }) => name);
};

test('a beneficiary is stored with its contact data, read back and announced', async () => {
  const business = await newBusiness();
  const { data, response } = await business.api.POST('/v1/beneficiary', {
    body: {
      kind: 'company',
      name: 'Ferretería Don Pepe',
      taxId: '1-31-24679-6',
      fiscalType: 'fiscal-credit',
      isSupplier: true,
      creditLimit: 50000.5,
      paymentTermsDays: 30,
      labels: ['mayorista'],
      sellerId: business.owner.id,
      contactData: [
        { kind: 'phone', value: '(809) 555-0123', label: 'oficina' },
        { kind: 'email', value: 'Pepe@Example.com' },
        { kind: 'phone', value: '829-555-0124', isPrimary: true },
      ],
    },
  });
  assert.equal(response.status, 201);
  const { id, createdAt, updatedAt, contactData, ...rest } = data!;
  assert.equal(createdAt, updatedAt);
  assert.deepEqual(rest, {
    kind: 'company',
    name: 'Ferretería Don Pepe',
    legalName: null,
    isCustomer: true,
    isSupplier: true,
    taxId: '131246796',
    taxIdKind: 'rnc',
    taxStatus: 'unchecked',
    taxCheckedAt: null,
    fiscalType: 'fiscal-credit',
    notes: '',
    labels: ['mayorista'],
    priceTier: null,
    creditLimit: '50000.50',
    currency: 'DOP',
    paymentTermsDays: 30,
    sellerId: business.owner.id,
    paymentReminders: true,
    abroad: null,
    archivedAt: null,
    version: 1,
    warnings: [],
    possibleDuplicates: [],
    mergedIds: [],
  });
  assert.deepEqual(
    contactData.map(({ kind, value, normalised, label, isPrimary }) => [kind, value, normalised, label, isPrimary]),
    [
      ['email', 'Pepe@Example.com', 'pepe@example.com', '', true],
      ['phone', '829-555-0124', '+18295550124', '', true],
      ['phone', '(809) 555-0123', '+18095550123', 'oficina', false],
    ],
  );
  const read = await business.api.GET('/v1/beneficiary/{beneficiaryId}', { params: { path: { beneficiaryId: id } } });
  assert.deepEqual(read.data, data);
  assert.deepEqual(await payloadsOf(business, 'beneficiary:created'), [
    { beneficiaryId: id, userId: business.owner.id },
  ]);
});

test('a contact with a valid RNC is a company that gets fiscal credit, unless it is said otherwise', async () => {
  const business = await newBusiness();
  const kindsOf = async (given: object) => {
    const { kind, fiscalType } = await add(business, { name: 'Ferretería Ozama', ...given });
    return [kind, fiscalType];
  };
  assert.deepEqual(await kindsOf({ taxId: '1-31-24679-6' }), ['company', 'fiscal-credit']);
  assert.deepEqual(await kindsOf({ taxId: '131246796', kind: 'person', fiscalType: 'consumer' }), [
    'person',
    'consumer',
  ]);
  assert.deepEqual(await kindsOf({ taxId: '401505967', fiscalType: 'government' }), ['company', 'government']);
  assert.deepEqual(await kindsOf({ taxId: '001-1391820-5' }), ['person', 'consumer']);
  assert.deepEqual(await kindsOf({ taxId: '131246790' }), ['person', 'consumer']);
  assert.deepEqual(await kindsOf({ taxId: '131246796', taxIdKind: 'foreign' }), ['person', 'consumer']);
  assert.deepEqual(await kindsOf({}), ['person', 'consumer']);
});

test('an invalid check digit is a warning, not an error', async () => {
  const business = await newBusiness();
  const { taxIdKind, warnings } = await add(business, { name: 'Ana', taxId: '001-1391820-4' });
  assert.equal(taxIdKind, 'cedula');
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['tax_id_check_digit'],
  );
});

test('others with the same tax id, telephone or e-mail address are listed as possible duplicates', async () => {
  const business = await newBusiness();
  const other = await newBusiness();
  const stranger = { name: 'De otra empresa', contactData: [{ kind: 'phone', value: '809-555-0123' }] };
  await add(other, stranger);
  const first = await add(business, { name: 'Juana', taxId: '00113918205' });
  const second = await add(business, {
    name: 'Juana Pérez',
    contactData: [
      { kind: 'phone', value: '+1 809 555 0123' },
      { kind: 'email', value: 'JUANA@example.com' },
    ],
  });
  const third = await add(business, {
    name: 'J. Pérez',
    taxId: '001-1391820-5',
    contactData: [
      { kind: 'phone', value: '8095550123' },
      { kind: 'email', value: 'juana@example.com' },
    ],
  });
  assert.deepEqual(second.possibleDuplicates, []);
  assert.deepEqual(third.possibleDuplicates, [
    { id: first.id, name: 'Juana', reasons: ['taxId'] },
    { id: second.id, name: 'Juana Pérez', reasons: ['email', 'phone'] },
  ]);
});

test('given fields change and the others stay', async () => {
  const business = await newBusiness();
  const before = await add(business, {
    name: 'Juana',
    notes: 'Paga los viernes',
    creditLimit: '100',
    taxId: '131246796',
  });
  const { data } = await business.api.PATCH('/v1/beneficiary', {
    body: { id: before.id, version: 1, name: 'Ñoña Pérez', creditLimit: null, labels: ['vip'] },
  });
  const { version, updatedAt, ...rest } = data!;
  assert.equal(version, 2);
  assert.ok(updatedAt >= before.updatedAt);
  const { version: _, updatedAt: __, ...kept } = before;
  assert.deepEqual(rest, { ...kept, name: 'Ñoña Pérez', creditLimit: null, labels: ['vip'] });
  assert.deepEqual(await namesFound(business, { search: 'nona' }), ['Ñoña Pérez']);
  assert.deepEqual(await namesFound(business, { search: 'juana' }), []);
  const stale = await business.api.PATCH('/v1/beneficiary', { body: { id: before.id, version: 1, name: 'Otra' } });
  assert.equal(stale.error?.code, 'version_conflict');
});

test('a credit limit keeps its figure when the organization changes to a currency with other decimals', async () => {
  const business = await newBusiness();
  const { id } = await add(business, { name: 'Juana', creditLimit: '100.50' });
  const limitIn = async (currency: string) => {
    await business.api.PATCH('/v1/organization', { body: { currency } });
    const { data } = await business.api.GET('/v1/beneficiary/{beneficiaryId}', {
      params: { path: { beneficiaryId: id } },
    });
    return `${data!.creditLimit} ${data!.currency}`;
  };
  assert.deepEqual(
    [await limitIn('USD'), await limitIn('KWD'), await limitIn('JPY')],
    ['100.50 USD', '100.500 KWD', '101 JPY'],
  );
});

test('of concurrent changes with the same version only one succeeds', async () => {
  const business = await newBusiness();
  const { id } = await add(business, { name: 'Juana' });
  const answers = await Promise.all(
    ['A', 'B', 'C', 'D'].map((name) => business.api.PATCH('/v1/beneficiary', { body: { id, version: 1, name } })),
  );
  assert.deepEqual(answers.map(({ response }) => response.status).toSorted(), [200, 409, 409, 409]);
});

test('a search finds the beginnings of names, telephones, addresses and tax ids, however they are written', async () => {
  const business = await newBusiness();
  await add(business, { name: 'José Ñúñez', taxId: '001-1391820-5' });
  await add(business, {
    name: 'Ferretería Núñez',
    legalName: 'Inversiones del Norte SRL',
    contactData: [
      { kind: 'phone', value: '809-555-0123' },
      { kind: 'email', value: 'ventas@nunez.do' },
    ],
  });
  const cases: [string, string[]][] = [
    ['nunez', ['Ferretería Núñez', 'José Ñúñez']],
    ['ÑUÑ jos', ['José Ñúñez']],
    ['inver nor', ['Ferretería Núñez']],
    ['nunez maria', []],
    ['809-555', ['Ferretería Núñez']],
    ['555-0123', ['Ferretería Núñez']],
    ['5550', ['Ferretería Núñez']],
    ['+1 (809) 5', ['Ferretería Núñez']],
    ['18095550123', ['Ferretería Núñez']],
    ['Ventas@', ['Ferretería Núñez']],
    ['001-139', ['José Ñúñez']],
    ['00113918205', ['José Ñúñez']],
    ['%', []],
    ['unez', []],
  ];
  for (const [search, names] of cases) assert.deepEqual(await namesFound(business, { search }), names, search);
});

test('the list is sorted, filtered and paged by cursor without gap or repetition', async () => {
  const business = await newBusiness();
  for (const name of ['beta', 'Álvaro', 'Zoe', 'Alba', 'Beta']) await add(business, { name });
  const company = await add(business, { name: 'Constructora', kind: 'company', isSupplier: true, labels: ['obra'] });
  await business.api.PATCH('/v1/beneficiary', { body: { id: company.id, archived: true } });
  assert.deepEqual(await namesFound(business, {}), ['Alba', 'Álvaro', 'beta', 'Beta', 'Zoe']);
  assert.deepEqual(await namesFound(business, { archived: 'true' }), ['Constructora']);
  assert.equal((await namesFound(business, { archived: 'all' })).length, 6);
  const obra = { archived: 'all', kind: 'company', isSupplier: 'true', label: 'obra' };
  assert.deepEqual(await namesFound(business, obra), ['Constructora']);
  assert.deepEqual(await namesFound(business, { ...obra, isCustomer: 'false' }), []);
  assert.deepEqual(await namesFound(business, { sellerId: business.owner.id }), []);
  assert.equal((await namesFound(business, { archived: 'all', kind: 'company,person' })).length, 6);
  assert.deepEqual(await namesFound(business, { sort: '-name', itemsPerPage: 2 }), ['Zoe', 'Beta']);
  assert.deepEqual(await namesFound(business, { sort: 'created', itemsPerPage: 3 }), ['beta', 'Álvaro', 'Zoe']);
  const walked: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 3; page++) {
    const { data } = await business.api.GET('/v1/beneficiary', {
      params: { query: { itemsPerPage: 2, ...(cursor && { cursor }) } },
    });
    walked.push(...data!.data.map(({ name }) => name));
    assert.equal(data?.total, 5);
    assert.equal(data?.hasMore, page < 2);
    cursor = data!.nextCursor ?? undefined;
  }
  assert.deepEqual(walked, ['Alba', 'Álvaro', 'beta', 'Beta', 'Zoe']);
  const wrong = Buffer.from('["name","\\u0000","x"]').toString('base64url');
  const refused = await business.api.GET('/v1/beneficiary', { params: { query: { cursor: wrong } } });
  assert.equal(refused.response.status, 400);
});

test('a beneficiary is found by a datum, however it is written', async () => {
  const business = await newBusiness();
  const { id } = await add(business, {
    name: 'Juana',
    contactData: [
      { kind: 'phone', value: '809-555-0123' },
      { kind: 'email', value: 'juana@example.com' },
      { kind: 'other', value: 'Membresía  ÑX-12' },
    ],
  });
  await business.api.PATCH('/v1/beneficiary', { body: { id, archived: true } });
  const active = await add(business, { name: 'Juana 2', contactData: [{ kind: 'phone', value: '8095550123' }] });
  const find = (contactData: string) =>
    business.api.GET('/v1/beneficiary/byId/{contactData}', { params: { path: { contactData } } });
  assert.equal((await find('+1 809 555 0123')).data?.id, active.id);
  assert.equal((await find('JUANA@example.com')).data?.id, id);
  assert.equal((await find('membresia nx-12')).data?.id, id);
  assert.equal((await find('809-555-9999')).error?.code, 'not_found');
});

test('ids of another organization are answered like random ones', async () => {
  const business = await newBusiness();
  const other = await newBusiness();
  const theirs = await add(other, { name: 'Ajena', contactData: [{ kind: 'email', value: 'a@example.com' }] });
  for (const id of [theirs.id, crypto.randomUUID()]) {
    const read = await business.api.GET('/v1/beneficiary/{beneficiaryId}', { params: { path: { beneficiaryId: id } } });
    assert.equal(read.error?.code, 'not_found');
    const changed = await business.api.PATCH('/v1/beneficiary', { body: { id, name: 'Mía' } });
    assert.equal(changed.error?.code, 'not_found');
  }
  for (const sellerId of [other.owner.id, crypto.randomUUID()]) {
    const { error } = await business.api.POST('/v1/beneficiary', { body: { name: 'Juana', sellerId } });
    assert.deepEqual([error?.code, error?.errors[0]?.path], ['reference_not_found', 'body.sellerId']);
  }
  assert.deepEqual(await namesFound(business, { archived: 'all' }), []);
});

test('a value that does not fit its kind is refused with its path, and nothing is written', async () => {
  const business = await newBusiness();
  const wrong: [string, string][] = [
    ['phone', '12'],
    ['phone', 'call me'],
    ['email', 'juana@'],
    ['date', '2026-02-30'],
    ['date', '29/02/2024'],
  ];
  for (const [kind, value] of wrong) {
    const { error, response } = await business.api.POST('/v1/beneficiary', {
      body: { name: 'Juana', contactData: [{ kind: 'other', value: 'x' }, { kind, value } as never] },
    });
    assert.equal(response.status, 422, value);
    assert.deepEqual(
      [error?.code, error?.errors[0]?.path, error?.errors[0]?.code],
      ['contact_datum_invalid', 'body.contactData[1].value', `invalid_${kind}`],
    );
  }
  const twice = await business.api.POST('/v1/beneficiary', {
    body: {
      name: 'J',
      contactData: [
        { kind: 'phone', value: '8095550123' },
        { kind: 'phone', value: '809 555 0123' },
      ],
    },
  });
  assert.equal(twice.error?.errors[0]?.code, 'duplicate');
  const negative = await business.api.POST('/v1/beneficiary', { body: { name: 'J', creditLimit: '-1' } });
  assert.equal(negative.response.status, 400);
  assert.deepEqual(await payloadsOf(business, 'beneficiary:created'), []);
  assert.deepEqual(await namesFound(business, {}), []);
});

test('a viewer can only read beneficiaries; a seller can add them', async () => {
  const business = await newBusiness();
  const viewer = await newMember(business, 'viewer');
  const seller = await newMember(business, 'seller');
  const refused = await viewer.api.POST('/v1/beneficiary', { body: { name: 'Juana' } });
  assert.equal(refused.error?.code, 'forbidden');
  assert.equal((await seller.api.POST('/v1/beneficiary', { body: { name: 'Juana' } })).response.status, 201);
  const { data } = await viewer.api.GET('/v1/beneficiary');
  assert.equal(data?.total, 1);
});

test('a dry run adds nothing and shows the events', async () => {
  const business = await newBusiness();
  const { data, response } = await business.api.POST('/v1/beneficiary', {
    body: { name: 'Juana', contactData: [{ kind: 'date', value: '1984-02-29' }] },
    headers: { 'dry-run': 'true' },
  });
  assert.equal(response.status, 200);
  assert.equal((data as unknown as { events: { type: string }[] }).events[0]?.type, 'beneficiary:created');
  assert.deepEqual(await namesFound(business, {}), []);
  assert.deepEqual(await payloadsOf(business, 'beneficiary:created'), []);
});
