import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClient } from '#client';
import { newId } from '#platform/id.ts';
import { newContact } from '#test/books.ts';
import { eventsOf } from '#test/events.ts';
import { app, eventually, newMember, startTestApp } from '#test/harness.ts';
import {
  at,
  change,
  check,
  cyclesOf,
  moveTo,
  newShop,
  recurrencyOf,
  resume,
  standStillUntil,
  subscribe,
} from '#test/recurrences.ts';

test('nothing is invoiced by itself to an archived contact, and the missed cycle can be made once it is back', async () => {
  const shop = await newShop();
  const { id } = await subscribe(shop, { frequency: 'monthly' });
  const archive = (archived: boolean) => shop.api.PATCH('/v1/beneficiary', { body: { id: shop.contactId, archived } });
  await archive(true);
  await moveTo(shop, '2027-02-28T12:00');
  const [failed] = (await recurrencyOf(shop, id)).failed;
  assert.deepEqual(
    [failed?.cycleOn, failed?.message],
    ['2027-02-28', 'The contact is archived: restore it, or end the recurrence.'],
  );
  assert.deepEqual(await cyclesOf(shop, id), []);
  await archive(false);
  assert.equal((await check(shop)).data?.created.length, 1);
  assert.deepEqual((await recurrencyOf(shop, id)).failed, []);
});

test('an invoice recurs on the last day of each month, once, without a request', async () => {
  const shop = await newShop();
  const { id, document } = await subscribe(shop, { frequency: 'monthly' });
  assert.deepEqual(
    [document.recurrency!.nextOn, document.recurrency!.timeZone],
    ['2027-02-28', 'America/Santo_Domingo'],
  );
  await moveTo(shop, '2027-02-27T23:59:30');
  assert.deepEqual(await cyclesOf(shop, id), []);
  await moveTo(shop, '2027-02-28T00:00:10');
  assert.deepEqual(await cyclesOf(shop, id), ['2027-02-28']);
  await Promise.all(Array.from({ length: 5 }, () => app.clock.tickDue()));
  await moveTo(shop, '2027-03-31T08:00');
  await moveTo(shop, '2027-04-30T08:00');
  assert.deepEqual(await cyclesOf(shop, id), ['2027-02-28', '2027-03-31', '2027-04-30']);
  const emitted = await eventsOf(shop, 'recurrency:invoice-created');
  assert.deepEqual(
    emitted.map(({ payload }) => payload.recurrencyId),
    [id, id, id],
  );
  const made = (
    await shop.api.GET('/v1/record/pending/{pendingRecordId}', {
      params: { path: { pendingRecordId: emitted[0]!.payload.invoiceId as string } },
    })
  ).data!;
  assert.deepEqual(
    [made.total, made.date, made.cycleOn, made.recurrencyId, made.number],
    ['1500.00', '2027-02-28', '2027-02-28', id, 2],
  );
  assert.equal(made.elements[0]!.description, 'Membresía');
});

test('missed cycles are caught up with their own dates, and a dry run shows them first', async () => {
  const shop = await newShop('2026-11-25T12:00');
  const { id } = await subscribe(shop, { frequency: 'weekly', startsOn: '2026-12-01' }, { status: 'draft' });
  await standStillUntil(shop, '2027-01-10T12:00');
  const tried = (await check(shop, { 'Dry-Run': 'true' })).data as unknown as {
    body: { created: { cycleOn: string; date: string }[] };
    events: { type: string }[];
  };
  const expected = ['2026-12-01', '2026-12-08', '2026-12-15', '2026-12-22', '2026-12-29', '2027-01-05'];
  assert.deepEqual(
    tried.body.created.map(({ cycleOn }) => cycleOn),
    expected,
  );
  assert.deepEqual(
    tried.body.created.map(({ date }) => date),
    expected,
  );
  assert.equal(tried.events.filter(({ type }) => type === 'recurrency:invoice-created').length, 6);
  assert.deepEqual(await cyclesOf(shop, id), []);
  const { data } = await check(shop);
  assert.deepEqual([data!.created.length, data!.failed.length, data!.hasMore], [6, 0, false]);
  assert.deepEqual(await cyclesOf(shop, id), expected);
  assert.deepEqual((await check(shop)).data!.created, []);
  assert.equal((await eventsOf(shop, 'recurrency:past-due')).length, 1);
});

