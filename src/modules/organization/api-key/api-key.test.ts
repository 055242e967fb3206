import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { type ColmadoClient, createClient, signatureHeader } from '#client';
import { parseSignature, type SignatureScheme, type SignedParts, sign } from '#platform/auth/signature.ts';
import { eventsOf } from '#test/events.ts';
import { app, type Business, baseUrl, newBusiness, newMember } from '#test/harness.ts';

interface Key {
  id: string;
  secret: string;
}

const signing = (key: Key, organizationId: string): ColmadoClient =>
  createClient({ baseUrl, credentials: { apiKeyId: key.id, secret: key.secret, organizationId } });

const create = (api: ColmadoClient, fields: object = {}) =>
  api.POST('/v1/organization/api-key', {
    body: { name: 'till', permissions: ['organization:write', 'members:read'], ...fields },
  });

async function newKey(business: Business, fields: object = {}): Promise<Key> {
  return (await create(business.api, fields)).data!;
}

/** A request signed by hand, so that a part of it can be wrong. */
async function signedFetch(
  key: Key,
  organizationId: string,
  change: Partial<SignedParts> = {},
  headers: Record<string, string> = {},
  scheme?: SignatureScheme,
): Promise<Response> {
  const body = JSON.stringify({ phone: '809-555-0123' });
  const parts = {
    timestamp: String(Math.floor(Date.now() / 1000)),
    nonce: randomBytes(18).toString('base64url'),
    keyId: key.id,
    organizationId,
    method: 'PATCH',
    target: '/v1/organization',
    body,
    ...change,
  };
  return fetch(`${baseUrl}/v1/organization`, {
    method: 'PATCH',
    headers: {
      'content-type': 'application/json',
      'x-service-apikey': key.id,
      'x-service-organization-id': parts.organizationId,
      authorization: scheme
        ? `${scheme} ts=${parts.timestamp}, nonce=${parts.nonce}, sig=${sign(key.secret, parts, scheme)}`
        : await signatureHeader(key.secret, parts),
      ...headers,
    },
    body,
  });
}

test('a signed key reads and writes in its organization, in the name of its creator', async () => {
  const business = await newBusiness();
  const key = signing(await newKey(business), business.id);
  const members = await key.GET('/v1/organization/users', { params: { query: { search: 'dueña', role: 'owner' } } });
  assert.equal(members.data?.total, 1);
  const changed = await key.PATCH('/v1/organization', { body: { phone: '809-555-0199' } });
  assert.equal(changed.data?.phone, '809-555-0199');
  const { data: who } = await key.POST('/v1/user/login/controller', { body: {} });
  assert.deepEqual([who?.kind, who?.activeOrganizationId], ['apiKey', business.id]);
});

test('a key can do only what its permissions allow', async () => {
  const business = await newBusiness();
  const key = signing(await newKey(business, { permissions: ['organization:read'] }), business.id);
  assert.equal((await key.GET('/v1/organization/referrals')).response.status, 200);
  assert.equal((await key.PATCH('/v1/organization', { body: { phone: '1' } })).error?.code, 'forbidden');
  assert.equal((await key.GET('/v1/organization/users')).error?.code, 'forbidden');
  assert.equal((await key.GET('/v1/user/session')).error?.code, 'user_required');
});

test('every wrong signature gets the same answer: secret, time, organization, path, body', async () => {
  const [business, other] = await Promise.all([newBusiness(), newBusiness()]);
  const key = await newKey(business);
  assert.equal((await signedFetch(key, business.id)).status, 200);
  const past = String(Math.floor(Date.now() / 1000) - 400);
  const future = String(Math.floor(Date.now() / 1000) + 400);
  const wrong = await Promise.all([
    signedFetch({ ...key, secret: 'cks_wrong' }, business.id),
    signedFetch({ ...key, id: 'ck_unknown' }, business.id),
    signedFetch(key, business.id, { timestamp: past }),
    signedFetch(key, business.id, { timestamp: future }),
    signedFetch(key, other.id),
    signedFetch(key, business.id, { target: '/v1/organization?x=1' }),
    signedFetch(key, business.id, { body: '{"phone":"1"}' }),
  ]);
  for (const response of wrong) {
    assert.equal(response.status, 401);
    assert.equal(((await response.json()) as { code: string }).code, 'unauthenticated');
  }
});

