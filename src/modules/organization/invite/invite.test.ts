import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '#client';
import {
  anonymous,
  app,
  baseUrl,
  eventually,
  freshEmail,
  letterTo,
  newBusiness,
  newMember,
  newPerson,
  type Person,
} from '#test/harness.ts';
import { inviteAs, tokenFor } from '#test/members.ts';

const answer = (person: Person, token: string, action: 'accept' | 'decline' = 'accept') =>
  person.api.PATCH('/v1/organization/invite', { body: { action, token } });

test('an invited person accepts with the token of the letter and becomes a member', async () => {
  const business = await newBusiness();
  const person = await newPerson();
  const { token } = await inviteAs(business.api, person.email, 'seller');
  const letter = await letterTo(person.email, /te invita/);
  assert.ok(letter.text.includes(`https://app.example.com/invite/${token}`));
  const accepted = await answer(person, token);
  assert.equal(accepted.data?.status, 'accepted');
  assert.equal(accepted.data?.organization.id, business.id);
  const active = await person.api.GET('/v1/organization/active');
  assert.equal(active.data?.id, business.id);
  assert.equal(active.data?.role, 'seller');
});

test('the letter gives the end of the invitation in the date and time format of the organization', async () => {
  const business = await newBusiness();
  const expiryIn = async () => {
    const person = await newPerson();
    await inviteAs(business.api, person.email, 'seller');
    return (await letterTo(person.email, /te invita/)).text;
  };
  assert.match(await expiryIn(), /Vale hasta el \d\d\/\d\d\/\d{4} \d{1,2}:\d\d [ap]\. m\./);
  const value = { timeFormat: '24h', dateFormat: 'yyyy-MM-dd' } as const;
  await business.api.PATCH('/v1/organization/settings', { body: { section: 'general', value } });
  assert.match(await expiryIn(), /Vale hasta el \d{4}-\d\d-\d\d \d\d:\d\d\./);
});

test('the letter is in the language of the organization', async () => {
  const business = await newBusiness();
  const person = await newPerson();
  const body = { section: 'general', value: { language: 'en' } };
  await business.api.PATCH('/v1/organization/settings', { body });
  await business.api.POST('/v1/organization/invite', { body: { email: person.email, role: 'accountant' } });
  const { text } = await letterTo(person.email, /invites you to/);
  assert.match(text, /Your role: accounting\.[\s\S]+Your invitation code: inv_/);
});

test('an invitation can be answered only by the invited address', async () => {
  const business = await newBusiness();
  const { token } = await inviteAs(business.api, freshEmail());
  const stranger = await newPerson();
  const tried = await answer(stranger, token);
  assert.equal(tried.response.status, 422);
  assert.equal(tried.error?.code, 'invitation_for_another_address');
});

test('an unknown token is not found, and a declined one no longer works', async () => {
  const business = await newBusiness();
  const person = await newPerson();
  assert.equal((await answer(person, 'inv_nothing')).response.status, 404);
  const { token } = await inviteAs(business.api, person.email);
  assert.equal((await answer(person, token, 'decline')).data?.status, 'declined');
  const late = await answer(person, token);
  assert.equal(late.response.status, 410);
  assert.equal(late.error?.code, 'invitation_settled');
});

test('inviting again renews the pending invitation: the new role counts and the earlier token stops working', async () => {
  const business = await newBusiness();
  const person = await newPerson();
  const first = await inviteAs(business.api, person.email, 'viewer');
  const second = await inviteAs(business.api, person.email, 'accountant');
  assert.equal(second.id, first.id);
  assert.notEqual(second.token, first.token);
  assert.equal((await answer(person, first.token)).response.status, 404);
  assert.equal((await answer(person, second.token)).data?.role, 'accountant');
});

