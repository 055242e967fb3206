import assert from 'node:assert/strict';
import { test } from 'node:test';
import { takePlaces } from '#modules/chats/message/message.sql.ts';
import { channels, connections } from '#modules/chats/tables.ts';
import { newId } from '#platform/id.ts';
import { control, deliver, faults, messagesOf, messageValue, newPhone, processed } from '#test/chats.ts';
import { app, type Business, baseUrl, codeOf, newBusiness } from '#test/harness.ts';

const PIN = '004217';

const begin = async ({ api }: Business) =>
  (await api.GET('/v1/channel/msgapp/url', { params: { query: { provider: 'simulator' } } })).data!;
const accountsOf = ({ api }: Business, query: { connectionId?: string; code?: string } = {}) =>
  api.GET('/v2/channel/msgapp/accounts', { params: { query } });
const add = ({ api }: Business, body: object) =>
  api.POST('/v2/channel/msgapp/addWaba', { body: { provider: 'simulator', ...body } as never });
const subscribe = ({ api }: Business, wabaId: string) => api.POST('/v2/channel/msgapp/subscribe', { body: { wabaId } });
const register = ({ api }: Business, phoneNumberId: string, pin = PIN) =>
  api.POST('/v2/channel/msgapp/{phoneNumberId}/pin', { params: { path: { phoneNumberId } }, body: { pin } });
const registration = async ({ api }: Business, phoneNumberId: string) =>
  (await api.GET('/v2/channel/msgapp/{phoneNumberId}/pin', { params: { path: { phoneNumberId } } })).data!;
const link = ({ api }: Business, phoneNumberId: string, body: object = {}) =>
  api.POST('/v2/channel/msgapp/{phoneNumberId}/link', { params: { path: { phoneNumberId } }, body });
const health = async ({ api }: Business, wabaId: string) =>
  (await api.GET('/v2/channel/msgapp/{wabaId}/health', { params: { path: { wabaId } } })).data!;

/** A business whose owner has signed up at the simulated provider. */
async function signedUp() {
  const business = await newBusiness();
  const { connectionId } = await begin(business);
  const signUp = await control.signUp();
  const { data } = await accountsOf(business, { connectionId, code: signUp.code });
  assert.equal(data!.data[0]!.wabaId, signUp.account);
  return { business, connectionId, ...signUp };
}

const nextStep = async (business: Business) => (await accountsOf(business)).data!.data[0]!.numbers[0]!.nextStep;

test('a number is connected step by step, each step can be repeated, and the next one is always known', async () => {
  const { business, connectionId, account, phoneNumberId, code } = await signedUp();
  assert.equal(await nextStep(business), 'addWaba');
  assert.equal((await accountsOf(business, { connectionId, code })).response.status, 200);
  assert.equal(codeOf(await accountsOf(business, { connectionId, code: 'other' })), 'code_used');
  for (let times = 0; times < 2; times++) assert.equal((await add(business, { wabaId: account })).data!.isAdded, true);
  assert.equal(await nextStep(business), 'subscribe');
  assert.equal(codeOf(await link(business, phoneNumberId)), 'step_missing');
  for (let times = 0; times < 2; times++) {
    const { data } = await subscribe(business, account);
    assert.deepEqual([data!.isSubscribed, data!.isOverridden], [true, true]);
  }
  assert.equal(await nextStep(business), 'pin');
  assert.equal(codeOf(await link(business, phoneNumberId)), 'step_missing');
  for (let times = 0; times < 2; times++)
    assert.equal((await register(business, phoneNumberId)).data!.isRegistered, true);
  assert.equal(await nextStep(business), 'link');
  const from = newPhone();
  await deliver(business, messageValue(phoneNumberId, { from, text: 'Temprano' }));
  const { data: waiting } = await business.api.GET('/v1/chat/unrouted');
  assert.deepEqual(
    waiting!.data.map(({ addresses }) => addresses),
    [[phoneNumberId]],
  );
  assert.deepEqual((await (await newBusiness()).api.GET('/v1/chat/unrouted')).data!.data, []);
  const [first, second] = [
    await link(business, phoneNumberId, { name: 'Ventas' }),
    await link(business, phoneNumberId),
  ];
  assert.deepEqual([first.data!.id, first.data!.name], [second.data!.id, 'Ventas']);
  assert.equal(await nextStep(business), null);
  await processed(business);
  const [early] = await messagesOf({ business, channelId: first.data!.id, address: phoneNumberId }, `+${from}`);
  assert.equal(early!.text, 'Temprano');
  assert.deepEqual((await business.api.GET('/v1/chat/unrouted')).data!.data, []);
  assert.equal((await business.api.POST('/v1/chat/unrouted/retry')).data!.adopted, 0);
  assert.equal((await health(business, account)).canSend, 'AVAILABLE');
});

