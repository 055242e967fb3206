import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fiscalTypeOf, normalizeFiscalNumber, takeNumeral } from '#modules/taxes/index.ts';
import { newId } from '#platform/id.ts';
import { Refusal } from '#platform/refusal.ts';
import { payloadsOf } from '#test/events.ts';
import { app, type Business, codeOf, eventually, newBusiness, newMember } from '#test/harness.ts';

type Added = { type: string; start: number; end: number } & Record<string, unknown>;
const add = (business: Business, body: Added) => business.api.POST('/v1/taxes/numerals', { body: body as never });
const added = async (business: Business, body: Added) => (await add(business, body)).data!;

const take = (business: Business, type: string, date = '2026-11-15', divisionId: string | null = null) =>
  app.engine.within(business.id, async (ctx) => {
    const taken = await takeNumeral(ctx, { type, date: Temporal.PlainDate.from(date), divisionId });
    return taken.number;
  });
const refusedWith = (code: string) => (error: unknown) => error instanceof Refusal && error.kind.code === code;
const nextOf = async (business: Business, type: 'B01' | 'B02', divisionId?: string) =>
  (
    await business.api.GET('/v1/taxes/numerals/next', {
      params: { query: { type, ...(divisionId && { divisionId }) } },
    })
  ).data!;

test('fifty documents at once take fifty consecutive numbers, and the fifty-first is refused', async () => {
  const business = await newBusiness();
  await added(business, { type: 'B02', start: 1, end: 50 });
  const numbers = await Promise.all(Array.from({ length: 50 }, () => take(business, 'B02')));
  const expected = Array.from({ length: 50 }, (_, place) => `B02${String(place + 1).padStart(8, '0')}`);
  assert.deepEqual(numbers.toSorted(), expected);
  await assert.rejects(take(business, 'B02'), refusedWith('numerals_exhausted'));
  const { data } = await business.api.GET('/v1/taxes/numerals');
  assert.deepEqual(
    data!.data.map(({ next, used, remaining, status }) => [next, used, remaining, status]),
    [[null, 50, 0, 'exhausted']],
  );
});

test('a rolled-back document returns its number, even under concurrency', async () => {
  const business = await newBusiness();
  await added(business, { type: 'E31', start: 1, end: 100 });
  const failing = () =>
    app.engine.within(business.id, async (ctx) => {
      await takeNumeral(ctx, { type: 'E31', date: ctx.today });
      throw new Error('The document is not issued after all.');
    });
  const tries = Array.from({ length: 30 }, (_, place) =>
    place % 3 === 0 ? failing().catch(() => null) : take(business, 'E31'),
  );
  const numbers = (await Promise.all(tries)).filter((number) => number !== null);
  const expected = Array.from({ length: 20 }, (_, place) => `E31${String(place + 1).padStart(10, '0')}`);
  assert.deepEqual(numbers.toSorted(), expected);
});

test('ranges of a type are used in order, even when many callers cross from one to the next at once', async () => {
  const business = await newBusiness();
  await added(business, { type: 'B01', start: 101, end: 110 });
  await added(business, { type: 'B01', start: 1, end: 5 });
  await added(business, { type: 'B01', start: 50, end: 54 });
  const numbers = await Promise.all(Array.from({ length: 20 }, () => take(business, 'B01')));
  const places = [...Array(5).keys()].flatMap((n) => [n + 1, n + 50]).concat([...Array(10).keys()].map((n) => n + 101));
  assert.deepEqual(
    numbers.map((number) => Number(number.slice(3))).toSorted((a, b) => a - b),
    places.toSorted((a, b) => a - b),
  );
});

