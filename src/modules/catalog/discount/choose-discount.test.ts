import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toMillionths } from '#platform/decimal.ts';
import { applies, chooseDiscount, type DiscountQuestion, type Rule } from './choose-discount.ts';

const orNull = <T>(values: T[]) => fc.constantFrom(null, ...values);
const days = ['2026-01-01', '2026-11-15', '2026-12-31'];

const rule: fc.Arbitrary<Rule> = fc
  .record({
    id: fc.uuid(),
    name: fc.constant('Oferta'),
    active: fc.boolean(),
    off: fc.constantFrom(['10', null], ['33.3333', null], ['100', null], [null, '5'], [null, '500']),
    resourceId: orNull(['r1', 'r2']),
    listId: orNull(['l1']),
    contactId: orNull(['c1']),
    divisionId: orNull(['d1']),
    minimumQuantity: orNull(['1', '12']),
    startsOn: orNull(days),
    endsOn: orNull(days),
    slowStockDays: orNull([30, 90]),
    allowsBelowCost: fc.boolean(),
    coupon: orNull(['VERANO']),
  })
  .map(({ off: [percent = null, amount = null], ...rest }) => ({
    ...rest,
    percent,
    amount,
    currency: amount === null ? null : 'DOP',
  }));

const question: fc.Arbitrary<DiscountQuestion> = fc.record({
  ownDiscountsOnly: fc.boolean(),
  resourceId: fc.constant('r1'),
  listIds: fc.constantFrom(new Set<string>(), new Set(['l1'])),
  contactId: orNull(['c1', 'c2']),
  divisionId: orNull(['d1']),
  quantity: fc.constantFrom('1', '12', '20'),
  date: fc.constantFrom(...days),
  currency: fc.constantFrom('DOP', 'USD'),
  price: fc.bigInt({ min: 0n, max: 10n ** 12n }).map((cents) => cents * 10_000n),
  decimals: fc.constant(2),
  cost: fc.option(fc.bigInt({ min: 0n, max: 10n ** 16n }), { nil: null }),
  idleDays: fc.option(fc.nat(400), { nil: null }),
  coupon: orNull(['VERANO', 'OTRO']),
});

test('a discount is always below the price, never negative, and in whole cents', () => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 8 }), question, (rules, asked) => {
      const chosen = chooseDiscount(rules, asked);
      if (!chosen) return;
      assert.ok(chosen.unitPrice >= 0n && chosen.unitPrice < asked.price);
      assert.equal(chosen.unitPrice % 10_000n, 0n);
      assert.ok(applies(chosen.rule, asked));
    }),
  );
});

test('a discount is never below cost unless its rule allows it', () => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 8 }), question, (rules, asked) => {
      const chosen = chooseDiscount(rules, asked);
      if (chosen && !chosen.rule.allowsBelowCost && asked.cost !== null) assert.ok(chosen.unitPrice >= asked.cost);
    }),
  );
});

test('no rule gives more than the chosen one, in any order', () => {
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 8 }), question, (rules, asked) => {
      const chosen = chooseDiscount(rules, asked);
      assert.equal(chooseDiscount(rules.toReversed(), asked)?.unitPrice, chosen?.unitPrice);
      for (const one of rules) {
        const alone = chooseDiscount([one], asked);
        if (alone) assert.ok(chosen!.unitPrice <= alone.unitPrice);
      }
    }),
  );
});

test('a discount stops at the cost, rounded up to a whole cent', () => {
  const half: Rule = {
    id: '1',
    name: 'Mitad',
    active: true,
    percent: '50',
    amount: null,
    currency: null,
    resourceId: null,
    listId: null,
    contactId: null,
    divisionId: null,
    minimumQuantity: null,
    startsOn: null,
    endsOn: null,
    slowStockDays: null,
    allowsBelowCost: false,
    coupon: null,
  };
  const asked: DiscountQuestion = {
    resourceId: 'r1',
    listIds: new Set(),
    contactId: null,
    divisionId: null,
    quantity: '1',
    date: '2026-11-15',
    currency: 'DOP',
    price: toMillionths('100'),
    decimals: 2,
    cost: toMillionths('70.001'),
    idleDays: null,
    coupon: null,
    ownDiscountsOnly: false,
  };
  const chosen = chooseDiscount([half], asked)!;
  assert.deepEqual([chosen.unitPrice, chosen.endsAtCost], [toMillionths('70.01'), true]);
  assert.equal(chooseDiscount([half], { ...asked, cost: toMillionths('100') }), null);
  assert.equal(chooseDiscount([{ ...half, allowsBelowCost: true }], asked)!.unitPrice, toMillionths('50'));
  const couponed = { ...half, coupon: 'VERANO', allowsBelowCost: true };
  assert.equal(chooseDiscount([couponed], asked), null, 'It needs its code.');
  assert.equal(chooseDiscount([couponed], { ...asked, coupon: 'VERANO' })!.unitPrice, toMillionths('50'));
});
