import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountingSettings, readSettings } from '#modules/organization/index.ts';
import { eventsOf } from '#test/events.ts';
import { app, type Business, newBusiness, newMember, newPerson } from '#test/harness.ts';

const settingsEvents = async (business: Business, section: string) =>
  (await eventsOf(business, undefined, { section })).map(({ type, payload }) => ({ type, ...payload }));

test('a new organization has every section with its defaults, at version 0', async () => {
  const { api } = await newBusiness();
  const { data } = await api.GET('/v1/organization/settings');
  assert.deepEqual(Object.keys(data!.sections).toSorted(), [
    'accounting',
    'assistant',
    'bookings',
    'general',
    'invoicing',
    'marketplace',
    'messaging',
    'notifications',
    'paymentPages',
    'paymentReminders',
    'policies',
    'resources',
    'sales',
    'tasks',
    'taxes',
    'website',
  ]);
  assert.deepEqual(data!.sections.accounting, {
    fiscalYearStartMonth: 1,
    paymentTermsDays: 30,
    lockDate: null,
    rateMaxAgeDays: null,
  });
  assert.equal(data!.versions.accounting, 0);
  assert.deepEqual(data!.user.sections.interface, { theme: 'system', language: 'es' });
  assert.deepEqual(Object.keys(data!.user.versions).toSorted(), ['assistant', 'interface', 'notifications', 'sales']);
});

test('a change is merged, announced with the changed fields only, and read by other modules', async () => {
  const business = await newBusiness();
  const { api, owner } = business;
  const first = await api.PATCH('/v1/organization/settings', {
    body: { section: 'accounting', value: { paymentTermsDays: 15, fiscalYearStartMonth: 1 }, version: 0 },
  });
  assert.deepEqual(first.data, {
    section: 'accounting',
    value: { fiscalYearStartMonth: 1, paymentTermsDays: 15, lockDate: null, rateMaxAgeDays: null },
    version: 1,
  });
  await api.PATCH('/v1/organization/settings', { body: { section: 'accounting', value: { lockDate: '2026-01-31' } } });
  assert.deepEqual(await settingsEvents(business, 'accounting'), [
    {
      type: 'settings:organization:updated',
      section: 'accounting',
      old: { paymentTermsDays: 30 },
      new: { paymentTermsDays: 15 },
      userId: owner.id,
    },
    {
      type: 'settings:organization:updated',
      section: 'accounting',
      old: { lockDate: null },
      new: { lockDate: '2026-01-31' },
      userId: owner.id,
    },
  ]);
  const { paymentTermsDays, lockDate } = await app.engine.within(business.id, (ctx) =>
    readSettings(ctx, accountingSettings),
  );
  assert.deepEqual({ paymentTermsDays, lockDate }, { paymentTermsDays: 15, lockDate: '2026-01-31' });
});

test('a change that changes nothing is not announced and leaves the version', async () => {
  const business = await newBusiness();
  const body = { section: 'tasks', value: { workingHours: { end: '17:00', start: '08:00' } } };
  const { data } = await business.api.PATCH('/v1/organization/settings', { body });
  assert.equal(data?.version, 0);
  assert.deepEqual(await settingsEvents(business, 'tasks'), []);
});

test('only values that differ from the defaults are stored', async () => {
  const { api, id } = await newBusiness();
  const change = (value: Record<string, unknown>) =>
    api.PATCH('/v1/organization/settings', { body: { section: 'resources', value } });
  const stored = () =>
    app.engine.within(id, async ({ tx }) => {
      const row = await tx
        .selectFrom('organizationSettings')
        .select('value')
        .where('organizationId', '=', id)
        .executeTakeFirstOrThrow();
      return row.value;
    });
  await change({ valuation: 'fifo', allowNegativeStock: true });
  await change({ valuation: 'average' });
  assert.deepEqual(await stored(), { allowNegativeStock: true });
});

test('an unknown setting is refused with its path', async () => {
  const { api } = await newBusiness();
  const errorOf = async (section: string, value: Record<string, unknown>) => {
    const { error, response } = await api.PATCH('/v1/organization/settings', { body: { section, value } });
    assert.equal(response.status, 400);
    return error?.errors[0];
  };
  const unknown = await errorOf('acounting', {});
  assert.equal(unknown?.path, 'body.section');
  assert.match(unknown!.message, /general, accounting, resources, tasks/);
  assert.deepEqual(await errorOf('accounting', { lockDay: 1 }), {
    path: 'body.value.lockDay',
    code: 'unknown_field',
    message: 'This field is not known: did you mean `lockDate`?',
  });
  assert.equal((await errorOf('accounting', { fiscalYearStartMonth: 13 }))?.path, 'body.value.fiscalYearStartMonth');
  assert.equal((await errorOf('tasks', { workingHours: { start: '17:00', end: '08:00' } }))?.code, 'invalid_order');
  assert.equal((await errorOf('interface', { theme: 'dark' }))?.code, 'unknown_section');
});

