import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { least } from '#platform/decimal.ts';
import { fromMinor } from '#platform/money.ts';
import { Refusal } from '#platform/refusal.ts';
import {
  type Amortisation,
  amortise,
  type CreditEvent,
  CreditEventOutOfOrder,
  CreditInArrears,
  CreditOverpaid,
  totalOf,
} from './amortisation.ts';
import { dayCounts, type Frequency, frequencies, methods, type Terms } from './plan.ts';

const terms = (given: Partial<Terms> = {}): Terms => ({
  method: 'level',
  principal: 100_000_00n,
  annualRate: '12',
  frequency: 'monthly',
  instalments: 12,
  startsOn: '2026-01-15',
  firstDueOn: '2026-02-15',
  endOfMonth: false,
  graceInstalments: 0,
  dayCount: 'periods',
  lateFeeRate: '0',
  lateFeeGraceDays: 0,
  ...given,
});

const format = (minor: bigint) => fromMinor(minor, 'DOP');
const sum = (amounts: bigint[]) => amounts.reduce((a, b) => a + b, 0n);
const interestOf = ({ rows }: Amortisation) => sum(rows.map(({ interest }) => interest));
const capitalOf = ({ rows }: Amortisation) => sum(rows.map(({ capital }) => capital));
const dueDates = (given: Partial<Terms>) => amortise(terms(given), [], '2026-01-15').rows.map(({ dueOn }) => dueOn);
const refuses = (work: () => unknown, kind: unknown) =>
  assert.throws(work, (error: unknown) => error instanceof Refusal && error.kind === kind);

test('a level loan of 100,000 at 12 % over a year costs 8,884.88 a month, and the last instalment absorbs the rounding', () => {
  const { rows, open } = amortise(terms(), [], '2026-01-15');
  assert.deepEqual(
    rows.slice(0, 2).map(({ interest, capital, balance }) => [interest, capital, balance].map(format)),
    [
      ['1000.00', '7884.88', '92115.12'],
      ['921.15', '7963.73', '84151.39'],
    ],
  );
  assert.deepEqual(
    rows.slice(0, -1).map((row) => format(row.interest + row.capital)),
    Array(11).fill('8884.88'),
  );
  const last = rows.at(-1)!;
  assert.deepEqual([last.interest + last.capital, last.balance].map(format), ['8884.85', '0.00']);
  assert.equal(format(open.interest), '6618.53');
  assert.equal(open.capital, 100_000_00n);
});

test('a level loan of 200,000 at 6 % over thirty years costs 1,199.10 a month', () => {
  const table = amortise(terms({ principal: 200_000_00n, annualRate: '6', instalments: 360 }), [], '2026-01-15');
  assert.equal(format(table.rows[0]!.interest + table.rows[0]!.capital), '1199.10');
  assert.equal(table.rows.length, 360);
  assert.equal(capitalOf(table), 200_000_00n);
});

test('constant-capital instalments add the interest on the remaining capital', () => {
  const table = amortise(terms({ method: 'constant-capital', principal: 12_000_00n }), [], '2026-01-15');
  assert.deepEqual(
    table.rows.map(({ interest }) => Number(interest) / 100),
    [120, 110, 100, 90, 80, 70, 60, 50, 40, 30, 20, 10],
  );
  assert.ok(table.rows.every(({ capital }) => capital === 1_000_00n));
});

test('an interest-only loan pays its capital at the end, and grace pays interest alone', () => {
  const only = amortise(
    terms({ method: 'interest-only', principal: 10_000_00n, annualRate: '24', instalments: 6 }),
    [],
    '2026-01-15',
  );
  assert.deepEqual(
    only.rows.map((row) => format(row.interest + row.capital)),
    [...Array(5).fill('200.00'), '10200.00'],
  );
  const grace = amortise(terms({ instalments: 14, graceInstalments: 2 }), [], '2026-01-15');
  assert.deepEqual(
    grace.rows.slice(0, 3).map(({ capital }) => format(capital)),
    ['0.00', '0.00', '7884.88'],
  );
});

test('interest by days follows the agreed day count', () => {
  const lent = { principal: 10_000_00n, annualRate: '10', instalments: 1, firstDueOn: '2026-04-15' };
  const interest = (dayCount: Terms['dayCount']) =>
    format(interestOf(amortise(terms({ ...lent, dayCount }), [], '2026-01-15')));
  // Ninety days from 15 January to 15 April; three months of thirty.
  assert.equal(interest('actual/365'), '246.58');
  assert.equal(interest('actual/360'), '250.00');
  assert.equal(interest('30/360'), '250.00');
});

