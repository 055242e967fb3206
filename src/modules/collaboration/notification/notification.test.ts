import assert from 'node:assert/strict';
import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, test } from 'node:test';
import pg from 'pg';
import { type Notice, notify } from '#modules/collaboration/index.ts';
import { newId } from '#platform/id.ts';
import { inEachLanguage } from '#platform/pages/language.ts';
import {
  anonymous,
  app,
  type Business,
  eventually,
  letterTo,
  newBusiness,
  newMember,
  newPerson,
  ownerUrlOf,
  type Person,
} from '#test/harness.ts';
import { notifications } from '../tables.ts';

const tell = (
  business: Business,
  people: Person[],
  { kind = 'test', title = 'Hay algo nuevo', data }: { kind?: string; title?: string; data?: Notice['data'] } = {},
) =>
  app.engine.within(business.id, (ctx) =>
    notify(
      ctx,
      people.map(({ id }) => id),
      {
        kind,
        ...inEachLanguage((language) => ({ title: `${title}${language === 'en' ? ' (en)' : ''}`, body: 'Míralo.' })),
        ...(data && { data }),
      },
    ),
  );

const list = async ({ api }: Person, query: Record<string, unknown> = {}) => {
  const { data } = await api.GET('/v1/organization/user/notifications', { params: { query } });
  return data!;
};

const lettersTo = async ({ email }: Person) => (await app.mailbox!.letters()).filter(({ to }) => to === email);

/** Waits until every due job has run, so that a missing notification stays missing. Other tests leave later jobs. */
const jobsAreDone = (): Promise<true> =>
  eventually(async () => {
    const { rows } = await owner.query(
      `SELECT 1 FROM pgboss.job WHERE state IN ('created', 'retry', 'active') AND start_after <= now() LIMIT 1`,
    );
    return rows.length === 0;
  });

const owner = new pg.Client({ connectionString: ownerUrlOf(app.databaseUrl) });
await owner.connect();
after(() => owner.end());

test('a person lists their own notifications, newest first, by state and kind', async () => {
  const business = await newBusiness();
  const member = await newMember(business);
  await tell(business, [member], { title: 'Uno' });
  await tell(business, [member, business.owner], { title: 'Dos', kind: 'other', data: { taskId: 't' } });
  const all = await list(member);
  assert.deepEqual(
    all.data.map(({ title, kind, data }) => ({ title, kind, data })),
    [
      { title: 'Dos', kind: 'other', data: { taskId: 't' } },
      { title: 'Uno', kind: 'test', data: {} },
    ],
  );
  assert.equal(all.unreadCount, 2);
  assert.deepEqual((await list(member, { kind: 'test' })).data.length, 1);
  assert.deepEqual((await list(member, { itemsPerPage: 1, page: 2 })).data[0]?.title, 'Uno');
  const oldest = await list(member, { kind: 'test,other', sort: 'created', itemsPerPage: 1 });
  const next = await list(member, { kind: 'test,other', sort: 'created', cursor: oldest.nextCursor! });
  assert.deepEqual([oldest.data[0]?.title, next.data[0]?.title, next.nextCursor], ['Uno', 'Dos', null]);
  await member.api.PATCH('/v1/organization/user/notifications', { body: { ids: [all.data[0]!.id] } });
  assert.deepEqual(
    (await list(member, { unread: true })).data.map(({ title }) => title),
    ['Uno'],
  );
  assert.deepEqual(
    (await list(member, { unread: false })).data.map(({ title }) => title),
    ['Dos'],
  );
});

