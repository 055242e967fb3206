import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { shareOut, sum } from '#platform/decimal.ts';
import { type AppliedTax, type LineToPrice, priceDocument } from './pricing.ts';

const itbis: AppliedTax = { kind: 'itbis', rate: '18', base: 'net' };
const tip: AppliedTax = { kind: 'tip', rate: '10', base: 'net' };
const withheldItbis: AppliedTax = { kind: 'withheld-itbis', rate: '30', base: 'itbis' };
const withheldIsr: AppliedTax = { kind: 'withheld-isr', rate: '10', base: 'net' };

const line = (quantity: string, unitPrice: string, taxes: AppliedTax[] = [itbis], discount?: string): LineToPrice => ({
  quantity,
  unitPrice,
  discountKind: discount === undefined ? null : discount.endsWith('%') ? 'percent' : 'amount',
  discountValue: discount?.replace('%', '') ?? null,
  taxes,
});

const priced = (lines: LineToPrice[], pricesIncludeTax = false) =>
  priceDocument(lines, { currency: 'DOP', pricesIncludeTax });

test('a line is quantity times price less its discount, and each tax is rounded on it', () => {
  const { lines, ...totals } = priced([line('3', '33.335', [itbis], '10%'), line('1', '50', [], '5')]);
  assert.deepEqual(lines[0], {
    amount: 10001n,
    discount: 1000n,
    net: 9001n,
    tax: 1620n,
    withheld: 0n,
    total: 10621n,
    taxes: [{ base: 9001n, amount: 1620n }],
  });
  assert.deepEqual(totals, {
    subtotal: 15001n,
    discount: 1500n,
    net: 13501n,
    tax: 1620n,
    withheld: 0n,
    total: 15121n,
  });
});

test('withholdings are computed from the net or the ITBIS and are not part of the total', () => {
  const { total, withheld, lines } = priced([line('1', '1000', [withheldItbis, itbis, withheldIsr])]);
  assert.equal(total, 118000n);
  assert.deepEqual(
    lines[0]!.taxes.map(({ base, amount }) => [base, amount]),
    [
      [18000n, 5400n],
      [100000n, 18000n],
      [100000n, 10000n],
    ],
  );
  assert.equal(withheld, 15400n);
});

test('prices that include tax keep what the customer sees: the net comes out of the sum, not of each line', () => {
  const lines = Array.from({ length: 3 }, () => line('1', '0.99'));
  const { net, tax, total } = priced(lines, true);
  assert.deepEqual({ net, tax, total }, { net: 252n, tax: 45n, total: 297n });
  const mixed = priced([line('1', '118'), line('1', '128', [itbis, tip]), line('1', '7', [])], true);
  assert.deepEqual(
    mixed.lines.map((each) => [each.net, each.tax, ...each.taxes.map(({ amount }) => amount)]),
    [
      [10000n, 1800n, 1800n],
      [10000n, 2800n, 1800n, 1000n],
      [700n, 0n],
    ],
  );
});

test('several taxes in prices that include them are exact for the sum of the lines, and none is negative', () => {
  const sumsOf = (lines: LineToPrice[]) => {
    const { lines: done } = priced(lines, true);
    assert.ok(done.every(({ taxes }) => taxes.every(({ amount }) => amount >= 0n)));
    return lines[0]!.taxes.map((_, place) => sum(done.map(({ taxes }) => taxes[place]!.amount)));
  };
  const bill = Array.from({ length: 40 }, () => line('1', '100', [itbis, tip]));
  assert.deepEqual(sumsOf(bill), [56_250n, 31_250n]);
  const telecom: AppliedTax[] = [
    { kind: 'isc', rate: '10', base: 'net' },
    itbis,
    { kind: 'other', rate: '2', base: 'net' },
  ];
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9999 }), { minLength: 1, maxLength: 60 }), (cents) => {
      const lines = cents.map((each) => line('1', (each / 100).toFixed(2), telecom));
      const sums = sumsOf(lines);
      const whole = shareOut(sum(sums), [10n, 18n, 2n]);
      for (const [place, amount] of sums.entries()) assert.ok(Math.abs(Number(amount - whole[place]!)) <= 1);
    }),
  );
});

