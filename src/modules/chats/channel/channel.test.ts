import assert from 'node:assert/strict';
import { test } from 'node:test';
import pg from 'pg';
import { providerNamed } from '#modules/chats/channel/credentials.ts';
import { sendHeld } from '#modules/chats/channel/send-held.ts';
import { verifyChannel } from '#modules/chats/channel/verify.ts';
import { messages } from '#modules/chats/tables.ts';
import { control, customerWrites, faults, newLine, newPhone } from '#test/chats.ts';
import { app, type Business, codeOf, eventually, freshEmail, newBusiness, ownerUrlOf } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';

/** A number that the organization has elsewhere, with its own token. */
async function ownNumber(business: Business) {
  const { code, phoneNumberId } = await control.signUp();
  const provider = await app.engine.within(business.id, async (ctx) =>
    providerNamed(ctx, 'simulator', { address: '', account: '', accessToken: '' }),
  );
  const { accessToken } = await provider.setUp.exchangeCode(code, null);
  return { address: phoneNumberId, accessToken };
}

const connect = ({ api }: Business, connection: object) =>
  api.POST('/v1/channel', {
    body: { kind: 'msgapp', name: 'Ventas', connection: { provider: 'simulator' as const, ...connection } },
  });
const read = async ({ api }: Business, channelId: string) =>
  (await api.GET('/v1/channel/{channelId}', { params: { path: { channelId } } })).data!;

test('a token is tried at the provider before a channel is made with it', async () => {
  const business = await newBusiness();
  const { address, accessToken } = await ownNumber(business);
  const wrong = await connect(business, { address, accessToken: 'made-up' });
  assert.deepEqual([codeOf(wrong), wrong.error!.errors![0]!.path], ['token_refused', 'body.connection.accessToken']);
  const other = await ownNumber(business);
  assert.equal(codeOf(await connect(business, { address: other.address, accessToken })), 'token_refused');
  assert.equal((await business.api.GET('/v1/channel')).data!.total, 0);
  const { data: channel } = await connect(business, { address, accessToken });
  assert.deepEqual([channel!.isConnected, channel!.verifiedAt !== null], [true, true]);
  assert.match(channel!.displayAddress, /^\+1809555/);
});

test('a changed token is tried as well, and a wrong one leaves the channel as it was', async () => {
  const business = await newBusiness();
  const { address, accessToken } = await ownNumber(business);
  const { data: channel } = await connect(business, { address, accessToken });
  const change = (token: string) =>
    business.api.PATCH('/v1/channel', {
      body: { id: channel!.id, connection: { provider: 'simulator', accessToken: token } },
    });
  assert.equal(codeOf(await change('made-up')), 'token_refused');
  assert.equal((await read(business, channel!.id)).version, channel!.version);
  assert.ok((await change(accessToken)).data!.verifiedAt);
});

test('a number that the provider could not confirm is claimed without proof, marked so, and verified later', async () => {
  const [business, thief] = [await newBusiness(), await newBusiness()];
  const { address, accessToken } = await ownNumber(business);
  // Without a token anybody can name a number; a proof replaces that claim.
  assert.equal((await connect(thief, { address })).data!.verifiedAt, null);
  assert.equal(codeOf(await connect(business, { address })), 'address_taken');
  await faults.next({ kind: 'connection-reset', organizationId: business.id, operation: 'identify' });
  assert.equal(codeOf(await connect(business, { address, accessToken })), 'address_taken');
  const { data: proven } = await connect(business, { address, accessToken });
  assert.ok(proven!.verifiedAt);

  const second = await ownNumber(business);
  await faults.next({ kind: 'connection-reset', organizationId: business.id, operation: 'identify' });
  const { data: channel } = await connect(business, second);
  assert.equal(channel!.verifiedAt, null);
  await runNow(verifyChannel, { organizationId: business.id, channelId: channel!.id });
  assert.ok((await read(business, channel!.id)).verifiedAt);
});

test('an e-mail address belongs to one channel of an organization, and no organization takes it from another', async () => {
  const [business, other] = [await newBusiness(), await newBusiness()];
  const email = freshEmail();
  const create = ({ api }: Business, address: string) =>
    api.POST('/v1/channel', { body: { kind: 'email', name: 'Correo', email: address } });
  assert.equal((await create(other, email)).response.status, 201);
  assert.equal((await create(business, email)).response.status, 201);
  const again = await create(business, email.toUpperCase());
  assert.deepEqual([codeOf(again), again.error!.errors[0]!.path], ['address_taken', 'body.email']);
});

test('everything that waited in a paused channel is sent when it is resumed, however much it is', async () => {
  const line = await newLine(await newBusiness());
  const { business, channelId } = line;
  await customerWrites(line, newPhone());
  const toggle = (state: 'paused' | 'active') =>
    business.api.PATCH('/v1/channel/{channelId}/toggle-state', { params: { path: { channelId } }, body: { state } });
  await toggle('paused');
  const owner = new pg.Client({ connectionString: ownerUrlOf(app.databaseUrl) });
  await owner.connect();
  // One message each, which may leave tomorrow: this is about the queue and not about the provider.
  await owner.query(
    `WITH made AS (
       INSERT INTO conversations (organization_id, id, channel_id, source_id, last_seq, last_message_at, created_at, updated_at)
       SELECT $1, gen_random_uuid(), $2, '+1809' || n, 1, now(), now(), now() FROM generate_series(1, 1100) AS n
       RETURNING id)
     INSERT INTO messages (organization_id, id, conversation_id, channel_id, seq, direction, type, text, author, status, at, due_at, created_at)
     SELECT $1, gen_random_uuid(), id, $2, 1, 'out', 'text', 'Hola', 'system', 'queued', now(), now() + interval '1 day', now()
     FROM made`,
    [business.id, channelId],
  );
  await owner.end();
  const waiting = () => app.engine.within(business.id, (ctx) => messages.count(ctx, { channelId, status: 'queued' }));
  assert.equal(await waiting(), 1100);
  await runNow(sendHeld, { organizationId: business.id, channelId });
  assert.equal(await waiting(), 1100, 'a paused channel sends nothing');
  await toggle('active');
  await eventually(async () => (await waiting()) === 0);
});
