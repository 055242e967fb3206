import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAccount } from '#test/accounts.ts';
import { newBoard, newTask } from '#test/boards.ts';
import { newDivision } from '#test/books.ts';
import { newBot } from '#test/bots.ts';
import { newResource } from '#test/catalog.ts';
import { newDocument } from '#test/documents.ts';
import { eventsOf } from '#test/events.ts';
import { baseUrl, newBusiness } from '#test/harness.ts';

interface Thing {
  id: string;
  version: number;
  [field: string]: unknown;
}

test('a change that gives a thing the values that it has leaves its version and announces nothing', async () => {
  const business = await newBusiness();
  const { api, owner } = business;
  const send = async (method: string, path: string, body?: object): Promise<Thing> => {
    const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' };
    const answer = await fetch(`${baseUrl}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const data = (await answer.json()) as Thing;
    assert.ok(answer.ok, JSON.stringify(data));
    return data;
  };
  const [account, { id: resourceId }] = await Promise.all([openAccount(business), newResource(api)]);
  const price = await send('POST', '/v1/resource/price', { resourceId, label: 'caja', amount: '5' });
  const record = { kind: 'expense', amount: '10.00', description: 'Luz', accountId: account.id };
  const { board, columns } = await newBoard({}, business);
  const task = await newTask(api, columns[0]!.id, { title: 'Llamar', priority: 'high', labels: ['vip'] });
  const bot = await newBot(business);
  const quote = await newDocument(api, { kind: 'quote', notes: 'A', elements: [{ description: 'A', unitPrice: '5' }] });
  const invoice = await newDocument(api, { notes: 'B', elements: [{ description: 'B', unitPrice: '5' }] });
  const numerals = await send('POST', '/v1/taxes/numerals', { type: 'B01', start: 1, end: 50 });
  const divisionId = await newDivision(business);
  const contact = await send('POST', '/v1/beneficiary', { name: 'Ana', labels: ['vip'] });
  const project = await send('POST', '/v1/project', { name: 'Feria', budget: '5' });
  const posted = await send('POST', '/v1/record', record);
  const channel = await send('POST', '/v1/channel', { kind: 'email', name: 'Correo', email: 'a@b.do' });
  const writer = { sourceId: 'a@example.com', name: 'Ana', labels: ['vip', 'uno'] };
  const conversation = await send('POST', '/v1/conversation', { channelId: channel.id, ...writer });
  const change = async (path: string, { id, version, updatedAt }: Thing, fields: object, byPath = false) => {
    const after = await send('PATCH', path, { ...(!byPath && { id }), version, ...fields });
    assert.deepEqual([after.version, after.updatedAt], [version, updatedAt], path);
  };
  const same = async (path: string, id: string, ...names: string[]) => {
    const thing = await send('GET', `${path}/${id}`);
    await change(path, thing, Object.fromEntries(names.map((name) => [name, thing[name]])));
  };
  const before = (await eventsOf(business)).length;
  await same('/v1/project', project.id, 'name', 'budget', 'archived');
  await same('/v1/division', divisionId, 'name');
  await same('/v1/account', account.id, 'name', 'archived');
  await same('/v1/beneficiary', contact.id, 'name', 'labels');
  await same('/v1/resource', resourceId, 'name', 'minStockAlert');
  await same('/v1/record', posted.id, 'description', 'amount', 'accountId');
  await same('/v1/record/pending', quote.id, 'notes', 'dueOn');
  await same('/v1/record/pending', invoice.id, 'notes', 'date');
  await same('/v1/tasks/board', board.id, 'name', 'labels');
  await same('/v1/tasks/board-task', task.id, 'title', 'priority', 'labels');
  await change(`/v1/bot/${bot.id}`, bot as unknown as Thing, { name: bot.name, tools: bot.tools }, true);
  await change(`/v1/taxes/numerals/${numerals.id}`, numerals, { end: 50 }, true);
  await change('/v1/resource/price', price, { amount: '5.00' });
  await same('/v1/conversation', conversation.id, 'name', 'labels', 'category');
  const own = await send('GET', '/v1/organization/active');
  await change('/v1/organization', own, { name: own.name }, true);
  assert.equal((await eventsOf(business)).length, before);
});