test('cycles due before a recurrence was created are made up and not marked late', async () => {
  const shop = await newShop('2027-01-10T12:00');
  const { id } = await subscribe(shop, { frequency: 'monthly', startsOn: '2026-11-01' });
  await check(shop);
  assert.deepEqual(await eventually(async () => (await cyclesOf(shop, id)).length === 3 && cyclesOf(shop, id)), [
    '2026-11-01',
    '2026-12-01',
    '2027-01-01',
  ]);
  assert.equal((await eventsOf(shop, 'recurrency:past-due')).length, 0);
});

test('two services and many callers make each due cycle once', async (t) => {
  const second = await startTestApp({ ROLE: 'all' }, { databaseUrl: app.databaseUrl });
  t.after(() => second.stop());
  const shop = await newShop('2027-02-10T12:00');
  const ids: string[] = [];
  for (let n = 0; n < 4; n++) {
    const { id } = await subscribe(shop, { frequency: 'daily', startsOn: '2027-02-20' }, { status: 'draft' });
    ids.push(id);
  }
  await standStillUntil(shop, '2027-03-01T12:00');
  const other = createClient({ baseUrl: second.publicUrl, credentials: { token: shop.owner.token } });
  await Promise.all([
    ...Array.from({ length: 4 }, () => check(shop)),
    ...Array.from({ length: 4 }, () => other.POST('/v1/record/pending/checkRecurrenciesAndCreate', {})),
    app.clock.move(shop.id, at('2027-03-01T12:00')),
    second.clock.tickDue(),
  ]);

  const days = Array.from({ length: 10 }, (_, day) =>
    Temporal.PlainDate.from('2027-02-20').add({ days: day }).toString(),
  );
  for (const id of ids) assert.deepEqual(await cyclesOf(shop, id), days);
  assert.equal((await eventsOf(shop, 'recurrency:invoice-created')).length, 40);
});

test('a failing recurrence blocks no other, is retried and reported', async () => {
  const shop = await newShop('2027-01-10T12:00');
  const healthy = await subscribe(shop, { frequency: 'monthly' });
  const sick = await subscribe(shop, { frequency: 'monthly' });
  const retire = (archived: boolean) =>
    app.engine.within(shop.id, ({ tx }) =>
      tx
        .updateTable('chartAccounts')
        .set({ archivedAt: archived ? '2027-01-10T00:00:00Z' : null })
        .where('organizationId', '=', shop.id)
        .where('code', '=', '4204')
        .execute(),
    );
  await app.engine.within(shop.id, async ({ tx }) => {
    const account = await tx
      .selectFrom('chartAccounts')
      .select('id')
      .where('organizationId', '=', shop.id)
      .where('code', '=', '4204')
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('pendingElements')
      .set({ chartAccountId: account.id })
      .where('organizationId', '=', shop.id)
      .where('pendingRecordId', '=', sick.document.id)
      .execute();
  });
  await retire(true);
  await moveTo(shop, '2027-02-10T01:00');
  assert.deepEqual([await cyclesOf(shop, healthy.id), await cyclesOf(shop, sick.id)], [['2027-02-10'], []]);
  const [failure] = await eventsOf(shop, 'recurrency:failed-to-create-invoice');
  assert.deepEqual(failure!.payload, {
    recurrencyId: sick.id,
    message: 'A heading or an archived account takes no postings: choose an account under it that is in use.',
    correspondingDate: '2027-02-10',
  });
  const recurrency = await recurrencyOf(shop, sick.id);
  assert.deepEqual(
    [recurrency.failed[0]!.cycleOn, recurrency.failed[0]!.attempts, recurrency.nextOn],
    ['2027-02-10', 1, '2027-03-10'],
  );
  // A quarter of an hour later it is tried again; a day later it is past due, which is announced once.
  await moveTo(shop, '2027-02-10T01:20');
  assert.equal((await recurrencyOf(shop, sick.id)).failed[0]!.attempts, 2);
  await moveTo(shop, '2027-02-11T00:30');
  await moveTo(shop, '2027-02-12T00:30');
  assert.equal((await eventsOf(shop, 'recurrency:past-due')).length, 1);
  assert.ok((await recurrencyOf(shop, sick.id)).pastDueAt);
  await retire(false);
  const { data } = await shop.api.POST('/v1/record/pending/givenRecurrency', {
    body: { recurrencyId: sick.id, cycleOn: '2027-02-10' },
  });
  assert.equal(data!.date, '2027-02-10');
  const healed = await recurrencyOf(shop, sick.id);
  assert.deepEqual([healed.failed, healed.pastDueAt, healed.nextOn], [[], null, '2027-03-10']);
});

