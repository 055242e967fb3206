import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askAssistant, decide } from '#test/assistant.ts';
import { newResource } from '#test/catalog.ts';
import { newDocument } from '#test/documents.ts';
import { newReturn } from '#test/fulfilment.ts';
import { type Business, newBusiness, newMember } from '#test/harness.ts';

const prices = (amount: string) => [{ amount }];

async function newContact({ api }: Business, name: string) {
  const { data, error } = await api.POST('/v1/beneficiary', { body: { name } });
  assert.ok(data, String(error?.detail));
  return data;
}

const invoiceFor = ({ api }: Business, contactId: string, total: string, more: object = {}) =>
  newDocument(api, { contactId, elements: [{ description: 'Arroz', quantity: '1', unitPrice: total }], ...more });

const answer = async (business: Pick<Business, 'api'>, question: string) =>
  (await askAssistant(business, question)).text;

test('it knows the sales of a day, in Spanish and in English', async () => {
  const business = await newBusiness();
  assert.equal(await answer(business, '¿Cuánto vendí hoy?'), 'No hay ventas de hoy.');
  const { id } = await newContact(business, 'Juan Pérez');
  await invoiceFor(business, id, '1250.50');
  const returned = await invoiceFor(business, id, '100');
  assert.match(await answer(business, '¿Cuánto vendí hoy?'), /^Ventas de hoy: RD\$ 1,350\.50 en 2 facturas/);
  assert.match(
    await answer(business, 'What are the sales this month?'),
    /^Sales this month: RD\$ 1,350\.50 in 2 invoices/,
  );
  await newReturn(business, returned.id);
  assert.match(
    await answer(business, '¿Cuánto vendí hoy?'),
    / Devoluciones: RD\$ 100\.00\. Ventas netas: RD\$ 1,250\.50\./,
  );
});

test('it knows who owes, and the unpaid invoices of one contact', async () => {
  const business = await newBusiness();
  assert.equal(await answer(business, '¿Quién me debe?'), 'Nadie te debe: no hay facturas abiertas.');
  const [juan, ana] = [await newContact(business, 'Juan Pérez'), await newContact(business, 'Ana Díaz')];
  await invoiceFor(business, juan.id, '500', { date: '2026-01-05', dueOn: '2026-02-05' });
  await invoiceFor(business, ana.id, '900');
  const debtors = await answer(business, '¿Quién me debe?');
  assert.match(
    debtors,
    /RD\$ 1,400\.00 en total:\n- Ana Díaz: RD\$ 900\.00\n- Juan Pérez: RD\$ 500\.00 \(RD\$ 500\.00 vencido\)/,
  );
  assert.match(
    await answer(business, 'unpaid invoices of juan perez'),
    /^Juan Pérez owes RD\$ 500\.00:\n- Invoice 1, due 05\/02\/2026/,
  );
  assert.match(await answer(business, '¿cuánto me debe Ana?'), /^Ana Díaz debe RD\$ 900\.00/);
  assert.equal(await answer(business, 'facturas pendientes de Nadie'), 'No encuentro «Nadie».');
});

test('it asks which one is meant where several fit', async () => {
  const business = await newBusiness();
  for (const name of ['Juan Pérez', 'Juan Gómez']) await newContact(business, name);
  assert.match(await answer(business, '¿cuánto me debe Juan?'), /varios.*\n- Juan Gómez\n- Juan Pérez/);
});

test('it knows prices and what is left in stock', async () => {
  const business = await newBusiness();
  await newResource(business.api, { name: 'Arroz selecto', prices: prices('45') });
  await newResource(business.api, { name: 'Corte de pelo', kind: 'service' });
  assert.equal(await answer(business, '¿Cuánto cuesta el arroz?'), 'Arroz selecto: RD$ 45.00');
  assert.equal(await answer(business, '¿Cuánto arroz queda?'), 'Arroz selecto: no queda nada.');
  assert.equal(await answer(business, 'stock of corte de pelo'), 'Corte de pelo: stock is not tracked.');
  assert.equal(await answer(business, '¿cuántos helicópteros hay?'), 'No encuentro «helicópteros».');
});

test('it prepares a quote that is made only when it is approved', async () => {
  const business = await newBusiness();
  await newContact(business, 'Juan Pérez');
  await newResource(business.api, { name: 'Arroz selecto', prices: prices('45') });
  await newResource(business.api, { name: 'Aceite', prices: prices('200') });
  const turn = await askAssistant(business, 'Hazme una cotización para Juan Pérez de 3 arroz selecto y 2 aceite a 190');
  assert.equal(turn.state, 'waiting');
  assert.match(turn.text, /para Juan Pérez:\n- 3 × Arroz selecto\n- 2 × Aceite, RD\$ 190/);
  const listed = () => business.api.GET('/v2/record/pending');
  assert.equal((await listed()).data!.data.length, 0);
  const { data, error } = await decide(business, turn, true);
  assert.ok(data, JSON.stringify(error));
  assert.match(data.text, /^Listo: cotización 1, por RD\$ 515\.00\.$/);
  assert.deepEqual(
    (await listed()).data!.data.map(({ kind, total }) => [kind, total]),
    [['quote', '515.00']],
  );
  const refused = await askAssistant(business, 'quote for Juan Pérez of 1 arroz selecto');
  assert.match((await decide(business, refused, false)).data!.text, /^All right/);
  assert.equal((await listed()).data!.data.length, 1);
});

test('it leaves an invoice as a draft, and adds contacts', async () => {
  const business = await newBusiness();
  const added = await askAssistant(business, 'Agrega el cliente María Núñez');
  assert.match((await decide(business, added, true)).data!.text, /agregué a María Núñez/);
  await newResource(business.api, { name: 'Arroz', prices: prices('45') });
  const turn = await askAssistant(business, 'factura para María Núñez de 2 arroz');
  assert.match(turn.text, /borrador/);
  await decide(business, turn, true);
  const { data } = await business.api.GET('/v2/record/pending', { params: { query: { status: 'draft' } } });
  assert.deepEqual(
    data!.data.map(({ kind, number }) => [kind, number]),
    [['invoice', null]],
  );
});

test('it searches the guides, and says what it cannot do', async () => {
  const business = await newBusiness();
  // The best passage comes first, and is not the guide that quotes such questions.
  assert.match(
    await answer(business, '¿Cómo creo un formulario?'),
    /^Forms: Create and publish \(\/docs\/guides\/forms\)/,
  );
  assert.match(await answer(business, '¿Cómo hago una automatización?'), /^Automations/);
  assert.match(await answer(business, '¿Cómo registro un webhook?'), /^Webhooks/);
  assert.match(await answer(business, 'How do webhooks work?'), /\/docs\/guides\/webhooks/);
  assert.match(await answer(business, 'Escribe un poema sobre el mar'), /^No entiendo eso/);
  assert.match(await answer(business, 'ayuda'), /quién me debe/);
});

test('it says that a right is missing instead of an answer', async () => {
  const business = await newBusiness();
  const member = await newMember(business, 'custom', ['assistant:write']);
  assert.match(await answer(member, '¿Cuánto vendí hoy?'), /^No tienes permiso/);
});
