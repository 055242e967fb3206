import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { newAutomation, settled, threadsOf } from '#test/automations.ts';
import { type Business, newBusiness } from '#test/harness.ts';

const nodes = [{ id: 'keep', kind: 'transform', value: '{{ input.order }}' }];

const post = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });

const newWebhook = async (business: Business, secret: string | null = null) =>
  newAutomation(business, { trigger: { kind: 'webhook', secret }, nodes });

test('a request to the unguessable address starts a thread with its body, once for each message id', async () => {
  const business = await newBusiness();
  const { id, webhookUrl } = await newWebhook(business);
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => post(webhookUrl!, { order: 'P-1' }, { 'webhook-id': 'msg_1' })),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    [202, 202, 202, 202, 202],
  );
  const thread = await settled(business, id);
  assert.deepEqual([thread.state, thread.steps[0]!.output, thread.source], ['done', 'P-1', 'webhook']);
  assert.equal((await threadsOf(business, id)).length, 1);
  const info = await fetch(`${webhookUrl}/info`);
  assert.deepEqual([info.status, ((await info.json()) as { enabled: boolean }).enabled], [200, true]);
  assert.equal((await post(webhookUrl!.replace(/.$/, 'x').replace(/_./, '_z'), {})).status, 404);
  await business.api.PUT('/v1/automation/{id}/disable', { params: { path: { id } } });
  assert.equal((await post(webhookUrl!, {})).status, 409);
});

test('with a secret a request needs it as a key, or a valid signature', async () => {
  const business = await newBusiness();
  const value = `whsec_${randomBytes(32).toString('base64')}`;
  await business.api.POST('/v1/automation/secrets', { body: { name: 'SIGN', value } });
  const { webhookUrl } = await newWebhook(business, 'SIGN');
  const body = JSON.stringify({ order: 'Año 2026' });
  assert.equal((await post(webhookUrl!, body)).status, 401);
  assert.equal((await post(webhookUrl!, body, { authorization: 'Bearer whsec_wrong' })).status, 401);
  assert.equal((await post(webhookUrl!, body, { authorization: `Bearer ${value}` })).status, 202);
  const at = new Date();
  const signed = (text: string) => ({
    'webhook-id': 'msg_2',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(value).sign('msg_2', at, text),
  });
  assert.equal((await post(webhookUrl!, body, signed('{}'))).status, 401);
  assert.equal((await post(webhookUrl!, body, signed(body))).status, 202);
});

test('bodies that are too large or no object are refused', async () => {
  const business = await newBusiness();
  const { webhookUrl } = await newWebhook(business);
  assert.equal((await post(webhookUrl!, { order: 'x'.repeat(70_000) })).status, 413);
  assert.equal((await post(webhookUrl!, '[1]')).status, 400);
  assert.equal((await post(webhookUrl!, '{')).status, 400);
});
