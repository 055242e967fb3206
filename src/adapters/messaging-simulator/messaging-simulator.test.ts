import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MessagingCredentials } from '#modules/chats/messaging.port.ts';
import { newId } from '#platform/id.ts';
import { control, faults, newLine, processed } from '#test/chats.ts';
import { app, baseUrl, newBusiness } from '#test/harness.ts';
import { messagingContract } from '#test/ports/messaging-contract.ts';

const { adapter } = app.simulators.messaging;
const organizationId = newId();

messagingContract('messaging-simulator', {
  connect: (credentials) => adapter.connect(MessagingCredentials.parse(credentials), organizationId),
  signUp: async () => {
    const made = await control.signUp();
    await control.switches(made.phoneNumberId, { reports: false });
    return made;
  },
  changeNumber: (id, change) => control.changeNumber(id, change),
  sentBy: async (id) => (await control.sent(id)).length,
  loseNextMessage: (how) => faults.next({ kind: `${how}-after-commit`, operation: 'send', organizationId }),
  sign: (body) => control.sign(body),
});

/** Presses a button next to a template on the page of a number. */
const press = (address: string, fields: Record<string, string>) =>
  fetch(`${baseUrl}/simulator/msgapp/number/${address}/template`, {
    method: 'POST',
    body: new URLSearchParams({ name: 'pedido_listo', language: 'es', ...fields }),
    redirect: 'manual',
  });

test('a template is rejected, approved, paused, reinstated and disabled with the buttons of its page', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const path = { channelId: line.channelId };
  const { data: made } = await business.api.POST('/v1/channel/{channelId}/msgapp/templates', {
    params: { path },
    body: {
      name: 'pedido_listo',
      language: 'es',
      category: 'UTILITY',
      body: { text: 'Hola {{1}}, tu pedido está listo.', examples: ['Ana'] },
    },
  });
  const page = await (await fetch(`${baseUrl}/simulator/msgapp/number/${line.address}`)).text();
  const steps = [
    ['REJECTED', 'REJECTED', 'Reject'],
    ['APPROVED', 'APPROVED', 'Approve'],
    ['PAUSED', 'PAUSED', 'Pause'],
    ['REINSTATED', 'APPROVED', 'Reinstate'],
    ['DISABLED', 'DISABLED', 'Disable'],
  ] as const;
  const { data: before } = await read();
  for (const [action, status, title] of steps) {
    assert.match(page, new RegExp(`value="${action}"[^>]*>${title}<`));
    assert.equal((await press(line.address, { action, reason: `por ${title}` })).status, 303);
    await processed(business);
    assert.equal((await control.templates(line.address))[0]!.status, status, action);
    assert.equal((await read()).data!.status, status, action);
  }
  const { data: after } = await read();
  assert.equal(after!.history.length - before!.history.length, steps.length);
  assert.ok(JSON.stringify(after!.history).includes('por Reject'));
  assert.equal((await press(line.address, { action: 'SOLD' })).status, 404);
  assert.equal((await press(line.address, { action: 'PAUSED', name: 'otra' })).status, 404);

  function read() {
    return business.api.GET('/v1/channel/{channelId}/msgapp/templates/{templateId}', {
      params: { path: { ...path, templateId: made!.id } },
    });
  }
});
