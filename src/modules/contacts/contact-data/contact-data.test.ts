import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventsOf } from '#test/events.ts';
import { type Business, newBusiness, newMember } from '#test/harness.ts';
import { normalise } from './normalise.ts';

async function newContact({ api }: Business, contactData: { kind: 'phone' | 'email' | 'date'; value: string }[] = []) {
  const { data } = await api.POST('/v1/beneficiary', { body: { name: 'Juana', contactData } });
  return data!;
}

const phonesOf = async ({ api }: Business, beneficiaryId: string) => {
  const { data } = await api.GET('/v1/beneficiary/{beneficiaryId}', { params: { path: { beneficiaryId } } });
  return data!.contactData.map(({ normalised, isPrimary }) => (isPrimary ? `${normalised}*` : normalised));
};

test('data are normalised, however they are written', () => {
  const cases: [Parameters<typeof normalise>[0], string, string, string | null][] = [
    ['phone', '809-555-0123', 'DO', '+18095550123'],
    ['phone', '1 (809) 555.0123', 'DO', '+18095550123'],
    ['phone', '+34 612 345 678', 'DO', '+34612345678'],
    ['phone', '612 345 678', 'ES', '+34612345678'],
    ['phone', '809-555-0123 ext. 4', 'DO', '+18095550123;ext=4'],
    ['phone', '809-555-0123', 'XX', null],
    ['phone', 'llámame al 809-555-0123', 'DO', null],
    ['phone', '0', 'DO', null],
    ['email', 'Juana.Pérez@Example.com', 'DO', null],
    ['email', 'Juana.Perez@Example.com', 'DO', 'juana.perez@example.com'],
    ['date', '1984-02-29', 'DO', '02-29'],
    ['date', '1985-02-29', 'DO', null],
    ['address', 'Calle  Duarte #5,\n Santiago', 'DO', 'calle duarte #5, santiago'],
    ['other', '@JUANA', 'DO', '@juana'],
    ['other', '\u0301', 'DO', '\u0301'],
  ];
  for (const [kind, value, country, expected] of cases) assert.equal(normalise(kind, value, country), expected, value);
});

test('one datum of each kind is primary: the first, until another is chosen or it is removed', async () => {
  const business = await newBusiness();
  const { id: beneficiaryId } = await newContact(business);
  const add = async (value: string, isPrimary?: boolean) => {
    const { data, response } = await business.api.POST('/v1/beneficiary/contact', {
      body: { beneficiaryId, kind: 'phone', value, ...(isPrimary && { isPrimary }) },
    });
    assert.equal(response.status, 201);
    return data!.id;
  };
  const first = await add('809-555-0001');
  await add('809-555-0002');
  assert.deepEqual(await phonesOf(business, beneficiaryId), ['+18095550001*', '+18095550002']);
  const third = await add('809-555-0003', true);
  assert.deepEqual(await phonesOf(business, beneficiaryId), ['+18095550003*', '+18095550001', '+18095550002']);
  const changed = await business.api.PATCH('/v1/beneficiary/contact', {
    body: { id: first, value: '809-555-0009', label: 'casa', isPrimary: true },
  });
  assert.deepEqual(
    [changed.data?.normalised, changed.data?.label, changed.data?.isPrimary],
    ['+18095550009', 'casa', true],
  );
  const path = { contactDataId: first };
  const read = await business.api.GET('/v1/beneficiary/contact/{contactDataId}', { params: { path } });
  assert.deepEqual(read.data, changed.data);
  const removed = await business.api.DELETE('/v1/beneficiary/contact/{contactDataId}', { params: { path } });
  assert.equal(removed.response.status, 204);
  assert.deepEqual(await phonesOf(business, beneficiaryId), ['+18095550002*', '+18095550003']);
  const gone = await business.api.GET('/v1/beneficiary/contact/{contactDataId}', { params: { path } });
  assert.equal(gone.error?.code, 'not_found');
  const last = await business.api.PATCH('/v1/beneficiary/contact', { body: { id: third, value: '8095550002' } });
  assert.equal(last.error?.code, 'contact_datum_exists');
});

test('a datum that is added several times at once is stored once', async () => {
  const business = await newBusiness();
  const { id: beneficiaryId } = await newContact(business);
  const answers = await Promise.all(
    ['809-555-0001', '8095550001', '+1 809 555 0001', '(809) 5550001'].map((value) =>
      business.api.POST('/v1/beneficiary/contact', { body: { beneficiaryId, kind: 'phone', value, isPrimary: true } }),
    ),
  );
  assert.deepEqual(answers.map(({ response }) => response.status).toSorted(), [201, 409, 409, 409]);
  assert.deepEqual(await phonesOf(business, beneficiaryId), ['+18095550001*']);
});

test('the same date can be stored under two labels', async () => {
  const business = await newBusiness();
  const { id: beneficiaryId } = await newContact(business);
  const add = (label: string) =>
    business.api.POST('/v1/beneficiary/contact', { body: { beneficiaryId, kind: 'date', value: '1984-11-15', label } });
  assert.equal((await add('birthday')).response.status, 201);
  assert.equal((await add('anniversary')).response.status, 201);
  assert.equal((await add('birthday')).error?.code, 'contact_datum_exists');
});

