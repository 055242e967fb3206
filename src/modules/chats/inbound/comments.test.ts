import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deliver, messagesOf, messageValue, newLine, newPage, newPhone } from '#test/chats.ts';
import { newBusiness } from '#test/harness.ts';

const [ana, beto] = [
  { id: '1', name: 'Ana' },
  { id: '2', name: 'Beto' },
];

test('answers to answers of a comment stay in its thread, each with the name of its writer', async () => {
  const { business, line, send } = await newPage(await newBusiness());
  await send({ comment_id: 'c1', parent_id: 'p', message: '¿Precio?', from: ana });
  await send({ comment_id: 'c2', parent_id: 'c1', message: 'RD$50', from: { id: '77', name: 'Página' } });
  await send({ comment_id: 'c3', parent_id: 'c2', message: '¿Y dos?', from: beto });
  await send({ comment_id: 'c4', parent_id: 'c3', message: '', photo: 'https://x.do/foto.jpg', from: ana });
  assert.deepEqual(
    (await messagesOf(line, 'c1')).map(({ text, content }) => [text, content.fromName, content.photo]),
    [
      ['¿Precio?', 'Ana', undefined],
      ['RD$50', 'Página', undefined],
      ['¿Y dos?', 'Beto', undefined],
      ['', 'Ana', 'https://x.do/foto.jpg'],
    ],
  );
  assert.equal((await business.api.GET('/v1/conversation')).data!.total, 1);
});

test('a comment that the page hides is marked, and a notice of an unknown kind makes no message', async () => {
  const { business, line, send } = await newPage(await newBusiness());
  await send({ comment_id: 'c1', parent_id: 'p', message: 'Estafa', from: ana });
  const isHidden = async () => (await messagesOf(line, 'c1'))[0]!.content.isHidden;
  await send({ verb: 'hide', comment_id: 'c1', parent_id: 'p', message: 'Estafa', from: ana });
  assert.equal(await isHidden(), true);
  await send({ verb: 'unhide', comment_id: 'c1', parent_id: 'p', message: 'Estafa', from: ana });
  assert.equal(await isHidden(), false);
  await send({ verb: 'hide', comment_id: 'c2', parent_id: 'p', message: 'Oculto', from: beto });
  await send({ verb: 'follow', comment_id: 'c3', parent_id: 'p', message: 'Sigue', from: beto });
  assert.equal((await business.api.GET('/v1/conversation')).data!.total, 1);
  const { data } = await business.api.GET('/v1/chat/unhandled');
  assert.deepEqual(data!.data.map(({ reason }) => reason).toSorted(), ['field_not_handled', 'target_unknown']);
});

test('a change that cannot be read does not block the comments of its webhook', async () => {
  const { business, line, send } = await newPage(await newBusiness());
  await send({ comment_id: 'c1', parent_id: 'p', message: '¿Precio?', from: ana }, null);
  assert.equal((await messagesOf(line, 'c1')).length, 1);
  const { data } = await business.api.GET('/v1/chat/unhandled');
  assert.deepEqual(
    data!.data.map(({ reason, detail }) => [reason, detail]),
    [['field_not_handled', 'unreadable']],
  );
});

test('texts with characters that cannot be stored are repaired, so that the provider does not stop sending', async () => {
  const { line: page, send } = await newPage(await newBusiness());
  await send({ comment_id: 'c1', parent_id: 'p', message: 'a\0b \ud83d', from: ana });
  assert.equal((await messagesOf(page, 'c1'))[0]!.text, 'ab \ufffd');
  const line = await newLine(await newBusiness());
  const from = newPhone();
  await deliver(line.business, messageValue(line.address, { from, text: 'Hola 😀 \0\ud83d' }));
  assert.equal((await messagesOf(line, `+${from}`))[0]!.text, 'Hola 😀 \ufffd');
});
