import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import pg from 'pg';
import { openSession } from '#modules/identity/user/session.ts';
import { app, baseUrl, codeOf, newBusiness, newMember, ownerUrlOf } from '#test/harness.ts';
import { packetsDuring } from '#test/sent-statements.ts';

const owner = new pg.Client({ connectionString: ownerUrlOf(app.databaseUrl) });
await owner.connect();
after(() => owner.end());

test('a known caller is confirmed in the packet of the first query', async () => {
  const { api } = await newBusiness();
  await api.GET('/v2/record/pending');
  const packets = await packetsDuring('pending_records', () => api.GET('/v2/record/pending'));
  assert.equal(packets.length, 1);
  // COMMIT ends the read before this one.
  const [begin, tenant, caller, plans, list] = packets[0]!.filter((text) => text !== 'COMMIT');
  assert.equal(begin, 'BEGIN READ ONLY');
  assert.match(tenant!, /^SET LOCAL app\.organization_id/);
  assert.match(caller!, /FROM sessions/);
  assert.equal(plans, 'SET LOCAL plan_cache_mode = auto');
  assert.match(list!, /pending_records/);
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

test('the secret of a remembered cookie is no token', async () => {
  const business = await newBusiness();
  const { result: session } = await app.engine.run({}, (ctx) =>
    openSession(ctx, business.owner.id, { kind: 'cookie', organizationId: business.id, authenticated: true }),
  );
  const list = (headers: Record<string, string>) => fetch(`${baseUrl}/v1/project`, { headers });
  for (let times = 0; times < 2; times++)
    assert.equal((await list({ cookie: `session=${session.secret}` })).status, 200);
  assert.equal((await list({ authorization: `Bearer ${session.secret}` })).status, 401);
});
