import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { feedOf, newPhone } from '#test/chats.ts';
import { anonymous, app, baseUrl, codeOf, freshEmail, letterTo, newBusiness } from '#test/harness.ts';
import { moveClock } from '#test/sandbox-clock.ts';
import { answer, feed, follow, lookAt, newWidget, note, say, signIdentity, visit } from '#test/widgets.ts';

test('a visitor reads their own conversation and nothing that colleagues write among themselves', async () => {
  const widget = await newWidget(await newBusiness());
  const [ana, luis] = [await visit(widget), await visit(widget)];
  const source = await say(widget, ana.visitorToken, 'Soy Ana');
  await say(widget, luis.visitorToken, 'Soy Luis');
  await answer(widget, source, 'Hola, Ana');
  await answer(widget, source, 'Paga tarde', { note: true });
  const again = await visit(widget, { visitorToken: ana.visitorToken });
  assert.deepEqual(
    again.data.map(({ from, text }) => [from, text]),
    [
      ['visitor', 'Soy Ana'],
      ['agent', 'Hola, Ana'],
    ],
  );
  assert.equal(again.unread, 1);
  assert.doesNotMatch(JSON.stringify(again), /userId|tarde|Luis/);
  const other = await visit(widget, { visitorToken: luis.visitorToken });
  assert.deepEqual(
    other.data.map(({ text }) => text),
    ['Soy Luis'],
  );
});

test('a token opens nothing on another channel, and a made-up one opens nothing at all', async () => {
  const [mine, theirs] = [await newWidget(await newBusiness()), await newWidget(await newBusiness())];
  const { visitorToken } = await visit(mine);
  await say(mine, visitorToken, 'Hola');
  const [facts, signature] = visitorToken.split('.') as [string, string];
  const wrong = ['x', `${facts}.${'x'.repeat(signature.length)}`, `${facts}.${'é'.repeat(signature.length)}`];
  for (const token of [...wrong, `${Buffer.from('[]').toString('base64url')}.${signature}`]) {
    const body = { visitorToken: token };
    const begun = await anonymous.POST('/v1/channel/{channelId}/widget/session', {
      params: { path: { channelId: mine.key } },
      body,
    });
    assert.equal(codeOf(begun), 'visitor_refused', token);
    assert.equal(codeOf(await note(mine, { ...body, typing: true })), 'visitor_refused');
  }
  assert.equal((await feed(theirs, visitorToken)).status, 401);
  assert.equal((await feed(mine, '')).status, 401);
  assert.equal((await follow(theirs, visitorToken)).status, 401);
  assert.equal((await feed({ ...mine, key: 'chn_unknown' }, visitorToken)).status, 404);
});

test('a signed identity leads to one conversation on every device, and an anonymous visitor never enters it', async () => {
  const widget = await newWidget(await newBusiness());
  const identity = signIdentity(widget, { sub: 'c-42', name: 'Ana Pérez' });
  const first = await visit(widget, { identity });
  assert.equal(first.isVerified, true);
  const source = await say(widget, first.visitorToken, 'Mi pedido');
  assert.equal(source, 'user:c-42');
  assert.deepEqual(
    (await visit(widget, { identity })).data.map(({ text }) => text),
    ['Mi pedido'],
  );
  const stranger = await visit(widget);
  assert.deepEqual([stranger.isVerified, stranger.data.length], [false, 0]);
});

test('messages arrive live, and a stream that resumes misses none and repeats none', async () => {
  const widget = await newWidget(await newBusiness());
  const { visitorToken } = await visit(widget);
  const source = await say(widget, visitorToken, 'Hola');
  const stream = await follow(widget, visitorToken);
  await answer(widget, source, 'Uno');
  const one = await stream.next('message', ({ text }) => text === 'Uno');
  assert.deepEqual([one.data.from, one.data.name], ['agent', 'Dueña']);
  stream.leave();
  await answer(widget, source, 'Para adentro', { note: true });
  await answer(widget, source, 'Dos');
  await answer(widget, source, 'Tres');
  const resumed = await follow(widget, visitorToken, { 'last-event-id': one.id! });
  await resumed.next('message', ({ text }) => text === 'Tres');
  await answer(widget, source, 'Cuatro');
  await resumed.next('message', ({ text }) => text === 'Cuatro');
  assert.deepEqual(
    resumed.events.filter(({ event }) => event === 'message').map(({ data }) => data.text),
    ['Dos', 'Tres', 'Cuatro'],
  );
  resumed.leave();
  const polled = (await (await feed(widget, visitorToken, `?after=${one.id}`)).json()) as { data: { text: string }[] };
  assert.deepEqual(
    polled.data.map(({ text }) => text),
    ['Dos', 'Tres', 'Cuatro'],
  );
});

