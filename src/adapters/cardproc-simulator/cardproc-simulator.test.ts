import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardproc, defaultCardprocSettings } from '#modules/payments/cardproc.port.ts';
import { newId } from '#platform/id.ts';
import { app, baseUrl, startTestApp } from '#test/harness.ts';
import { cardNumbers, cardprocContract } from '#test/ports/cardproc-contract.ts';

const { adapter, provider, control } = app.simulators.cardproc;

const press = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });

cardprocContract('cardproc-simulator', async () => ({
  connect: (merchant, settings) => adapter.connect(settings, merchant),
  enterCard: async (url, card) => {
    assert.equal((await press(url, { action: 'save', card: cardNumbers[card], owner: 'Ana Pérez' })).status, 200);
  },
  activationCode: control.activationCode,
  visit: async (url, action) => {
    assert.equal((await press(url, { action })).status, 200);
  },
  finishProcessing: control.finishProcessing,
  loseNextAnswer: (organizationId, operation, how) =>
    provider.faults.next({ kind: `${how}-after-commit`, organizationId, operation }),
  goDown: (organizationId, operation) => provider.faults.next({ kind: 'connection-reset', organizationId, operation }),
}));

/** Opens the capture page as a customer. */
async function openCapture() {
  const merchant = adapter.connect(defaultCardprocSettings, newId());
  const details = { name: 'Ana', email: null, phone: null, document: null };
  const { id } = await merchant.createCustomer(details);
  return { merchant, customerId: id, session: await merchant.startCapture(id) };
}

test('the capture page is in Spanish, escapes its input, and closes after a card is saved', async () => {
  const { merchant, customerId, session } = await openCapture();
  assert.match(await (await fetch(session.url)).text(), /Registra tu tarjeta/);
  const abandoned = await press(session.url, { action: 'abandon' });
  assert.match(await abandoned.text(), /No guardamos nada/);
  const wrong = await press(session.url, { action: 'save', card: '4000000000000010' });
  assert.match(await wrong.text(), /no es válido/);
  assert.deepEqual(await merchant.listProfiles(customerId), []);
  const saved = await press(session.url, { action: 'save', card: cardNumbers.approves, owner: '<b>Ana</b>' });
  const [profile] = await merchant.listProfiles(customerId);
  const code = await control.activationCode(profile!.id);
  assert.ok((await saved.text()).includes(code));
  const inbox = await (await fetch(`${baseUrl}/simulator/cardproc/inbox`)).text();
  assert.ok(inbox.includes(code) && !inbox.includes('<b>Ana'));
  assert.equal((await fetch(session.url)).status, 404);
});

test('only the newest session of a customer is open', async () => {
  const { merchant, customerId, session } = await openCapture();
  const next = await merchant.startCapture(customerId);
  assert.equal((await fetch(session.url)).status, 404);
  assert.equal((await fetch(next.url)).status, 200);
});

test('a fault set on the page breaks the next call once', async () => {
  const organizationId = newId();
  const page = `${baseUrl}/simulator/cardproc/faults`;
  assert.equal((await press(page, { kind: 'connection-reset', organizationId })).status, 303);
  assert.match(await (await fetch(page)).text(), new RegExp(organizationId));
  assert.equal((await press(page, { kind: 'meteorito' })).status, 400);
  const merchant = adapter.connect(defaultCardprocSettings, organizationId);
  const create = () => merchant.createCustomer({ name: 'Ana', email: null, phone: null, document: null });
  await assert.rejects(create());
  assert.match((await create()).id, /^cus_/);
});

test('with the security code required, the customer confirms each payment', async () => {
  const organizationId = newId();
  const capture = { automatic: true, askSecurityCode: true };
  const merchant = adapter.connect({ ...defaultCardprocSettings, capture }, organizationId);
  const { id: customerId } = await merchant.createCustomer({ name: 'Ana', email: null, phone: null, document: null });
  const { profileId, activationCode } = await control.saveCard(customerId, cardNumbers.approves);
  await merchant.activateProfile(customerId, profileId, activationCode);
  const sale = { amount: 100n, currency: 'DOP', customerId, profileId, order: newId(), description: 'Pan' };
  const purchase = await merchant.charge(sale, newId());
  assert.equal(purchase.state, 'requires_action');
  assert.match(await (await fetch(purchase.url!)).text(), /1\.00 DOP/);
  await press(purchase.url!, { action: 'confirm' });
  assert.equal((await merchant.readPurchase(purchase.id!)).state, 'succeeded');
});

test('a production service has no simulated card processor', async () => {
  const production = await startTestApp({ NODE_ENV: 'production' });
  try {
    assert.equal((await fetch(`${production.publicUrl}/simulator/cardproc/faults`)).status, 404);
    const names = production.engine.services.connections.adaptersOf(cardproc).map(({ name }) => name);
    assert.ok(!names.includes('cardproc-simulator'));
  } finally {
    await production.stop();
  }
});