test('concurrent invitations of one address leave one pending invitation and one token', async () => {
  const business = await newBusiness();
  const person = await newPerson();
  const calls = await Promise.all(
    Array.from({ length: 6 }, () =>
      business.api.POST('/v1/organization/invite', { body: { email: person.email, role: 'viewer' } }),
    ),
  );
  assert.deepEqual(new Set(calls.map(({ response }) => response.status)), new Set([201]));
  assert.equal(new Set(calls.map(({ data }) => data?.id)).size, 1);
  const list = await business.api.GET('/v1/organization/invite', { params: { query: { status: 'pending' } } });
  assert.equal(list.data?.total, 1);
  const letters = await eventually(async () => {
    const found = (await app.mailbox!.letters()).filter(({ to }) => to === person.email);
    return found.length === 6 && found;
  });
  const statuses: number[] = [];
  for (const { text } of letters) {
    statuses.push((await answer(person, /inv_[\w-]+/.exec(text)![0], 'decline')).response.status);
  }
  assert.deepEqual(statuses.toSorted(), [200, 404, 404, 404, 404, 404]);
});

test('a member cannot be invited again, and no one can be invited as owner', async () => {
  const business = await newBusiness();
  const member = await newMember(business);
  const again = await business.api.POST('/v1/organization/invite', { body: { email: member.email, role: 'viewer' } });
  assert.equal(again.response.status, 422);
  assert.equal(again.error?.code, 'already_member');
  const owner = await business.api.POST('/v1/organization/invite', {
    body: { email: freshEmail(), role: 'owner' as never },
  });
  assert.equal(owner.response.status, 400);
});

test('a list of permissions goes with the role custom, and only with it', async () => {
  const { api } = await newBusiness();
  const invite = (body: object) =>
    api.POST('/v1/organization/invite', { body: { email: freshEmail(), ...body } as never });
  assert.equal((await invite({ role: 'custom' })).error?.errors[0]?.path, 'body.permissions');
  assert.equal((await invite({ role: 'viewer', permissions: ['events:read'] })).response.status, 400);
  assert.equal((await invite({ role: 'custom', permissions: ['moon:write'] })).response.status, 400);
  assert.equal((await invite({ role: 'custom', permissions: ['events:read'] })).response.status, 201);
});

test('an invitation cannot give more rights than the inviter has', async () => {
  const business = await newBusiness();
  const clerk = await newMember(business, 'custom', ['members:write', 'events:read']);
  const invite = (role: 'admin' | 'viewer' | 'custom', permissions?: string[]) =>
    clerk.api.POST('/v1/organization/invite', {
      body: { email: freshEmail(), role, ...(permissions && { permissions: permissions as never }) },
    });
  assert.equal((await invite('admin')).error?.code, 'grant_exceeds_rights');
  assert.equal((await invite('viewer')).error?.code, 'grant_exceeds_rights');
  assert.equal((await invite('custom', ['events:write'])).error?.code, 'grant_exceeds_rights');
  assert.equal((await invite('custom', ['events:read', 'members:read'])).response.status, 201);
  const admin = await newMember(business, 'admin');
  const byAdmin = await admin.api.POST('/v1/organization/invite', { body: { email: freshEmail(), role: 'admin' } });
  assert.equal(byAdmin.response.status, 201);
});

test('a viewer can neither invite, change nor revoke', async () => {
  const business = await newBusiness();
  const viewer = await newMember(business, 'viewer');
  const { id } = await inviteAs(business.api, freshEmail());
  const invited = await viewer.api.POST('/v1/organization/invite', { body: { email: freshEmail(), role: 'viewer' } });
  const changed = await viewer.api.PATCH('/v1/organization/invite', { body: { action: 'change', id, role: 'seller' } });
  const revoked = await viewer.api.DELETE('/v1/organization/invite', { body: { id } });
  assert.deepEqual(
    [invited, changed, revoked].map(({ response, error }) => [response.status, error?.code]),
    Array(3).fill([403, 'forbidden']),
  );
});

