import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { conversationOf, customerWrites, messagesOf, newLine, newPhone, sentBy, statusIs } from '#test/chats.ts';
import { uploadFile } from '#test/files.ts';
import { baseUrl, codeOf, eventually, newBusiness, newMember } from '#test/harness.ts';
import { dayFromNow, newSchedule } from '#test/schedules.ts';

test('a note is never sent to the customer, and each type of message needs its fields', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const { id: conversationId } = await customerWrites(line, from);
  const send = (body: Record<string, unknown>) =>
    business.api.POST('/v1/chat/message', { body: { conversationId, ...body } as never });
  const { data: note } = await send({ text: 'Ojo: cliente nuevo', note: true });
  assert.deepEqual([note!.direction, note!.status], ['note', 'stored']);
  assert.equal((await conversationOf(line, `+${from}`)).waitingSince !== null, true);
  for (const [body, path] of [
    [{}, 'body.text'],
    [{ type: 'image' }, 'body.fileId'],
    [{ type: 'location' }, 'body.location'],
    [{ type: 'reaction', emoji: '👍' }, 'body.replyToId'],
    [{ type: 'interactive', text: 'x' }, 'body.buttons'],
  ] as const)
    assert.deepEqual((await send(body)).error!.errors[0]!.path, path);
  assert.equal((await send({ text: 'x', replyToId: newId() })).error!.errors[0]!.path, 'body.replyToId');
  const [first] = await messagesOf(line, `+${from}`);
  await send({ type: 'reaction', replyToId: first!.id, emoji: '👍' });
  await send({ type: 'interactive', text: '¿Confirmas?', buttons: [{ payload: 'si', title: 'Sí' }] });
  await eventually(async () => (await sentBy(line)).length === 2);
  assert.deepEqual(
    (await sentBy(line)).map(({ type }) => type),
    ['reaction', 'interactive'],
  );
  const viewer = await newMember(business, 'viewer');
  assert.equal(codeOf(await viewer.api.POST('/v1/chat/message', { body: { conversationId, text: 'x' } })), 'forbidden');
});

test('a file is sent with its message and cannot be deleted; canned answers and documents are filled in', async () => {
  const business = await newBusiness();
  const line = await newLine(business);
  const from = newPhone();
  const { id: conversationId } = await customerWrites(line, from);
  const file = await uploadFile(business, randomBytes(100), 'factura.bin');
  const { data: message } = await business.api.POST('/v1/chat/message', {
    body: { conversationId, type: 'document', fileId: file.id, text: 'Factura' },
  });
  await statusIs(line, from, message!.id, 'accepted');
  assert.equal(codeOf(await business.api.DELETE('/v1/files', { body: { id: file.id } } as never)), 'file_in_use');
  const asImage = await business.api.POST('/v1/chat/message', {
    body: { conversationId, type: 'image', fileId: file.id },
  });
  assert.deepEqual([codeOf(asImage), asImage.error!.errors[0]!.path], ['type_unsupported', 'body.fileId']);
  const [medium] = message!.media;
  const bytes = await fetch(medium!.url, { headers: { authorization: `Bearer ${business.owner.token}` } });
  assert.equal((await bytes.arrayBuffer()).byteLength, 100);
  const { data: canned } = await business.api.POST('/v1/chat/canned-answer', {
    body: { shortcut: 'hola', text: 'Hola {{contact.firstName}} ({{contact.phone}}), de {{organization.name}}' },
  });
  const holed = { shortcut: 'nada', text: 'Hola {{nada}}' };
  assert.equal(
    (await business.api.POST('/v1/chat/canned-answer', { body: holed })).error!.errors[0]!.code,
    'unknown_variable',
  );
  const { data: answer } = await business.api.POST('/v1/chat/message', {
    body: { conversationId, cannedAnswerId: canned!.id },
  });
  assert.equal(answer!.text, `Hola Ana (+${from}), de Colmado La Esquina`);
  const { data: document } = await business.api.POST('/v1/record/pending', {
    body: { elements: [{ description: 'Arroz', unitPrice: '100' }] },
  });
  const { data: shared } = await business.api.POST('/v1/chat/document', {
    body: { conversationId, documentId: document!.id },
  });
  assert.ok(shared!.text.startsWith(`${baseUrl}/v1/record/pending/`));
  const { data: meta } = await business.api.GET('/v1/conversation/{channelId}/{sourceId}/meta', {
    params: { path: { channelId: line.channelId, sourceId: `+${from}` } },
  });
  assert.deepEqual(
    meta!.links.map(({ entityKind, entityId }) => [entityKind, entityId]),
    [['invoiceId', document!.id]],
  );
});

