import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCall, call, newAutomation, settled } from '#test/automations.ts';
import { newBusiness } from '#test/harness.ts';

test('a wait until a date ends with the first moment of that day in the organization’s zone', async () => {
  const business = await newBusiness();
  const nodes = [{ id: 'pause', kind: 'wait', until: '{{ input.day }}' }];
  const { id } = await newAutomation(business, { trigger: byCall('day'), nodes });
  const day = Temporal.Now.plainDateISO('America/Santo_Domingo').add({ days: 3 });
  await call(business, id, { day: day.toString() });
  const thread = await settled(business, id);
  assert.equal(thread.state, 'waiting', `${thread.error}`);
  assert.deepEqual(thread.steps[0]!.input, { until: `${day}T04:00:00Z` });
});

test('the reason of a failure names the expression or each field once, and the notice is Spanish', async () => {
  const business = await newBusiness();
  const reasonOf = async (nodes: unknown[]) => {
    const { id } = await newAutomation(business, { trigger: byCall('name'), nodes });
    await call(business, id, { name: '' });
    return (await settled(business, id)).error;
  };
  const value = { good: '{{ input.name }}', wrong: 'Hola {{ input.missing }}' };
  assert.match((await reasonOf([{ id: 'one', kind: 'transform', value }]))!, /missing in \{\{ input\.missing \}\}$/);
  const make = { id: 'make', kind: 'operation', operation: 'contacts.create', body: { name: '{{ input.name }}' } };
  const reason = await reasonOf([make]);
  assert.equal(reason!.split('body.name').length, 2, reason!);
  const { data: notices } = await business.api.GET('/v1/organization/user/notifications');
  assert.equal(notices!.data[0]!.body, `No pudo terminar. Motivo técnico, en el paso make: ${reason}`);
});