test('of two concurrent answers only the first counts', async () => {
  const business = await newBusiness();
  for (let round = 0; round < 5; round++) {
    const person = await newPerson();
    const { token } = await inviteAs(business.api, person.email);
    const answers = await Promise.all(
      (['accept', 'accept', 'decline', 'accept'] as const).map((action) => answer(person, token, action)),
    );
    assert.equal(answers.filter(({ response }) => response.status === 200).length, 1);
    assert.equal(answers.filter(({ response }) => response.status === 410).length, 3);
    const winner = answers.find(({ data }) => data)?.data?.status;
    const members = await business.api.GET('/v1/organization/users', {
      params: { query: { search: person.email } },
    });
    assert.equal(members.data?.total, winner === 'accepted' ? 1 : 0);
  }
});

test('a pending invitation is changed by its id and renewed with a new token', async () => {
  const business = await newBusiness();
  const person = await newPerson();
  const { id, token } = await inviteAs(business.api, person.email, 'viewer');
  const changed = await business.api.PATCH('/v1/organization/invite', {
    body: { action: 'change', id, role: 'custom', permissions: ['members:read', 'events:read', 'members:read'] },
  });
  assert.deepEqual(changed.data?.permissions, ['events:read', 'members:read']);
  const since = new Date().toISOString();
  await business.api.PATCH('/v1/organization/invite', { body: { action: 'change', id, renew: true } });
  const renewed = await tokenFor(person.email, since);
  assert.notEqual(renewed, token);
  assert.equal((await answer(person, token)).response.status, 404);
  const accepted = await answer(person, renewed);
  assert.equal(accepted.data?.role, 'custom');
  const settled = await business.api.PATCH('/v1/organization/invite', {
    body: { action: 'change', id, role: 'admin' },
  });
  assert.equal(settled.error?.code, 'invitation_settled');
});

test('a revoked invitation no longer works', async () => {
  const business = await newBusiness();
  const person = await newPerson();
  const { id, token } = await inviteAs(business.api, person.email);
  assert.equal((await business.api.DELETE('/v1/organization/invite', { body: { id } })).response.status, 204);
  assert.equal((await answer(person, token)).error?.code, 'invitation_settled');
  assert.equal((await business.api.DELETE('/v1/organization/invite', { body: { id } })).response.status, 410);
});

test('an invitation of another organization is not found', async () => {
  const [business, other] = await Promise.all([newBusiness(), newBusiness()]);
  const { id } = await inviteAs(other.api, freshEmail());
  for (const unknown of [id, crypto.randomUUID()]) {
    const revoked = await business.api.DELETE('/v1/organization/invite', { body: { id: unknown } });
    const changed = await business.api.PATCH('/v1/organization/invite', {
      body: { action: 'change', id: unknown, role: 'seller' },
    });
    assert.deepEqual([revoked.error?.code, changed.error?.code], ['not_found', 'not_found']);
  }
  assert.equal((await business.api.GET('/v1/organization/invite')).data?.total, 0);
});

test('an invitation expires after seven days by the organization’s clock, and the inviter is notified', async () => {
  const business = await newBusiness({ sandbox: true });
  const person = await newPerson();
  const { token } = await inviteAs(business.api, person.email);
  const days = (count: number) => Temporal.Now.instant().add({ hours: 24 * count });
  await app.clock.move(business.id, days(6));
  const pending = await business.api.GET('/v1/organization/invite', { params: { query: { status: 'pending' } } });
  assert.equal(pending.data?.total, 1);
  await app.clock.move(business.id, days(8));
  const expired = await business.api.GET('/v1/organization/invite', { params: { query: { status: 'expired' } } });
  assert.equal(expired.data?.data[0]?.email, person.email);
  await letterTo(business.owner.email, /se venció/);
  const late = await answer(person, token);
  assert.equal(late.response.status, 410);
  assert.equal(late.error?.code, 'invitation_expired');
});