test('ITBIS is charged on selective taxes of alcohol and tobacco, and not on those of services', () => {
  const [alcohol, telecom] = ['023', '004'].map(
    (fiscalCode): AppliedTax => ({ kind: 'isc', rate: '10', base: 'net', fiscalCode }),
  );
  const taxesOf = (price: string, taxes: AppliedTax[], pricesIncludeTax = false) => {
    const [done] = priced([line('1', price, taxes)], pricesIncludeTax).lines;
    return [done!.net, ...done!.taxes.flatMap(({ base, amount }) => [base, amount])];
  };
  const rum = [itbis, alcohol!, withheldItbis];
  const rumAmounts = [100_000n, 110_000n, 19_800n, 100_000n, 10_000n, 19_800n, 5940n];
  assert.deepEqual(taxesOf('1000', rum), rumAmounts);
  assert.deepEqual(taxesOf('1298', rum, true), rumAmounts);
  assert.deepEqual(taxesOf('1000', [itbis, telecom!]), [100_000n, 100_000n, 18_000n, 100_000n, 10_000n]);
  const both = priced([line('1', '1298', [itbis, alcohol!]), line('1', '1280', [itbis, telecom!])], true);
  assert.deepEqual(
    both.lines.map(({ net, tax }) => [net, tax]),
    [
      [100_000n, 29_800n],
      [100_000n, 28_000n],
    ],
  );
});

test('a discount cannot exceed the amount that it applies to', () => {
  assert.throws(() => priced([line('1', '10', [], '10.01')]), { message: /more than the amount/ });
  assert.equal(priced([line('1', '10', [], '100%')]).total, 0n);
});

const anyDecimal = (max: number, decimals: number) =>
  fc
    .tuple(fc.integer({ min: 0, max }), fc.integer({ min: 0, max: 10 ** decimals - 1 }))
    .map(([whole, fraction]) => `${whole}.${String(fraction).padStart(decimals, '0')}`);
const anyTax = fc.record<AppliedTax>({
  kind: fc.constantFrom('itbis', 'isc', 'tip', 'other', 'withheld-itbis', 'withheld-isr'),
  rate: anyDecimal(30, 2),
  base: fc.constantFrom('net', 'itbis'),
});
const anyLine = fc.record<LineToPrice>({
  quantity: anyDecimal(1000, 3),
  unitPrice: anyDecimal(100_000, 4),
  discountKind: fc.constantFrom('percent', null),
  discountValue: anyDecimal(99, 2),
  taxes: fc.array(anyTax, { maxLength: 4 }),
});

test('every document sums to the cent, whatever its lines and taxes', () => {
  fc.assert(
    fc.property(
      fc.array(anyLine, { maxLength: 12 }),
      fc.boolean(),
      fc.constantFrom('DOP', 'JPY', 'KWD'),
      (lines, pricesIncludeTax, currency) => {
        const document = priceDocument(
          lines.map((each) => ({ ...each, discountValue: each.discountKind && each.discountValue })),
          { currency, pricesIncludeTax },
        );
        assert.equal(document.total, document.net + document.tax);
        assert.equal(document.subtotal - document.discount, pricesIncludeTax ? document.total : document.net);
        for (const [place, each] of document.lines.entries()) {
          const amounts = each.taxes.map(({ amount }) => amount);
          assert.ok([each.net, each.tax, each.discount, ...amounts].every((amount) => amount >= 0n));
          assert.equal(sum(amounts), each.tax + each.withheld);
          assert.equal(each.taxes.length, lines[place]!.taxes.length);
        }
      },
    ),
  );
});

test('the order of the lines does not change the total', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 8 }), fc.boolean(), (lines, pricesIncludeTax) => {
      const totals = (ordered: LineToPrice[]) => {
        const { net, tax, total } = priced(ordered, pricesIncludeTax);
        return { net, tax, total };
      };
      const plain = lines.map((each) => ({ ...each, discountKind: null, discountValue: null }));
      assert.deepEqual(totals(plain), totals(plain.toReversed()));
    }),
  );
});

test('shares make the whole', () => {
  fc.assert(
    fc.property(fc.bigInt(0n, 10n ** 15n), fc.array(fc.bigInt(0n, 10n ** 12n), { minLength: 1 }), (whole, weights) => {
      const shares = shareOut(whole, weights);
      assert.equal(sum(shares), sum(weights) === 0n ? 0n : whole);
      assert.ok(shares.every((share) => share >= 0n));
    }),
  );
});
