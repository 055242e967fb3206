import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { toMillionths } from '#platform/decimal.ts';
import { choosePrice, holds, type PriceCase, type PriceQuestion, reasonOf } from './choose-price.ts';

const quantities = ['0', '1', '6', '12', '12.5', '100'];
const days = ['2026-01-01', '2026-06-01', '2026-11-15', '2026-12-31'];
const orNull = <T>(values: T[]) => fc.constantFrom(null, ...values);

const price: fc.Arbitrary<PriceCase> = fc.record({
  id: fc.uuid(),
  label: fc.constantFrom('general', 'mayorista', 'vip'),
  currency: fc.constantFrom('DOP', 'USD'),
  amount: fc.constantFrom('1', '99.5', '100'),
  minimumQuantity: fc.constantFrom(...quantities),
  validFrom: orNull(days),
  validTo: orNull(days),
  divisionId: orNull(['d1', 'd2']),
  contactId: orNull(['c1', 'c2']),
});

const caseOf = ({ label, currency, minimumQuantity, validFrom, divisionId, contactId }: PriceCase) =>
  JSON.stringify([label, currency, minimumQuantity, validFrom, divisionId, contactId]);

/** As the database keeps them: one for each case. */
const prices = fc.uniqueArray(price, { selector: caseOf, maxLength: 12 });

const question: fc.Arbitrary<PriceQuestion> = fc.record({
  label: fc.constantFrom('general', 'mayorista'),
  quantity: fc.constantFrom(...quantities.slice(1)),
  date: fc.constantFrom(...days),
  currency: fc.constantFrom('DOP', 'USD'),
  divisionId: orNull(['d1']),
  contactId: orNull(['c1']),
});

test('a price is chosen exactly when one applies, and it applies', () => {
  fc.assert(
    fc.property(prices, question, (all, asked) => {
      const chosen = choosePrice(all, asked);
      assert.equal(
        chosen !== null,
        all.some((each) => holds(each, asked)),
      );
      if (chosen) assert.ok(holds(chosen, asked));
    }),
  );
});

test('the chosen price does not depend on the order of the prices', () => {
  fc.assert(
    fc.property(prices, question, (all, asked) => {
      const chosen = choosePrice(all, asked)?.id;
      assert.equal(choosePrice(all.toReversed(), asked)?.id, chosen);
      assert.equal(
        choosePrice(
          all.toSorted((a, b) => a.id.localeCompare(b.id)),
          asked,
        )?.id,
        chosen,
      );
    }),
  );
});

test('prices that do not apply change nothing', () => {
  fc.assert(
    fc.property(prices, question, (all, asked) => {
      const holding = all.filter((each) => holds(each, asked));
      assert.equal(choosePrice(holding, asked)?.id, choosePrice(all, asked)?.id);
    }),
  );
});

test('the price of the contact comes first, then the price of the tier', () => {
  fc.assert(
    fc.property(prices, question, (all, asked) => {
      const chosen = choosePrice(all, asked);
      const holding = all.filter((each) => holds(each, asked));
      const own = holding.filter(({ contactId }) => contactId !== null);
      if (own.length > 0) assert.notEqual(chosen!.contactId, null);
      else if (holding.some(({ label }) => label === asked.label)) assert.equal(chosen!.label, asked.label);
    }),
  );
});

test('among prices that differ only in quantity, the greatest reached minimum applies', () => {
  fc.assert(
    fc.property(price, fc.subarray(quantities, { minLength: 1 }), question, (one, steps, asked) => {
      const tiers = steps.map((minimumQuantity) => ({ ...one, id: minimumQuantity, minimumQuantity }));
      const reached = tiers.filter((tier) => holds(tier, asked)).map((tier) => toMillionths(tier.minimumQuantity));
      const greatest = reached.reduce<bigint | null>(
        (most, each) => (most !== null && most > each ? most : each),
        null,
      );
      const chosen = choosePrice(tiers, asked);
      assert.equal(chosen ? toMillionths(chosen.minimumQuantity) : null, greatest);
    }),
  );
});

test('the reason names the conditions of the chosen price', () => {
  const asked = {
    label: 'vip',
    quantity: '20',
    date: '2026-11-15',
    currency: 'DOP',
    divisionId: 'd1',
    contactId: 'c1',
  };
  const plain = { id: '1', amount: '5', validFrom: null, validTo: null, divisionId: null, contactId: null };
  const general = { ...plain, label: 'general', currency: 'DOP', minimumQuantity: '0.000000' };
  assert.equal(reasonOf(general, asked), 'Price of the tier general, because vip has none.');
  const special = {
    ...plain,
    label: 'vip',
    currency: 'USD',
    minimumQuantity: '12.500000',
    validTo: '2026-12-31',
    divisionId: 'd1',
    contactId: 'c1',
  };
  assert.equal(
    reasonOf(special, asked),
    'Price of the tier vip, agreed with this contact, of this division, from 12.5 on, until 2026-12-31, converted from USD.',
  );
});