test('a range expires as its type says, and issues no number after that', async () => {
  const business = await newBusiness();
  const credit = await added(business, { type: 'B01', start: 1, end: 9, authorizedOn: '2024-03-01' });
  assert.deepEqual([credit.expiresOn, credit.status], ['2025-12-31', 'expired']);
  await assert.rejects(take(business, 'B01'), refusedWith('numerals_expired'));
  assert.equal((await nextOf(business, 'B01')).unavailable, 'expired');
  const consumer = await added(business, { type: 'B02', start: 1, end: 9, authorizedOn: '2024-03-01' });
  assert.deepEqual([consumer.expiresOn, consumer.status], [null, 'active']);
  const never = await add(business, { type: 'E34', start: 1, end: 9, expiresOn: '2030-12-31' });
  const early = await add(business, {
    type: 'E31',
    start: 1,
    end: 9,
    authorizedOn: '2026-02-01',
    expiresOn: '2026-01-01',
  });
  assert.deepEqual([codeOf(never), codeOf(early)], ['numerals_expiry', 'numerals_expiry']);
  const given = await added(business, { type: 'E31', start: 1, end: 9, expiresOn: '2999-06-30' });
  await take(business, 'E31', '2999-06-30');
  await assert.rejects(take(business, 'E31', '2999-07-01'), refusedWith('numerals_expired'));
  const longer = await business.api.PATCH('/v1/taxes/numerals/{id}', {
    params: { path: { id: given.id } },
    body: { expiresOn: '2999-12-31' },
  });
  assert.equal(longer.data!.expiresOn, '2999-12-31');
  assert.equal(await take(business, 'E31', '2999-07-01'), 'E310000000002');
  await assert.rejects(take(business, 'B11'), refusedWith('numerals_missing'));
});

test('no two ranges of a type overlap, even when added concurrently', async () => {
  const business = await newBusiness();
  const answers = await Promise.all(Array.from({ length: 8 }, () => add(business, { type: 'B14', start: 1, end: 10 })));
  assert.deepEqual(answers.map(codeOf).filter((code) => code === undefined).length, 1);
  assert.equal(answers.map(codeOf).filter((code) => code === 'numerals_overlap').length, 7);
  for (const [start, end] of [
    [10, 20],
    [5, 6],
    [1, 100],
    [1, 1],
  ] as const) {
    assert.equal(codeOf(await add(business, { type: 'B14', start, end })), 'numerals_overlap');
  }
  await added(business, { type: 'B14', start: 21, end: 30 });
  const between = await added(business, { type: 'B14', start: 11, end: 20 });
  await added(business, { type: 'B15', start: 1, end: 10 });
  const change = (body: object) =>
    business.api.PATCH('/v1/taxes/numerals/{id}', { params: { path: { id: between.id } }, body });
  assert.equal(codeOf(await change({ end: 21 })), 'numerals_overlap');
  assert.equal(codeOf(await change({ start: 10 })), 'numerals_overlap');
  const elsewhere = await change({ start: 41, end: 50 });
  assert.deepEqual([elsewhere.data!.start, elsewhere.data!.end, elsewhere.data!.next], [41, 50, 'B1400000041']);
  assert.equal((await add(business, { type: 'B14', start: 11, end: 20 })).response.status, 201);
});

test('a range in use keeps its start and its used numbers', async () => {
  const business = await newBusiness();
  const range = await added(business, { type: 'B01', start: 1, end: 100, next: 41 });
  assert.deepEqual([range.next, range.used, range.remaining], ['B0100000041', 40, 60]);
  assert.equal(await take(business, 'B01'), 'B0100000041');
  const change = (body: object) =>
    business.api.PATCH('/v1/taxes/numerals/{id}', { params: { path: { id: range.id } }, body });
  assert.equal(codeOf(await change({ start: 2 })), 'numerals_used');
  assert.equal(codeOf(await change({ end: 40 })), 'numerals_used');
  assert.equal(codeOf(await change({ end: 100_000_000 })), 'numerals_order');
  assert.equal(codeOf(await change({ version: 9, end: 200 })), 'version_conflict');
  const longer = await change({ version: 1, end: 200, authorizationNumber: '8600' });
  assert.deepEqual([longer.data!.end, longer.data!.version, longer.data!.authorizationNumber], [200, 2, '8600']);
  await change({ end: 200, authorizationNumber: '8600' });
  assert.equal((await payloadsOf(business, 'numerals:updated')).length, 1);
  await change({ archived: true });
  await assert.rejects(take(business, 'B01'), refusedWith('numerals_missing'));
  assert.deepEqual((await payloadsOf(business, 'numerals:updated'))[0], {
    numeralsId: range.id,
    type: 'B01',
    start: 1,
    end: 200,
    userId: business.owner.id,
  });
});