test('streams of other visitors are not woken and get nothing', async () => {
  const widget = await newWidget(await newBusiness());
  const [ana, luis] = [await visit(widget), await visit(widget)];
  const source = await say(widget, ana.visitorToken, 'Soy Ana');
  await say(widget, luis.visitorToken, 'Soy Luis');
  const [hers, his] = [await follow(widget, ana.visitorToken), await follow(widget, luis.visitorToken)];
  await answer(widget, source, 'Solo para Ana');
  await hers.next('message', ({ text }) => text === 'Solo para Ana');
  assert.equal(his.events.filter(({ event }) => event === 'message').length, 0);
  hers.leave();
  his.leave();
});

test('typing is shown both ways while it lasts', async () => {
  const widget = await newWidget(await newBusiness());
  const { visitorToken } = await visit(widget);
  const source = await say(widget, visitorToken, 'Hola');
  const [visitor, agent] = [await follow(widget, visitorToken), await lookAt(widget, source)];
  await note(widget, { visitorToken, typing: true });
  await agent.next('typing', ({ isTyping }) => isTyping === true);
  await note(widget, { visitorToken, typing: false });
  await agent.next('typing', ({ isTyping }) => isTyping === false);
  const { api } = widget.business;
  const path = { channelId: widget.channelId, sourceId: source };
  await api.PATCH('/v1/conversation/{channelId}/{sourceId}/seen', { params: { path, query: { typing: true } } });
  await visitor.next('marks', ({ isTyping }) => isTyping === true);
  await answer(widget, source, 'Listo');
  assert.equal((await visit(widget, { visitorToken })).isTyping, false, 'An answer ends the typing.');
  visitor.leave();
  agent.leave();
});

test('each side sees live how far the other has read', async () => {
  const widget = await newWidget(await newBusiness());
  const { visitorToken } = await visit(widget);
  const source = await say(widget, visitorToken, 'Hola');
  const [visitor, agent] = [await follow(widget, visitorToken), await lookAt(widget, source)];
  const { seq } = await answer(widget, source, '¿Sigues ahí?');
  await agent.next('out');
  await note(widget, { visitorToken, seenSeq: seq });
  await agent.next('seen', (seen) => seen.seq === seq);
  await agent.next('changed', ({ status }) => status === 'read');
  const path = { channelId: widget.channelId, sourceId: source };
  await widget.business.api.PATCH('/v1/conversation/{channelId}/{sourceId}/seen', { params: { path } });
  await visitor.next('marks', ({ readSeq }) => BigInt(String(readSeq)) >= BigInt(seq));
  const shown = (await feedOf({ ...widget, address: '' }, source)).find(({ direction }) => direction === 'out')!;
  assert.deepEqual([shown.status, shown.readAt !== null], ['read', true]);
  assert.equal((await visit(widget, { visitorToken })).unread, 0);
  await note(widget, { visitorToken, seenSeq: '1' });
  assert.equal((await visit(widget, { visitorToken })).unread, 0);
  visitor.leave();
  agent.leave();
});

test('a visitor sends a file, which the organization keeps and the visitor sees again', async () => {
  const widget = await newWidget(await newBusiness());
  const { visitorToken } = await visit(widget);
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const upload = (token: string) => {
    const form = new FormData();
    form.append('id', 'a1');
    form.append('file', new File([picture], 'foto.png'));
    return fetch(`${baseUrl}/v1/channel/${widget.key}/widget/upload`, {
      method: 'POST',
      body: form,
      headers: { 'x-visitor-token': token },
    });
  };
  assert.equal((await upload('x')).status, 401);
  assert.equal((await upload(visitorToken)).status, 201);
  assert.equal((await upload(visitorToken)).status, 201);
  const { data } = await visit(widget, { visitorToken });
  assert.deepEqual(
    data.map(({ type, media }) => [type, media[0]!.contentType]),
    [['image', 'image/png']],
  );
  const bytes = await fetch(data[0]!.media[0]!.url!);
  assert.deepEqual(Buffer.from(await bytes.arrayBuffer()), picture);
  const { data: files } = await widget.business.api.GET('/v1/files');
  assert.equal(files!.total, 1);
  const deleted = await widget.business.api.DELETE('/v1/files', { body: { id: files!.data[0]!.id } });
  assert.equal(codeOf(deleted), 'file_in_use');
});