test('notifications are marked as read or unread, some or all, and counted', async () => {
  const business = await newBusiness();
  const member = await newMember(business);
  for (const title of ['Uno', 'Dos', 'Tres']) await tell(business, [member], { title });
  const mark = async (body: { ids?: string[]; all?: true; read?: boolean }) =>
    (await member.api.PATCH('/v1/organization/user/notifications', { body: { read: true, ...body } })).data;
  const { data } = await list(member);
  assert.deepEqual(await mark({ ids: [data[0]!.id] }), { changedCount: 1, unreadCount: 2 });
  assert.deepEqual(await mark({ ids: [data[0]!.id] }), { changedCount: 0, unreadCount: 2 });
  assert.deepEqual(await mark({ all: true }), { changedCount: 2, unreadCount: 0 });
  assert.deepEqual(await mark({ ids: [data[1]!.id], read: false }), { changedCount: 1, unreadCount: 1 });
});

test('a notification of someone else cannot be marked', async () => {
  const business = await newBusiness();
  const member = await newMember(business);
  await tell(business, [business.owner]);
  const { data } = await list(business.owner);
  for (const id of [data[0]!.id, crypto.randomUUID()]) {
    const { error, response } = await member.api.PATCH('/v1/organization/user/notifications', {
      body: { ids: [id], read: true },
    });
    assert.equal(response.status, 422);
    assert.equal(error?.errors[0]?.path, 'body.ids[0]');
  }
  const neither = await member.api.PATCH('/v1/organization/user/notifications', { body: { read: true } });
  assert.equal(neither.error?.errors[0]?.code, 'exactly_one');
  assert.equal((await list(business.owner)).unreadCount, 1);
});

test('notifications need a session and an organization', async () => {
  const outsider = await newPerson();
  const homeless = await outsider.api.GET('/v1/organization/user/notifications');
  assert.equal(homeless.error?.code, 'organization_required');
  assert.equal((await anonymous.GET('/v1/organization/user/notifications')).response.status, 401);
});

test('only members of the organization are notified', async () => {
  const business = await newBusiness();
  const stranger = await newBusiness();
  await tell(business, [stranger.owner]);
  assert.equal((await list(stranger.owner)).total, 0);
});

test('a letter goes to e-mail subscribers, unless they or the organization turned it off', async () => {
  const business = await newBusiness();
  const [plain, subscribed, quiet] = [await newMember(business), await newMember(business), await newMember(business)];
  for (const { api } of [subscribed, quiet]) await api.POST('/v1/user/subscribe', { body: { channel: 'email' } });
  await quiet.api.PATCH('/v1/organization/settings/user', {
    body: { section: 'notifications', value: { emailOnMention: false } },
  });
  await tell(business, [plain, subscribed, quiet], { kind: 'mention', title: 'Te mencionaron' });
  assert.match((await letterTo(subscribed.email, /Te mencionaron/)).text, /Míralo\.\n\nColmado La Esquina$/);
  await business.api.PATCH('/v1/organization/settings', {
    body: { section: 'notifications', value: { mailedKinds: ['mention'] } },
  });
  await tell(business, [subscribed], { kind: 'test', title: 'Nada por correo' });
  await jobsAreDone();
  assert.deepEqual(await lettersTo(plain), []);
  assert.deepEqual(await lettersTo(quiet), []);
  assert.equal((await lettersTo(subscribed)).length, 1);
  assert.equal((await list(quiet)).unreadCount, 1);
});

test('a daily digest collects unread notifications in the morning of the organization', async () => {
  const business = await newBusiness({ sandbox: true });
  const member = await newMember(business);
  await member.api.PATCH('/v1/organization/settings/user', {
    body: { section: 'notifications', value: { digest: 'daily' } },
  });
  for (const title of ['Uno', 'Dos', 'Tres']) await tell(business, [member, business.owner], { title });
  const { data } = await list(member, { itemsPerPage: 1 });
  await member.api.PATCH('/v1/organization/user/notifications', { body: { ids: [data[0]!.id], read: true } });
  await app.clock.move(business.id, Temporal.Now.instant().add({ hours: 25 }));
  const letter = await letterTo(member.email, /sin leer en Colmado La Esquina/);
  assert.match(letter.text, /• Uno\n• Dos$/);
  await app.clock.move(business.id, Temporal.Now.instant().add({ hours: 73 }));
  await jobsAreDone();
  assert.equal((await lettersTo(member)).length, 1);
  assert.deepEqual(await lettersTo(business.owner), []);
});

