import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conversationVisitors } from '#modules/chats/tables.ts';
import {
  control,
  conversationOf,
  customerWrites,
  deliver,
  feedOf,
  type Line,
  messagesOf,
  messageValue,
  newLine,
  newPhone,
  newWamid,
} from '#test/chats.ts';
import { anonymous, app, baseUrl, codeOf, eventually, freshEmail, newBusiness } from '#test/harness.ts';
import { answer, follow, newWidget, say, signIdentity, visit, type Widget } from '#test/widgets.ts';

/** A shop with a widget and a number that its visitors can go on with. */
async function newShop() {
  const business = await newBusiness();
  const [widget, line] = [await newWidget(business), await newLine(business)];
  return { business, widget, line };
}

/** The text with which the visitor opens the page of the simulated number, which shows it. */
async function carried({ widget, line }: { widget: Widget; line: Line }, visitorToken: string): Promise<string> {
  const { continueUrl } = await visit(widget, { visitorToken });
  const url = new URL(continueUrl!);
  assert.equal(url.origin + url.pathname, `${baseUrl}/simulator/msgapp/number/${line.address}`);
  const text = url.searchParams.get('text')!;
  assert.match(await (await fetch(url)).text(), new RegExp(`name="text" value="${RegExp.escape(text)}"`));
  return text;
}

const write = (line: Line, from: string, text: string, id = newWamid()) =>
  deliver(line.business, messageValue(line.address, { from, text, id }));
const said = async (line: Line, from: string) => (await messagesOf(line, `+${from}`)).map(({ text }) => text);
const greeting = 'Hola, sigo por aquí la conversación de la web.';

test('a conversation of the widget goes on in the messaging app as the same one, with its history', async () => {
  const { business, widget, line } = await newShop();
  const { visitorToken } = await visit(widget);
  const source = await say(widget, visitorToken, '¿Hay arroz?');
  await answer(widget, source, 'Sí, a RD$385.');
  const before = await conversationOf({ ...line, channelId: widget.channelId }, source);
  const text = await carried({ widget, line }, visitorToken);
  const [from, id] = [newPhone(), newWamid()];
  await write(line, from, text, id);
  const after = await conversationOf(line, `+${from}`);
  assert.deepEqual([after.id, after.userId, after.isWindowOpen], [before.id, business.owner.id, true]);
  assert.deepEqual(await said(line, from), ['¿Hay arroz?', 'Sí, a RD$385.', greeting]);
  const happening = (await feedOf(line, `+${from}`)).find(({ type }) => type === 'continued')!;
  assert.equal(happening.content.fromChannelId, widget.channelId);
  await business.api.POST('/v1/chat/message', { body: { conversationId: after.id, text: 'Te lo guardo.' } });
  const [sent] = await eventually(async () => {
    const all = await control.sent(line.address);
    return all.length > 0 && all;
  });
  assert.deepEqual([sent!.to, sent!.text], [`+${from}`, 'Te lo guardo.']);
  // The provider delivers it again.
  await write(line, from, text, id);
  assert.equal((await said(line, from)).length, 4);
});

test('the address that a visitor left is forgotten when the conversation goes on in the messaging app', async () => {
  const { business, widget, line } = await newShop();
  const { visitorToken } = await visit(widget);
  const source = await say(widget, visitorToken, 'Hola', { email: freshEmail() });
  const { id: conversationId } = await conversationOf({ ...line, channelId: widget.channelId }, source);
  await answer(widget, source, 'Sí');
  const isKept = () => app.engine.within(business.id, (ctx) => conversationVisitors.exists(ctx, { conversationId }));
  assert.equal(await isKept(), true);
  await write(line, newPhone(), await carried({ widget, line }, visitorToken));
  assert.equal(await isKept(), false);
});

test('a code counts once: another number that sends it again begins its own conversation', async () => {
  const { widget, line } = await newShop();
  const { visitorToken } = await visit(widget);
  await say(widget, visitorToken, 'Soy Ana');
  const text = await carried({ widget, line }, visitorToken);
  const [ana, thief] = [newPhone(), newPhone()];
  await write(line, ana, text);
  await write(line, thief, text);
  assert.deepEqual(await said(line, ana), ['Soy Ana', greeting]);
  assert.deepEqual(await said(line, thief), [text]);
});

