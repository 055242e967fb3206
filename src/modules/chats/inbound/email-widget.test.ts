import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { insertPayloads, markProcessed, selectLetters } from '#modules/chats/inbound/inbound.sql.ts';
import { payloadOf } from '#modules/chats/inbound/store.ts';
import { sendMessage } from '#modules/chats/index.ts';
import { sendEmail } from '#modules/chats/message/email.ts';
import { conversations, messages } from '#modules/chats/tables.ts';
import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { takeLetters } from '#platform/mail/quota.ts';
import { conversationOf, letter, messagesOf, newMailChannel, newPhone, newWamid, post } from '#test/chats.ts';
import {
  anonymous,
  app,
  type Business,
  codeOf,
  eventually,
  freshEmail,
  letterTo,
  newBusiness,
  startTestApp,
} from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';

test('answers by e-mail count for the quota of letters, and a letter that arrives is kept when it is used up', async () => {
  const business = await newBusiness();
  const { line, deliver } = await newMailChannel(business);
  const from = freshEmail();
  await deliver(letter(from, `<${newWamid()}@x>`, [], 'Hola'));
  const { id: conversationId } = await conversationOf(line, from);
  const answer = () => business.api.POST('/v1/chat/message', { body: { conversationId, text: 'Hola, Ana' } });
  assert.equal((await answer()).response.status, 201);
  // The quota of one recipient is 20 letters a day.
  for (let sent = 1; sent < 20; sent++) await app.engine.within(business.id, (ctx) => takeLetters(ctx, [from]));
  const refused = await answer();
  assert.deepEqual([refused.response.status, refused.error?.code], [429, 'too_many_requests']);
  await business.api.PATCH('/v1/channel', { body: { id: line.channelId, away: 'Cerrado', hours: [] } });
  await deliver(letter(from, `<${newWamid()}@x>`, [], '¿Siguen ahí?'));
  const texts = (await messagesOf(line, from)).map(({ text }) => text.trim());
  assert.ok(texts.includes('¿Siguen ahí?') && !texts.includes('Cerrado'), texts.join());
});

/** A customer of an e-mail channel, whose conversation a bot has. */
async function newMailOfBot(business: Business) {
  const { line, deliver } = await newMailChannel(business);
  const from = freshEmail();
  await deliver(letter(from, `<${newWamid()}@x>`, [], 'Hola'));
  const { id: conversationId } = await conversationOf(line, from);
  const botId = newId();
  await app.engine.within(business.id, (ctx) => conversations.update(ctx, conversationId, { botId }));
  const botSays = async (ctx: TenantContext, text: string) =>
    (await sendMessage(ctx, { conversationId, text, by: { kind: 'bot', botId } })).message.id;
  return { line, from, conversationId, botSays };
}

test('a letter of a bot that waits when a person takes over is never sent', async () => {
  const business = await newBusiness();
  const { line, from, conversationId, botSays } = await newMailOfBot(business);
  const messageId = await app.engine.within(business.id, async (ctx) => {
    const id = await botSays(ctx, 'Soy un bot');
    await conversations.update(ctx, conversationId, { botId: null, userId: business.owner.id });
    return id;
  });
  const failed = await eventually(async () =>
    (await messagesOf(line, from)).find(({ id, status }) => id === messageId && status !== 'queued'),
  );
  assert.deepEqual([failed.status, failed.failure?.code], ['failed', 'conversation_taken']);
  await business.api.POST('/v1/chat/message', { body: { conversationId, text: 'Soy Ana' } });
  assert.match((await letterTo(from)).text, /Soy Ana/);
});

test('each answer of a bot by e-mail is a letter, because the one before may be on its way', async () => {
  const business = await newBusiness();
  const { from, botSays } = await newMailOfBot(business);
  await app.engine.within(business.id, async (ctx) => {
    for (const text of ['uno', 'dos']) await botSays(ctx, text);
  });
  const sent = await eventually(async () => {
    const letters = (await app.mailbox!.letters()).filter(({ to }) => to === from);
    return letters.length === 2 && letters;
  });
  assert.deepEqual(sent.map(({ text }) => text.trim()).toSorted(), ['dos', 'uno']);
});

