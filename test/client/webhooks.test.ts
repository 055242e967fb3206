import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { WebhookVerificationError, webhooks } from '#client';

const secret = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
const other = `whsec_${Buffer.from('fedcba9876543210fedcba9876543210').toString('base64')}`;
const body = JSON.stringify({
  id: 'e1',
  type: 'comment:created',
  timestamp: '2026-11-15T13:45:00Z',
  data: { text: 'ñ' },
});

/** The headers of a delivery, signed by the reference library. */
const delivery = (secrets = [secret], at = new Date()) => ({
  'webhook-id': 'e1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets.map((each) => new Webhook(each).sign('e1', at, body)).join(' '),
});
const rejects = (given: Parameters<typeof webhooks.verify>[0], message: RegExp) =>
  assert.rejects(
    webhooks.verify(given),
    (error) => error instanceof WebhookVerificationError && message.test(error.message),
  );

test('a genuine delivery is its event, with headers and bodies of any form', async () => {
  const headers = delivery();
  const upperCase = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
  for (const given of [headers, new Headers(headers), upperCase])
    for (const bytes of [body, new TextEncoder().encode(body), Buffer.from(body)]) {
      const event = await webhooks.verify({ secret, headers: given, body: bytes });
      assert.deepEqual(event, JSON.parse(body));
    }
});

test('during a rotation either secret verifies', async () => {
  const both = delivery([other, secret]);
  await webhooks.verify({ secret, headers: both, body });
  await webhooks.verify({ secret: other, headers: both, body });
  await webhooks.verify({ secret: [other, secret], headers: delivery([secret]), body });
});

test('a changed body, another secret and another id are refused', async () => {
  const headers = delivery();
  await rejects({ secret, headers, body: body.replace('e1', 'e2') }, /No signature/);
  await rejects({ secret: other, headers, body }, /No signature/);
  await rejects({ secret, headers: { ...headers, 'webhook-id': 'e2' }, body }, /No signature/);
  for (const signature of ['', 'v1,', 'v1,%%%', 'v1a,AAAA', headers['webhook-signature'].slice(3)])
    await rejects({ secret, headers: { ...headers, 'webhook-signature': signature }, body }, /No signature/);
});

test('an old or future timestamp is refused, and the tolerance can be chosen', async () => {
  for (const seconds of [-301, 302]) {
    const headers = delivery([secret], new Date(Date.now() + seconds * 1000));
    await rejects({ secret, headers, body }, /timestamp/);
    await webhooks.verify({ secret, headers, body, toleranceSeconds: 400 });
  }
  await rejects({ secret, headers: { ...delivery(), 'webhook-timestamp': 'now' }, body }, /timestamp/);
});

test('missing headers and a secret of another kind are named', async () => {
  const { 'webhook-signature': _, ...headers } = delivery();
  await rejects({ secret, headers, body }, /webhook-signature is missing/);
  await rejects({ secret: 'whsec_', headers: delivery(), body }, /not a webhook secret/);
});
