import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { channels } from '#modules/chats/tables.ts';
import { newVisitor, visitorToken } from '#modules/chats/widget/visitor-token.ts';
import { conversationOf, feedOf } from '#test/chats.ts';
import { anonymous, app, codeOf, eventually, freshEmail, newBusiness } from '#test/harness.ts';
import { answer, feed, follow, newWidget, note, say, signIdentity, visit, type Widget } from '#test/widgets.ts';

const DAY_MS = 24 * 3_600_000;

/** A token as the service issues it, with this life. */
const issue = (widget: Widget, id: string, lifeMs: number, isVerified = false): Promise<string> =>
  app.engine.within(widget.business.id, async (ctx) =>
    visitorToken(ctx, await channels.get(ctx, widget.channelId), newVisitor(id, isVerified), lifeMs),
  );

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[0]!, 'base64url').toString()) as [...unknown[], number, number];
const lifeOf = (token: string): number => (claimsOf(token).at(-1)! as number) - (claimsOf(token).at(-2)! as number);

const open = ({ key }: Widget, identity: string) =>
  anonymous.POST('/v1/channel/{channelId}/widget/session', {
    params: { path: { channelId: key } },
    body: { identity },
  });

const begin = ({ key }: Widget, visitorToken: string) =>
  anonymous.POST('/v1/channel/{channelId}/widget/session', {
    params: { path: { channelId: key } },
    body: { visitorToken },
  });

test('a token ends when its visitor stays away, and every visit renews it', async () => {
  const widget = await newWidget(await newBusiness());
  const first = await visit(widget);
  const source = await say(widget, first.visitorToken, 'Hola');
  assert.equal(lifeOf(first.visitorToken), 90 * DAY_MS);
  const short = await issue(widget, source, 60_000);
  const renewed = await visit(widget, { visitorToken: short });
  assert.deepEqual([renewed.data.length, lifeOf(renewed.visitorToken)], [1, 90 * DAY_MS]);
  const ended = await issue(widget, source, -1);
  assert.equal(codeOf(await begin(widget, ended)), 'visitor_refused');
  assert.equal((await feed(widget, ended)).status, 401);
  assert.equal((await follow(widget, ended)).status, 401);
  assert.equal(codeOf(await note(widget, { visitorToken: ended, typing: true })), 'visitor_refused');
});

test('a token without an end, as earlier releases issued it, opens nothing', async () => {
  const widget = await newWidget(await newBusiness());
  const { visitorToken: known } = await visit(widget);
  const pepper = app.engine.services.secrets.pepper('widget visitor', 'signing key');
  const facts = Buffer.from(JSON.stringify(claimsOf(known).slice(0, 4))).toString('base64url');
  const signature = createHmac('sha256', pepper).update(facts).digest('base64url');
  assert.equal(codeOf(await begin(widget, `${facts}.${signature}`)), 'visitor_refused');
});

test('a token or a signed identity with anything after its signature opens nothing', async () => {
  const widget = await newWidget(await newBusiness());
  const { visitorToken: token } = await visit(widget);
  await say(widget, token, 'Hola');
  for (const more of ['.x', '.', 'x']) {
    const refused = await begin(widget, token + more);
    assert.deepEqual([refused.response.status, codeOf(refused)], [401, 'visitor_refused']);
    assert.equal((await feed(widget, token + more)).status, 401);
    assert.equal((await follow(widget, token + more)).status, 401);
    assert.equal(codeOf(await note(widget, { visitorToken: token + more, typing: true })), 'visitor_refused');
    assert.equal((await open(widget, signIdentity(widget, { sub: 'c-1' }) + more)).response.status, 401);
  }
});

test('the token of a signed identity lives for a day', async () => {
  const widget = await newWidget(await newBusiness());
  const { visitorToken: token } = await visit(widget, { identity: signIdentity(widget, { sub: 'c-1' }) });
  assert.equal(lifeOf(token), DAY_MS);
});

test('an identity that is not valid yet, or needs an extension that is not known, is refused', async () => {
  const widget = await newWidget(await newBusiness());
  const nbf = Math.floor(Date.now() / 1000) + 300;
  for (const identity of [
    signIdentity(widget, { sub: 'c-1', nbf }),
    signIdentity(widget, { sub: 'c-1' }, { crit: ['b64'], b64: false }),
  ])
    assert.equal(codeOf(await open(widget, identity)), 'identity_refused');
  await visit(widget, { identity: signIdentity(widget, { sub: 'c-1', nbf: nbf - 290 }) });
});