test('a nonce works once for a write, even for concurrent requests', async () => {
  const business = await newBusiness();
  const key = await newKey(business);
  const nonce = randomBytes(18).toString('base64url');
  const copies = await Promise.all([1, 2, 3, 4].map(() => signedFetch(key, business.id, { nonce })));
  assert.deepEqual(copies.map(({ status }) => status).toSorted(), [200, 401, 401, 401]);
});

test('a key with a list of addresses works from those only', async () => {
  const business = await newBusiness();
  const elsewhere = await newKey(business, { addresses: ['203.0.113.0/24', '2001:db8::/32'] });
  assert.equal((await signing(elsewhere, business.id).GET('/v1/organization/users')).response.status, 401);
  const here = await newKey(business, { addresses: ['127.0.0.0/8', '::1'] });
  assert.equal((await signing(here, business.id).GET('/v1/organization/users')).response.status, 200);
  await business.api.PATCH('/v1/organization/api-key', { body: { id: here.id, addresses: ['203.0.113.7'] } });
  assert.equal((await signing(here, business.id).GET('/v1/organization/users')).response.status, 401);
});

test('only addresses and ranges in the usual notation are accepted', async () => {
  const { api } = await newBusiness();
  for (const address of ['10.0.0.1', '10.0.0.0/8', '2001:db8::1', '2001:db8::/32']) {
    assert.equal((await create(api, { addresses: [address] })).response.status, 201, address);
  }
  for (const address of ['10.1', '300.0.0.1', '10.0.0.0/33', 'example.com', '0x7f.0.0.1', 'fe80::1%eth0', '']) {
    const refused = await create(api, { addresses: [address] });
    assert.equal(refused.error?.errors[0]?.path, 'body.addresses[0]', address);
  }
});

test('a key ends at its expiry, which cannot be in the past', async () => {
  const business = await newBusiness();
  const past = await create(business.api, { expiresAt: new Date(Date.now() - 1000).toISOString() });
  assert.equal(past.error?.errors[0]?.path, 'body.expiresAt');
  const key = await newKey(business, { expiresAt: new Date(Date.now() + 3_600_000).toISOString() });
  assert.equal((await signing(key, business.id).GET('/v1/organization/users')).response.status, 200);
  await app.engine.run({}, async ({ tx, now }) => {
    await tx
      .updateTable('apiKeys')
      .set({ expiresAt: now.subtract({ seconds: 1 }) })
      .where('id', '=', key.id)
      .execute();
  });
  assert.equal((await signing(key, business.id).GET('/v1/organization/users')).response.status, 401);
  const live = await business.api.GET('/v1/organization/api-key', { params: { query: { live: 'true' as never } } });
  assert.equal(live.data?.total, 0);
});

test('expired keys do not count among the live ones that an organization may have', async () => {
  const business = await newBusiness();
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  for (let made = 0; made < 100; made++) await newKey(business, { expiresAt });
  assert.equal((await create(business.api)).error?.code, 'too_many_keys');
  await app.engine.run({}, async ({ tx, now }) => {
    const expired = tx.updateTable('apiKeys').set({ expiresAt: now.subtract({ seconds: 1 }) });
    await expired.where('organizationId', '=', business.id).execute();
  });
  assert.equal((await create(business.api)).response.status, 201);
});

