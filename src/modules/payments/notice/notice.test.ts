import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canBePaidOnline } from '#modules/payments/index.ts';
import { newId } from '#platform/id.ts';
import { app, baseUrl, eventually, newBusiness } from '#test/harness.ts';

const { provider, control } = app.simulators.payproc;

const send = (event: object, headers?: Record<string, string>) => {
  const body = JSON.stringify(event);
  return fetch(`${baseUrl}/v1/payment/webhook`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...(headers ?? control.signWebhook(Buffer.from(body))) },
  });
};

const eventAbout = (merchantId: string) => ({
  id: `evt_${newId()}`,
  subject: 'merchant',
  objectId: merchantId,
  merchantId,
  createdAt: new Date(),
});

const stored = async (eventId: string) => {
  const { result } = await app.engine.run({}, ({ tx }) =>
    tx.selectFrom('paymentNotices').selectAll().where('eventId', '=', eventId).execute(),
  );
  return result;
};

test('a notice is stored with its bytes once, however often it is sent, and handled once', async () => {
  const event = eventAbout(`acct_${newId()}`);
  const answers = await Promise.all([1, 2, 3, 4].map(() => send(event)));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([204]));
  const rows = await stored(event.id);
  assert.equal(rows.length, 1);
  assert.equal(rows[0]!.body.toString(), JSON.stringify(event));
});

test('a notice with a wrong signature is refused and leaves no row', async () => {
  const event = eventAbout(`acct_${newId()}`);
  const answer = await send(event, { 'payproc-signature': 't=1,v1=00' });
  assert.equal(answer.status, 400);
  assert.deepEqual(await stored(event.id), []);
});

test('a notice that arrives before its merchant is known is handled once the merchant is known', async () => {
  const business = await newBusiness();
  await provider.faults.next({ kind: 'timeout-after-commit', organizationId: business.id });
  await business.api.GET('/v1/organization/pay/create');
  const [merchant] = await provider.handle(({ objects }) => objects.list<{ id: string }>('merchant', business.id, 1));
  const event = eventAbout(merchant!.id);
  assert.equal((await send(event)).status, 204);
  await eventually(async () => (await stored(event.id))[0]?.handledAt === null);
  await business.api.GET('/v1/organization/pay/create');
  await control.completeOnboarding(merchant!.id);
  await eventually(() => app.engine.within(business.id, canBePaidOnline), 60_000);
});