test('instalments are due on the 31st, on the last day, every fortnight or on the 15th and the 30th', () => {
  const four = { instalments: 4 };
  assert.deepEqual(dueDates({ ...four, firstDueOn: '2026-01-31' }), [
    '2026-01-31',
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
  ]);
  assert.deepEqual(dueDates({ ...four, firstDueOn: '2026-02-28', endOfMonth: true }), [
    '2026-02-28',
    '2026-03-31',
    '2026-04-30',
    '2026-05-31',
  ]);
  assert.deepEqual(dueDates({ ...four, frequency: 'biweekly', firstDueOn: '2026-01-30' }), [
    '2026-01-30',
    '2026-02-13',
    '2026-02-27',
    '2026-03-13',
  ]);
  assert.deepEqual(dueDates({ ...four, frequency: 'semimonthly', firstDueOn: '2026-01-30' }), [
    '2026-01-30',
    '2026-02-15',
    '2026-02-28',
    '2026-03-15',
  ]);
  assert.deepEqual(dueDates({ instalments: 2, frequency: 'annual', firstDueOn: '2028-02-29' }), [
    '2028-02-29',
    '2029-02-28',
  ]);
});

test('a payment is allocated to the late fee, then interest due, then capital due', () => {
  const late = terms({ lateFeeRate: '5', lateFeeGraceDays: 3 });
  const due = amortise(late, [], '2026-02-19').due;
  assert.deepEqual(due, { lateFee: 444_24n, interest: 1_000_00n, capital: 7_884_88n });
  assert.equal(amortise(late, [], '2026-02-18').due.lateFee, 0n, 'the days of grace are not over');
  const events: CreditEvent[] = [
    { kind: 'payment', date: '2026-02-19', amount: 1_000_00n },
    { kind: 'payment', date: '2026-02-20', amount: 1_000_00n },
  ];
  const { allocations } = amortise(late, events, '2026-02-20');
  assert.deepEqual(allocations, [
    { lateFee: 444_24n, interest: 555_76n, capital: 0n },
    { lateFee: 0n, interest: 444_24n, capital: 555_76n },
  ]);
});

test('a late fee is charged once and can be waived', () => {
  const late = terms({ lateFeeRate: '5' });
  const waived = amortise(late, [{ kind: 'waiver', date: '2026-02-20', amount: 444_24n }], '2026-03-10');
  assert.equal(waived.due.lateFee, 0n);
  refuses(
    () => amortise(late, [{ kind: 'waiver', date: '2026-02-20', amount: 444_25n }], '2026-03-10'),
    CreditOverpaid,
  );
});

const sixPaid = (): CreditEvent[] =>
  ['02', '03', '04', '05', '06', '07'].map((month) => ({
    kind: 'payment',
    date: `2026-${month}-15`,
    amount: 8_884_88n,
  }));

test('capital paid ahead shortens the term and keeps the instalment, or lowers the instalment and keeps the term', () => {
  const ahead = (effect: 'term' | 'instalment') =>
    amortise(
      terms(),
      [...sixPaid(), { kind: 'capital', date: '2026-07-15', amount: 20_000_00n, effect }],
      '2026-07-15',
    );
  const before = amortise(terms(), sixPaid(), '2026-07-15').open.capital;
  const [shorter, smaller] = [ahead('term'), ahead('instalment')];
  assert.equal(shorter.open.capital, before - 20_000_00n);
  assert.equal(smaller.open.capital, before - 20_000_00n);
  const instalments = ({ rows }: Amortisation) => rows.filter(({ kind }) => kind === 'instalment').slice(6);
  assert.equal(instalments(shorter).length, 4);
  assert.equal(format(instalments(shorter)[0]!.capital + instalments(shorter)[0]!.interest), '8884.88');
  assert.equal(instalments(smaller).length, 6);
  assert.equal(format(instalments(smaller)[0]!.capital + instalments(smaller)[0]!.interest), '5433.91');
  assert.ok(
    interestOf(shorter) < interestOf(smaller) && interestOf(smaller) < interestOf(amortise(terms(), [], '2026-01-15')),
  );
});