test('a value that does not fit its kind is refused, and ids of another organization are not found', async () => {
  const business = await newBusiness();
  const other = await newBusiness();
  const mine = await newContact(business, [{ kind: 'email', value: 'a@example.com' }]);
  const theirs = await newContact(other, [{ kind: 'email', value: 'b@example.com' }]);
  const { error } = await business.api.POST('/v1/beneficiary/contact', {
    body: { beneficiaryId: mine.id, kind: 'email', value: 'no' },
  });
  assert.deepEqual([error?.code, error?.errors[0]?.path], ['contact_datum_invalid', 'body.value']);
  const wrong = await business.api.PATCH('/v1/beneficiary/contact', {
    body: { id: mine.contactData[0]!.id, value: 'no' },
  });
  assert.equal(wrong.error?.code, 'contact_datum_invalid');
  for (const beneficiaryId of [theirs.id, crypto.randomUUID()]) {
    const body = { beneficiaryId, kind: 'email' as const, value: 'c@example.com' };
    for (const path of ['/v1/beneficiary/contact', '/v2/beneficiary/contact'] as const) {
      const refused = await business.api.POST(path, { body });
      assert.deepEqual(
        [refused.error?.code, refused.error?.errors[0]?.path],
        ['reference_not_found', 'body.beneficiaryId'],
      );
    }
  }
  for (const contactDataId of [theirs.contactData[0]!.id, crypto.randomUUID()]) {
    const params = { path: { contactDataId } };
    const answers = await Promise.all([
      business.api.GET('/v1/beneficiary/contact/{contactDataId}', { params }),
      business.api.DELETE('/v1/beneficiary/contact/{contactDataId}', { params }),
      business.api.PATCH('/v1/beneficiary/contact', { body: { id: contactDataId, label: 'mío' } }),
    ]);
    assert.deepEqual(
      answers.map((answer) => answer.error?.code),
      ['not_found', 'not_found', 'not_found'],
    );
  }
});

test('a viewer can only read contact data', async () => {
  const business = await newBusiness();
  const { contactData } = await newContact(business, [{ kind: 'phone', value: '809-555-0001' }]);
  const { api } = await newMember(business, 'viewer');
  const params = { path: { contactDataId: contactData[0]!.id } };
  assert.equal((await api.GET('/v1/beneficiary/contact/{contactDataId}', { params })).response.status, 200);
  const refused = await Promise.all([
    api.DELETE('/v1/beneficiary/contact/{contactDataId}', { params }),
    api.PATCH('/v1/beneficiary/contact', { body: { id: contactData[0]!.id, label: 'x' } }),
    api.POST('/v2/beneficiary/contact', { body: { kind: 'phone', value: '8095550001' } }),
  ]);
  assert.deepEqual(
    refused.map(({ error }) => error?.code),
    ['forbidden', 'forbidden', 'forbidden'],
  );
});

test('concurrent requests for a beneficiary by datum create one and return the same one', async () => {
  const business = await newBusiness();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      business.api.POST('/v2/beneficiary/contact', {
        body: { kind: 'phone', value: n % 2 ? '809-555-0123' : '+1 (809) 555-0123', name: 'Juana' },
      }),
    ),
  );
  assert.equal(new Set(answers.map(({ data }) => data!.beneficiary.id)).size, 1);
  assert.equal(answers.filter(({ data }) => data!.beneficiaryCreated).length, 1);
  assert.equal((await eventsOf(business, 'beneficiary:created')).length, 1);
});

test('with `beneficiaryId` the datum is added to that beneficiary unless it has it', async () => {
  const business = await newBusiness();
  const holder = await newContact(business, [{ kind: 'email', value: 'casa@example.com' }]);
  const { id: beneficiaryId } = await newContact(business);
  const upsert = () =>
    business.api.POST('/v2/beneficiary/contact', { body: { beneficiaryId, kind: 'email', value: 'Casa@example.com' } });
  const first = await upsert();
  assert.deepEqual([first.data?.beneficiary.id, first.data?.datumCreated], [beneficiaryId, true]);
  assert.equal(first.data?.beneficiary.possibleDuplicates[0]?.id, holder.id);
  const again = await upsert();
  assert.deepEqual([again.data?.datum.id, again.data?.datumCreated], [first.data?.datum.id, false]);
  const unnamed = await business.api.POST('/v2/beneficiary/contact', {
    body: { kind: 'email', value: 'new@example.com' },
  });
  assert.deepEqual([unnamed.data?.beneficiary.name, unnamed.data?.beneficiaryCreated], ['new@example.com', true]);
  const date = await business.api.POST('/v2/beneficiary/contact', { body: { kind: 'date', value: '1984-11-15' } });
  assert.deepEqual([date.response.status, date.error?.errors[0]?.path], [400, 'body.beneficiaryId']);
});