test('ranges of one day are listed by cursor without leaving any out', async () => {
  const { api } = await newBusiness();
  for (const type of ['B01', 'B02', 'B14', 'B15'] as const)
    await api.POST('/v1/taxes/numerals', { body: { type, start: 1, end: 9, authorizedOn: '2026-01-10' } });
  for (const sort of ['authorized', '-authorized', 'type', '-type'] as const) {
    const listed = [];
    for (let cursor: string | undefined; cursor !== undefined || listed.length === 0; ) {
      const { data } = await api.GET('/v1/taxes/numerals', {
        params: { query: { sort, itemsPerPage: 1, ...(cursor && { cursor }) } },
      });
      listed.push(...data!.data.map(({ type }) => type));
      cursor = data!.nextCursor ?? undefined;
    }
    assert.deepEqual(listed.toSorted(), ['B01', 'B02', 'B14', 'B15'], sort);
  }
});

test('a division uses its own ranges first; the others use the common ones', async () => {
  const business = await newBusiness();
  const { data: division } = await business.api.POST('/v1/division', { body: { name: 'Santiago' } });
  await added(business, { type: 'B02', start: 1, end: 10 });
  await added(business, { type: 'B02', start: 500, end: 500, divisionId: division!.id });
  assert.equal((await nextOf(business, 'B02', division!.id)).number, 'B0200000500');
  assert.equal(await take(business, 'B02', '2026-11-15', division!.id), 'B0200000500');
  assert.equal(await take(business, 'B02', '2026-11-15', division!.id), 'B0200000001');
  assert.equal(await take(business, 'B02'), 'B0200000002');
  const unknown = await add(business, { type: 'B02', start: 900, end: 901, divisionId: newId() });
  assert.equal(codeOf(unknown), 'reference_not_found');
});

test('next previews a number without taking it, for one type and for all', async () => {
  const business = await newBusiness();
  await added(business, { type: 'B01', start: 7, end: 9 });
  const first = await nextOf(business, 'B01');
  assert.deepEqual([first.number, first.unavailable], ['B0100000007', null]);
  assert.equal((await nextOf(business, 'B01')).number, 'B0100000007');
  await take(business, 'B01');
  const { data: next } = await business.api.GET('/v1/taxes/numerals/next/all');
  const { data: current } = await business.api.GET('/v1/taxes/numerals/current/all');
  assert.equal(next!.data.length, 21);
  assert.equal(next!.data.find(({ type }) => type === 'B01')!.number, 'B0100000008');
  assert.equal(next!.data.find(({ type }) => type === 'E31')!.unavailable, 'missing');
  const inUse = current!.data.find(({ type }) => type === 'B01')!;
  assert.deepEqual([inUse.lastNumber, inUse.remaining, inUse.current!.next], ['B0100000007', 2, 'B0100000008']);
});

test('the owner is notified once that few numbers are left', async () => {
  const business = await newBusiness();
  const { id } = await added(business, { type: 'B01', start: 1, end: 10, warnAt: 8 });
  for (let taken = 0; taken < 5; taken++) await take(business, 'B01');
  const notices = async () => {
    const { data } = await business.api.GET('/v1/organization/user/notifications');
    return data!.data.filter(({ kind }) => kind === 'low-numerals');
  };
  const [notice] = await eventually(async () => ((await notices()).length > 0 ? notices() : null));
  assert.match(notice!.title, /B01/);
  assert.equal(notice!.data.numeralsId, id);
  assert.equal((await notices()).length, 1);
});

test('unused numbers are voided starting with the next one, and listed', async () => {
  const business = await newBusiness();
  const { id: numeralsId } = await added(business, { type: 'B01', start: 1, end: 20 });
  await take(business, 'B01');
  const void_ = (from: number, to: number) =>
    business.api.POST('/v1/taxes/numerals/void', { body: { numeralsId, from, to, reason: '10' } });
  assert.equal(codeOf(await void_(1, 5)), 'numbers_not_free');
  assert.equal(codeOf(await void_(3, 5)), 'numbers_not_free');
  assert.equal(codeOf(await void_(2, 21)), 'numbers_not_free');
  const later = Temporal.Now.plainDateISO().add({ days: 2 }).toString();
  const early = await business.api.POST('/v1/taxes/numerals/void', {
    body: { numeralsId, from: 2, to: 5, reason: '10', date: later },
  });
  assert.deepEqual([early.response.status, early.error!.errors![0]!.path], [400, 'body.date']);
  const voided = await void_(2, 5);
  assert.deepEqual([voided.data!.from, voided.data!.to, voided.data!.count], ['B0100000002', 'B0100000005', 4]);
  assert.equal(await take(business, 'B01'), 'B0100000006');
  const { data } = await business.api.GET('/v1/taxes/numerals/void', { params: { query: { type: 'B01' } } });
  assert.deepEqual(
    data!.data.map(({ from, reason }) => [from, reason]),
    [['B0100000002', '10']],
  );
});