test('a signed name is repaired so that it can be stored, and a signed id with such characters is refused', async () => {
  const widget = await newWidget(await newBusiness());
  for (const sub of ['a\0b', 'a\ud83d'])
    assert.equal(codeOf(await open(widget, signIdentity(widget, { sub }))), 'identity_refused');
  const identity = signIdentity(widget, { sub: 'ana', name: 'Ana\0 \ud83d' });
  const { visitorToken } = await visit(widget, { identity });
  const sourceId = await say(widget, visitorToken, 'Hola', { identity });
  const { name } = await conversationOf({ ...widget, address: '' }, sourceId);
  assert.equal(name, 'Ana \ufffd');
});

test('a visitor who signs in keeps the anonymous conversation, and the anonymous token opens nothing any more', async () => {
  const widget = await newWidget(await newBusiness());
  const email = freshEmail();
  const { data: contact } = await widget.business.api.POST('/v1/beneficiary', {
    body: { name: 'Ana', contactData: [{ kind: 'email', value: email }] },
  });
  const { visitorToken: old } = await visit(widget);
  const source = await say(widget, old, '¿Hay arroz?');
  await answer(widget, source, 'Sí');
  const stream = await follow(widget, old);
  const identity = signIdentity(widget, { sub: 'c-7', name: 'Ana Pérez', email });
  const signed = await visit(widget, { visitorToken: old, identity });
  assert.deepEqual(
    signed.data.map(({ text }) => text),
    ['¿Hay arroz?', 'Sí'],
  );
  assert.equal(codeOf(await begin(widget, old)), 'visitor_refused');
  await eventually(async () => stream.hasEnded);
  const path = { channelId: widget.channelId, sourceId: 'user:c-7' };
  const { data } = await widget.business.api.GET('/v1/conversation/{channelId}/{sourceId}', { params: { path } });
  assert.deepEqual([data!.contactId, data!.name], [contact!.id, 'Ana Pérez']);
  assert.equal(
    (await feedOf({ ...widget, address: '' }, source)).length,
    (await feedOf({ ...widget, address: '' }, 'user:c-7')).length,
  );
  await say(widget, signed.visitorToken, 'Gracias');
  assert.equal((await visit(widget, { identity })).data.length, 3);
});

test('who signs in and has a conversation already keeps it, and the anonymous one ends', async () => {
  const widget = await newWidget(await newBusiness());
  const identity = signIdentity(widget, { sub: 'c-8' });
  const signed = await say(widget, (await visit(widget, { identity })).visitorToken, 'Mi pedido');
  const { visitorToken: old } = await visit(widget);
  const anonymousId = await say(widget, old, 'Desde otra parte');
  const both = await Promise.all([1, 2].map(() => visit(widget, { visitorToken: old, identity })));
  for (const { data } of both)
    assert.deepEqual(
      data.map(({ text }) => text),
      ['Mi pedido'],
    );
  assert.equal(codeOf(await begin(widget, old)), 'visitor_refused');
  const line = { ...widget, address: '' };
  const happenings = (await feedOf(line, anonymousId)).filter(({ direction }) => direction === 'event');
  const { id: intoConversationId } = await conversationOf(line, signed);
  assert.deepEqual(
    happenings.map(({ type, content }) => [type, content]),
    [['continued', { intoConversationId, reason: 'signed_in' }]],
  );
});

for (const how of ['merged', 'archived'] as const)
  test(`the tokens of a contact that is ${how} are revoked, and an open stream ends`, async () => {
    const widget = await newWidget(await newBusiness());
    const { api } = widget.business;
    const create = async (name: string, email: string) =>
      (await api.POST('/v1/beneficiary', { body: { name, contactData: [{ kind: 'email', value: email }] } })).data!.id;
    const email = freshEmail();
    const [from, into] = [await create('Ana', email), await create('Ana Pérez', freshEmail())];
    const identity = signIdentity(widget, { sub: 'c-9', email });
    const { visitorToken: token } = await visit(widget, { identity });
    await say(widget, token, 'Hola', { identity });
    const stream = await follow(widget, token);
    const { error } =
      how === 'merged'
        ? await api.PATCH('/v1/beneficiary/merge', { body: { id: into, fromIds: [from] } })
        : await api.PATCH('/v1/beneficiary', { body: { id: from, archived: true } });
    assert.equal(error, undefined);
    assert.equal(codeOf(await begin(widget, token)), 'visitor_refused');
    assert.equal((await feed(widget, token)).status, 401);
    await eventually(async () => stream.hasEnded);
    // The organization can vouch for the person again.
    assert.equal((await visit(widget, { identity })).data.length, 1);
  });
