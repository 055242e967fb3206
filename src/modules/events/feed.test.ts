import assert from 'node:assert/strict';
import { test } from 'node:test';
import { app, newBusiness } from '#test/harness.ts';

test('a new organization has an empty feed', async () => {
  const { api } = await newBusiness();
  const { data } = await api.GET('/v1/organization/events');
  assert.deepEqual(data, { data: [], page: 1, itemsPerPage: 25, total: 0, hasMore: false });
  assert.ok(app);
});