test('the owner comes back from the sign-up with a code, and the state that names the connection works once', async () => {
  const business = await newBusiness();
  const [{ url, connectionId }, again] = [await begin(business), await begin(business)];
  assert.deepEqual([again.url, again.connectionId], [url, connectionId]);
  assert.equal(codeOf(await accountsOf(business, { connectionId })), 'sign_up_needed');
  const { searchParams } = new URL(url);
  const { code, account } = await control.signUp();
  const state = searchParams.get('state')!;
  const back = (query: Record<string, string>) =>
    fetch(`${baseUrl}/v2/channel/msgapp/return?${new URLSearchParams(query)}`, { headers: { accept: 'text/html' } });
  assert.equal((await back({ state: 'wsu_unknown', code })).status, 404);
  const page = await back({ state, code });
  assert.match(await page.text(), /Cuenta conectada/);
  assert.equal((await back({ state, code })).status, 404);
  const second = new URL((await begin(business)).url).searchParams.get('state')!;
  const { data } = await business.api.GET('/v2/channel/msgapp/return', {
    params: { query: { state: second, code: (await control.signUp()).code } },
  });
  assert.equal(data!.isConnected, true);
  assert.equal((await accountsOf(business, { connectionId })).data!.data[0]!.wabaId, account);
});

test('a wrong PIN, too many tries and a provider that asks to wait are three refusals, and waiting is not asked again', async () => {
  const { business, account, phoneNumberId } = await signedUp();
  await add(business, { wabaId: account });
  for (const pin of ['12345', '1234567', 'abcdef', '１２３４５６'])
    assert.equal(codeOf(await register(business, phoneNumberId, pin)), 'invalid_request');
  await control.changeNumber(phoneNumberId, { mustWait: true });
  const waiting = await register(business, phoneNumberId);
  assert.deepEqual([codeOf(waiting), waiting.response.status], ['registration_wait', 409]);
  assert.ok(Number(waiting.response.headers.get('retry-after')) > 200);
  // The provider would take it now, but it is not asked before its time.
  await control.changeNumber(phoneNumberId, { mustWait: false, pin: '111111' });
  assert.equal(codeOf(await register(business, phoneNumberId)), 'registration_wait');
  const row = await registration(business, phoneNumberId);
  assert.deepEqual([row.isRegistered, row.problem!.code, row.retryAt !== null], [false, 'registration_wait', true]);

  const other = await signedUp();
  await add(other.business, { wabaId: other.account });
  await control.changeNumber(other.phoneNumberId, { pin: '111111' });
  const wrong = await register(other.business, other.phoneNumberId);
  assert.deepEqual([codeOf(wrong), wrong.error!.errors![0]!.path], ['pin_wrong', 'body.pin']);
  for (let times = 0; times < 2; times++) await register(other.business, other.phoneNumberId);
  const often = await register(other.business, other.phoneNumberId, '111111');
  assert.deepEqual([codeOf(often), often.response.status], ['pin_tries_exceeded', 429]);
  assert.equal((await registration(other.business, other.phoneNumberId)).isRegistered, false);
});

test('a step whose answer was lost is simply done again', async () => {
  const { business, account, phoneNumberId } = await signedUp();
  const lose = (operation: string) =>
    faults.next({ kind: 'timeout-after-commit', operation, organizationId: business.id });
  await lose('listAccounts');
  assert.equal(codeOf(await add(business, { wabaId: account })), 'provider_timeout');
  await add(business, { wabaId: account });
  for (const operation of ['subscribe', 'overrideCallback']) {
    await lose(operation);
    assert.equal(codeOf(await subscribe(business, account)), 'provider_timeout');
  }
  assert.equal((await subscribe(business, account)).data!.isOverridden, true);
  await lose('register');
  assert.equal(codeOf(await register(business, phoneNumberId)), 'provider_timeout');
  assert.equal((await register(business, phoneNumberId)).data!.isRegistered, true);
  assert.equal((await link(business, phoneNumberId)).response.status, 200);
});

test('only an account that the token opens can be added, and tokens are stored encrypted', async () => {
  const [mine, theirs] = [await signedUp(), await signedUp()];
  const refused = await add(mine.business, { wabaId: theirs.account });
  assert.deepEqual([codeOf(refused), refused.error!.errors![0]!.path], ['account_not_opened', 'body.wabaId']);
  assert.equal(codeOf(await add(mine.business, { wabaId: mine.account, accessToken: 'made up' })), 'provider_refused');
  assert.equal(codeOf(await add(mine.business, { wabaId: mine.account, connectionId: newId() })), 'not_found');
  assert.equal((await register(mine.business, theirs.phoneNumberId)).response.status, 404);
  const rows = await app.engine.within(mine.business.id, (ctx) => connections.all(ctx, {}));
  const sealed = rows.find((row) => row.sealed)!;
  assert.doesNotMatch(sealed.sealed!.toString('latin1'), /sim-token/);
});

