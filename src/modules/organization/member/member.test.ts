import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '#client';
import { eventsOf } from '#test/events.ts';
import {
  app,
  type Business,
  baseUrl,
  eventually,
  freshEmail,
  letterTo,
  newBusiness,
  newMember,
  newPerson,
  type Person,
} from '#test/harness.ts';
import { inviteAs } from '#test/members.ts';

const toggle = (person: Person | Business, body: { userId: string; [field: string]: unknown }) =>
  person.api.PATCH('/v1/organization/user/toggle', { body: body as never });

const transfer = (from: Person, userId: string) =>
  from.api.POST('/v1/organization/owner/transfer', { body: { userId } });

async function ownersOf(business: Business): Promise<string[]> {
  const { data } = await business.api.GET('/v1/organization/users', { params: { query: { role: 'owner' } } });
  return data!.data.map(({ userId }) => userId);
}

async function makeKey(person: Person, organizationId: string, permissions: string[]) {
  const { data } = await person.api.POST('/v1/organization/api-key', {
    body: { name: 'till', permissions: permissions as never },
  });
  return createClient({ baseUrl, credentials: { apiKeyId: data!.id, secret: data!.secret, organizationId } });
}

test('the list of members shows name, address, role, permissions and when they joined', async () => {
  const business = await newBusiness();
  const seller = await newMember(business, 'seller');
  const { data } = await business.api.GET('/v1/organization/users');
  assert.equal(data?.total, 2);
  const shown = data?.data.find(({ userId }) => userId === seller.id);
  assert.deepEqual([shown?.email, shown?.role, shown?.active], [seller.email, 'seller', true]);
  assert.ok(shown?.permissions.includes('members:read') && !shown.permissions.includes('members:write'));
  assert.ok(shown?.lastSeenAt);
});

test('members are found without regard to accents and case, by role and by state', async () => {
  const business = await newBusiness();
  const josé = await newPerson('José Núñez');
  const { token } = await inviteAs(business.api, josé.email, 'agent');
  await josé.api.PATCH('/v1/organization/invite', { body: { action: 'accept', token } });
  const find = async (query: Record<string, string>) => {
    const { data } = await business.api.GET('/v1/organization/users', { params: { query: query as never } });
    return data!.data.map(({ userId }) => userId);
  };
  for (const search of ['jose nunez', 'nunez jose', 'JOSÉ', 'NÚÑ', josé.email.toUpperCase()]) {
    assert.deepEqual(await find({ search }), [josé.id], search);
  }
  assert.deepEqual(await find({ search: '%' }), []);
  assert.equal((await find({ search: '' })).length, 2);
  assert.deepEqual(await find({ role: 'agent' }), [josé.id]);
  assert.deepEqual(await find({ role: 'agent,owner', sort: '-joined' }), [josé.id, business.owner.id]);
  await toggle(business, { userId: josé.id, active: false });
  assert.deepEqual(await find({ active: 'false' }), [josé.id]);
  assert.deepEqual(await find({ active: 'true' }), [business.owner.id]);
});

test('a deactivated member loses access at once, and gets it back when activated', async () => {
  const business = await newBusiness();
  const member = await newMember(business, 'admin');
  const key = await makeKey(member, business.id, ['members:read']);
  assert.equal((await key.GET('/v1/organization/users')).response.status, 200);
  const off = await toggle(business, { userId: member.id, active: false });
  assert.equal(off.data?.active, false);
  assert.equal((await member.in(business.id).GET('/v1/organization/users')).error?.code, 'organization_required');
  assert.equal((await member.api.GET('/v1/organization/active')).error?.code, 'organization_required');
  assert.equal((await key.GET('/v1/organization/users')).response.status, 401);
  await toggle(business, { userId: member.id, active: true });
  assert.equal((await member.in(business.id).GET('/v1/organization/users')).response.status, 200);
  assert.equal((await key.GET('/v1/organization/users')).response.status, 401);
});