test('of two changes with the same version one succeeds, and changes without a version are all applied', async () => {
  const business = await newBusiness();
  const { api } = business;
  const rivals = await Promise.all(
    [10, 20, 40].map((paymentTermsDays) =>
      api.PATCH('/v1/organization/settings', {
        body: { section: 'accounting', value: { paymentTermsDays }, version: 0 },
      }),
    ),
  );
  assert.deepEqual(rivals.map(({ response }) => response.status).toSorted(), [200, 409, 409]);
  assert.equal(rivals.find(({ error }) => error)?.error?.code, 'version_conflict');
  const values = [{ dateFormat: 'yyyy-MM-dd' }, { weekStart: 'sunday' }, { timeFormat: '24h' }];
  await Promise.all(
    values.map((value) => api.PATCH('/v1/organization/settings', { body: { section: 'general', value } })),
  );
  const { data } = await api.GET('/v1/organization/settings');
  assert.equal(data!.versions.general, 3);
  const { dateFormat, weekStart, timeFormat } = data!.sections.general!;
  assert.deepEqual([{ dateFormat }, { weekStart }, { timeFormat }], values);
});

test('a viewer reads the settings and cannot change them', async () => {
  const { api } = await newMember(await newBusiness(), 'viewer');
  assert.equal((await api.GET('/v1/organization/settings')).response.status, 200);
  const refused = await api.PATCH('/v1/organization/settings', {
    body: { section: 'general', value: { timeFormat: '24h' } },
  });
  assert.equal(refused.error?.code, 'forbidden');
});

test('a dry run shows the change and leaves the settings as they were', async () => {
  const { api } = await newBusiness();
  const tried = await api.PATCH('/v1/organization/settings', {
    body: { section: 'general', value: { timeFormat: '24h' } },
    headers: { 'dry-run': 'true' },
  });
  const { events } = tried.data as unknown as { events: { type: string }[] };
  assert.deepEqual(
    events.map(({ type }) => type),
    ['settings:organization:updated'],
  );
  const { data } = await api.GET('/v1/organization/settings');
  assert.equal(data!.versions.general, 0);
});

test('every member changes only their own settings', async () => {
  const business = await newBusiness();
  const member = await newMember(business, 'custom', []);
  const changed = await member.api.PATCH('/v1/organization/settings/user', {
    body: { section: 'interface', value: { theme: 'dark' }, version: 0 },
  });
  assert.deepEqual(changed.data, {
    userId: member.id,
    section: 'interface',
    value: { theme: 'dark', language: 'es' },
    version: 1,
  });
  const own = await member.api.GET('/v1/organization/settings/user');
  assert.equal(own.data?.sections.interface?.theme, 'dark');
  const { data } = await business.api.GET('/v1/organization/settings');
  assert.equal(data!.user.sections.interface!.theme, 'system');
  const stale = await member.api.PATCH('/v1/organization/settings/user', {
    body: { section: 'interface', value: { theme: 'light' }, version: 0 },
  });
  assert.equal(stale.error?.code, 'version_conflict');
});

test('another member’s settings need a permission, and the event names both people', async () => {
  const business = await newBusiness();
  const member = await newMember(business, 'viewer');
  const body = { section: 'interface', value: { language: 'en' }, userId: member.id };
  const changed = await business.api.PATCH('/v1/organization/settings/user', { body });
  assert.equal(changed.response.status, 200);
  assert.deepEqual(await settingsEvents(business, 'interface'), [
    {
      type: 'settings:user:updated',
      targetUserId: member.id,
      section: 'interface',
      old: { language: 'es' },
      new: { language: 'en' },
      userId: business.owner.id,
    },
  ]);
  const read = await business.api.GET('/v1/organization/settings/user', { params: { query: { userId: member.id } } });
  assert.equal(read.data?.sections.interface?.language, 'en');
  const refused = await member.api.PATCH('/v1/organization/settings/user', {
    body: { ...body, userId: business.owner.id },
  });
  assert.equal(refused.error?.code, 'forbidden');
});

test('a person of another organization is not found', async () => {
  const { api } = await newBusiness();
  const stranger = await newPerson();
  for (const userId of [stranger.id, crypto.randomUUID()]) {
    const written = await api.PATCH('/v1/organization/settings/user', {
      body: { section: 'interface', value: { theme: 'dark' }, userId },
    });
    assert.equal(written.response.status, 422);
    assert.equal(written.error?.errors[0]?.path, 'body.userId');
    const read = await api.GET('/v1/organization/settings/user', { params: { query: { userId } } });
    assert.equal(read.response.status, 404);
  }
  const nowhere = await stranger.api.PATCH('/v1/organization/settings/user', {
    body: { section: 'interface', value: { theme: 'dark' } },
  });
  assert.equal(nowhere.error?.code, 'organization_required');
});
