import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { conversationOf, customerWrites, type Line, newLine, newPhone, say } from '#test/chats.ts';
import { draft, newContact, putTemplate, start, until } from '#test/diffusions.ts';
import { app, newBusiness } from '#test/harness.ts';
import { conversations } from '../tables.ts';
import { isOfCustomer } from './search.sql.ts';

type Query = { label?: string; listId?: string; sort?: 'lastMessage'; itemsPerPage?: number; cursor?: string };

async function idsOf({ business: { api } }: Line, query: Query): Promise<string[]> {
  const { data, error } = await api.GET('/v2/conversation', { params: { query } });
  assert.ok(data, JSON.stringify(error));
  const ids = data.data.map(({ id }) => id);
  return data.nextCursor
    ? [...ids, ...(await idsOf({ business: { api } } as Line, { ...query, cursor: data.nextCursor }))]
    : ids;
}

/** The rows of labels and lists that have another time than the last message of their conversation. */
const staleRows = ({ business: { id } }: Line) =>
  app.engine.within(id, async ({ tx }) => {
    const { rows } = await sql`
      SELECT c.id FROM conversations c JOIN (
        SELECT conversation_id, last_message_at FROM conversation_labels WHERE organization_id = ${id}
        UNION ALL SELECT conversation_id, last_message_at FROM conversation_list_members WHERE organization_id = ${id}
      ) AS n ON n.conversation_id = c.id
      WHERE c.organization_id = ${id} AND n.last_message_at <> c.last_message_at`.execute(tx);
    return rows;
  });

async function newInbox(size: number) {
  const line = await newLine(await newBusiness());
  const phones = Array.from({ length: size }, newPhone);
  const ids: string[] = [];
  for (const phone of phones) ids.push((await customerWrites(line, phone)).id);
  return { line, phones, ids };
}

test('a label and a list made by hand show conversations by their last message, from either side', async () => {
  const { line, phones, ids } = await newInbox(4);
  const { api } = line.business;
  for (const id of ids.slice(0, 3)) await api.PATCH('/v1/conversation', { body: { id, labels: ['vip'] } });
  const { data: list } = await api.POST('/v1/conversation-list', {
    body: { name: 'A mano', conversationIds: ids.slice(0, 3) },
  });
  const [first, second, third] = ids as [string, string, string];
  assert.deepEqual(await idsOf(line, { label: 'vip' }), [third, second, first]);
  await customerWrites(line, phones[0]!, 'otra vez');
  assert.deepEqual(await idsOf(line, { label: 'vip' }), [first, third, second]);
  await say(line, second, 'Enseguida');
  for (const query of [{ label: 'vip' }, { listId: list!.id }, { label: 'vip', listId: list!.id }]) {
    assert.deepEqual(await idsOf(line, query), [second, first, third]);
    assert.deepEqual(await idsOf(line, { ...query, sort: 'lastMessage' }), [third, first, second]);
    assert.deepEqual(await idsOf(line, { ...query, itemsPerPage: 1 }), [second, first, third]);
  }
  const { data: vip } = await api.POST('/v1/conversation-list', { body: { name: 'VIP', rule: { label: 'vip' } } });
  assert.deepEqual(await idsOf(line, { listId: vip!.id }), [second, first, third]);
  await newContact(line.business, 'Ana', { phone: phones[2]! });
  await putTemplate(line);
  const diffusion = await draft(line);
  await start(line.business, diffusion.id);
  await until(line.business, diffusion.id, 'done');
  assert.deepEqual(await idsOf(line, { label: 'vip' }), [third, second, first]);
  assert.deepEqual(await staleRows(line), []);
});

test('conversations that are put on a list or labelled while messages arrive stay in order', async () => {
  const { line, phones, ids } = await newInbox(6);
  const { api } = line.business;
  const { data: list } = await api.POST('/v1/conversation-list', { body: { name: 'A mano', conversationIds: [] } });
  const { id } = list!;
  for (let round = 0; round < 4; round++) {
    const changes = await Promise.all([
      ...phones.map((phone) => customerWrites(line, phone, `Mensaje ${round}`)),
      ...ids.map((conversationId) => say(line, conversationId, `Respuesta ${round}`)),
      api.PATCH('/v1/conversation-list', {
        body: { id, ...(round % 2 ? { conversationIds: ids.slice(2) } : { add: ids.toReversed() }) },
      }),
      ...ids.map((conversation) =>
        api.PATCH('/v1/conversation', { body: { id: conversation, labels: [`r${round % 2}`] } }),
      ),
    ]);
    for (const change of changes) if ('error' in change) assert.equal(change.error, undefined);
  }
  assert.deepEqual(await staleRows(line), []);
  assert.equal((await idsOf(line, { listId: id })).length, 4);
  assert.equal((await conversationOf(line, `+${phones[0]}`)).labels[0], 'r1');
});

test('customers are the same whether few or many match', async () => {
  const { line, phones, ids } = await newInbox(3);
  const { business } = line;
  const { data: contact } = await business.api.POST('/v1/beneficiary', { body: { name: 'Bodega Ñame' } });
  const change = (id: string, body: object) => business.api.PATCH('/v1/conversation', { body: { id, ...body } });
  const [first, second, third] = ids as [string, string, string];
  await change(first, { name: 'Ana Pérez' });
  await change(second, { name: 'Ana Díaz' });
  await change(third, { name: 'Luis', contactId: contact!.id });
  const found = (text: string, listedMax: number) =>
    app.engine.within(business.id, async (ctx) => {
      const condition = await isOfCustomer(ctx, text, listedMax);
      const { rows } = await sql<{ id: string }>`
        SELECT t.id FROM ${conversations.of(ctx)} t WHERE ${condition} ORDER BY t.created_at`.execute(ctx.tx);
      return rows.map(({ id }) => id);
    });
  const expected = {
    ana: [first, second],
    'ana per': [first],
    bodega: [third],
    [`+${phones[1]}`]: [second],
    nadie: [],
  };
  for (const [text, matching] of Object.entries(expected))
    for (const listedMax of [0, 1, 10])
      assert.deepEqual(await found(text, listedMax), matching, `${text} ${listedMax}`);
});