test('after a rotation both secrets work for the overlap, then only the new one', async () => {
  const business = await newBusiness();
  const old = await newKey(business);
  const rotate = (overlapSeconds?: number) =>
    business.api.POST('/v1/organization/api-key/rotate', {
      body: { id: old.id, ...(overlapSeconds !== undefined && { overlapSeconds }) },
    });
  const works = async (secret: string) =>
    (await signing({ ...old, secret }, business.id).GET('/v1/organization/users')).response.status === 200;
  const { data: second } = await rotate();
  assert.ok(second?.previousSecretExpiresAt);
  assert.deepEqual([await works(old.secret), await works(second.secret)], [true, true]);
  const { data: third } = await rotate(0);
  assert.deepEqual(
    [await works(old.secret), await works(second.secret), await works(third!.secret)],
    [false, false, true],
  );
  const kept = await app.engine.within(business.id, ({ tx }) =>
    tx.selectFrom('apiKeys').select('previousSecret').where('id', '=', old.id).executeTakeFirstOrThrow(),
  );
  assert.deepEqual([kept.previousSecret, third!.previousSecretExpiresAt], [null, null]);
  assert.equal((await rotate(7 * 24 * 3600 + 1)).response.status, 400);
});

test('a revoked key stops at once and can no longer be rotated or changed', async () => {
  const business = await newBusiness();
  const key = await newKey(business);
  const { id } = key;
  for (let again = 0; again < 2; again++) {
    const revoked = await business.api.DELETE('/v1/organization/api-key', { body: { id } });
    assert.equal(revoked.response.status, 204);
  }
  assert.equal((await signing(key, business.id).GET('/v1/organization/users')).response.status, 401);
  const rotated = await business.api.POST('/v1/organization/api-key/rotate', { body: { id } });
  const changed = await business.api.PATCH('/v1/organization/api-key', { body: { id, name: 'x' } });
  assert.deepEqual([rotated.error?.code, changed.error?.code], ['key_revoked', 'key_revoked']);
});

test('a key cannot create keys, and a person only after a fresh authentication', async () => {
  const business = await newBusiness();
  const key = signing(await newKey(business), business.id);
  assert.equal((await create(key)).error?.code, 'user_required');
  const { data: stale } = await business.api.GET('/v1/user/token');
  const unproved = createClient({ baseUrl, credentials: { token: stale!.token } });
  assert.equal((await create(unproved)).error?.code, 'fresh_authentication_required');
});

test('a key cannot have more rights than its creator, and a viewer cannot create one', async () => {
  const business = await newBusiness();
  const clerk = await newMember(business, 'custom', ['organization:write', 'members:read']);
  assert.equal((await create(clerk.api, { permissions: ['members:write'] })).error?.code, 'grant_exceeds_rights');
  const made = await create(clerk.api, { permissions: ['organization:read', 'members:read'] });
  assert.equal(made.response.status, 201);
  const widened = await clerk.api.PATCH('/v1/organization/api-key', {
    body: { id: made.data!.id, permissions: ['webhooks:read'] },
  });
  assert.equal(widened.error?.code, 'grant_exceeds_rights');
  const viewer = await newMember(business, 'viewer');
  assert.equal((await create(viewer.api)).error?.code, 'forbidden');
  assert.equal((await viewer.api.GET('/v1/organization/api-key')).error?.code, 'forbidden');
});

test('a key invites within its own permissions, and never an admin', async () => {
  const business = await newBusiness();
  const key = signing(await newKey(business, { permissions: ['members:write', 'events:read'] }), business.id);
  const invite = (role: 'admin' | 'custom', permissions?: 'events:read'[]) =>
    key.POST('/v1/organization/invite', {
      body: { email: `k-${crypto.randomUUID()}@example.com`, role, ...(permissions && { permissions }) },
    });
  assert.equal((await invite('admin')).error?.code, 'grant_exceeds_rights');
  assert.equal((await invite('custom', ['events:read'])).data?.invitedBy.userId, business.owner.id);
});

