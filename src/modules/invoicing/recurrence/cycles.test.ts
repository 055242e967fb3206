import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RRuleTemporal } from 'rrule-temporal';
import { type CycleRule, cyclesAfter, dueAt, isCycle, nextCycle, nthCycle, weekdayCodes } from './cycles.ts';

const rule = (given: Partial<CycleRule>): CycleRule => ({
  frequency: 'monthly',
  interval: 1,
  weekdays: null,
  monthDays: null,
  missingDays: 'last-day',
  startsOn: '2026-01-01',
  endsOn: null,
  ...given,
});
const first = (count: number, given: CycleRule) => cyclesAfter(given, null).take(count).map(String).toArray();
const day = (text: string) => Temporal.PlainDate.from(text);

test('a monthly cycle of the 31st comes on the last day of shorter months and returns to the 31st', () => {
  assert.deepEqual(first(5, rule({ startsOn: '2026-01-31' })), [
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
    '2026-05-31',
  ]);
  assert.deepEqual(first(3, rule({ startsOn: '2026-01-31', missingDays: 'skip' })), [
    '2026-01-31',
    '2026-03-31',
    '2026-05-31',
  ]);
});

test('a yearly cycle of 29 February comes on the 28th, or only in leap years', () => {
  const leap = { frequency: 'yearly', startsOn: '2024-02-29' } as const;
  assert.deepEqual(first(5, rule(leap)), ['2024-02-29', '2025-02-28', '2026-02-28', '2027-02-28', '2028-02-29']);
  assert.deepEqual(first(2, rule({ ...leap, missingDays: 'skip' })), ['2024-02-29', '2028-02-29']);
});

test('the fifteenth and the last day make a fortnightly cycle', () => {
  assert.deepEqual(first(4, rule({ monthDays: [-1, 15], startsOn: '2026-01-20' })), [
    '2026-01-31',
    '2026-02-15',
    '2026-02-28',
    '2026-03-15',
  ]);
});

test('weeks begin on Monday, and the last Friday is counted from the end', () => {
  assert.deepEqual(
    first(4, rule({ frequency: 'weekly', interval: 2, weekdays: ['WE', 'MO'], startsOn: '2026-01-01' })),
    ['2026-01-12', '2026-01-14', '2026-01-26', '2026-01-28'],
  );
  assert.deepEqual(first(3, rule({ weekdays: ['-1FR'] })), ['2026-01-30', '2026-02-27', '2026-03-27']);
});

test('a rule ends on its last day, and a count of cycles names that day', () => {
  const monthly = rule({ startsOn: '2026-01-31' });
  const endsOn = nthCycle(monthly, 3)!.toString();
  assert.equal(endsOn, '2026-03-31');
  assert.deepEqual(first(9, { ...monthly, endsOn }), ['2026-01-31', '2026-02-28', '2026-03-31']);
  assert.equal(nextCycle({ ...monthly, endsOn }, day('2026-03-31')), null);
  assert.equal(
    nextCycle(rule({ interval: 12, startsOn: '2026-02-01', monthDays: [30], missingDays: 'skip' }), null),
    null,
  );
});

test('a cycle falls due when its day begins in the time zone of the recurrence', () => {
  assert.equal(String(dueAt(day('2026-11-15'), 'America/Santo_Domingo')), '2026-11-15T04:00:00Z');
  assert.equal(String(dueAt(day('2026-11-15'), 'Pacific/Auckland')), '2026-11-14T11:00:00Z');
  // The hour in which this day should begin was left out there.
  assert.equal(String(dueAt(day('2026-09-06'), 'America/Santiago')), '2026-09-06T04:00:00Z');
});

const anyDay = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const anyRule: fc.Arbitrary<CycleRule> = fc
  .tuple(
    fc.oneof(
      fc.record({ frequency: fc.constantFrom('daily', 'yearly') }),
      fc.record({
        frequency: fc.constant('weekly' as const),
        weekdays: fc.uniqueArray(fc.constantFrom(...weekdayCodes), { minLength: 1 }),
      }),
      fc.record({
        frequency: fc.constant('monthly' as const),
        monthDays: fc.uniqueArray(
          fc.integer({ min: -31, max: 31 }).filter((number) => number !== 0),
          { minLength: 1, maxLength: 4 },
        ),
      }),
      fc.record({
        frequency: fc.constant('monthly' as const),
        weekdays: fc.uniqueArray(
          fc
            .tuple(fc.constantFrom(1, 2, 3, 4, 5, -1, -2), fc.constantFrom(...weekdayCodes))
            .map((parts) => parts.join('')),
          { minLength: 1, maxLength: 3 },
        ),
      }),
    ),
    fc.integer({ min: 1, max: 5 }),
    anyDay,
  )
  .map(([parts, interval, startsOn]) => rule({ ...parts, interval, startsOn, missingDays: 'skip' }));

test('the cycles are those of the standard’s recurrence rules', () => {
  fc.assert(
    fc.property(anyRule, (given) => {
      const parts = [
        `FREQ=${given.frequency.toUpperCase()}`,
        `INTERVAL=${given.interval}`,
        given.weekdays && `BYDAY=${given.weekdays}`,
        given.monthDays && `BYMONTHDAY=${given.monthDays}`,
      ];
      const standard = new RRuleTemporal({
        rruleString: parts.filter(Boolean).join(';'),
        dtstart: day(given.startsOn).toZonedDateTime('UTC'),
      });
      const expected = standard.all((_, index) => index < 8).map((at) => at.toString().slice(0, 10));
      assert.deepEqual(first(8, given), expected);
    }),
    { numRuns: 300 },
  );
});

test('cycles behind a day are the same as all cycles without those before', () => {
  const standIn = anyRule.map((given) => ({ ...given, missingDays: 'last-day' as const }));
  fc.assert(
    fc.property(standIn, fc.integer({ min: 0, max: 20 }), fc.integer({ min: -40, max: 40 }), (given, nth, shift) => {
      const all = cyclesAfter(given, null).take(100).toArray();
      const after = all[nth]!.add({ days: shift });
      const behind = all.filter((cycle) => Temporal.PlainDate.compare(cycle, after) > 0).slice(0, 5);
      assert.deepEqual(cyclesAfter(given, after).take(5).map(String).toArray(), behind.map(String));
      assert.equal(nthCycle(given, nth + 1)!.toString(), all[nth]!.toString());
      assert.ok(isCycle(given, all[nth]!));
    }),
    { numRuns: 300 },
  );
});