test('the next cycle can be made ahead of its day, and does not come again', async () => {
  const shop = await newShop('2027-01-15T12:00');
  const { id } = await subscribe(shop, { frequency: 'monthly' });
  const next = () => shop.api.POST('/v1/record/pending/nextRecurrency', { body: { recurrencyId: id } });
  const { data } = await next();
  assert.deepEqual([data!.cycleOn, data!.date], ['2027-02-15', '2027-01-15']);
  const given = (cycleOn: string) =>
    shop.api.POST('/v1/record/pending/givenRecurrency', { body: { recurrencyId: id, cycleOn } });
  assert.equal((await given('2027-02-15')).error!.code, 'cycle_made');
  assert.equal((await given('2027-02-16')).error!.code, 'cycle_unknown');
  assert.equal((await given('2027-04-15')).data!.cycleOn, '2027-04-15');
  await moveTo(shop, '2027-05-20T12:00');
  assert.deepEqual(await cyclesOf(shop, id), ['2027-02-15', '2027-03-15', '2027-04-15', '2027-05-15']);
});

test('a cycle whose document was void is not made again by itself, only when asked', async () => {
  const shop = await newShop('2027-01-15T12:00');
  const { id } = await subscribe(shop, { frequency: 'monthly' });
  await moveTo(shop, '2027-02-15T12:00');
  const [emitted] = await eventsOf(shop, 'recurrency:invoice-created');
  await shop.api.DELETE('/v1/record/pending', { body: { id: emitted!.payload.invoiceId as string } });
  await check(shop);
  assert.deepEqual(await cyclesOf(shop, id), ['2027-02-15']);
  const { data } = await shop.api.POST('/v1/record/pending/givenRecurrency', {
    body: { recurrencyId: id, cycleOn: '2027-02-15' },
  });
  assert.notEqual(data!.pendingRecordId, emitted!.payload.invoiceId);
});

test('the owner is notified once of documents that could not be created, and again when they are not tried any more', async () => {
  const shop = await newShop('2027-01-10T12:00');
  for (let made = 0; made < 2; made++) await subscribe(shop, { frequency: 'monthly' });
  const value = { lockDate: '2027-02-28' };
  await shop.api.PATCH('/v1/organization/settings', { body: { section: 'accounting', value } });
  const notices = async () => {
    const { data } = await shop.api.GET('/v1/organization/user/notifications');
    return data!.data.filter(({ kind }) => kind === 'recurring-documents');
  };
  await moveTo(shop, '2027-02-10T01:00');
  await moveTo(shop, '2027-02-10T01:20');
  const [first, ...others] = await notices();
  assert.deepEqual([first?.title, others], ['No se pudieron crear 2 documentos recurrentes', []]);
  assert.match(
    first!.body,
    /\(2027-02-10\).*\. El período está cerrado: .* Se intentará de nuevo durante unos días\.$/,
  );
  for (const day of ['10T03:00', '10T08:00', '10T21:00', '11T22:00', '12T23:00', '14T00:00'])
    await moveTo(shop, `2027-02-${day}`);
  const [last, ...earlier] = await notices();
  assert.match(last!.body, /No se intentará más: corrige la causa y créalas a mano\.$/);
  assert.equal(earlier.length, 1);
});

test('a cycle that failed in a month that is locked since is made on another day', async () => {
  const shop = await newShop('2027-01-15T12:00');
  const { id } = await subscribe(shop, { frequency: 'monthly' });
  const lock = (lockDate: string) =>
    shop.api.PATCH('/v1/organization/settings', { body: { section: 'accounting', value: { lockDate } } });
  await lock('2027-02-28');
  await moveTo(shop, '2027-03-10T12:00');
  const given = (date?: string) =>
    shop.api.POST('/v1/record/pending/givenRecurrency', {
      body: { recurrencyId: id, cycleOn: '2027-02-15', ...(date && { date }) },
    });
  assert.equal((await given()).error!.code, 'period_locked');
  const { data } = await given('2027-03-01');
  assert.deepEqual([data!.cycleOn, data!.date], ['2027-02-15', '2027-03-01']);
  const { failed, nextOn } = await recurrencyOf(shop, id);
  assert.deepEqual([failed, nextOn], [[], '2027-03-15']);
});

test('a day begins where the recurrence lives', async () => {
  const shop = await newShop('2027-01-15T12:00');
  const { id } = await subscribe(shop, { frequency: 'monthly', timeZone: 'Pacific/Auckland' });
  // In Auckland the 15th has begun; here it is still the 14th, and the document is dated here.
  await moveTo(shop, '2027-02-14T08:00');
  assert.deepEqual(await cyclesOf(shop, id), ['2027-02-15']);
});