test('an answer is sent by e-mail also where the visitor wrote many messages before it', async () => {
  const business = await newBusiness({ sandbox: true });
  const widget = await newWidget(business);
  const email = freshEmail();
  const { visitorToken } = await visit(widget);
  const source = await say(widget, visitorToken, 'Hola', { email });
  for (let written = 1; written < 20; written++) await say(widget, visitorToken, `Pregunta ${written}`);
  for (let written = 1; written <= 21; written++) await answer(widget, source, `Respuesta ${written}.`);
  const { now } = await app.engine.within(business.id, async ({ now }) => ({ now }));
  await moveClock(business, now.add({ minutes: 11 }));
  const { text } = await letterTo(email, /respondió/);
  assert.deepEqual(
    text.match(/Respuesta \d+/g),
    Array.from({ length: 20 }, (_, place) => `Respuesta ${place + 2}`),
  );
});

test('an answer that the visitor has not seen is sent by e-mail once, with a link to the conversation', async () => {
  const business = await newBusiness({ name: 'Colmado La Esquina', sandbox: true });
  const widget = await newWidget(business);
  const email = freshEmail();
  const { visitorToken } = await visit(widget);
  const source = await say(widget, visitorToken, '¿Hay arroz?', { email });
  await answer(widget, source, 'Sí, a RD$385.');
  await answer(widget, source, 'Puedo guardarte uno.');
  const { now } = await app.engine.within(business.id, async ({ now }) => ({ now }));
  await moveClock(business, now.add({ minutes: 11 }));
  const letter = await letterTo(email, /Colmado La Esquina respondió/);
  assert.match(letter.text, /RD\$385[\s\S]+guardarte/);
  const linked = /#visitor=(\S+)/.exec(letter.text)![1]!;
  assert.equal((await visit(widget, { visitorToken: linked })).data.length, 3);
  await moveClock(business, now.add({ hours: 2 }));
  const { seq } = await answer(widget, source, 'Último aviso');
  await note(widget, { visitorToken, seenSeq: seq });
  await moveClock(business, now.add({ hours: 4 }));
  const letters = (await app.mailbox!.letters()).filter(({ to }) => to === email);
  assert.equal(letters.length, 1);
});

test('a visitor who leaves an address after an answer that they have not seen gets it by e-mail', async () => {
  const business = await newBusiness({ sandbox: true });
  const widget = await newWidget(business);
  const { visitorToken } = await visit(widget);
  const sourceId = await say(widget, visitorToken, 'Hola');
  await answer(widget, sourceId, 'Abrimos a las 8');
  const email = freshEmail();
  await note(widget, { visitorToken, email });
  await moveClock(business, Temporal.Now.instant().add({ minutes: 11 }));
  assert.match((await letterTo(email)).text, /^Abrimos a las 8/);
});

