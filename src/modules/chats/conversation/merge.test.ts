import assert from 'node:assert/strict';
import { test } from 'node:test';
import { customerWrites, newLine } from '#test/chats.ts';
import { draft, newContact, preview, putTemplate } from '#test/diffusions.ts';
import { newBusiness } from '#test/harness.ts';

test('after a merge, lists and filters by the merged contact have the conversations of the survivor', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  const { api } = business;
  const [ana, twin] = [await newContact(business, 'Ana'), await newContact(business, 'Ana P.')];
  for (const { phone } of [ana, twin]) await customerWrites(line, phone!);
  const { data: list } = await api.POST('/v1/conversation-list', {
    body: { name: 'Ana P.', rule: { contactId: [twin.id] } },
  });
  assert.equal(list!.count, 1);
  await api.PATCH('/v1/beneficiary/merge', { body: { id: ana.id, fromIds: [twin.id] } });
  const { data: after } = await api.GET('/v1/conversation-list/{id}', { params: { path: { id: list!.id } } });
  assert.deepEqual([after!.count, after!.openCount], [2, 2]);
  const { data: found } = await api.GET('/v1/conversation', { params: { query: { contactId: twin.id } } });
  assert.equal(found!.total, 2);
  assert.equal((await customerWrites(line, twin.phone!, 'Otra vez')).contactId, ana.id);
});

test('conversations about merged contacts are about the survivor, each once', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  const [ana, twin, seller] = await Promise.all(['Ana', 'Ana P.', 'Luis'].map((name) => newContact(business, name)));
  const { id } = await customerWrites(line, seller!.phone!);
  const linkTo = (...ids: string[]) => ids.map((entityId) => ({ entityKind: 'beneficiaryId', entityId }));
  const body = { id, links: linkTo(ana!.id, twin!.id) };
  await business.api.PATCH('/v1/conversation', { body });
  await business.api.PATCH('/v1/beneficiary/merge', { body: { id: ana!.id, fromIds: [twin!.id] } });
  const { data } = await business.api.GET('/v1/conversation/{channelId}/{sourceId}/meta', {
    params: { path: { channelId: line.channelId, sourceId: `+${seller!.phone}` } },
  });
  assert.deepEqual(data!.links, linkTo(ana!.id));
});

test('a person who opted out under one of two contacts stays opted out after they are merged', async () => {
  const line = await newLine(await newBusiness());
  const { business } = line;
  await putTemplate(line);
  const [ana, twin] = [await newContact(business, 'Ana'), await newContact(business, 'Ana P.')];
  await customerWrites(line, twin.phone!, 'BAJA');
  const { id } = await draft(line);
  assert.equal((await preview(business, id)).reach, 1);
  await business.api.PATCH('/v1/beneficiary/merge', { body: { id: ana.id, fromIds: [twin.id] } });
  const { reach, excluded } = await preview(business, id);
  assert.deepEqual([reach, excluded], [0, [{ reason: 'opted_out', count: 1 }]]);
});