test('a letter becomes a message with its attachments, and the answer goes out in its thread', async () => {
  const business = await newBusiness();
  const { line, deliver } = await newMailChannel(business);
  const from = freshEmail();
  const id = `<${newWamid()}@example.com>`;
  const mime = letter(
    from,
    id,
    ['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b'],
    [
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      '',
      '¿Cuánto cuesta?',
      '--b',
      'Content-Type: text/csv',
      'Content-Disposition: attachment; filename="lista.csv"',
      '',
      'a,b',
      '--b--',
    ].join('\r\n'),
  );
  assert.equal(await deliver(mime, 'wrong'), 401);
  assert.equal(await deliver(mime), 200);
  assert.equal(await deliver(mime), 200);
  const [message, ...others] = await messagesOf(line, from);
  assert.equal(others.length, 0);
  assert.deepEqual(
    [message!.text.trim(), message!.media[0]!.name, message!.media[0]!.state],
    ['¿Cuánto cuesta?', 'lista.csv', 'stored'],
  );
  const conversation = await conversationOf(line, from);
  assert.deepEqual([conversation.subject, conversation.name, conversation.windowEndsAt], ['Cotización', 'Ana', null]);
  const { data: answer } = await business.api.POST('/v1/chat/message', {
    body: { conversationId: conversation.id, text: 'RD$500' },
  });
  const sent = await letterTo(from);
  assert.deepEqual([sent.subject, sent.inReplyTo, sent.replyTo], ['Re: Cotización', id, line.address]);
  assert.ok(sent.messageId!.startsWith(`<${answer!.id}@`));
  const other = freshEmail();
  assert.equal(
    await deliver(letter(other, `<${newWamid()}@x>`, [`In-Reply-To: ${sent.messageId}`], 'De acuerdo')),
    200,
  );
  const reply = (await messagesOf(line, other))[0]!;
  assert.equal(reply.text.trim(), 'De acuerdo');
});

test('answers of machines and letters that cannot be read are kept with their reason', async () => {
  const business = await newBusiness();
  const { deliver } = await newMailChannel(business);
  await deliver(letter(freshEmail(), `<${newWamid()}@x>`, ['Auto-Submitted: auto-replied'], 'Estoy de vacaciones'));
  await deliver('no es una carta');
  const { data } = await business.api.GET('/v1/chat/unhandled');
  assert.deepEqual(data!.data.map(({ reason }) => reason).toSorted(), ['automatic_answer', 'sender_unknown']);
});

test('letters of a web form are conversations with the people whom their answers go to', async () => {
  const business = await newBusiness();
  const { line, deliver } = await newMailChannel(business);
  const [form, rosa, saul] = [freshEmail(), freshEmail(), freshEmail()];
  await deliver(letter(form, `<${newWamid()}@x>`, [`Reply-To: Rosa <${rosa}>`], 'Soy Rosa'));
  await deliver(letter(form, `<${newWamid()}@x>`, [`Reply-To: ${saul}`], 'Soy Saúl'));
  const { id, name } = await conversationOf(line, rosa);
  assert.deepEqual([name, (await conversationOf(line, saul)).name], ['Rosa', 'Ana']);
  await business.api.POST('/v1/chat/message', { body: { conversationId: id, text: 'Para Rosa' } });
  const sent = await letterTo(rosa);
  assert.equal(sent.text, 'Para Rosa');
  await eventually(async () => (await messagesOf(line, rosa))[1]!.status === 'sent');
  // Ours comes back, and a form asks for answers to the shop itself.
  await deliver(letter(freshEmail(), sent.messageId!, [`Reply-To: ${line.address}`], 'Para Rosa'));
  await deliver(letter(form, `<${newWamid()}@x>`, [`Reply-To: ${line.address}`], 'Sin cliente'));
  const { data: all } = await business.api.GET('/v1/conversation');
  assert.deepEqual(all!.data.map(({ sourceId }) => sourceId).toSorted(), [form, rosa, saul].toSorted());
});

test('letters with characters that cannot be stored and with long emojis arrive, and a text that is cut is attached whole', async () => {
  const business = await newBusiness();
  const { line, deliver } = await newMailChannel(business);
  const from = freshEmail();
  await deliver(letter(from, `<${newWamid()}@x>`, [], 'Hola \0 mundo'));
  const long = `a${'😀'.repeat(40_000)}`;
  await deliver(letter(from, `<${newWamid()}@x>`, ['Content-Type: text/plain; charset=utf-8'], long));
  const [first, second] = await messagesOf(line, from);
  assert.equal(first!.text.trim(), 'Hola  mundo');
  assert.ok(second!.text.length <= 60_000 && second!.text.endsWith('😀…'), second!.text.slice(-5));
  const { data: files } = await business.api.GET('/v1/files');
  assert.deepEqual(
    files!.data.map(({ id, name, size }) => ({ id, name, size })),
    [{ id: second!.media[0]!.fileId, name: 'mensaje.txt', size: Buffer.byteLength(`${long}\n`) }],
  );
  assert.deepEqual((await business.api.GET('/v1/chat/unhandled')).data!.data, []);
});

