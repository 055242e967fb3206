import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { app, codeOf, newBusiness, newMember, ownerUrlOf } from '#test/harness.ts';

const owner = new pg.Client({ connectionString: ownerUrlOf(app.databaseUrl) });
await owner.connect();
after(() => owner.end());

/** The statements that the service sends while `work` runs, by packet: statements of one event-loop turn leave together. */
async function packetsDuring(work: () => Promise<unknown>): Promise<string[][]> {
  const packets: string[][] = [];
  let open = false;
  const original = pg.Client.prototype.query;
  pg.Client.prototype.query = function record(this: pg.Client, ...given: unknown[]) {
    if (!open) {
      packets.push([]);
      open = true;
      process.nextTick(() => {
        open = false;
      });
    }
    const query = given[0] as { text: string } | string;
    packets.at(-1)!.push(typeof query === 'string' ? query : query.text);
    return (original as (...parameters: unknown[]) => unknown).apply(this, given);
  } as typeof original;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = original;
  }
  return packets;
}

test('a known caller is confirmed in the packet of the first query', async () => {
  const { api } = await newBusiness();
  await api.GET('/v2/record/pending');
  const packets = await packetsDuring(() => api.GET('/v2/record/pending'));
  const read = packets.find((packet) => packet.some((text) => text.includes('pending_records')))!;
  assert.match(read[0]!, /BEGIN READ ONLY; SET LOCAL app\.organization_id/);
  assert.match(read[1]!, /FROM sessions/);
  assert.equal(packets.flat().filter((text) => text.includes('FROM sessions')).length, 1);
});

test('a session that ends is refused on its next request, and nothing is written', async () => {
  const business = await newBusiness();
  const member = await newMember(business, 'admin');
  const body = { name: 'Proyecto' };
  assert.equal((await member.api.POST('/v1/project', { body })).response.status, 201);
  await owner.query('DELETE FROM sessions WHERE user_id = $1', [member.id]);
  assert.equal(codeOf(await member.api.POST('/v1/project', { body })), 'unauthenticated');
  assert.equal((await business.api.GET('/v1/project')).data!.total, 1);
});

test('a role that changes applies to the next request', async () => {
  const business = await newBusiness();
  const member = await newMember(business, 'viewer');
  const create = () => member.api.POST('/v1/project', { body: { name: 'Proyecto' } });
  await member.api.GET('/v1/project');
  assert.equal(codeOf(await create()), 'forbidden');
  const change = (role: string) =>
    owner.query('UPDATE memberships SET role = $1 WHERE user_id = $2 AND organization_id = $3', [
      role,
      member.id,
      business.id,
    ]);
  await change('admin');
  assert.equal((await create()).response.status, 201);
  await change('viewer');
  assert.equal(codeOf(await create()), 'forbidden');
  assert.equal((await business.api.GET('/v1/project')).data!.total, 1);
});

test('a refusal of a caller that is no longer valid is the refusal of the caller', async () => {
  const business = await newBusiness();
  const member = await newMember(business, 'admin');
  await member.api.GET('/v1/project');
  await owner.query('DELETE FROM sessions WHERE user_id = $1', [member.id]);
  const wrong = await member.api.GET('/v1/project', { params: { query: { itemsPerPage: 0 } } });
  assert.equal(codeOf(wrong), 'unauthenticated');
});