describe('a range is refused', () => {
  test('that runs backwards, has too many digits, or starts outside its bounds', async () => {
    const business = await newBusiness();
    assert.equal(codeOf(await add(business, { type: 'B01', start: 9, end: 1 })), 'numerals_order');
    assert.equal(codeOf(await add(business, { type: 'B01', start: 1, end: 100_000_000 })), 'numerals_order');
    assert.equal(codeOf(await add(business, { type: 'B01', start: 5, end: 9, next: 4 })), 'numerals_order');
    assert.equal(codeOf(await add(business, { type: 'B99', start: 1, end: 9 })), 'invalid_request');
    assert.equal((await add(business, { type: 'E31', start: 1, end: 100_000_000 })).response.status, 201);
  });

  test('from a viewer; another organization does not see it, and a dry run leaves none', async () => {
    const business = await newBusiness();
    const dry = await business.api.POST('/v1/taxes/numerals', {
      body: { type: 'B01', start: 1, end: 9 },
      headers: { 'Dry-Run': 'true' },
    });
    assert.equal((dry.data as unknown as { dryRun: boolean }).dryRun, true);
    const range = await added(business, { type: 'B01', start: 1, end: 9 });
    const viewer = await newMember(business);
    const change = { params: { path: { id: range.id } }, body: { end: 20 } };
    assert.equal(codeOf(await viewer.api.PATCH('/v1/taxes/numerals/{id}', change)), 'forbidden');
    const other = await newBusiness();
    for (const id of [range.id, newId()]) {
      const foreign = await other.api.PATCH('/v1/taxes/numerals/{id}', { ...change, params: { path: { id } } });
      const body = { numeralsId: id, from: 1, to: 2, reason: '04' as const };
      const voided = await other.api.POST('/v1/taxes/numerals/void', { body });
      assert.deepEqual([codeOf(foreign), codeOf(voided)], ['not_found', 'reference_not_found']);
    }
  });
});

test('fiscal numbers are accepted in the forms people write them', () => {
  assert.equal(normalizeFiscalNumber(' b01 0000-0007'), 'B0100000007');
  assert.equal(normalizeFiscalNumber('E310000000007'), 'E310000000007');
  assert.equal(normalizeFiscalNumber('A010010010100000007'), 'A010010010100000007');
  for (const wrong of ['B01000007', 'B9900000007', 'E420000000001', 'X0100000007', '']) {
    assert.equal(normalizeFiscalNumber(wrong), null);
  }
  assert.equal(fiscalTypeOf('E340000000001')!.note, 'credit');
  assert.equal(fiscalTypeOf('A010010010100000007'), undefined);
});

test('a refused range names the field that is wrong', async () => {
  const business = await newBusiness();
  const { id } = await added(business, { type: 'B01', start: 1, end: 100 });
  const wrong = async (body: Added) => (await add(business, body)).error!.errors.map(({ path }) => path);
  assert.deepEqual(await wrong({ type: 'B02', start: 1, end: 5, expiresOn: '2027-12-31' }), ['body.expiresOn']);
  assert.deepEqual(await wrong({ type: 'B01', start: 200, end: 300, expiresOn: '2020-12-31' }), ['body.expiresOn']);
  assert.deepEqual(await wrong({ type: 'B01', start: 100, end: 200 }), ['body.start']);
  assert.deepEqual(await wrong({ type: 'B01', start: 300, end: 200 }), ['body.end']);
  assert.deepEqual(await wrong({ type: 'B01', start: 300, end: 400, next: 500 }), ['body.next']);
  const { error } = await business.api.PATCH('/v1/taxes/numerals/{id}', {
    params: { path: { id } },
    body: { start: 5, end: 4 },
  });
  assert.deepEqual(
    error!.errors.map(({ path }) => path),
    ['body.end'],
  );
});
