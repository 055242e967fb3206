import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromMillionths, toMillionths } from '#platform/decimal.ts';
import { suggest } from './suggest.ts';

interface Said {
  expected: string;
  minimum?: string;
  maximum?: string;
  sold?: string;
  pack?: string;
  serials?: boolean;
}

const suggested = ({ expected, minimum, maximum, sold = '0', pack, serials = false }: Said): string =>
  fromMillionths(
    suggest({
      expected: toMillionths(expected),
      minimum: minimum === undefined ? null : toMillionths(minimum),
      maximum: maximum === undefined ? null : toMillionths(maximum),
      sold: toMillionths(sold),
      purchaseMultiple: pack ?? null,
      tracksSerials: serials,
    }),
  );

test('the stock is filled up to the maximum, or to the minimum without one', () => {
  assert.equal(suggested({ expected: '3', minimum: '10', maximum: '40' }), '37');
  assert.equal(suggested({ expected: '3', minimum: '10' }), '7');
  assert.equal(suggested({ expected: '-4', minimum: '0' }), '4');
  assert.equal(suggested({ expected: '0', maximum: '12' }), '12');
  assert.equal(suggested({ expected: '10', minimum: '10', maximum: '10' }), '0');
});

test('a minimum of the product that was raised above the maximum counts', () => {
  assert.equal(suggested({ expected: '0', minimum: '20', maximum: '15' }), '20');
});

test('only whole packs are ordered, and whole units of what has serial numbers', () => {
  assert.equal(suggested({ expected: '3', minimum: '10', pack: '24' }), '24');
  assert.equal(suggested({ expected: '0.3', minimum: '1', pack: '0.25' }), '0.75');
  assert.equal(suggested({ expected: '0.000001', minimum: '1' }), '0.999999');
  assert.equal(suggested({ expected: '1', minimum: '2.5', serials: true }), '2');
});

test('packs stay within the maximum where they reach the minimum', () => {
  assert.equal(suggested({ expected: '3', minimum: '10', maximum: '40', pack: '24' }), '24');
  assert.equal(suggested({ expected: '16', minimum: '20', maximum: '40', pack: '24' }), '24');
  assert.equal(suggested({ expected: '3', minimum: '30', maximum: '40', pack: '24' }), '48');
  assert.equal(suggested({ expected: '5', minimum: '6', maximum: '20', pack: '24' }), '24');
  assert.equal(suggested({ expected: '-30', maximum: '20', pack: '24' }), '48');
  assert.equal(suggested({ expected: '0', maximum: '20', pack: '24' }), '24');
});

test('without a minimum and a maximum, the sales of the last 30 days are ordered', () => {
  assert.equal(suggested({ expected: '0', sold: '17', pack: '6' }), '18');
  assert.equal(suggested({ expected: '-5', sold: '0' }), '5');
  assert.equal(suggested({ expected: '0', sold: '0' }), '0');
  assert.equal(suggested({ expected: '0', sold: '-3' }), '0');
});

test('a suggestion is never more than a line of a document can hold', () => {
  assert.equal(suggested({ expected: '-999999999', minimum: '999999999' }), '999999999.999999');
});