test('a number that another organization claimed without proof goes to the one whose token opens it', async () => {
  const squatter = await newBusiness();
  const { business, account, phoneNumberId } = await signedUp();
  const claimed = await squatter.api.POST('/v1/channel', {
    body: { kind: 'msgapp', name: 'Ajeno', connection: { provider: 'simulator', address: phoneNumberId, account } },
  });
  assert.equal(claimed.response.status, 201);
  await add(business, { wabaId: account });
  await subscribe(business, account);
  await register(business, phoneNumberId);
  const { data: channel } = await link(business, phoneNumberId);
  const from = newPhone();
  await deliver(business, messageValue(phoneNumberId, { from }));
  assert.equal((await messagesOf({ business, channelId: channel!.id, address: phoneNumberId }, `+${from}`)).length, 1);
  assert.equal((await squatter.api.GET('/v1/conversation')).data!.total, 0);
  const again = await squatter.api.POST('/v1/channel', {
    body: { kind: 'msgapp', name: 'Ajeno', connection: { provider: 'simulator', address: phoneNumberId } },
  });
  assert.equal(codeOf(again), 'address_taken');
});

test('a number sends as fast as the provider says, also after it was upgraded', async () => {
  const { business, account, phoneNumberId, connectionId } = await signedUp();
  await add(business, { wabaId: account });
  await subscribe(business, account);
  await register(business, phoneNumberId);
  const { data: channel } = await link(business, phoneNumberId);
  const speed = async () => {
    const { messagesPerSecond: listed } = (await accountsOf(business, { connectionId })).data!.data[0]!.numbers[0]!;
    const row = await app.engine.within(business.id, (ctx) => channels.get(ctx, channel!.id));
    return [listed, row.messagesPerSecond];
  };
  assert.deepEqual(await speed(), [80, 80]);
  await control.changeNumber(phoneNumberId, { throughput: 'HIGH' });
  assert.deepEqual(await speed(), [1000, 1000]);
  const places = (count: number) =>
    app.engine.within(business.id, async (ctx) =>
      takePlaces(ctx, await channels.get(ctx, channel!.id), Temporal.Now.instant(), count),
    );
  const [first, ...others] = await places(1500);
  const last = others.at(-1)!;
  assert.equal(Math.round(last.since(first!).total('milliseconds')), 1499);
});

test('health names the entity that restricts sending', async () => {
  const { business, account, phoneNumberId } = await signedUp();
  await add(business, { wabaId: account });
  const unregistered = await health(business, account);
  assert.deepEqual(
    [
      unregistered.canSend,
      unregistered.failing!.type,
      unregistered.failing!.id,
      unregistered.failing!.problems[0]!.code,
    ],
    ['BLOCKED', 'PHONE_NUMBER', phoneNumberId, '133010'],
  );
  await register(business, phoneNumberId);
  assert.equal((await health(business, account)).failing!.type, 'SUBSCRIPTION');
  await subscribe(business, account);
  assert.equal((await health(business, account)).failing, null);
  await control.changeAccount(account, { blocked: 'The account is locked.' });
  const blocked = await health(business, account);
  assert.deepEqual([blocked.failing!.type, blocked.failing!.problems[0]!.message], ['WABA', 'The account is locked.']);
});

test('a channel without a number takes one, a channel that has one does not, and one number is one channel', async () => {
  const { business, account, phoneNumberId } = await signedUp();
  await add(business, { wabaId: account });
  await subscribe(business, account);
  await register(business, phoneNumberId);
  const { data: channel } = await business.api.POST('/v1/channel', {
    body: { kind: 'msgapp', name: 'Sin número', connection: { provider: 'graph' } },
  });
  assert.equal(channel!.isConnected, false);
  assert.equal(codeOf(await link(business, phoneNumberId, { channelId: newId() })), 'reference_not_found');
  const [one, two] = await Promise.all([
    link(business, phoneNumberId, { channelId: channel!.id }),
    link(business, phoneNumberId, { channelId: channel!.id }),
  ]);
  assert.deepEqual([one.data!.id, two.data!.id, one.data!.isConnected], [channel!.id, channel!.id, true]);
  const second = await control.signUp();
  const { connectionId } = await begin(business);
  await accountsOf(business, { connectionId, code: second.code });
  await add(business, { wabaId: second.account, connectionId });
  await subscribe(business, second.account);
  await register(business, second.phoneNumberId);
  assert.equal(codeOf(await link(business, second.phoneNumberId, { channelId: channel!.id })), 'address_taken');
});
