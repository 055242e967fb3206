import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findOccurrence, isRule, occurrencesAfter, occurrencesFrom, type Recurring } from './rule.ts';

const recurring = (rule: string, startsLocal: string, timeZone = 'America/New_York', more = {}): Recurring => ({
  rule,
  startsLocal,
  timeZone,
  excluded: [],
  endsBefore: null,
  ...more,
});
const first = (count: number, given: Recurring, after: string | null = null) =>
  occurrencesAfter(given, after)
    .take(count)
    .map(({ occurrence, at }) => `${occurrence} ${at}`)
    .toArray();

test('an occurrence in the hour that clocks skip is shifted forward and not lost', () => {
  assert.deepEqual(first(3, recurring('FREQ=DAILY', '2026-03-07T02:30:00')), [
    '2026-03-07T02:30:00 2026-03-07T07:30:00Z',
    '2026-03-08T02:30:00 2026-03-08T07:30:00Z',
    '2026-03-09T02:30:00 2026-03-09T06:30:00Z',
  ]);
});

test('an occurrence in the hour that clocks repeat takes place once, and the wall time stays the same', () => {
  assert.deepEqual(first(3, recurring('FREQ=DAILY', '2026-10-31T01:30:00')), [
    '2026-10-31T01:30:00 2026-10-31T05:30:00Z',
    '2026-11-01T01:30:00 2026-11-01T05:30:00Z',
    '2026-11-02T01:30:00 2026-11-02T06:30:00Z',
  ]);
});

test('an hourly rule counts elapsed hours through both changes of clocks', () => {
  const hours = first(5, recurring('FREQ=HOURLY', '2026-11-01T00:00:00')).map((text) => text.split(' ')[1]);
  assert.deepEqual(
    hours,
    [4, 5, 6, 7, 8].map((hour) => `2026-11-01T0${hour}:00:00Z`),
  );
});

test('COUNT, UNTIL and excluded dates end and thin out a rule', () => {
  const days = (rule: string, more = {}) =>
    first(9, recurring(rule, '2026-11-16T09:00:00', 'America/Santo_Domingo', more)).map((text) => text.slice(8, 10));
  assert.deepEqual(days('FREQ=DAILY;COUNT=3'), ['16', '17', '18']);
  assert.deepEqual(days('FREQ=DAILY;UNTIL=20261118'), ['16', '17', '18']);
  // 13:00 UTC is 9:00 there: the last one is included, a second less is not.
  assert.deepEqual(days('FREQ=DAILY;UNTIL=20261118T130000Z'), ['16', '17', '18']);
  assert.deepEqual(days('FREQ=DAILY;UNTIL=20261118T125959Z'), ['16', '17']);
  assert.deepEqual(days('FREQ=DAILY;COUNT=3', { excluded: ['2026-11-17T09:00:00'] }), ['16', '18']);
  assert.deepEqual(days('FREQ=DAILY', { endsBefore: '2026-11-18T09:00:00' }), ['16', '17']);
});

test('occurrences from an instant on are those of the whole rule, also while clocks change', () => {
  const instants = ['2026-03-08T06:59:00Z', '2026-03-08T07:30:00Z', '2026-11-01T05:30:00Z', '2026-11-01T06:10:00Z'];
  for (const rule of ['FREQ=DAILY', 'FREQ=HOURLY;INTERVAL=7', 'FREQ=WEEKLY;BYDAY=SU', 'FREQ=DAILY;COUNT=300'])
    for (const instant of instants) {
      const given = recurring(rule, '2026-03-01T02:30:00');
      const from = Temporal.Instant.from(instant);
      const walked = occurrencesAfter(given, null).filter(({ at }) => Temporal.Instant.compare(at, from) >= 0);
      const expected = walked
        .take(3)
        .toArray()
        .map(({ occurrence }) => occurrence);
      const found = occurrencesFrom(given, from)
        .take(3)
        .toArray()
        .map(({ occurrence }) => occurrence);
      assert.deepEqual(found, expected, `${rule} from ${instant}`);
    }
});

test('a rule that began long ago is not walked through from its start', () => {
  const minutes = 'BYMINUTE=0,10,20,30,40,50';
  const hours = `BYHOUR=${Array.from({ length: 24 }, (_, hour) => hour).join(',')}`;
  const from = Temporal.Instant.from('2026-11-17T12:05:00Z');
  const [next] = occurrencesFrom(recurring(`FREQ=DAILY;${hours};${minutes}`, '1900-01-01T00:00:00'), from).take(1);
  assert.equal(String(next!.at), '2026-11-17T12:10:00Z');
});