test('canned answers are found by words without accents, and one with broken braces is refused', async () => {
  const { api } = await newBusiness();
  const create = (shortcut: string, text: string) => api.POST('/v1/chat/canned-answer', { body: { shortcut, text } });
  await create('Envío gratis', '¡Enviamos al Cibao!');
  await create('50%_menos', 'Descuento');
  const found = async (search: string) =>
    (await api.GET('/v1/chat/canned-answer', { params: { query: { search } } })).data!.data.map(
      (each) => each.shortcut,
    );
  for (const search of ['envio', 'ENVÍO GRA', 'cibao', 'enviamos'])
    assert.deepEqual(await found(search), ['Envío gratis'], search);
  assert.deepEqual([await found('50%_'), await found('0%'), await found('__')], [['50%_menos'], [], []]);
  for (const text of ['{{contact.{{agent.name}}}}', 'Hola {{}}', 'Hola {{contact.name']) {
    const { error } = await create('roto', text);
    assert.equal(error!.errors[0]!.code, 'unknown_variable', text);
  }
});

test('a document goes into the chat as a PDF, a booking as its page, and the conversation is linked to both', async () => {
  const business = await newBusiness();
  const { api } = business;
  const line = await newLine(business);
  const from = newPhone();
  const { id: conversationId } = await customerWrites(line, from);
  const { data: document } = await api.POST('/v1/record/pending', {
    body: { elements: [{ description: 'Arroz', unitPrice: '100' }] },
  });
  const send = (body: Record<string, unknown>) =>
    api.POST('/v1/chat/document', { body: { conversationId, ...body } as never });
  const { data: pdf } = await send({ documentId: document!.id, as: 'pdf', text: 'Tu factura' });
  assert.deepEqual([pdf!.type, pdf!.text, pdf!.media[0]!.contentType], ['document', 'Tu factura', 'application/pdf']);
  await statusIs(line, from, pdf!.id, 'accepted');
  const bytes = await fetch(pdf!.media[0]!.url, { headers: { authorization: `Bearer ${business.owner.token}` } });
  assert.equal(
    Buffer.from(await bytes.arrayBuffer())
      .subarray(0, 5)
      .toString(),
    '%PDF-',
  );
  const schedule = await newSchedule(api);
  const { data: booking } = await api.POST('/v1/tasks/schedule/{scheduleId}/register', {
    params: { path: { scheduleId: schedule.id } },
    body: { name: 'Ana', startsAt: `${dayFromNow(2)}T14:00:00Z` },
  });
  const { data: page } = await send({ bookingId: booking!.id });
  assert.ok(page!.text.startsWith(`${baseUrl}/v1/tasks/schedule/booking/`), page!.text);
  const { data: meta } = await api.GET('/v1/conversation/{channelId}/{sourceId}/meta', {
    params: { path: { channelId: line.channelId, sourceId: `+${from}` } },
  });
  assert.deepEqual(
    meta!.links.map(({ entityKind, entityId }) => [entityKind, entityId]),
    [
      ['invoiceId', document!.id],
      ['bookingId', booking!.id],
    ],
  );
  for (const [body, path] of [
    [{}, 'body.documentId'],
    [{ bookingId: booking!.id, as: 'pdf' }, 'body.documentId'],
    [{ documentId: newId() }, 'body.documentId'],
    [{ documentId: newId(), as: 'pdf' }, 'body.documentId'],
    [{ bookingId: newId() }, 'body.bookingId'],
    [{ conversationId: newId(), documentId: document!.id, as: 'pdf' }, 'body.conversationId'],
  ] as const)
    assert.equal((await send(body)).error!.errors[0]!.path, path, JSON.stringify(body));
});