test('a key that is created while its creator is deactivated ends with them', async () => {
  const business = await newBusiness();
  for (let round = 0; round < 4; round++) {
    const admin = await newMember(business, 'admin');
    const [made] = await Promise.all([
      Promise.all([1, 2, 3].map(() => create(admin.api))),
      business.api.PATCH('/v1/organization/user/toggle', { body: { userId: admin.id, active: false } }),
    ]);
    for (const { data, response } of made) {
      assert.ok([201, 403].includes(response.status));
      if (data) assert.equal((await signing(data, business.id).GET('/v1/organization/users')).response.status, 401);
    }
  }
});

test('only its creator rotates or changes a key; others can revoke it', async () => {
  const business = await newBusiness();
  const admin = await newMember(business, 'admin');
  const { id } = await newKey(business);
  const rotated = await admin.api.POST('/v1/organization/api-key/rotate', { body: { id } });
  const changed = await admin.api.PATCH('/v1/organization/api-key', { body: { id, addresses: [] } });
  assert.deepEqual([rotated.error?.code, changed.error?.code], ['key_of_another', 'key_of_another']);
  assert.equal((await admin.api.DELETE('/v1/organization/api-key', { body: { id } })).response.status, 204);
});

test('a key of another organization is not found', async () => {
  const [business, other] = await Promise.all([newBusiness(), newBusiness()]);
  const theirs = await newKey(other);
  for (const id of [theirs.id, 'ck_unknown']) {
    const answers = [
      await business.api.DELETE('/v1/organization/api-key', { body: { id } }),
      await business.api.PATCH('/v1/organization/api-key', { body: { id, name: 'x' } }),
      await business.api.POST('/v1/organization/api-key/rotate', { body: { id } }),
    ];
    assert.deepEqual(
      answers.map(({ error }) => error?.code),
      ['not_found', 'not_found', 'not_found'],
    );
  }
  assert.equal((await signing(theirs, other.id).GET('/v1/organization/users')).response.status, 200);
});

test('the list shows creator and last use of each key, never a secret', async () => {
  const business = await newBusiness();
  const key = await newKey(business, { name: 'Tienda' });
  const { data } = await business.api.GET('/v1/organization/api-key');
  assert.deepEqual([data?.total, data?.data[0]?.id, data?.data[0]?.name], [1, key.id, 'Tienda']);
  assert.equal(data?.data[0]?.createdBy.userId, business.owner.id);
  const other = await newKey(business, { name: 'Almacén' });
  const page = async (query: object) =>
    (await business.api.GET('/v1/organization/api-key', { params: { query: { itemsPerPage: 1, ...query } } })).data!;
  const first = await page({ sort: 'name' });
  const second = await page({ sort: 'name', cursor: first.nextCursor! });
  assert.deepEqual([first.data[0]?.id, second.data[0]?.id, second.nextCursor], [other.id, key.id, null]);
  assert.ok(!JSON.stringify(data).includes('cks_'));
});

test('a dry run creates no key', async () => {
  const business = await newBusiness();
  await business.api.POST('/v1/organization/api-key', {
    body: { name: 'till', permissions: ['members:read'] },
    headers: { 'dry-run': 'true' },
  });
  assert.equal((await business.api.GET('/v1/organization/api-key')).data?.total, 0);
});

test('the signature covers Idempotency-Key and Dry-Run', async () => {
  const business = await newBusiness();
  const key = await newKey(business);
  const idempotencyKey = randomBytes(12).toString('hex');
  const send = (change: Partial<SignedParts>, headers: Record<string, string>) =>
    signedFetch(key, business.id, change, headers).then(({ status }) => status);
  assert.equal(
    await send({ idempotencyKey, dryRun: 'true' }, { 'idempotency-key': idempotencyKey, 'dry-run': 'true' }),
    200,
  );
  assert.equal(await send({ idempotencyKey }, { 'idempotency-key': `${idempotencyKey}x` }), 401);
  assert.equal(await send({ idempotencyKey }, {}), 401);
  assert.equal(await send({}, { 'idempotency-key': idempotencyKey }), 401);
  assert.equal(await send({ dryRun: 'true' }, {}), 401);
  assert.equal(await send({}, { 'dry-run': 'true' }), 401);
});

