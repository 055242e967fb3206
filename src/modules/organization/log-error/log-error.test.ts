import assert from 'node:assert/strict';
import { test } from 'node:test';
import { payloadsOf } from '#test/events.ts';
import { anonymous, newBusiness, newMember, newPerson } from '#test/harness.ts';

const report = { component: 'checkout', error: { name: 'TypeError', message: 'total is undefined', stack: 'at pay' } };

test('an error that a member’s interface reports becomes an event of the organization', async () => {
  const business = await newBusiness();
  const { api } = await newMember(business, 'viewer');
  const { data, response } = await api.POST('/v1/organization/log-error', {
    body: { ...report, url: 'https://x.test' },
  });
  assert.equal(response.status, 202);
  assert.deepEqual(data, { recorded: true });
  assert.deepEqual(await payloadsOf(business, 'error'), [report]);
});

test('a public page reports with the key of the organization', async () => {
  const business = await newBusiness();
  const { data } = await business.api.GET('/v1/organization/log-error/key');
  const sent = await anonymous.POST('/v1/organization/log-error', { body: { ...report, key: data!.key } });
  assert.deepEqual(sent.data, { recorded: true });
  assert.deepEqual(await payloadsOf(business, 'error'), [report]);
});

test('without a known key an error is accepted and not recorded', async () => {
  const outsider = await newPerson();
  const answers = await Promise.all([
    anonymous.POST('/v1/organization/log-error', { body: report }),
    anonymous.POST('/v1/organization/log-error', { body: { ...report, key: 'err_nobody' } }),
    outsider.api.POST('/v1/organization/log-error', { body: report }),
  ]);
  for (const { data, response } of answers) assert.deepEqual([response.status, data], [202, { recorded: false }]);
});

test('only the five newest keys work', async () => {
  const { api } = await newBusiness();
  const keys: string[] = [];
  for (let i = 0; i < 6; i++) keys.push((await api.GET('/v1/organization/log-error/key')).data!.key);
  const works = async (key: string) =>
    (await anonymous.POST('/v1/organization/log-error', { body: { ...report, key } })).data?.recorded;
  assert.deepEqual(await Promise.all(keys.map(works)), [false, true, true, true, true, true]);
});

test('long texts are cut at whole characters', async () => {
  const business = await newBusiness();
  const error = { message: `${'a'.repeat(1_998)}😀${'b'.repeat(500)}`, stack: 's'.repeat(50_000) };
  await business.api.POST('/v1/organization/log-error', { body: { component: 'big', error } });
  const [payload] = (await payloadsOf(business, 'error')) as { error: { message: string; stack: string } }[];
  assert.equal(payload!.error.message, `${'a'.repeat(1_998)}…`);
  assert.equal(payload!.error.stack.length, 8_000);
});

test('a viewer cannot create a key', async () => {
  const { api } = await newMember(await newBusiness(), 'viewer');
  assert.equal((await api.GET('/v1/organization/log-error/key')).error?.code, 'forbidden');
});
