import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { subscriptions } from '#modules/billing/tables.ts';
import { selectWaiting } from '#modules/chats/inbound/inbound.sql.ts';
import { lockDueTick } from '#platform/clock.sql.ts';
import { realNow, toTimestamp } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { tick } from '#platform/tick.ts';
import { newForm, onePage, submit, text } from '#test/forms.ts';
import { app, type Business, baseUrl, codeOf, freshEmail, letterTo, newBusiness, newMember } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';

const NAME = 'Colmado La Esquina';
const close = ({ api }: Business, name = NAME) => api.POST('/v1/organization/close', { body: { name } });
async function closeNow(business: Business): Promise<void> {
  const { data, error } = await close(business);
  assert.equal(error, undefined);
  assert.deepEqual([data!.id, data!.closedAt === null], [business.id, false]);
}
const reopen = ({ api }: Business) => api.POST('/v1/organization/reopen');

test('members of a closed organization read and do not write, until it is reopened', async () => {
  const business = await newBusiness();
  const seller = await newMember(business, 'seller');
  const { data: contact } = await seller.api.POST('/v1/beneficiary', { body: { name: 'Ana' } });
  const { data: closed } = await close(business);
  assert.ok(closed!.closedAt);
  const refused = await seller.api.POST('/v1/beneficiary', { body: { name: 'Luis' } });
  assert.deepEqual([refused.response.status, codeOf(refused)], [423, 'organization_closed']);
  assert.equal(codeOf(await business.api.PATCH('/v1/organization', { body: { phone: '1' } })), 'organization_closed');
  const read = await seller.api.GET('/v1/beneficiary');
  assert.ok(read.data!.data.some(({ id }) => id === contact!.id));
  const { data: active } = await seller.api.GET('/v1/organization/active');
  assert.equal(active!.closedAt, closed!.closedAt);
  assert.equal((await reopen(business)).data!.closedAt, null);
  assert.equal((await seller.api.POST('/v1/beneficiary', { body: { name: 'Luis' } })).response.status, 201);
});

test('only the owner closes and reopens, and names the organization to close it', async () => {
  const business = await newBusiness();
  const admin = await newMember(business, 'admin');
  assert.equal(codeOf(await admin.api.POST('/v1/organization/close', { body: { name: NAME } })), 'owner_required');
  const { error } = await close(business, 'Otro colmado');
  assert.deepEqual([error?.code, error?.errors?.[0]?.path], ['another_name', 'body.name']);
  await closeNow(business);
  assert.equal(codeOf(await admin.api.POST('/v1/organization/reopen')), 'owner_required');
});

test('a session can move into a closed organization, and another organization of the person goes on', async () => {
  const business = await newBusiness();
  const { data: second } = await business.api.POST('/v1/organization', { body: { name: 'Otro' } });
  const move = (organizationId: string) => business.api.POST('/v1/organization/active', { body: { organizationId } });
  await move(business.id);
  await closeNow(business);
  await move(second!.id);
  assert.equal((await business.api.POST('/v1/beneficiary', { body: { name: 'Ana' } })).response.status, 201);
  assert.equal((await move(business.id)).data!.id, business.id);
  assert.equal((await reopen(business)).data!.closedAt, null);
});

test('public pages of a closed organization say so, and take nothing', async () => {
  const business = await newBusiness();
  const { publicId } = await newForm(business, onePage(text('nombre')));
  const open = () => fetch(`${baseUrl}/v1/forms/${publicId}`, { headers: { accept: 'text/html' } });
  assert.equal((await open()).status, 200);
  await closeNow(business);
  const page = await open();
  assert.equal(page.status, 423);
  assert.match(await page.text(), /Este negocio cerró/);
  assert.equal(codeOf(await submit(publicId, { answers: { nombre: 'Ana' } })), 'organization_closed');
});

test('jobs of a closed organization wait, and its ticks are not taken', async () => {
  const business = await newBusiness();
  const ran: string[] = [];
  const work = tenantJob({
    name: 'portability/test-work',
    payload: { word: z.string() },
    run: (ctx, { word }) => ctx.transaction(async () => void ran.push(word)),
  });
  const due = tick('closing-test');
  await app.engine.within(business.id, async (ctx) => ctx.wakeAt(due, ctx.now));
  const dueNow = async () =>
    (await app.engine.run({}, ({ tx }) => lockDueTick(tx, realNow().add({ minutes: 1 }), [due.name]))).result;
  await closeNow(business);
  await runNow(work, { word: 'closed', organizationId: business.id });
  assert.deepEqual(ran, []);
  assert.equal(await dueNow(), null);
  await reopen(business);
  await runNow(work, { word: 'open', organizationId: business.id });
  assert.deepEqual(ran, ['open']);
  assert.equal((await dueNow())!.organizationId, business.id);
});

