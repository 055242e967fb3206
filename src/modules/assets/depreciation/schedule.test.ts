import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { amountUntil, monthOf, type Plan, plannedMonths } from './schedule.ts';

const plan = (given: Partial<Plan> = {}): Plan => {
  const inServiceOn = given.inServiceOn ?? '2026-01-01';
  return {
    cost: 120_000n,
    salvageValue: 0n,
    lifeMonths: 12,
    yearlyRate: null,
    inServiceOn,
    accumulated: 0n,
    yearAccumulated: 0n,
    nextMonth: monthOf(inServiceOn),
    yearStartMonth: 1,
    ...given,
  };
};
const amounts = (given: Partial<Plan>) => [...plannedMonths(plan(given))].map(({ amount }) => Number(amount));

test('even amounts are spread over the life, and rounding does not add up', () => {
  assert.deepEqual(amounts({}), Array(12).fill(10_000));
  assert.deepEqual(amounts({ cost: 100n, lifeMonths: 3 }), [33, 34, 33]);
  assert.deepEqual(amounts({ cost: 130n, salvageValue: 30n, lifeMonths: 3 }), [33, 34, 33]);
});

test('the first month counts by its days in service, and the rest of it follows after the last whole month', () => {
  assert.deepEqual(amounts({ cost: 9_000n, lifeMonths: 3, inServiceOn: '2026-04-16' }), [1_500, 3_000, 3_000, 1_500]);
  assert.deepEqual(amounts({ cost: 3_100n, lifeMonths: 1, inServiceOn: '2026-01-31' }), [100, 3_000]);
});

test('the declining method takes its rate of the book value at the start of the year, then even amounts', () => {
  const years = (all: number[]) => [0, 12, 24, 36].map((from) => all.slice(from, from + 12).reduce((a, b) => a + b, 0));
  // 40 %, 40 % of 60 %, then half of the rest in each of the last two years.
  const given = { cost: 100_000n, lifeMonths: 48, yearlyRate: '40' };
  assert.deepEqual(years(amounts(given)), [40_000, 24_000, 18_000, 18_000]);
  const middle = amounts({ ...given, inServiceOn: '2026-07-01' });
  assert.deepEqual([middle[0], middle.slice(0, 6).reduce((a, b) => a + b), middle[6]], [3_333, 20_000, 2_667]);
});

test('a longer life spreads only the remaining value', () => {
  const half = { accumulated: 60_000n, nextMonth: '2026-07-01' };
  assert.deepEqual(amounts({ ...half, lifeMonths: 18 }), Array(12).fill(5_000));
  assert.deepEqual(amounts({ ...half, lifeMonths: 3 }), [60_000]);
  assert.deepEqual(amounts({ ...half, salvageValue: 60_000n }), []);
});

test('a disposal counts the days of its month until that day', () => {
  assert.equal(amountUntil(3_000n, '2026-04-01', '2026-01-01', '2026-04-10'), 1_000n);
  assert.equal(amountUntil(1_500n, '2026-04-01', '2026-04-16', '2026-04-20'), 500n);
  assert.equal(amountUntil(1_500n, '2026-04-01', '2026-04-16', '2026-04-15'), 0n);
  assert.equal(amountUntil(3_000n, '2026-04-01', '2026-01-01', '2026-04-30'), 3_000n);
});

const day = fc.date({ min: new Date('1950-01-01'), max: new Date('2090-01-01'), noInvalidDate: true });

test('any plan depreciates exactly the cost less the salvage value, never a negative amount, within its life', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: 10n ** 15n }),
      fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 100 })),
      fc.integer({ min: 1, max: 600 }),
      fc.option(fc.integer({ min: 1, max: 100_000_000 })),
      day,
      fc.integer({ min: 1, max: 12 }),
      (cost, [kept, opening], lifeMonths, rate, date, yearStartMonth) => {
        const salvageValue = (cost * BigInt(kept)) / 100n;
        const accumulated = ((cost - salvageValue) * BigInt(opening)) / 100n;
        const yearlyRate = rate === null ? null : `${rate / 1_000_000}`.replace(/e-\d+/, '');
        const inServiceOn = date.toISOString().slice(0, 10);
        const given = { cost, salvageValue, accumulated, yearAccumulated: accumulated, lifeMonths, yearlyRate };
        const months = [...plannedMonths(plan({ ...given, inServiceOn, yearStartMonth }))];
        assert.ok(months.every(({ amount }) => amount > 0n));
        assert.equal(
          months.reduce((sum, { amount }) => sum + amount, accumulated),
          cost - salvageValue,
        );
        assert.ok(months.length <= lifeMonths + 1);
        assert.equal(new Set(months.map(({ month }) => month)).size, months.length);
      },
    ),
    { numRuns: 300 },
  );
});

test('even amounts differ by at most a cent from month to month', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 12n }), fc.integer({ min: 1, max: 600 }), (cost, lifeMonths) => {
      const all = amounts({ cost, lifeMonths });
      assert.ok(Math.max(...all) - Math.min(...all) <= 1);
    }),
    { numRuns: 200 },
  );
});