test('a late answer is refused even before the tick has run', async () => {
  const business = await newBusiness({ sandbox: true });
  const person = await newPerson();
  await app.clock.move(business.id, Temporal.Now.instant().subtract({ hours: 24 * 30 }));
  const { token } = await inviteAs(business.api, person.email);
  // Only the clock moves here; nothing that is due is done.
  await app.engine.run({}, async ({ tx }) => {
    await tx.updateTable('organizations').set({ clockOffsetMs: 0 }).where('id', '=', business.id).execute();
  });
  const late = await answer(person, token);
  assert.equal(late.error?.code, 'invitation_expired');
});

test('someone without an account accepts in one step: account, membership and session', async () => {
  const business = await newBusiness();
  const email = freshEmail();
  const { token } = await inviteAs(business.api, email, 'accountant');
  const signed = await anonymous.POST('/v1/organization/invite/accept', {
    body: { token, name: 'Pedro Martínez', wants: 'token' },
  });
  assert.equal(signed.response.status, 200);
  assert.equal(signed.data?.user?.email, email);
  assert.equal(signed.data?.activeOrganizationId, business.id);
  const api = createClient({ baseUrl, credentials: { token: signed.data!.token! } });
  assert.equal((await api.GET('/v1/organization/active')).data?.role, 'accountant');
  const again = await anonymous.POST('/v1/organization/invite/accept', { body: { token, wants: 'token' } });
  assert.equal(again.error?.code, 'invitation_settled');
});

test('concurrent acceptances of a newcomer create one account', async () => {
  const business = await newBusiness();
  const { token } = await inviteAs(business.api, freshEmail());
  const both = await Promise.all(
    [1, 2, 3].map(() => anonymous.POST('/v1/organization/invite/accept', { body: { token, wants: 'token' } })),
  );
  assert.deepEqual(both.map(({ response }) => response.status).toSorted(), [200, 410, 410]);
});

test('an address that has an account must sign in to accept', async () => {
  const business = await newBusiness();
  const person = await newPerson();
  const { token } = await inviteAs(business.api, person.email);
  const tried = await anonymous.POST('/v1/organization/invite/accept', { body: { token, wants: 'token' } });
  assert.equal(tried.response.status, 409);
  assert.equal(tried.error?.code, 'account_exists');
  assert.equal((await answer(person, token)).response.status, 200);
});

test('a dry run sends no invitation', async () => {
  const business = await newBusiness();
  const tried = await business.api.POST('/v1/organization/invite', {
    body: { email: freshEmail(), role: 'viewer' },
    headers: { 'dry-run': 'true' },
  });
  assert.equal((tried.data as unknown as { dryRun: boolean }).dryRun, true);
  assert.equal((await business.api.GET('/v1/organization/invite')).data?.total, 0);
});

test('the list of invitations is searched, filtered, sorted and paged, and shows no token', async () => {
  const business = await newBusiness();
  const emails = [freshEmail(), freshEmail(), freshEmail()];
  for (const email of emails) await business.api.POST('/v1/organization/invite', { body: { email, role: 'viewer' } });
  const page = await business.api.GET('/v1/organization/invite', { params: { query: { itemsPerPage: 2 } } });
  assert.deepEqual(
    page.data?.data.map(({ email }) => email),
    emails.toReversed().slice(0, 2),
  );
  assert.deepEqual([page.data?.total, page.data?.hasMore], [3, true]);
  const rest = await business.api.GET('/v1/organization/invite', {
    params: { query: { cursor: page.data!.nextCursor! } },
  });
  assert.deepEqual(
    rest.data?.data.map(({ email }) => email),
    [emails[0]],
  );
  const query = { sort: 'email', status: ['pending', 'expired'] } as const;
  const sorted = await business.api.GET('/v1/organization/invite', { params: { query } as never });
  assert.deepEqual(
    sorted.data?.data.map(({ email }) => email),
    emails.toSorted(),
  );
  const found = await business.api.GET('/v1/organization/invite', {
    params: { query: { search: emails[0]!.toUpperCase() } },
  });
  assert.deepEqual([found.data?.total, found.data?.data[0]?.email], [1, emails[0]]);
  assert.ok(!JSON.stringify(found.data).includes('inv_'));
});