test('the client signs what it sends: with a key for retries and with a dry run', async () => {
  const business = await newBusiness();
  const key = signing(await newKey(business), business.id);
  const body = { phone: '809-555-0177' };
  const tried = await key.PATCH('/v1/organization', { body, headers: { 'Dry-Run': 'true' } });
  assert.deepEqual([tried.response.status, (tried.data as { dryRun?: boolean }).dryRun], [200, true]);
  const change = () => key.PATCH('/v1/organization', { body, idempotencyKey: business.id });
  assert.equal((await change()).response.status, 200);
  assert.equal((await change()).response.headers.get('idempotent-replayed'), 'true');
});

test('the first version of the signature is accepted and marked as deprecated', async () => {
  const business = await newBusiness();
  const key = await newKey(business);
  const first = await signedFetch(key, business.id, {}, {}, 'CM1-HMAC-SHA256');
  assert.equal(first.status, 200);
  assert.match(first.headers.get('deprecation') ?? '', /^@\d+$/);
  assert.match(first.headers.get('link') ?? '', /rel="deprecation"/);
  const second = await signedFetch(key, business.id, {}, {}, 'CM2-HMAC-SHA256');
  assert.equal(second.status, 200);
  assert.equal(second.headers.get('deprecation'), null);
});

type Vector = SignedParts & { secret: string; signature: string };

test('the published signatures match those of the service and of the client', async () => {
  const page = await readFile('docs/signing.md', 'utf8');
  const [second, first] = [...page.matchAll(/```json\n([\s\S]+?)```/g)].map(
    ([, text]) => JSON.parse(text!) as Vector[],
  );
  assert.deepEqual(second, JSON.parse(await readFile('client/signing-vectors.json', 'utf8')));
  assert.deepEqual([second!.length, first!.length], [5, 3]);
  for (const { secret, signature, ...parts } of first!) assert.equal(sign(secret, parts, 'CM1-HMAC-SHA256'), signature);
  for (const { secret, signature, ...parts } of second!) {
    assert.equal(sign(secret, parts, 'CM2-HMAC-SHA256'), signature);
    assert.deepEqual(parseSignature(await signatureHeader(secret, parts)), {
      scheme: 'CM2-HMAC-SHA256',
      timestamp: parts.timestamp,
      nonce: parts.nonce,
      signature,
    });
  }
});

test('the events tell who created, changed, rotated and revoked a key, without its secret', async () => {
  const business = await newBusiness();
  const { api } = business;
  const { data: key } = await api.POST('/v1/organization/api-key', {
    body: { name: 'Tienda', permissions: ['events:read'] },
  });
  const id = key!.id;
  await api.PATCH('/v1/organization/api-key', { body: { id, permissions: ['events:read', 'members:read'] } });
  const rotated = await api.POST('/v1/organization/api-key/rotate', { body: { id, overlapSeconds: 0 } });
  await api.DELETE('/v1/organization/api-key', { body: { id } });
  await api.DELETE('/v1/organization/api-key', { body: { id } });
  const events = await eventsOf(business, 'settings:organization:updated', { section: 'apiKeys' });
  assert.ok(events.every(({ payload }) => payload.userId === business.owner.id));
  const [created, changed, secret, revoked, ...rest] = events.map(({ payload }) => [payload.old, payload.new]);
  assert.deepEqual(created, [{ id }, { id, name: 'Tienda', permissions: ['events:read'], addresses: [] }]);
  assert.deepEqual(changed, [
    { id, permissions: ['events:read'] },
    { id, permissions: ['events:read', 'members:read'] },
  ]);
  assert.deepEqual(secret, [{ id }, { id, rotated: true, previousExpiresAt: null }]);
  assert.deepEqual([revoked![0], Object.keys(revoked![1] as object)], [{ id, revokedAt: null }, ['id', 'revokedAt']]);
  assert.deepEqual(rest, []);
  const text = JSON.stringify(events);
  assert.ok(!text.includes(key!.secret) && !text.includes(rotated.data!.secret));
});