test('a letter that can be read only in part is attached as it came', async () => {
  const business = await newBusiness();
  const { line, deliver } = await newMailChannel(business);
  const [wrong, broken, empty] = [freshEmail(), freshEmail(), freshEmail()];
  const latin = letter(wrong, `<${newWamid()}@x>`, ['Content-Type: text/plain; charset=utf-8'], 'Se\xf1or');
  await deliver(Buffer.from(latin, 'latin1'));
  await deliver(letter(broken, `<${newWamid()}@x>`, ['Content-Type: multipart/mixed; boundary="'], '--x\r\nHola'));
  await deliver(letter(empty, `<${newWamid()}@x>`, [], ''));
  const attached = async (from: string) => (await messagesOf(line, from))[0]!.media.map(({ name }) => name);
  assert.deepEqual(
    [await attached(wrong), await attached(broken), await attached(empty)],
    [['mensaje.eml'], ['mensaje.eml'], []],
  );
});

test('a letter in HTML is read line by line, with its entities and the addresses of its links', async () => {
  const business = await newBusiness();
  const { line, deliver } = await newMailChannel(business);
  const from = freshEmail();
  const html =
    '<head><title>Boletín</title></head>Hola<div>Buenos d&iacute;as &#241;</div><ul><li>uno</li><li>dos</li></ul>' +
    '<p>Mira <a href="https://x.do/pedido">mi pedido</a><br>Adiós</p><script>alert(1)</script>';
  await deliver(letter(from, `<${newWamid()}@x>`, ['Content-Type: text/html; charset=utf-8'], html));
  const [message] = await messagesOf(line, from);
  assert.equal(message!.text, 'Hola\nBuenos días ñ\n- uno\n- dos\nMira mi pedido (https://x.do/pedido)\nAdiós');
  const other = freshEmail();
  const both = ['MIME-Version: 1.0', 'Content-Type: multipart/alternative; boundary=b'];
  const parts = ['text/plain\r\n\r\n \r\n', 'text/html\r\n\r\n<p>Hola</p>\r\n'].map(
    (part) => `--b\r\nContent-Type: ${part}`,
  );
  await deliver(letter(other, `<${newWamid()}@x>`, both, `${parts.join('')}--b--`));
  assert.equal((await messagesOf(line, other))[0]!.text, 'Hola');
});

const attachment = (name: string) =>
  `--b\r\nContent-Type: text/plain\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${name}\r\n`;
const mixed = ['MIME-Version: 1.0', 'Content-Type: multipart/mixed; boundary=b'];

test('all attachments of a letter are files of its conversation, once, however often it is delivered at once', async () => {
  const business = await newBusiness();
  const { line, deliver } = await newMailChannel(business);
  const from = freshEmail();
  const names = Array.from({ length: 12 }, (_, place) => `${place}.txt`);
  const body = `--b\r\nContent-Type: text/plain\r\n\r\nHola\r\n${names.map(attachment).join('')}--b--`;
  const mime = letter(from, `<${newWamid()}@x>`, mixed, body);
  await Promise.all([1, 2, 3, 4].map(() => deliver(mime)));
  const [message, ...others] = await messagesOf(line, from);
  assert.deepEqual([message!.media.map(({ name }) => name).toSorted(), others], [names.toSorted(), []]);
  const { id } = await conversationOf(line, from);
  const { data: own } = await business.api.GET('/v1/files/record/{id}', { params: { path: { id } } });
  const { data: all } = await business.api.GET('/v1/files');
  assert.deepEqual([own!.total, all!.total], [12, 12]);
});

test('an answer has the subject of the last letter, and an answer of the service says that it is automatic', async () => {
  const business = await newBusiness();
  const { line, deliver } = await newMailChannel(business);
  await business.api.PATCH('/v1/channel', { body: { id: line.channelId, welcome: 'Bienvenida' } });
  const from = freshEmail();
  await deliver(letter(from, `<${newWamid()}@x>`, [], 'Hola'));
  assert.equal((await letterTo(from)).isAutomatic, true);
  const id = `<${newWamid()}@x>`;
  await deliver(letter(from, id, [], 'Otra cosa').replace(/Subject: .*/, 'Subject: Factura'));
  const { id: conversationId } = await conversationOf(line, from);
  await business.api.POST('/v1/chat/message', { body: { conversationId, text: 'Va adjunta' } });
  const sent = await letterTo(from, /Factura/);
  assert.deepEqual([sent.subject, sent.inReplyTo, sent.isAutomatic], ['Re: Factura', id, false]);
});

