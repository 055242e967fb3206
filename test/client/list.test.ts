import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient, ProblemError } from '#client';
import { newBusiness } from '#test/harness.ts';
import { json, problem, startScripted } from './scripted-server.ts';

test('a list is read to its end, page after page', async () => {
  const { api } = await newBusiness();
  const names = Array.from({ length: 7 }, (_, n) => `Contacto ${n}`);
  for (const name of names) await api.POST('/v1/beneficiary', { body: { name } });
  const found: string[] = [];
  for await (const contact of api.list('/v1/beneficiary', { params: { query: { itemsPerPage: 3 } } }))
    found.push(contact.name);
  assert.deepEqual(found, names);
});

test('the event feed ends where it is up to date', async () => {
  const { api } = await newBusiness();
  for (let n = 0; n < 5; n++) await api.POST('/v1/beneficiary', { body: { name: `Contacto ${n}` } });
  const seqs: string[] = [];
  for await (const event of api.list('/v1/organization/events', {
    params: { query: { cursor: '0', itemsPerPage: 2 } },
  }))
    seqs.push(event.seq);
  assert.deepEqual(seqs, ['1', '2', '3', '4', '5']);
});

test('the newest events, which have no cursor, are read to the end by page', async () => {
  const { api } = await newBusiness();
  for (let n = 0; n < 5; n++) await api.POST('/v1/beneficiary', { body: { name: `Contacto ${n}` } });
  const seqs: string[] = [];
  for await (const event of api.list('/v1/organization/events', { params: { query: { itemsPerPage: 2 } } }))
    seqs.push(event.seq);
  assert.deepEqual(seqs, ['5', '4', '3', '2', '1']);
});

test('the next page is read only when it is needed', async () => {
  const { baseUrl, requests } = await startScripted(json({ data: [{ id: '1' }, { id: '2' }], nextCursor: 'x' }));
  for await (const contact of createClient({ baseUrl }).list('/v1/beneficiary')) if (contact.id === '2') break;
  assert.equal(requests.length, 1);
});

test('a refusal half-way is thrown, and the filters are sent with every page', async () => {
  const { baseUrl, requests } = await startScripted(
    json({ data: [{ id: '1' }], nextCursor: 'x y', hasMore: true }),
    problem(403, 'forbidden'),
  );
  const ids: string[] = [];
  const read = async () => {
    const list = createClient({ baseUrl }).list('/v1/beneficiary', { params: { query: { search: 'ana' } } });
    for await (const { id } of list) ids.push(id);
  };
  await assert.rejects(read, (error) => error instanceof ProblemError && error.code === 'forbidden');
  assert.deepEqual(ids, ['1']);
  assert.deepEqual(
    requests.map(({ target }) => target),
    ['/v1/beneficiary?search=ana', '/v1/beneficiary?search=ana&cursor=x+y'],
  );
});
