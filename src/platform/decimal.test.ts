import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BigNumber } from 'bignumber.js';
import fc from 'fast-check';
import {
  decimalsOf,
  divideRounded,
  fits,
  fromScaled,
  percentage,
  percentOf,
  plainDecimal,
  proportion,
  rescale,
  roundMillionths,
  toMillionths,
  toScaled,
  wholeDigitsOf,
} from './decimal.ts';

const HALF_AWAY = BigNumber.ROUND_HALF_UP;
const exact = BigNumber.clone({ DECIMAL_PLACES: 60, ROUNDING_MODE: HALF_AWAY, EXPONENTIAL_AT: 1e9 });
const whole = (value: BigNumber): bigint => BigInt(value.integerValue(HALF_AWAY).toFixed());

const scaled = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n });
const decimals = fc.integer({ min: 0, max: 10 });
const decimal = fc.tuple(scaled, decimals).map(([value, places]) => fromScaled(value, places));
const nonZero = decimal.filter((text) => /[1-9]/.test(text));

test('parsing to any number of decimals rounds as a decimal library does', () => {
  fc.assert(
    fc.property(decimal, decimals, (text, places) => {
      assert.equal(toScaled(text, places), whole(new exact(text).shiftedBy(places)));
    }),
  );
  assert.deepEqual([toScaled('2.5', 0), toScaled('-2.5', 0), toScaled('-0.4', 0)], [3n, -3n, 0n]);
});

test('a value survives the way to text and back', () => {
  fc.assert(
    fc.property(scaled, decimals, decimals, (value, places, placesMin) => {
      const text = fromScaled(value, places, Math.min(places, placesMin));
      assert.equal(text, new exact(String(value)).shiftedBy(-places).toFixed(decimalsOf(text)));
      assert.equal(toScaled(text, places), value);
    }),
  );
});

test('products, quotients and shares round once, as a decimal library does', () => {
  fc.assert(
    fc.property(scaled, nonZero, nonZero, scaled, (value, a, b, other) => {
      const number = new exact(String(value));
      assert.equal(percentOf(value, a), whole(number.times(a).shiftedBy(-2)));
      const [numerator, denominator] = [toScaled(a, 10), toScaled(b, 10)];
      assert.equal(proportion(value, a, b), divideRounded(value * numerator, denominator));
      if (other === 0n) return;
      const share = number.times(100).div(String(other)).toFixed(2, HALF_AWAY);
      assert.equal(percentage(value, other), share === '-0.00' ? '0.00' : share);
    }),
  );
  assert.equal(percentage(1n, 0n), null);
});

test('rescaling and rounding agree with a decimal library', () => {
  fc.assert(
    fc.property(scaled, decimals, decimals, fc.integer({ min: 0, max: 6 }), (value, from, to, places) => {
      const number = new exact(String(value));
      assert.equal(rescale(value, from, to), whole(number.shiftedBy(to - from)));
      const rounded = number.shiftedBy(-6).decimalPlaces(places, HALF_AWAY);
      assert.equal(roundMillionths(value, places), whole(rounded.shiftedBy(6)));
    }),
  );
});

test('a rounded quotient is never more than half a unit away, and never nearer to zero when it is exactly half', () => {
  const divisor = fc.bigInt({ min: -1000n, max: 1000n }).filter((value) => value !== 0n);
  fc.assert(
    fc.property(scaled, divisor, (numerator, denominator) => {
      const error = divideRounded(numerator, denominator) * denominator - numerator;
      const size = (value: bigint) => (value < 0n ? -value : value);
      if (2n * size(error) === size(denominator)) return size(numerator + error) > size(numerator);
      return 2n * size(error) < size(denominator);
    }),
  );
});

test('the shortest text keeps the value', () => {
  fc.assert(fc.property(decimal, (text) => new exact(plainDecimal(text)).eq(text)));
  assert.deepEqual(
    ['012.500', '-0.00', '7', '0.000001'].map((text) => plainDecimal(text)),
    ['12.5', '0', '7', '0.000001'],
  );
  assert.deepEqual(
    [plainDecimal('12.5', 2), plainDecimal('12.345', 2), plainDecimal('3', 2)],
    ['12.50', '12.345', '3.00'],
  );
});

test('digits are counted without leading and trailing zeros', () => {
  assert.deepEqual(['0', '-012.5', '0.5', '123'].map(wholeDigitsOf), [0, 2, 0, 3]);
  assert.deepEqual([fits('1.2500', 2), fits('1.251', 2), fits('3', 0), fits('3.0', 0)], [true, false, true, true]);
});

test('text that is no decimal is a bug of the caller', () => {
  for (const wrong of ['', '1e3', '1.', '.5', ' 1', '0x1']) assert.throws(() => toMillionths(wrong), /Not a decimal/);
});