test('due ticks of a closed organization are out of the way of others, and due again when it is reopened', async () => {
  const business = await newBusiness();
  const [before, meanwhile] = [tick('closing-before'), tick('closing-meanwhile')];
  const wake = (wanted: typeof before) =>
    app.engine.within(business.id, async (ctx) => ctx.wakeAt(wanted, ctx.now.subtract({ hours: 1 })));
  const dueNow = async () => {
    const { result } = await app.engine.run({}, ({ tx }) =>
      tx
        .selectFrom('organizationTicks')
        .select(['tick', 'dueReallyAt', 'retryAt'])
        .where('organizationId', '=', business.id)
        .execute(),
    );
    const now = toTimestamp(realNow());
    return result
      .filter(({ dueReallyAt, retryAt }) => dueReallyAt < now && (retryAt === null || retryAt < now))
      .map((row) => row.tick)
      .filter((name) => name.startsWith('closing-'))
      .sort();
  };
  await wake(before);
  assert.deepEqual(await dueNow(), [before.name]);
  await closeNow(business);
  await wake(before);
  await wake(meanwhile);
  assert.deepEqual(await dueNow(), []);
  await reopen(business);
  assert.deepEqual(await dueNow(), [before.name, meanwhile.name]);
});

test('members of a closed organization change neither its invitations nor settings of their own, and may leave', async () => {
  const business = await newBusiness();
  const { publicId } = await newForm(business, onePage(text('nombre')));
  const { data: invited } = await business.api.POST('/v1/organization/invite', {
    body: { email: freshEmail(), role: 'seller' },
  });
  const seller = await newMember(business, 'seller');
  await closeNow(business);
  const settings = { section: 'interface', value: { theme: 'dark' } } as const;
  const refused = [
    await seller.api.PATCH('/v1/organization/settings/user', { body: settings }),
    await seller.api.PATCH('/v1/organization/user/notifications', { body: { all: true, read: true } }),
    await business.api.PATCH('/v1/organization/invite', {
      body: { action: 'change', id: invited!.id, role: 'viewer' },
    }),
    await seller.api.POST('/v1/forms/{formId}/submit', {
      params: { path: { formId: publicId } },
      body: { submissionKey: newId(), answers: { nombre: 'Ana' } },
    }),
  ].map(codeOf);
  assert.deepEqual(
    refused,
    refused.map(() => 'organization_closed'),
  );
  assert.equal((await seller.api.GET('/v1/organization/settings/user')).response.status, 200);
  assert.equal(
    (await seller.api.POST('/v1/organization/active', { body: { organizationId: business.id } })).response.status,
    200,
  );
  assert.equal((await seller.api.POST('/v1/organization/leave')).response.status, 204);
});

test('messages that arrive for a closed organization wait until it is reopened', async () => {
  const business = await newBusiness();
  const receivedAt = realNow();
  await closeNow(business);
  await app.engine.run({}, ({ tx }) =>
    tx
      .insertInto('inboundPayloads')
      .values({ id: newId(), kind: 'email', organizationId: business.id, body: Buffer.from('x'), receivedAt } as never)
      .execute(),
  );
  const isFound = async () =>
    (await app.engine.run({}, ({ tx }) => selectWaiting(tx, realNow().add({ minutes: 5 }), 1_000))).result.includes(
      business.id,
    );
  assert.equal(await isFound(), false);
  await reopen(business);
  assert.equal(await isFound(), true);
});

test('a closed organization can still be exported', async () => {
  const business = await newBusiness();
  await closeNow(business);
  assert.equal((await business.api.POST('/v1/organization/export')).response.status, 202);
});

test('an organization is closed only when its plan is canceled, so that it is not charged', async () => {
  const business = await newBusiness();
  const subscription = { adapter: 'test', subscriptionId: `sub_${business.id}`, customerId: 'cus', plan: 'business' };
  await app.engine.within(business.id, (ctx) =>
    subscriptions.insert(ctx, {
      ...subscription,
      interval: 'month',
      state: 'active',
      readAt: ctx.now,
      createdAt: ctx.now,
    } as never),
  );
  assert.equal(codeOf(await close(business)), 'plan_not_canceled');
  await app.engine.within(business.id, (ctx) => subscriptions.updateAll(ctx, {}, { cancelsAtPeriodEnd: true }));
  assert.ok((await close(business)).data!.closedAt);
});

test('closing and reopening again change nothing, and the events say who did it', async () => {
  const business = await newBusiness();
  const first = (await close(business)).data!.closedAt;
  assert.equal((await close(business)).data!.closedAt, first);
  await reopen(business);
  assert.equal((await reopen(business)).data!.closedAt, null);
  const { data } = await business.api.GET('/v1/organization/events', { params: { query: { cursor: '0' } } });
  const closing = data!.data
    .map(({ payload }) => payload as Record<string, unknown>)
    .filter(({ section }) => section === 'closing');
  assert.deepEqual(closing, [
    { section: 'closing', old: { closedAt: null }, new: { closedAt: first }, userId: business.owner.id },
    { section: 'closing', old: { closedAt: first }, new: { closedAt: null }, userId: business.owner.id },
  ]);
});

test('the letters about closing are in the language of the organization, with the last day to reopen', async () => {
  const business = await newBusiness();
  const value = { language: 'en', dateFormat: 'yyyy-MM-dd' } as const;
  await business.api.PATCH('/v1/organization/settings', { body: { section: 'general', value } });
  const { data } = await close(business);
  const until = Temporal.Instant.from(data!.closedAt!)
    .add({ hours: 30 * 24 })
    .toZonedDateTimeISO('America/Santo_Domingo')
    .toPlainDate();
  const letter = await letterTo(business.owner.email, /You closed/);
  assert.match(letter.text, new RegExp(`You can reopen it until ${until}\\.`));
  await reopen(business);
  assert.match((await letterTo(business.owner.email, /You reopened/)).text, /is open again/);
});