test('a person who turns the daily letter off gets none, also of earlier notifications', async () => {
  const business = await newBusiness({ sandbox: true });
  const [member, other] = [await newMember(business), await newMember(business)];
  const choose = ({ api }: Person, digest: 'daily' | 'none') =>
    api.PATCH('/v1/organization/settings/user', { body: { section: 'notifications', value: { digest } } });
  for (const person of [member, other]) await choose(person, 'daily');
  await tell(business, [member, other], { title: 'Uno' });
  await choose(member, 'none');
  await app.clock.move(business.id, Temporal.Now.instant().add({ hours: 25 }));
  await letterTo(other.email, /sin leer/);
  await jobsAreDone();
  assert.deepEqual(await lettersTo(member), []);
});

test('notifications and their daily letter are in the language of the organization', async () => {
  const business = await newBusiness({ sandbox: true });
  const member = await newMember(business);
  await member.api.PATCH('/v1/organization/settings/user', {
    body: { section: 'notifications', value: { digest: 'daily' } },
  });
  await business.api.PATCH('/v1/organization/settings', { body: { section: 'general', value: { language: 'en' } } });
  await tell(business, [member], { title: 'News' });
  assert.deepEqual(
    (await list(member)).data.map(({ title }) => title),
    ['News (en)'],
  );
  await app.clock.move(business.id, Temporal.Now.instant().add({ hours: 25 }));
  const letter = await letterTo(member.email, /^Your unread notifications in Colmado La Esquina$/);
  assert.match(letter.text, /^This is waiting for you:\n\n• News \(en\)$/);
});

test('a person who chose a language gets notifications and letters in it, and others that of the organization', async () => {
  const business = await newBusiness({ sandbox: true });
  const [english, other] = [await newMember(business), await newMember(business)];
  const choose = (value: Record<string, unknown>) =>
    english.api.PATCH('/v1/organization/settings/user', { body: { section: 'notifications', value } });
  await choose({ language: 'en', digest: 'daily' });
  await tell(business, [english, other], { title: 'News' });
  const titlesOf = async (person: Person) => (await list(person)).data.map(({ title }) => title);
  assert.deepEqual([await titlesOf(english), await titlesOf(other)], [['News (en)'], ['News']]);
  await app.clock.move(business.id, Temporal.Now.instant().add({ hours: 25 }));
  await letterTo(english.email, /^Your unread notifications/);
  await choose({ language: null, digest: 'none' });
  await tell(business, [english], { title: 'Más' });
  assert.deepEqual((await titlesOf(english))[0], 'Más');
});

test('a person with more notifications than fit in a letter gets one letter, which counts the rest', async () => {
  const business = await newBusiness({ sandbox: true });
  const members = [await newMember(business), await newMember(business)];
  for (const { api } of members)
    await api.PATCH('/v1/organization/settings/user', {
      body: { section: 'notifications', value: { digest: 'daily' } },
    });
  await tell(business, members, { title: 'Primero' });
  await app.engine.within(business.id, async (ctx) => {
    const [first] = await notifications.all(ctx, {}, { limit: 1 });
    const others = Array.from({ length: 1_200 }, () =>
      members.map(({ id }) => ({ ...first!, userId: id, id: newId() })),
    );
    await notifications.insertMany(ctx, others.flat());
  });
  await app.clock.move(business.id, Temporal.Now.instant().add({ hours: 25 }));
  for (const member of members) {
    const letter = await letterTo(member.email, /sin leer/);
    assert.match(letter.text, /• Primero\n(• .*\n)+… y 1181 más\.$/);
  }
  await jobsAreDone();
  for (const member of members) assert.equal((await lettersTo(member)).length, 1);
});

