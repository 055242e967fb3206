import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FormDefinition } from '#client';
import { newResource } from '#test/catalog.ts';
import { eventsOf } from '#test/events.ts';
import { field, newForm, onePage, submissionsOf, submit, text } from '#test/forms.ts';
import { type Business, newBusiness } from '#test/harness.ts';

const person: FormDefinition = {
  ...onePage(
    text('name', { required: true }),
    field('email', 'email'),
    field('phone', 'phone'),
    field('taxId', 'rnc'),
    field('address', 'home'),
  ),
  makes: {
    contact: { name: 'name', email: 'email', phone: 'phone', taxId: 'rnc', address: 'home', labels: ['web'] },
  },
};

const contactsOf = async ({ api }: Business) =>
  (await api.GET('/v1/beneficiary', { params: { query: { itemsPerPage: 50 } } })).data!.data;

const answers = {
  name: 'Ana Pérez',
  email: 'ana@example.com',
  phone: '809-555-1234',
  rnc: '1-01-85004-3',
  home: { line1: 'C/ El Conde 1', city: 'Santo Domingo' },
};

test('a submission makes a contact with everything that was answered, once for each e-mail address', async () => {
  const business = await newBusiness();
  const form = await newForm(business, person);
  const sent = await Promise.all(Array.from({ length: 4 }, () => submit(form.publicId, { answers })));
  for (const { response, error } of sent) assert.equal(response.status, 201, JSON.stringify(error));
  const [contact, ...others] = await contactsOf(business);
  assert.deepEqual(others, []);
  assert.deepEqual([contact!.name, contact!.taxId, contact!.labels], ['Ana Pérez', '101850043', ['web']]);
  assert.deepEqual(contact!.contactData.map(({ kind, normalised }) => `${kind} ${normalised}`).toSorted(), [
    'address c/ el conde 1, santo domingo',
    'email ana@example.com',
    'phone +18095551234',
  ]);
  const { data } = await submissionsOf(business, form.id);
  assert.deepEqual(new Set(data.map(({ made }) => made.beneficiaryId)), new Set([contact!.id]));
});

test('a stranger who types the address of a contact changes nothing of them; a signed link does', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { data: contact } = await api.POST('/v1/beneficiary', {
    body: { name: 'Ana', contactData: [{ kind: 'email', value: 'ana@example.com' }] },
  });
  const form = await newForm(business, person);
  await submit(form.publicId, { answers });
  assert.deepEqual(
    (await contactsOf(business)).map(({ name, taxId, contactData }) => [name, taxId, contactData.length]),
    [['Ana', null, 1]],
  );
  const { data: link } = await api.POST('/v1/forms/{formId}/link', {
    params: { path: { formId: form.id } },
    body: { contactId: contact!.id },
  });
  await submit(form.publicId, { answers: { ...answers, email: 'otra@example.com' }, prefill: link!.token });
  const [changed] = await contactsOf(business);
  assert.deepEqual([changed!.id, changed!.taxId, changed!.contactData.length], [contact!.id, '101850043', 4]);
});

const shop = (resourceIds: string[], document: object): FormDefinition =>
  ({
    ...onePage(text('name', { required: true }), field('email', 'email'), field('product', 'items', { resourceIds })),
    makes: { contact: { name: 'name', email: 'email' }, document },
  }) as FormDefinition;

async function pricedService({ api }: Business): Promise<string> {
  const resource = await newResource(api, { name: 'Taller', kind: 'service' });
  await api.POST('/v1/resource/price', { body: { resourceId: resource.id, amount: '500.00' } as never });
  return resource.id;
}

test('a submission makes a draft order of the chosen products for its contact', async () => {
  const business = await newBusiness();
  const resourceId = await pricedService(business);
  const form = await newForm(business, shop([resourceId], { kind: 'order', status: 'draft' }));
  const sent = await submit(form.publicId, {
    answers: { name: 'Ana', email: 'a@example.com', items: [{ resourceId, quantity: 3 }] },
  });
  assert.equal(sent.response.status, 201, JSON.stringify(sent.error));
  const [kept] = (await submissionsOf(business, form.id)).data;
  const { data: orders } = await business.api.GET('/v1/record/pending/all', {});
  assert.deepEqual(
    orders!.data.map(({ id, kind, state, contactId, total }) => ({ id, kind, state, contactId, total })),
    [
      {
        id: kept!.made.invoiceId,
        kind: 'order',
        state: 'draft',
        contactId: kept!.made.beneficiaryId,
        total: '1500.00',
      },
    ],
  );
});

test('what cannot be made refuses the whole submission and names the answer', async () => {
  const business = await newBusiness();
  const goods = await newResource(business.api, { name: 'Caja' });
  await business.api.POST('/v1/resource/price', { body: { resourceId: goods.id, amount: '50.00' } as never });
  const form = await newForm(business, shop([goods.id], { kind: 'invoice', status: 'issued' }));
  const sent = await submit(form.publicId, {
    answers: { name: 'Ana', email: 'a@example.com', items: { [goods.id]: '2' } },
  });
  assert.deepEqual(
    [sent.response.status, sent.error!.code, sent.error!.errors[0]!.path],
    [422, 'submission_refused', 'body.answers.items'],
  );
  assert.deepEqual(await contactsOf(business), []);
  assert.equal((await submissionsOf(business, form.id)).total, 0);
  assert.deepEqual(await eventsOf(business, 'form:submitted'), []);
});

test('a payment question makes an issued invoice of the amount, and says where it is paid', async () => {
  const business = await newBusiness();
  const form = await newForm(business, {
    ...onePage(text('name'), field('payment', 'fee', { amount: '750', label: 'Cuota' }), field('payment', 'gift')),
    makes: { contact: { name: 'name' }, document: { kind: 'invoice', status: 'issued' } },
  });
  const sent = await submit(form.publicId, { answers: { name: 'Ana', fee: '1', gift: '20.5' } });
  assert.equal(sent.response.status, 201, JSON.stringify(sent.error));
  const [kept] = (await submissionsOf(business, form.id)).data;
  assert.deepEqual([kept!.answers.fee, kept!.answers.gift], ['750.00', '20.50']);
  const { data } = await business.api.GET('/v1/record/pending', {});
  assert.deepEqual(
    data!.data.map(({ total, state }) => [total, state]),
    [['770.50', 'open']],
  );
});

test('a product that is archived later is no longer an answer', async () => {
  const business = await newBusiness();
  const resourceId = await pricedService(business);
  const form = await newForm(business, shop([resourceId], { kind: 'order', status: 'draft' }));
  await business.api.PATCH('/v1/resource', { body: { id: resourceId, archived: true } as never });
  const sent = await submit(form.publicId, { answers: { name: 'Ana', items: [{ resourceId, quantity: 1 }] } });
  assert.deepEqual([sent.response.status, sent.error!.errors[0]!.path], [422, 'body.answers.items']);
});