test('interest in the period of a capital payment is calculated on the capital of each day', () => {
  const given = terms({ method: 'interest-only', principal: 31_000_00n, instalments: 2, firstDueOn: '2026-02-15' });
  const event: CreditEvent = { kind: 'capital', date: '2026-01-25', amount: 15_500_00n, effect: 'term' };
  const [, running] = amortise(given, [event], '2026-01-25').rows;
  // One per cent a month: ten of 31 days on 31,000 and 21 on half of it.
  assert.equal(format(running!.interest), '205.00');
});

test('a pay-off takes the capital and the accrued interest, and leaves no instalment', () => {
  const paid = sixPaid();
  const { payOff, open } = amortise(terms(), paid, '2026-07-25');
  assert.ok(payOff.interest < open.interest);
  const off: CreditEvent = { kind: 'capital', date: '2026-07-25', amount: totalOf(payOff), effect: 'term' };
  const after = amortise(terms(), [...paid, off], '2026-07-25');
  assert.equal(totalOf(after.open), 0n);
  assert.equal(after.rows.length, 7);
  for (const amount of [totalOf(payOff) + 1n, totalOf(payOff) - 1n, open.capital])
    refuses(() => amortise(terms(), [...paid, { ...off, amount }], '2026-07-25'), CreditOverpaid);
});

test('capital cannot be paid ahead while something is due, and events stay in order', () => {
  const early: CreditEvent = { kind: 'capital', date: '2026-02-15', amount: 1_00n, effect: 'term' };
  refuses(() => amortise(terms(), [early], '2026-02-15'), CreditInArrears);
  const begun: CreditEvent = { kind: 'payment', date: '2026-02-01', amount: 1_00n };
  refuses(() => amortise(terms(), [begun, { ...early, date: '2026-02-02' }], '2026-02-15'), CreditInArrears);
  refuses(() => amortise(terms(), [begun, { ...begun, date: '2026-01-31' }], '2026-02-15'), CreditEventOutOfOrder);
});

test('a new rate changes only instalments without a payment', () => {
  const changed = amortise(
    terms(),
    [...sixPaid(), { kind: 'rate', date: '2026-07-15', annualRate: '24' }],
    '2026-07-15',
  );
  assert.deepEqual(changed.rows.slice(0, 6), amortise(terms(), sixPaid(), '2026-07-15').rows.slice(0, 6));
  const left = changed.rows[5]!.balance;
  assert.equal(changed.rows[6]!.interest, (left * 2n + 50n) / 100n);
  assert.equal(capitalOf(changed), 100_000_00n);
});

const rateText = fc.integer({ min: 0, max: 12_000 }).map((hundredths) => (hundredths / 100).toFixed(2));
const anyTerms: fc.Arbitrary<Terms> = fc
  .record({
    method: fc.constantFrom(...methods),
    principal: fc.bigInt({ min: 1n, max: 10n ** 11n }),
    annualRate: rateText,
    frequency: fc.constantFrom(...(Object.keys(frequencies) as Frequency[])),
    instalments: fc.integer({ min: 1, max: 30 }),
    firstAfterDays: fc.integer({ min: 1, max: 60 }),
    endOfMonth: fc.boolean(),
    graceInstalments: fc.integer({ min: 0, max: 5 }),
    dayCount: fc.constantFrom(...dayCounts),
    lateFeeRate: rateText,
    lateFeeGraceDays: fc.integer({ min: 0, max: 10 }),
  })
  .map(({ firstAfterDays, ...given }) => {
    const firstDueOn = Temporal.PlainDate.from('2026-01-15').add({ days: firstAfterDays }).toString();
    const graceInstalments = Math.min(given.graceInstalments, given.instalments - 1);
    return terms({ ...given, firstDueOn, graceInstalments });
  });

/** Steps that are possible whenever they are taken: shares of what is owed then, some days later. */
const anySteps = fc.array(
  fc.record({
    kind: fc.constantFrom('payment', 'payment', 'capital', 'rate', 'waiver'),
    days: fc.integer({ min: 0, max: 50 }),
    share: fc.bigInt({ min: 1n, max: 100n }),
    effect: fc.constantFrom('term', 'instalment'),
    annualRate: rateText,
  }),
  { maxLength: 12 },
);

type Step = typeof anySteps extends fc.Arbitrary<(infer S)[]> ? S : never;

