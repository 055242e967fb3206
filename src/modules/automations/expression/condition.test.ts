import assert from 'node:assert/strict';
import { test } from 'node:test';
import { areMet, evaluateConditions } from './condition.ts';

test('a trigger is compared with an event without writing its values, which may be large, for each of many automations', () => {
  let written = 0;
  const toJSON = (): object => {
    written++;
    return {};
  };
  const data = { event: { payload: { toJSON, total: '5' } } };
  const exists = { field: 'event.payload', operator: 'exists', value: null } as const;
  const more = { field: 'event.payload.total', operator: 'greater', value: '9' } as const;
  assert.equal(areMet({ match: 'all', conditions: [exists] }, data), true);
  assert.equal(areMet({ match: 'all', conditions: [exists, more] }, data), false);
  assert.equal(areMet({ match: 'any', conditions: [more, exists] }, data), true);
  assert.equal(areMet({ match: 'any', conditions: [] }, data), true);
  assert.equal(written, 0);
  assert.equal(evaluateConditions({ match: 'all', conditions: [exists] }, data).met, true);
  assert.equal(written, 1);
});