/** A push service that records its messages and answers as configured. */
const received: { path: string; headers: IncomingMessage['headers']; body: Buffer }[] = [];
const answers = new Map<string, number[]>();
const pushService = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const path = request.url!;
  received.push({ path, headers: request.headers, body: Buffer.concat(chunks) });
  response.writeHead(answers.get(path)?.shift() ?? 201).end();
});
await new Promise<void>((ready) => pushService.listen(0, '127.0.0.1', ready));
after(() => pushService.close());

async function subscribeBrowser({ api }: Person, status: number[] = []) {
  const browser = createECDH('prime256v1');
  const p256dh = browser.generateKeys('base64url');
  const path = `/push/${randomBytes(8).toString('hex')}`;
  answers.set(path, status);
  const endpoint = `http://127.0.0.1:${(pushService.address() as AddressInfo).port}${path}`;
  const auth = randomBytes(16);
  const keys = { p256dh, auth: auth.toString('base64url') };
  const { data } = await api.POST('/v1/user/subscribe', { body: { channel: 'web-push', endpoint, keys } });
  return {
    id: data!.id,
    messages: () => received.filter((message) => message.path === path),
    open: (body: Buffer) => JSON.parse(decrypt(browser, auth, body)) as Record<string, unknown>,
  };
}

/** RFC 8291, as a browser does it. */
function decrypt(browser: ECDH, auth: Buffer, body: Buffer): string {
  const [salt, senderKey, sealed] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
  const derive = (key: Buffer, seasoning: Buffer, info: Buffer | string, length: number): Buffer =>
    Buffer.from(hkdfSync('sha256', key, seasoning, info, length));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), senderKey]);
  const shared = derive(browser.computeSecret(senderKey), auth, info, 32);
  const nonce = derive(shared, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', derive(shared, salt, 'Content-Encoding: aes128gcm\0', 16), nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

const subscriptionExists = async (id: string): Promise<boolean> => {
  const { result } = await app.engine.run({}, ({ tx }) =>
    tx.selectFrom('notificationSubscriptions').select('id').where('id', '=', id).executeTakeFirst(),
  );
  return result !== undefined;
};

test('a browser gets an encrypted message, signed with the key from the list', async () => {
  const business = await newBusiness();
  const member = await newMember(business);
  const browser = await subscribeBrowser(member);
  await tell(business, [member], { title: 'Secreto', data: { taskId: 't' } });
  const [message] = await eventually(async () => browser.messages().length > 0 && browser.messages());
  assert.equal(message!.headers['content-encoding'], 'aes128gcm');
  assert.ok(!message!.body.includes('Secreto'));
  const { title, kind, organizationId, data } = browser.open(message!.body);
  assert.deepEqual([title, kind, organizationId, data], ['Secreto', 'test', business.id, { taskId: 't' }]);
  const { webPushKey } = await list(member);
  assert.equal(Buffer.from(webPushKey, 'base64url').length, 65);
  assert.match(message!.headers.authorization!, new RegExp(`^vapid t=.+, k=${webPushKey}$`));
});

test('a browser that is gone is deleted, and the others still get messages', async () => {
  const business = await newBusiness();
  const member = await newMember(business);
  const gone = await subscribeBrowser(member, [410]);
  const other = await subscribeBrowser(member);
  await tell(business, [member]);
  await eventually(async () => !(await subscriptionExists(gone.id)));
  await eventually(async () => other.messages().length === 1);
  assert.ok(await subscriptionExists(other.id));
});

test('mentions are not pushed to people who turned that off', async () => {
  const business = await newBusiness();
  const member = await newMember(business);
  const browser = await subscribeBrowser(member);
  await member.api.PATCH('/v1/organization/settings/user', {
    body: { section: 'notifications', value: { pushOnMention: false } },
  });
  await tell(business, [member], { kind: 'mention' });
  await tell(business, [member], { kind: 'test' });
  await eventually(async () => browser.messages().length > 0);
  await jobsAreDone();
  assert.equal(browser.messages().length, 1);
});