function eventOf(given: Terms, events: CreditEvent[], date: string, step: Step): CreditEvent | null {
  const { open, due, payOff } = amortise(given, events, date);
  const share = (amount: bigint) => (amount * step.share) / 100n;
  const [amount, waived] = [share(totalOf(open)), share(due.lateFee)];
  if (step.kind === 'payment') return amount > 0n ? { kind: 'payment', date, amount } : null;
  if (step.kind === 'waiver') return waived > 0n ? { kind: 'waiver', date, amount: waived } : null;
  if (step.kind === 'rate') return { kind: 'rate', date, annualRate: step.annualRate };
  const capital = step.share === 100n ? totalOf(payOff) : share(payOff.capital);
  return capital > 0n ? { kind: 'capital', date, amount: capital, effect: step.effect as 'term' } : null;
}

test('after random events the capital is paid exactly, no amount is negative, and the credit ends at zero', () => {
  fc.assert(
    fc.property(anyTerms, anySteps, (given, steps) => {
      const events: CreditEvent[] = [];
      let date = Temporal.PlainDate.from(given.startsOn);
      const holds = (): Amortisation => {
        const now = amortise(given, events, date.toString());
        assert.equal(capitalOf(now), given.principal);
        assert.ok(now.rows.length === 0 || now.rows.at(-1)!.balance === 0n);
        for (const row of now.rows) {
          assert.ok(row.capital >= 0n && row.interest >= 0n && row.lateFee >= 0n && row.balance >= 0n);
          for (const part of ['capital', 'interest', 'lateFee'] as const) assert.ok(row.paid[part] <= row[part]);
        }
        const paid = sum(
          events.map((event) => (event.kind === 'payment' || event.kind === 'capital' ? event.amount : 0n)),
        );
        assert.equal(sum(now.allocations.map(totalOf)), paid, 'what is paid is allocated to the cent');
        assert.equal(given.principal - sum(now.allocations.map(({ capital }) => capital)), now.open.capital);
        return now;
      };
      for (const step of steps) {
        date = date.add({ days: step.days });
        const event = eventOf(given, events, date.toString(), step);
        if (!event) continue;
        try {
          amortise(given, [...events, event], date.toString());
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          continue;
        }
        events.push(event);
        holds();
      }
      const rest = totalOf(holds().open);
      if (rest > 0n) events.push({ kind: 'payment', date: date.toString(), amount: rest });
      assert.deepEqual(holds().open, { lateFee: 0n, interest: 0n, capital: 0n });
    }),
    { numRuns: 150 },
  );
});

test('any split of payments ends at exactly zero and pays the same interest', () => {
  fc.assert(
    fc.property(anyTerms, fc.array(fc.bigInt({ min: 1n, max: 10n ** 9n }), { maxLength: 20 }), (given, amounts) => {
      const whole = amortise(given, [], given.startsOn).open;
      const events: CreditEvent[] = [];
      let left = totalOf(whole);
      for (const wished of [...amounts, left]) {
        const amount = least(wished, left);
        if (amount > 0n) events.push({ kind: 'payment', date: given.startsOn, amount });
        left -= amount;
      }
      const paid = amortise(given, events, given.startsOn);
      assert.equal(totalOf(paid.open), 0n);
      assert.equal(sum(paid.allocations.map(({ interest }) => interest)), whole.interest);
    }),
    { numRuns: 200 },
  );
});

test('a loan that starts at the end of a month keeps its day after February', () => {
  const from = (startsOn: string, firstDueOn: string, more: Partial<Terms> = {}) =>
    amortise(terms({ startsOn, firstDueOn, instalments: 4, ...more }), [], startsOn).rows.map(({ dueOn }) => dueOn);
  assert.deepEqual(from('2027-01-31', '2027-02-28'), ['2027-02-28', '2027-03-31', '2027-04-30', '2027-05-31']);
  assert.deepEqual(from('2027-01-30', '2027-02-28'), ['2027-02-28', '2027-03-30', '2027-04-30', '2027-05-30']);
  assert.deepEqual(from('2028-01-29', '2028-02-29', { instalments: 3 }), ['2028-02-29', '2028-03-29', '2028-04-29']);
  assert.deepEqual(from('2026-11-30', '2027-02-28', { frequency: 'quarterly' }), [
    '2027-02-28',
    '2027-05-30',
    '2027-08-30',
    '2027-11-30',
  ]);
  // A first due date of its own is the anchor.
  assert.deepEqual(from('2027-01-10', '2027-02-28', { instalments: 2 }), ['2027-02-28', '2027-03-28']);
});
