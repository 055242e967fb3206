import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatTaxId, ownTaxId } from './tax-id.ts';

test('an RNC and a cédula have their dashes, and foreign numbers stay as they are', () => {
  assert.equal(formatTaxId('101850043'), '1-01-85004-3');
  assert.equal(formatTaxId('101-85004-3', 'rnc'), '1-01-85004-3');
  assert.equal(formatTaxId('00113918205', 'cedula'), '001-1391820-5');
  for (const kind of ['foreign', 'passport']) assert.equal(formatTaxId('101850043', kind), '101850043');
  assert.equal(formatTaxId('98-7654321X'), '98-7654321X');
  assert.equal(ownTaxId({ taxId: '131246796', country: 'DO' }), '1-31-24679-6');
  assert.equal(ownTaxId({ taxId: '987654321', country: 'US' }), '987654321');
  assert.equal(ownTaxId({ taxId: null, country: 'DO' }), null);
});