test('a report of a mail server marks the letter that it could not deliver as failed', async () => {
  const business = await newBusiness();
  const { line, deliver } = await newMailChannel(business);
  const from = freshEmail();
  await deliver(letter(from, `<${newWamid()}@x>`, [], 'Hola'));
  const { id: conversationId } = await conversationOf(line, from);
  await business.api.POST('/v1/chat/message', { body: { conversationId, text: 'Hola, Ana' } });
  const { messageId } = await letterTo(from);
  await eventually(async () => (await messagesOf(line, from))[1]!.status === 'sent');
  const report = (action: string, about: string) =>
    letter(
      'mailer-daemon@example.com',
      `<${newWamid()}@x>`,
      ['MIME-Version: 1.0', 'Content-Type: multipart/report; report-type=delivery-status; boundary=b'],
      `--b\r\nContent-Type: text/plain\r\n\r\nNo llegó\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nFinal-Recipient: rfc822; ${from}\r\nAction: ${action}\r\nStatus: 5.1.1\r\nDiagnostic-Code: smtp; 550 No such user\r\n--b\r\nContent-Type: text/rfc822-headers\r\n\r\nMessage-ID: ${about}\r\nSubject: Re: x\r\n--b--`,
    );
  await deliver(report('delayed', messageId!));
  assert.equal((await messagesOf(line, from))[1]!.status, 'sent');
  await deliver(report('failed', messageId!));
  await deliver(report('failed', '<unknown@x>'));
  const { status, failure } = (await messagesOf(line, from))[1]!;
  assert.deepEqual([status, failure], ['failed', { code: '5.1.1', message: '550 No such user' }]);
  const { data } = await business.api.GET('/v1/chat/unhandled');
  assert.deepEqual(
    data!.data.map(({ reason }) => reason),
    ['automatic_answer', 'automatic_answer'],
  );
  assert.equal((await business.api.GET('/v1/conversation')).data!.total, 1);
});

test('of many large letters that wait, only those of one batch are read at once', async () => {
  const business = await newBusiness();
  const { line } = await newMailChannel(business);
  const { channelId } = line;
  const body = Buffer.alloc(1000, ' ');
  const waiting = [1, 2, 3].map(() =>
    payloadOf({ kind: 'email', adapter: null, body, channelId, organizationId: business.id }),
  );
  const read = await app.engine.within(business.id, async (ctx) => {
    await insertPayloads(ctx.tx, waiting);
    const letters = await selectLetters(ctx, { limit: 250, bytesMax: 1500 });
    for (const { id } of waiting) await markProcessed(ctx, [id], ctx.now);
    return letters.map(({ id }) => id);
  });
  assert.deepEqual(
    read,
    waiting.slice(0, 2).map(({ id }) => id),
  );
});