test('a rule that counts further than the calendar ends there', () => {
  const far = first(9, recurring('FREQ=YEARLY;INTERVAL=1000;COUNT=366', '1900-01-01T00:00:00', 'UTC'));
  assert.deepEqual(far, ['1900-01-01T00:00:00 1900-01-01T00:00:00Z', '2900-01-01T00:00:00 2900-01-01T00:00:00Z']);
});

test('the last Friday, the last day and the 31st are found', () => {
  const days = (rule: string) =>
    first(3, recurring(rule, '2026-01-01T09:00:00', 'America/Santo_Domingo')).map((text) => text.slice(5, 10));
  assert.deepEqual(days('FREQ=MONTHLY;BYDAY=-1FR'), ['01-30', '02-27', '03-27']);
  assert.deepEqual(days('FREQ=MONTHLY;BYMONTHDAY=-1'), ['01-31', '02-28', '03-31']);
  assert.deepEqual(days('FREQ=MONTHLY;BYMONTHDAY=31'), ['01-31', '03-31', '05-31']);
});

test('rules that mean nothing are refused, and rules that match nothing end', () => {
  for (const rule of [
    'FREQ=MINUTELY',
    'FREQ=DAILY;COUNT=0',
    'FREQ=DAILY;COUNT=5;UNTIL=20270101',
    'COUNT=5',
    'FREQ=DAILY;X=1',
    'FREQ=DAILY;BYSECOND=0,30',
  ])
    assert.equal(isRule(rule), false, rule);
  for (const rule of [
    'FREQ=HOURLY;BYDAY=MO',
    'FREQ=DAILY;UNTIL=20261399',
    'FREQ=WEEKLY;BYDAY=XX',
    'FREQ=DAILY;BYMONTH=13',
  ])
    assert.equal(isRule(rule), false, rule);
  assert.equal(isRule('FREQ=MONTHLY;BYDAY=1MO,-1FR;INTERVAL=2'), true);
  const daily = 'FREQ=DAILY;BYHOUR=8;BYMINUTE=30;BYSECOND=0';
  assert.equal(isRule(daily), true);
  assert.deepEqual(first(1, recurring(daily, '2026-01-01T09:00:00')), ['2026-01-02T08:30:00 2026-01-02T13:30:00Z']);
  assert.deepEqual(first(1, recurring('FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', '2026-01-01T09:00:00')), []);
});

const zones = [
  'America/New_York',
  'America/Santo_Domingo',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'America/St_Johns',
  'Africa/Cairo',
];
const anyRecurring = fc
  .record({
    rule: fc.constantFrom(
      'FREQ=DAILY',
      'FREQ=DAILY;INTERVAL=3',
      'FREQ=WEEKLY;BYDAY=SU',
      'FREQ=MONTHLY;BYDAY=-1SU',
      'FREQ=DAILY;COUNT=40',
    ),
    timeZone: fc.constantFrom(...zones),
    day: fc.integer({ min: 0, max: 365 }),
    hour: fc.integer({ min: 0, max: 23 }),
    minute: fc.constantFrom(0, 15, 30, 59),
  })
  .map(({ rule, timeZone, day, hour, minute }) =>
    recurring(
      rule,
      Temporal.PlainDateTime.from('2026-01-01')
        .add({ days: day, hours: hour, minutes: minute })
        .toString({ smallestUnit: 'second' }),
      timeZone,
    ),
  );

test('in every zone each wall time of the rule takes place once, in order, at that wall time or shifted out of a gap', () => {
  fc.assert(
    fc.property(anyRecurring, (given) => {
      const inZone = occurrencesAfter(given, null).take(40).toArray();
      const inUtc = occurrencesAfter({ ...given, timeZone: 'UTC' }, null)
        .take(40)
        .toArray();
      assert.deepEqual(
        inZone.map(({ occurrence }) => occurrence),
        inUtc.map(({ occurrence }) => occurrence),
      );
      for (const [index, { occurrence, at }] of inZone.entries()) {
        const wall = at.toZonedDateTimeISO(given.timeZone).toPlainDateTime();
        const shift = Temporal.PlainDateTime.from(occurrence).until(wall).total('minutes');
        assert.ok(shift === 0 || shift === 30 || shift === 60, `${occurrence} ${wall}`);
        if (index > 0) assert.ok(Temporal.Instant.compare(inZone[index - 1]!.at, at) < 0);
        assert.equal(findOccurrence(given, occurrence)!.at.toString(), at.toString());
      }
      const behind = occurrencesAfter(given, inZone[5]!.occurrence).take(3).toArray();
      assert.deepEqual(behind.map(String), inZone.slice(6, 9).map(String));
    }),
    { numRuns: 100 },
  );
});