test('rules that cannot be are refused', async () => {
  const shop = await newShop();
  const tried = (recurrency: object, more: object = {}) =>
    shop.api.POST('/v1/record/pending', {
      body: {
        elements: [{ description: 'Renta', unitPrice: '100' }],
        recurrency: recurrency as { frequency: 'monthly' },
        ...more,
      },
    });
  const codeOf = async (
    answer: Promise<{ error?: { code: string; errors?: { path: string }[] | undefined } | undefined }>,
  ) => {
    const { code, errors } = (await answer).error ?? {};
    return code === 'invalid_request' || code === 'not_recurrent' ? code : `${code} ${errors?.[0]?.path}`;
  };
  assert.equal(await codeOf(tried({ frequency: 'hourly' })), 'invalid_request');
  assert.equal(await codeOf(tried({ frequency: 'weekly', weekdays: ['1MO'] })), 'invalid_request');
  assert.equal(await codeOf(tried({ frequency: 'monthly', monthDays: [32] })), 'invalid_request');
  assert.equal(await codeOf(tried({ frequency: 'monthly', interval: 0 })), 'invalid_request');
  assert.equal(await codeOf(tried({ frequency: 'monthly', endsOn: '2027-05-01', cycles: 2 })), 'invalid_request');
  assert.equal(await codeOf(tried({ frequency: 'monthly', timeZone: 'Mars/Olympus' })), 'invalid_request');
  assert.equal(
    await codeOf(tried({ frequency: 'monthly', endsOn: '2027-01-01' })),
    'rule_never_comes body.recurrency.endsOn',
  );
  assert.equal(
    await codeOf(
      tried({ frequency: 'monthly', interval: 12, monthDays: [31], missingDays: 'skip', startsOn: '2027-02-01' }),
    ),
    'rule_never_comes body.recurrency',
  );
  const never = { frequency: 'monthly', interval: 12, monthDays: [31], missingDays: 'skip', startsOn: '2027-02-01' };
  assert.equal(await codeOf(tried({ ...never, cycles: 2 })), 'rule_never_comes body.recurrency.cycles');
  assert.equal(await codeOf(tried({ frequency: 'monthly' }, { kind: 'quote' })), 'not_recurrent');
  assert.equal(
    await codeOf(tried({ frequency: 'daily', startsOn: '1999-01-01' })),
    'too_many_missed_cycles body.recurrency.startsOn',
  );
  assert.equal((await resume(shop)).total, 0);
  const { document } = await subscribe(shop, { frequency: 'monthly' });
  assert.equal(
    await codeOf(change(shop, document.id, { endsOn: '2026-12-31' })),
    'rule_never_comes body.recurrency.endsOn',
  );
  assert.equal(
    await codeOf(change(shop, document.id, { frequency: 'weekly', monthDays: [1] })),
    'days_do_not_fit body.recurrency',
  );
});

test('a viewer makes no cycle, and another organization knows nothing of a recurrence', async () => {
  const shop = await newShop();
  const { id } = await subscribe(shop, { frequency: 'monthly' });
  const viewer = await newMember(shop);
  assert.equal((await check({ ...shop, api: viewer.api })).response.status, 403);
  const stranger = await newShop();
  for (const recurrencyId of [id, newId()]) {
    const answer = await stranger.api.POST('/v1/record/pending/nextRecurrency', { body: { recurrencyId } });
    assert.deepEqual([answer.response.status, answer.error!.code], [404, 'not_found']);
  }
  const { response } = await shop.api.POST('/v1/organization/comment', {
    body: { message: 'Cliente fiel', recurrencyId: id } as never,
  });
  assert.equal(response.status, 201);
});