test('the frame is shown only inside the allowed sites, and the widget weighs less than 40 kB', async () => {
  const business = await newBusiness();
  const widget = await newWidget(business, { allowedDomains: ['tienda.example.com', '*.colmado.do'] });
  await business.api.POST('/v1/channel', {
    body: { kind: 'msgapp', name: 'Ventas', connection: { provider: 'graph', displayAddress: '+1 809 555 0100' } },
  });
  const { data } = await anonymous.GET('/v1/channel/{channelId}/widget/public', {
    params: { path: { channelId: widget.key } },
  });
  assert.equal(data!.continueUrl, 'https://wa.me/18095550100');
  let bytes = 0;
  const load = async (path: string) => {
    const answer = await fetch(baseUrl + path, { headers: { 'accept-encoding': 'br' } });
    assert.equal(answer.status, 200, path);
    const text = await answer.text();
    bytes += Number(answer.headers.get('content-length'));
    return { answer, text };
  };
  const { answer: frame, text } = await load(`/v1/channel/${widget.key}/widget/frame`);
  const policy = frame.headers.get('content-security-policy')!;
  assert.match(policy, /frame-ancestors 'self' tienda\.example\.com \*\.colmado\.do$/);
  assert.equal(frame.headers.get('x-frame-options'), null);
  assert.match(text, /wa\.me/);
  const { answer: script } = await load('/widget.js');
  assert.match(script.headers.get('content-type')!, /javascript/);
  const seen = new Set<string>();
  const loadModule = async (path: string): Promise<void> => {
    if (seen.has(path)) return;
    seen.add(path);
    const { text: code } = await load(path);
    for (const [, imported] of code.matchAll(/from '(\.[^']+)'/g))
      await loadModule(new URL(imported!, baseUrl + path).pathname);
  };
  for (const [, path] of text.matchAll(/(?:src|href)="(\/pages[^"]+)"/g)) await loadModule(path!);
  assert.ok(seen.size >= 4, [...seen].join());
  assert.ok(bytes > 5_000 && bytes < 40_000, `${bytes} bytes`);
});

test('a customer’s telephone number does not come from what an anonymous visitor says', async () => {
  const business = await newBusiness();
  const widget = await newWidget(business);
  const email = freshEmail();
  const contactData = [
    { kind: 'email' as const, value: email },
    { kind: 'phone' as const, value: `+${newPhone()}` },
  ];
  await business.api.POST('/v1/beneficiary', { body: { name: 'Ana', contactData } });
  const { visitorToken } = await visit(widget);
  const sourceId = await say(widget, visitorToken, 'Hola', { email, name: 'Ana' });
  const path = { channelId: widget.channelId, sourceId };
  const { data } = await business.api.GET('/v1/conversation/{channelId}/{sourceId}', { params: { path } });
  assert.equal(data!.contactId, null);
});

test('outside its hours a widget says when people answer again, by the clock of the organization', async () => {
  const business = await newBusiness({ sandbox: true });
  await business.api.PATCH('/v1/organization', { body: { timeZone: 'America/New_York' } });
  const widget = await newWidget(business);
  const setHours = (hours: { day: number; from: string; to: string }[] | null) =>
    business.api.PATCH('/v1/channel', { body: { id: widget.channelId, hours } });
  const path = { channelId: widget.key };
  const statusAt = async (local: string, language = 'es') => {
    await moveClock(business, Temporal.Instant.from(`${local}-04:00`));
    const { data } = await anonymous.GET('/v1/channel/{channelId}/widget/public', { params: { path } });
    const page = await fetch(`${baseUrl}/v1/channel/${widget.key}/widget/frame?language=${language}`);
    const said = /<\/h1><p>(?:<span[^>]*><\/span>)?([^<]*)</.exec(await page.text())![1]!;
    return [data!.opensAt, said.replaceAll(/\s/g, ' ')];
  };
  await setHours([
    { day: 1, from: '09:00', to: '13:00' },
    { day: 1, from: '15:00', to: '18:00' },
    { day: 4, from: '09:00', to: '13:00' },
  ]);
  // The 15th of March of 2027 is a Monday.
  assert.deepEqual(await statusAt('2027-03-15T10:00'), [null, 'Te respondemos enseguida']);
  assert.deepEqual(await statusAt('2027-03-15T13:30'), [
    '2027-03-15T19:00:00.000Z',
    'Estamos fuera de horario. Abrimos hoy, 3:00 p. m.',
  ]);
  assert.deepEqual(await statusAt('2027-03-15T20:00'), [
    '2027-03-18T13:00:00.000Z',
    'Estamos fuera de horario. Abrimos el jueves, 9:00 a. m.',
  ]);
  assert.deepEqual(await statusAt('2027-03-17T23:30', 'en'), [
    '2027-03-18T13:00:00.000Z',
    'We are closed now. We open tomorrow, 9:00 AM.',
  ]);
  await setHours([]);
  assert.deepEqual(await statusAt('2027-03-18T10:00'), [null, 'Estamos fuera de horario. Te respondemos al volver.']);
});