test('a changed code, and one of another organization, continue nothing', async () => {
  const [mine, theirs] = [await newShop(), await newShop()];
  const { visitorToken } = await visit(mine.widget);
  await say(mine.widget, visitorToken, 'Soy Ana');
  const text = await carried(mine, visitorToken);
  const code = /\((.+)\)/.exec(text)![1]!;
  const changed = [0, 20, 30, 40].map((place) => {
    const other = code[place] === 'A' ? 'B' : 'A';
    return text.replace(code, code.slice(0, place) + other + code.slice(place + 1));
  });
  for (const wrong of changed) {
    const from = newPhone();
    await write(mine.line, from, wrong);
    assert.deepEqual(await said(mine.line, from), [wrong]);
  }
  const from = newPhone();
  await write(theirs.line, from, text);
  assert.deepEqual(await said(theirs.line, from), [text]);
  assert.equal((await visit(mine.widget, { visitorToken })).data.length, 1);
});

test('who has a conversation in the messaging app already gets the one of the widget into it, with the contact', async () => {
  const { business, widget, line } = await newShop();
  const from = newPhone();
  const { data: contact } = await business.api.POST('/v1/beneficiary', {
    body: { name: 'Ana', contactData: [{ kind: 'phone', value: `+${from}` }] },
  });
  const known = await customerWrites(line, from, 'La semana pasada');
  const { visitorToken } = await visit(widget);
  const source = await say(widget, visitorToken, '¿Hay arroz?');
  await answer(widget, source, 'Sí');
  const { id } = await conversationOf({ ...line, channelId: widget.channelId }, source);
  const links = [{ entityKind: 'beneficiaryId', entityId: contact!.id }];
  await business.api.PATCH('/v1/conversation', { body: { id, labels: ['web'], category: 'venta', links } });
  const { data: list } = await business.api.POST('/v1/conversation-list', {
    body: { name: 'Hoy', conversationIds: [id] },
  });
  await write(line, from, await carried({ widget, line }, visitorToken));
  const joined = await conversationOf(line, `+${from}`);
  assert.deepEqual([joined.id, joined.labels, joined.category], [known.id, ['web'], 'venta']);
  const { data: listed } = await business.api.GET('/v1/conversation', { params: { query: { listId: list!.id } } });
  assert.ok(listed!.data.some((each) => each.id === known.id));
  const { data: meta } = await business.api.GET('/v1/conversation/{channelId}/{sourceId}/meta', {
    params: { path: { channelId: line.channelId, sourceId: `+${from}` } },
  });
  assert.equal(meta!.links[0]!.entityId, contact!.id);
  assert.deepEqual(await said(line, from), ['La semana pasada', '¿Hay arroz?', 'Sí', greeting]);
  const feed = await feedOf(line, `+${from}`);
  assert.deepEqual(
    feed.map(({ seq }) => Number(seq)),
    feed.map((_, place) => place + 1),
  );
  const left = await conversationOf({ ...line, channelId: widget.channelId }, source);
  assert.deepEqual([left.state, left.contactId, left.messageCount], ['closed', contact!.id, 0]);
});

test('the browser sees nothing of the conversation in the messaging app, also if another person uses it', async () => {
  const { business, widget, line } = await newShop();
  for (const identity of [undefined, signIdentity(widget, { sub: 'c-1' })]) {
    const { visitorToken } = await visit(widget, identity ? { identity } : {});
    await say(widget, visitorToken, 'Hola');
    const text = await carried({ widget, line }, visitorToken);
    const stream = await follow(widget, visitorToken);
    const from = newPhone();
    await write(line, from, text);
    await business.api.POST('/v1/chat/message', {
      body: { channelId: line.channelId, sourceId: `+${from}`, text: 'Solo por aquí' },
    });
    await eventually(async () => stream.hasEnded);
    assert.ok(!stream.events.some(({ data }) => data.text === 'Solo por aquí'));
    const again = await anonymous.POST('/v1/channel/{channelId}/widget/session', {
      params: { path: { channelId: widget.key } },
      body: identity ? { identity } : { visitorToken },
    });
    assert.ok(codeOf(again) === 'visitor_refused' || again.data!.data.length === 0);
    if (identity) await say(widget, again.data!.visitorToken, 'Otra cosa');
    assert.deepEqual(await said(line, from), ['Hola', greeting, 'Solo por aquí']);
  }
});
