import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BigNumber } from 'bignumber.js';
import fc from 'fast-check';
import check from './check.compute.ts';
import evaluate from './evaluate.compute.ts';

const input = {
  lines: [
    { price: '10.10', quantity: 3, name: 'Arroz' },
    { price: '0.2', quantity: 0.5, name: 'Sal' },
  ],
  name: ' Ñandú ',
  due: '2026-01-31',
  days: 30,
  mixed: ['a', 1, '2.50'],
  none: null,
  empty: [],
};
const context = { input, event: null, now: '2026-01-31T02:30:00.000Z', timeZone: 'America/Santo_Domingo' };
const resultOf = (expression: string, data: object = context) => {
  const { value, error } = evaluate({ template: `{{ ${expression} }}`, context: { ...data } });
  return error ?? value;
};

const results: [expression: string, result: unknown][] = [
  ['input.lines.map(l, decimal(l.price) * l.quantity).sum()', '30.40'],
  ['decimal("0.1") + decimal("0.2") == 0.3', true],
  ['decimal("1.0") == 1 && 1 == decimal("1.00") && decimal("2") > 1.5', true],
  ['round("1.005", 2)', '1.01'],
  ['round(2.675, 2)', '2.68'],
  ['round("-0.5")', '-1'],
  ['round(10, 2)', '10.00'],
  ['divide("100", 3, 2)', '33.33'],
  ['string(decimal("1.50")) + " RD$"', '1.50 RD$'],
  ['double(decimal("1.50"))', 1.5],
  ['input.empty.sum()', '0'],
  ['["9.5", 10, "2"].max()', 10],
  ['["9.5", 10, "2"].min()', '2'],
  ['["2026-02-01", "2026-01-05"].min()', '2026-01-05'],
  ['input.empty.max()', null],
  ['input.mixed.first()', 'a'],
  ['input.mixed.last()', '2.50'],
  ['input.empty.first()', null],
  ['size(input.mixed)', 3],
  ['join(input.mixed, ", ")', 'a, 1, 2.50'],
  ['join(input.lines.map(l, l.name), " y ")', 'Arroz y Sal'],
  ['input.name.trim().upper()', 'ÑANDÚ'],
  ['input.name.trim().lower()', 'ñandú'],
  ['default(input.nothing.deep, "x")', 'x'],
  ['default(input.none, "x")', 'x'],
  ['default(input.?nothing, "x")', 'x'],
  ['default(input.lines[7], "x")', 'x'],
  ['default(event.payload, "x")', 'x'],
  ['default(input.days, 1)', 30],
  ['addDate(input.due, 1, "month")', '2026-02-28'],
  ['addDate(input.due, input.days, "days")', '2026-03-02'],
  ['addDate(now, -90, "minutes")', '2026-01-31T01:00:00.000Z'],
  // In the zone it is the 30th, so a month later is the last of February there.
  ['addDate(now, 1, "months")', '2026-03-01T02:30:00.000Z'],
  ['formatDate(now, "dd/MM/yyyy hh:mm a")', '30/01/2026 10:30 PM'],
  ['formatDate(now, "yyyy-MM-dd HH:mm:ss", "UTC")', '2026-01-31 02:30:00'],
  [`formatDate(input.due, "'el' dd/MM/yy")`, 'el 31/01/26'],
  ['daysBetween(input.due, "2026-03-01")', 29],
  ['daysBetween("2026-03-01", now)', -30],
];

test('expressions have the functions of everyday work', () => {
  for (const [expression, result] of results) assert.deepEqual(resultOf(expression), result, expression);
  const texts = results.map(([expression]) => ({ path: expression, text: `{{ ${expression} }}` }));
  assert.deepEqual(check(texts.map((each) => ({ ...each, variables: Object.keys(context) }))), []);
});

test('a function says what is wrong with its input', () => {
  const problems: [expression: string, problem: RegExp][] = [
    ['decimal("doce")', /Not a decimal number: doce/],
    ['[1, null].sum()', /Not a decimal number: null/],
    ['input.lines.sum()', /Not a decimal number: a list or object/],
    ['round(1, 11)', /Decimals are 0 to 10/],
    ['round(1, 0.5)', /Not a whole number/],
    ['decimal("10") / 3', /no such overload/],
    ['divide(1, 0, 2)', /Division by zero/],
    ['join(input.lines, ", ")', /choose a field/],
    ['addDate(input.due, 1, "hour")', /to a time/],
    ['addDate("2026-13-01", 1, "days")', /Not a date or time/],
    ['addDate(now, 1, "moons")', /Units are/],
    ['addDate(now, 9999999, "years")', /At most/],
    ['formatDate(now, "yyyy", "Mars/Base")', /Mars\/Base/],
    ['default(1 / 0, 2)', /division by zero/],
  ];
  for (const [expression, problem] of problems) assert.match(String(resultOf(expression)), problem, expression);
});

test('no expression computes with numbers or texts without bound', () => {
  const huge = `decimal("${'9'.repeat(40)}")`;
  assert.match(String(resultOf(`${huge} * ${huge}`)), /at most 60 digits/);
  const precise = `decimal("0.${'1'.repeat(20)}")`;
  assert.match(String(resultOf(`${precise} * ${precise}`)), /at most 30 decimals/);
  const long = { texts: Array.from({ length: 200 }, () => 'x'.repeat(1_000)) };
  assert.match(String(resultOf('join(texts, "")', { ...long, timeZone: 'UTC' })), /at most 128000 characters/);
});

const cents = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
const money = cents.map((value) => new BigNumber(String(value)).shiftedBy(-2).toFixed(2));
const rate = fc.integer({ min: 0, max: 1_000_000 }).map((value) => new BigNumber(value).shiftedBy(-4).toFixed(4));

/** Half away from zero. Amounts have no negative zero. */
const rounded = (value: BigNumber): string => value.toFixed(2, BigNumber.ROUND_HALF_UP).replace(/^-0\.00$/, '0.00');

test('sums, products, quotients and roundings of money are exact', () => {
  fc.assert(
    fc.property(
      fc.array(money, { maxLength: 40 }),
      rate,
      fc.integer({ min: 1, max: 999 }),
      (amounts, percent, parts) => {
        const data = { amounts, percent, parts, timeZone: 'UTC' };
        const total = BigNumber.sum(0, ...amounts);
        const share = total.times(percent);
        assert.equal(new BigNumber(String(resultOf('amounts.sum()', data))).comparedTo(total), 0);
        assert.equal(resultOf('round(amounts.sum() * decimal(percent), 2)', data), rounded(share));
        assert.equal(resultOf('divide(amounts.sum(), parts, 2)', data), rounded(total.div(parts)));
        assert.equal(resultOf('amounts.sum() - amounts.sum() == 0', data), true);
        if (amounts.length > 0) {
          assert.equal(resultOf('amounts.max()', data), BigNumber.max(...amounts).toFixed(2));
          assert.equal(resultOf('amounts.min()', data), BigNumber.min(...amounts).toFixed(2));
        }
      },
    ),
    { numRuns: 200 },
  );
});