test('a letter that the mail server refuses is a failed message with its answer, and one that begins is no answer', async () => {
  const business = await newBusiness();
  const { line } = await newMailChannel(business);
  const to = freshEmail();
  const { data: conversation } = await business.api.POST('/v1/conversation', {
    body: { channelId: line.channelId, sourceId: to },
  });
  const { data: message } = await business.api.POST('/v1/chat/message', {
    body: { conversationId: conversation!.id, text: 'Hola, Ana' },
  });
  const { subject, inReplyTo } = await letterTo(to);
  assert.deepEqual([subject, inReplyTo], ['Correo', undefined]);
  const [sent] = await messagesOf(line, to);
  await eventually(async () => (await messagesOf(line, to))[0]!.status === 'sent');
  await app.engine.within(business.id, (ctx) => messages.update(ctx, sent!.id, { status: 'queued' }));
  const server = createServer((socket) => {
    socket.write('220 mail\r\n');
    socket.on('data', (said) => socket.write(/^RCPT/.test(String(said)) ? '550 No such user\r\n' : '250 ok\r\n'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const refusing = await startTestApp({ SMTP_URL: `smtp://127.0.0.1:${port}` }, { databaseUrl: app.databaseUrl });
  try {
    await runNow(sendEmail, { organizationId: business.id, messageId: message!.id }, refusing);
  } finally {
    await refusing.stop();
    server.close();
  }
  const { status, failure } = (await messagesOf(line, to))[0]!;
  assert.deepEqual([status, failure], ['failed', { code: 'mail_not_sent', message: '550 No such user' }]);
});

async function newWidget(business: Business) {
  const { data } = await business.api.POST('/v1/channel', { body: { kind: 'widget', name: 'Tienda' } });
  const write = async (body: object, key = data!.publicKey) => {
    const answer = await post(`/v1/chat/webhook?key=${key}`, Buffer.from(JSON.stringify(body)));
    return {
      status: answer.status,
      body: (await answer.json()) as { visitorToken: string; sourceId: string; code?: string },
    };
  };
  return { channel: data!, write, line: { business, channelId: data!.id, address: '' } };
}

test('a visitor writes with a token of their own, which opens nothing on another channel', async () => {
  const business = await newBusiness();
  const [a, b] = [await newWidget(business), await newWidget(await newBusiness())];
  const first = await a.write({ text: 'Hola', name: 'Ana', id: '1' });
  assert.equal(first.status, 200);
  const { visitorToken, sourceId } = first.body;
  await a.write({ text: 'Hola', id: '1', visitorToken });
  await a.write({ text: '¿Están abiertos?', id: '2', visitorToken });
  assert.deepEqual(
    (await messagesOf(a.line, sourceId)).map(({ text }) => text),
    ['Hola', '¿Están abiertos?'],
  );
  assert.notEqual((await a.write({ text: 'Otro' })).body.sourceId, sourceId);
  assert.equal((await b.write({ text: 'Robo', visitorToken })).body.code, 'visitor_refused');
  assert.equal(
    (await a.write({ text: 'Robo', visitorToken: `${visitorToken.slice(0, -2)}xx` })).body.code,
    'visitor_refused',
  );
  assert.equal((await a.write({ text: 'x' }, 'chn_unknown')).status, 404);
  assert.equal((await a.write({ text: '' })).status, 400);
  const { data: answer } = await business.api.POST('/v1/chat/message', {
    body: { channelId: a.channel.id, sourceId, text: 'Sí' },
  });
  assert.equal(answer!.status, 'sent');
});

test('only an identity that the organization signed leads a visitor to a contact', async () => {
  const business = await newBusiness();
  const { channel, write, line } = await newWidget(business);
  const phone = newPhone();
  const { data: contact } = await business.api.POST('/v1/beneficiary', {
    body: { name: 'Ana', contactData: [{ kind: 'phone', value: `+${phone}` }] },
  });
  const sign = (claims: object, secret = channel.inboundSecret, alg = 'HS256') => {
    const parts = [{ alg, typ: 'JWT' }, claims]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    return `${parts}.${createHmac('sha256', secret).update(parts).digest('base64url')}`;
  };
  const exp = Math.floor(Date.now() / 1000) + 600;
  const claims = { sub: 'u1', exp, phone: `+${phone}` };
  for (const identity of [
    sign(claims, 'wrong'),
    sign({ ...claims, exp: exp - 1200 }),
    sign(claims, channel.inboundSecret, 'none'),
    sign({ ...claims, exp: exp + 1e6 }),
    'a.b.c',
  ])
    assert.equal((await write({ text: 'x', identity })).body.code, 'identity_refused');
  const { body } = await write({ text: 'Hola', identity: sign(claims) });
  assert.equal((await conversationOf(line, body.sourceId)).contactId, contact!.id);
});

test('the public settings of a widget are found by its key, without the list of sites', async () => {
  const business = await newBusiness();
  const { channel } = await newWidget(business);
  const path = { channelId: channel.id };
  const changed = await business.api.PATCH('/v1/channel/{channelId}/widget', {
    params: { path },
    body: { color: '#0a7d5a', allowedDomains: ['tienda.example.com'] },
  });
  assert.deepEqual([changed.data!.color, changed.data!.allowedDomains], ['#0a7d5a', ['tienda.example.com']]);
  const read = (channelId: string) =>
    anonymous.GET('/v1/channel/{channelId}/widget/public', { params: { path: { channelId } } });
  const { data } = await read(channel.publicKey);
  assert.deepEqual(
    [data!.name, data!.color, data!.isOpen, 'allowedDomains' in data!],
    ['Tienda', '#0a7d5a', true, false],
  );
  assert.equal(codeOf(await read(channel.id)), 'not_found');
  const bad = await business.api.PATCH('/v1/channel/{channelId}/widget', {
    params: { path },
    body: { allowedDomains: ['https://x.com/a'] },
  });
  assert.equal(bad.response.status, 400);
  assert.ok(app && eventually);
});