test('analytics show the value of recurring sales, new ones and lost ones', async () => {
  const shop = await newShop('2027-01-10T12:00');
  const contact = async (name: string) => ({ ...shop, contactId: await newContact(shop, name) });
  const [ana, beto, carla] = [await contact('Ana'), await contact('Beto'), await contact('Carla')];
  const priced = (unitPrice: string) => ({ elements: [{ description: 'Plan', unitPrice }] });
  await subscribe(ana, { frequency: 'monthly' }, priced('1000'));
  const leaving = await subscribe(beto, { frequency: 'yearly' }, priced('6000'));
  await moveTo(shop, '2027-02-05T12:00');
  await subscribe(carla, { frequency: 'weekly', interval: 2 }, priced('600'));
  await subscribe(ana, { frequency: 'monthly', interval: 3 }, priced('300'));
  await moveTo(shop, '2027-03-20T12:00');
  await change(shop, leaving.document.id, { status: 'ended' });
  const { data } = await shop.api.GET('/v1/record/pending/subscriptions/analytics', {
    params: { query: { from: '2026-12', to: '2027-03' } },
  });
  assert.equal(data!.currency, 'DOP');
  assert.deepEqual(
    data!.data.map(
      ({ month, mrr, customers, arpu, new: fresh, expansion, churned, growth, revenueChurn, customerChurn }) =>
        [month, mrr, customers, arpu, fresh, expansion, churned, growth, revenueChurn, customerChurn].join(' '),
    ),
    [
      '2026-12 0.00 0 0.00 0.00 0.00 0.00   ',
      // 1000 a month, and 6000 a year.
      '2027-01 1500.00 2 750.00 1500.00 0.00 0.00   ',
      // 26 times 600 a year are 1300 a month; 300 every three months are 100.
      '2027-02 2900.00 3 966.67 1300.00 100.00 0.00 93.33 0.00 0.00',
      '2027-03 2400.00 2 1200.00 0.00 0.00 500.00 -17.24 17.24 33.33',
    ],
  );
  const wrong = await shop.api.GET('/v1/record/pending/subscriptions/analytics', {
    params: { query: { from: '2027-03', to: '2027-01' } },
  });
  assert.equal(wrong.error!.code, 'months_out_of_range');
});

test('a document is the cycle of its own day, even if its recurrence starts earlier', async () => {
  const shop = await newShop('2027-03-10T12:00');
  const { id, document } = await subscribe(shop, { frequency: 'monthly', startsOn: '2027-01-10' });
  const { data: first } = await shop.api.GET('/v1/record/pending/{pendingRecordId}', {
    params: { path: { pendingRecordId: document.id } },
  });
  assert.deepEqual([first!.recurrencyId, first!.cycleOn], [id, '2027-03-10']);
  const { data } = await check(shop);
  const others = await eventually(async () => {
    const cycles = await cyclesOf(shop, id);
    return cycles.length >= 2 && cycles;
  });
  assert.ok(data);
  assert.deepEqual(others, ['2027-01-10', '2027-02-10']);
  const next = await shop.api.POST('/v1/record/pending/nextRecurrency', { body: { recurrencyId: id } });
  assert.equal(next.data!.cycleOn, '2027-04-10');
  assert.deepEqual((await check(shop)).data!.created, []);
});

test('a check by hand tries failed cycles without waiting for their backoff', async () => {
  const shop = await newShop('2027-02-01T12:00');
  const { data: resource } = await shop.api.POST('/v1/resource', { body: { name: 'Agua', kind: 'goods' } });
  const { id } = await subscribe(
    shop,
    { frequency: 'monthly', startsOn: '2027-02-10' },
    { status: 'draft', elements: [{ resourceId: resource!.id, unitPrice: '10' }] },
  );
  await moveTo(shop, '2027-02-10T08:00');
  assert.equal((await recurrencyOf(shop, id)).failed.length, 1);
  const again = (await check(shop)).data!;
  assert.deepEqual(
    again.failed.map(({ recurrencyId, cycleOn }) => [recurrencyId, cycleOn]),
    [[id, '2027-02-10']],
  );
  const { data: divisions } = await shop.api.GET('/v1/division');
  await shop.api.POST('/v1/resource/record', {
    body: { type: 'IN', resourceId: resource!.id, divisionId: divisions!.data[0]!.id, quantity: '5', value: '10' },
  });
  assert.deepEqual(
    (await check(shop)).data!.created.map(({ cycleOn }) => cycleOn),
    ['2027-02-10'],
  );
});

test('a recurrence goes on with electronic receipts when its paper ones are used up', async () => {
  const shop = await newShop();
  const add = (type: string, end: number) =>
    shop.api.POST('/v1/taxes/numerals', { body: { type: type as 'B02', start: 1, end } });
  await add('B02', 1);
  const { id, document } = await subscribe(shop, { frequency: 'monthly' }, { fiscalType: 'B02' });
  assert.equal(document.fiscalNumber, 'B0200000001');
  await add('E32', 10);
  await moveTo(shop, '2027-02-28T12:00');
  assert.deepEqual((await recurrencyOf(shop, id)).failed, []);
  const { data } = await shop.api.GET('/v1/record/pending/all', { params: { query: { from: '2027-02-28' } } });
  assert.equal(data!.data[0]!.fiscalNumber, 'E320000000001');
});
