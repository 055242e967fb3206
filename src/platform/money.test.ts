import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { convertMinor, Decimal, decimalWithin, exponentOf, fromMinor, inDecimals, toMinor } from './money.ts';

const currency = fc.constantFrom('DOP', 'USD', 'EUR', 'JPY', 'KWD', 'CLF');
const minor = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });

test('an amount survives the way to text and back in every currency', () => {
  fc.assert(fc.property(minor, currency, (amount, code) => toMinor(fromMinor(amount, code), code) === amount));
});

test('all amounts of a row become decimals of its currency, and nothing else changes', () => {
  const row = { id: 'a', total: 125_050n, tax: -1n, paid: null, lines: 2 };
  assert.deepEqual(inDecimals(row, 'DOP'), { id: 'a', total: '1250.50', tax: '-0.01', paid: null, lines: 2 });
  assert.deepEqual(inDecimals(row, 'JPY'), { id: 'a', total: '125050', tax: '-1', paid: null, lines: 2 });
});

test('rounding is half away from zero, on both sides of zero', () => {
  assert.equal(toMinor('1250.005', 'DOP'), 125001n);
  assert.equal(toMinor('-1250.005', 'DOP'), -125001n);
  assert.equal(toMinor('1250.0049999999', 'DOP'), 125000n);
  assert.equal(toMinor('0.5', 'JPY'), 1n);
  assert.equal(toMinor('-0.5', 'JPY'), -1n);
  assert.equal(toMinor('-0.4', 'JPY'), 0n);
  assert.equal(toMinor('0.0005', 'KWD'), 1n);
});

test('the wire takes text and numbers, gives text, and refuses what a float could have bent', () => {
  assert.equal(Decimal.parse('1250.00'), '1250.00');
  assert.equal(Decimal.parse(1250.5), '1250.5');
  assert.equal(Decimal.parse(0), '0');
  for (const wrong of ['', '1e3', '1,5', '.5', '1.', ' 1', '0x1', Number.NaN, 1e21, 1e-7, 1234567890123.4568, null])
    assert.equal(Decimal.safeParse(wrong).success, false, String(wrong));
  fc.assert(fc.property(fc.integer(), (value) => Decimal.parse(value) === String(value)));
});

test('the yen has no minor unit and the dinar of Kuwait has three', () => {
  assert.deepEqual(['DOP', 'USD', 'EUR', 'JPY', 'KWD'].map(exponentOf), [2, 2, 2, 0, 3]);
  assert.equal(fromMinor(5n, 'DOP'), '0.05');
  assert.equal(fromMinor(-5n, 'JPY'), '-5');
});

test('a conversion rounds once, between currencies of any number of decimals', () => {
  assert.equal(convertMinor(1001n, 'USD', '58.335', 'DOP'), 58393n);
  assert.equal(convertMinor(100n, 'DOP', '0.0171', 'USD'), 2n);
  assert.equal(convertMinor(1500n, 'JPY', '0.39', 'DOP'), 58500n);
  assert.equal(convertMinor(1000n, 'KWD', '195.5', 'JPY'), 196n);
  fc.assert(fc.property(minor, currency, (amount, code) => convertMinor(amount, code, '1', code) === amount));
});

test('a limited decimal counts digits in the text and says what it takes', () => {
  const Percent = decimalWithin({ above: 0, max: 100, decimals: 4 });
  for (const right of ['0.0001', '100', '99.99990', 5])
    assert.equal(Percent.safeParse(right).success, true, String(right));
  for (const wrong of ['0', '-1', '100.0001', '1.00001']) assert.equal(Percent.safeParse(wrong).success, false, wrong);
  assert.equal(
    Percent.safeParse('0').error!.issues[0]!.message,
    'must be more than 0 and at most 100 and have at most 4 decimals',
  );
  const Amount = decimalWithin({ digits: 13 });
  assert.equal(Amount.safeParse('-09999999999999.9999999999').success, true);
  assert.equal(Amount.safeParse('10000000000000').success, false);
});