test('the live stream of a deactivated member ends at its next read', async () => {
  const business = await newBusiness();
  const member = await newMember(business, 'viewer');
  const stream = await fetch(`${baseUrl}/v1/organization/events`, {
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${member.token}`,
      'x-service-organization-id': business.id,
    },
  });
  assert.equal(stream.status, 200);
  let ended = false;
  const end = () => {
    ended = true;
  };
  stream.text().then(end, end);
  await toggle(business, { userId: member.id, active: false });
  // Something that makes every reader of the organization look again.
  await inviteAs(business.api, freshEmail());
  await eventually(async () => ended);
});

test('a change of role applies from the next request, and keys and invitations lose the same rights', async () => {
  const business = await newBusiness();
  const member = await newMember(business, 'admin');
  const key = await makeKey(member, business.id, ['members:read', 'members:write', 'webhooks:read']);
  const asAdmin = await inviteAs(member.api, freshEmail(), 'admin');
  const asViewer = await inviteAs(member.api, freshEmail(), 'viewer');
  const changed = await toggle(business, { userId: member.id, role: 'viewer' });
  assert.equal(changed.data?.role, 'viewer');
  const forbidden = await member.api.POST('/v1/organization/invite', { body: { email: freshEmail(), role: 'viewer' } });
  assert.equal(forbidden.error?.code, 'forbidden');
  const listed = await business.api.GET('/v1/organization/api-key');
  assert.deepEqual(listed.data?.data[0]?.permissions, ['members:read']);
  assert.equal((await key.GET('/v1/organization/users')).response.status, 200);
  const invitations = await business.api.GET('/v1/organization/invite', { params: { query: { search: 'p-' } } });
  const statusOf = (id: string) => invitations.data?.data.find((invitation) => invitation.id === id)?.status;
  assert.deepEqual([statusOf(asAdmin.id), statusOf(asViewer.id)], ['revoked', 'pending']);
});

test('deactivating a member closes the invitations that they made or received', async () => {
  const business = await newBusiness();
  const member = await newMember(business, 'admin');
  const made = await inviteAs(member.api, freshEmail(), 'viewer');
  await toggle(business, { userId: member.id, active: false });
  const back = await inviteAs(business.api, member.email, 'admin');
  await toggle(business, { userId: member.id, active: true });
  await toggle(business, { userId: member.id, active: false });
  const late = await member.api.PATCH('/v1/organization/invite', { body: { action: 'accept', token: back.token } });
  assert.equal(late.error?.code, 'invitation_settled');
  const list = await business.api.GET('/v1/organization/invite', { params: { query: { status: 'revoked' } } });
  assert.ok(list.data?.data.some(({ id }) => id === made.id));
});

test('a deactivated member comes back by invitation, with its role', async () => {
  const business = await newBusiness();
  const member = await newMember(business, 'admin');
  await toggle(business, { userId: member.id, active: false });
  const { token } = await inviteAs(business.api, member.email, 'agent');
  await member.api.PATCH('/v1/organization/invite', { body: { action: 'accept', token } });
  assert.equal((await member.api.GET('/v1/organization/active')).data?.role, 'agent');
});

test('the owner, oneself and members with more rights cannot be changed', async () => {
  const business = await newBusiness();
  const admin = await newMember(business, 'admin');
  const clerk = await newMember(business, 'custom', ['members:write']);
  const helper = await newMember(business, 'custom', ['members:read']);
  assert.equal((await toggle(admin, { userId: business.owner.id, active: false })).error?.code, 'owner_untouchable');
  assert.equal((await toggle(admin, { userId: admin.id, active: false })).error?.code, 'own_membership');
  assert.equal((await toggle(clerk, { userId: admin.id, active: false })).error?.code, 'grant_exceeds_rights');
  assert.equal((await toggle(clerk, { userId: helper.id, role: 'admin' })).error?.code, 'grant_exceeds_rights');
  assert.equal((await toggle(clerk, { userId: helper.id, role: 'seller' })).error?.code, 'grant_exceeds_rights');
  assert.equal((await toggle(clerk, { userId: helper.id, active: false })).response.status, 200);
  assert.equal((await toggle(admin, { userId: clerk.id, role: 'owner' })).response.status, 400);
  assert.equal((await toggle(admin, { userId: clerk.id })).response.status, 400);
});

test('a viewer cannot deactivate members, and a member of another organization is not found', async () => {
  const [business, other] = await Promise.all([newBusiness(), newBusiness()]);
  const viewer = await newMember(business, 'viewer');
  assert.equal((await toggle(viewer, { userId: business.owner.id, active: false })).error?.code, 'forbidden');
  for (const userId of [other.owner.id, crypto.randomUUID()]) {
    assert.equal((await toggle(business, { userId, active: false })).error?.code, 'not_found');
    assert.equal((await transfer(business.owner, userId)).error?.errors[0]?.path, 'body.userId');
  }
});

test('the owner transfers the organization, stays as admin, and both get a letter', async () => {
  const business = await newBusiness();
  const heir = await newMember(business, 'custom', ['members:read']);
  const done = await transfer(business.owner, heir.id);
  assert.equal(done.data?.role, 'owner');
  assert.deepEqual(await ownersOf(business), [heir.id]);
  assert.equal((await business.api.GET('/v1/organization/active')).data?.role, 'admin');
  assert.equal((await heir.api.GET('/v1/organization/active')).data?.role, 'owner');
  await Promise.all([letterTo(business.owner.email, /Ya no eres/), letterTo(heir.email, /Ahora eres/)]);
  assert.equal((await transfer(business.owner, heir.id)).error?.code, 'owner_required');
});

test('the letters of a transfer are in the language of the organization', async () => {
  const business = await newBusiness();
  const heir = await newMember(business, 'admin');
  await business.api.PATCH('/v1/organization/settings', { body: { section: 'general', value: { language: 'en' } } });
  await transfer(business.owner, heir.id);
  const old = await letterTo(business.owner.email, /^You no longer own Colmado La Esquina$/);
  assert.match(old.text, /is now the owner of Colmado La Esquina\. You stay as an administrator\./);
  await letterTo(heir.email, /^You now own Colmado La Esquina$/);
});

test('a transfer needs the owner, freshly authenticated, and another active member', async () => {
  const business = await newBusiness();
  const admin = await newMember(business, 'admin');
  assert.equal((await transfer(admin, admin.id)).error?.code, 'owner_required');
  assert.equal((await transfer(business.owner, business.owner.id)).error?.code, 'reference_not_found');
  const { data: stale } = await business.api.GET('/v1/user/token');
  const unproved = createClient({ baseUrl, credentials: { token: stale!.token } });
  const tried = await unproved.POST('/v1/organization/owner/transfer', { body: { userId: admin.id } });
  assert.equal(tried.error?.code, 'fresh_authentication_required');
  const key = await makeKey(business.owner, business.id, ['organization:write']);
  const byKey = await key.POST('/v1/organization/owner/transfer', { body: { userId: admin.id } });
  assert.equal(byKey.error?.code, 'user_required');
  await toggle(business, { userId: admin.id, active: false });
  assert.equal((await transfer(business.owner, admin.id)).error?.code, 'reference_not_found');
});

test('after any concurrent changes there is exactly one owner, who is active', async () => {
  const business = await newBusiness();
  const people = [business.owner, ...(await Promise.all([1, 2, 3].map(() => newMember(business, 'admin'))))];
  const pick = seeded(7);
  const act = (person: Person) => ({ ...person, api: person.in(business.id) });
  let owner = business.owner;
  for (let round = 0; round < 8; round++) {
    const others = people.filter((person) => person !== owner);
    const calls = await Promise.all([
      ...others.map(({ id }) => transfer(act(owner), id)),
      toggle(act(pick(others)), { userId: pick(others).id, active: false }),
      toggle(act(pick(others)), { userId: pick(people).id, role: 'admin' }),
      transfer(act(pick(others)), pick(people).id),
    ]);
    assert.ok(calls.every(({ response }) => response.status < 500));
    const members = await membersOf(business.id);
    const owners = members.filter(({ role }) => role === 'owner');
    assert.deepEqual(
      owners.map(({ active }) => active),
      [true],
    );
    owner = people.find(({ id }) => id === owners[0]!.userId)!;
    for (const { userId, active } of members) if (!active) await toggle(act(owner), { userId, active: true });
  }
});

/** Read from the database, past all permissions. */
const membersOf = async (organizationId: string) =>
  (
    await app.engine.run({}, ({ tx }) =>
      tx
        .selectFrom('memberships')
        .select(['userId', 'role', 'active'])
        .where('organizationId', '=', organizationId)
        .execute(),
    )
  ).result;

/** Chooses the same way in every run. */
function seeded(seed: number): <T>(list: T[]) => T {
  let state = seed;
  return (list) => {
    state = (state * 48_271) % 2_147_483_647;
    return list[state % list.length]!;
  };
}

test('of two concurrent transfers exactly one succeeds', async () => {
  const business = await newBusiness();
  const [first, second] = [await newMember(business, 'admin'), await newMember(business, 'viewer')];
  const calls = await Promise.all([transfer(business.owner, first.id), transfer(business.owner, second.id)]);
  assert.deepEqual(calls.map(({ response }) => response.status).toSorted(), [200, 403]);
  const winner = calls[0].data ? first : second;
  assert.deepEqual(await ownersOf(business), [winner.id]);
});

test('a member who leaves loses sessions, keys and invitations, and comes back only by invitation', async () => {
  const business = await newBusiness();
  const member = await newMember(business, 'admin');
  const key = await makeKey(member, business.id, ['members:read']);
  const { id } = await inviteAs(member.api, freshEmail(), 'viewer');
  assert.equal((await member.api.POST('/v1/organization/leave')).response.status, 204);
  assert.equal((await member.api.GET('/v1/organization/active')).error?.code, 'organization_required');
  assert.equal((await key.GET('/v1/organization/users')).response.status, 401);
  const invitations = await business.api.GET('/v1/organization/invite', { params: { query: { status: 'revoked' } } });
  assert.ok(invitations.data?.data.some((invitation) => invitation.id === id));
  assert.equal((await toggle(business, { userId: member.id, active: true })).error?.code, 'not_found');
  const { token } = await inviteAs(business.api, member.email);
  await member.api.PATCH('/v1/organization/invite', { body: { action: 'accept', token } });
  assert.equal((await member.api.GET('/v1/organization/active')).data?.role, 'viewer');
});

test('the owner cannot leave, nor someone without an organization', async () => {
  const business = await newBusiness();
  const left = await business.api.POST('/v1/organization/leave');
  assert.equal(left.response.status, 422);
  assert.equal(left.error?.code, 'owner_cannot_leave');
  const outsider = await newPerson();
  assert.equal((await outsider.api.POST('/v1/organization/leave')).error?.code, 'organization_required');
});

test('a dry run of leaving changes nothing', async () => {
  const business = await newBusiness();
  const member = await newMember(business);
  await member.api.POST('/v1/organization/leave', { headers: { 'dry-run': 'true' } });
  assert.equal((await member.api.GET('/v1/organization/active')).data?.id, business.id);
});

test('referrals are the organizations created with our code, with name and date only', async () => {
  const business = await newBusiness();
  const { data: own } = await business.api.GET('/v1/organization/active');
  for (const name of ['Ferretería Ana', 'Salón Luz']) {
    const founder = await newPerson();
    await founder.api.POST('/v1/organization', { body: { name, referralCode: own!.referralCode } });
  }
  await newBusiness();
  const { data } = await business.api.GET('/v1/organization/referrals', { params: { query: { itemsPerPage: 1 } } });
  assert.deepEqual([data?.total, data?.hasMore], [2, true]);
  assert.deepEqual(Object.keys(data!.data[0]!).toSorted(), ['createdAt', 'name']);
  assert.equal(data?.data[0]?.name, 'Salón Luz');
});

test('the events tell who gave which rights to whom, and when they ended', async () => {
  const business = await newBusiness();
  const seller = await newPerson('Vendedora');
  const { token } = await inviteAs(business.api, seller.email, 'seller');
  await seller.api.PATCH('/v1/organization/invite', { body: { action: 'accept', token } });
  await toggle(business, { userId: seller.id, role: 'custom', permissions: ['members:read'] });
  await toggle(business, { userId: seller.id, role: 'custom', permissions: ['members:read'] });
  await toggle(business, { userId: seller.id, active: false });
  await toggle(business, { userId: seller.id, active: true, role: 'admin' });
  await seller.api.POST('/v1/organization/active', { body: { organizationId: business.id } });
  await seller.in(business.id).POST('/v1/organization/leave');
  const events = await eventsOf(business, 'settings:user:updated', { section: 'membership' });
  const [by, custom] = [{ userId: business.owner.id }, { role: 'custom', permissions: ['members:read'] }];
  const told = { targetUserId: seller.id, section: 'membership' };
  assert.deepEqual(
    events.map(({ payload }) => payload),
    [
      { ...told, old: {}, new: { role: 'seller', permissions: [], active: true }, userId: seller.id },
      { ...told, old: { role: 'seller', permissions: [] }, new: custom, ...by },
      { ...told, old: { active: true }, new: { active: false }, ...by },
      { ...told, old: { ...custom, active: false }, new: { role: 'admin', permissions: [], active: true }, ...by },
      { ...told, old: { role: 'admin', permissions: [], active: true }, new: {}, userId: seller.id },
    ],
  );
});

test('the transfer of the ownership is announced for both', async () => {
  const business = await newBusiness();
  const successor = await newMember(business, 'seller');
  await transfer(business.owner, successor.id);
  const events = await eventsOf({ api: successor.in(business.id) }, 'settings:user:updated');
  assert.deepEqual(
    events.map(({ payload }) => payload),
    [
      [business.owner.id, 'owner', 'admin'],
      [successor.id, 'seller', 'owner'],
    ].map(([targetUserId, before, after]) => ({
      targetUserId,
      section: 'membership',
      old: { role: before },
      new: { role: after },
      userId: business.owner.id,
    })),
  );
});
