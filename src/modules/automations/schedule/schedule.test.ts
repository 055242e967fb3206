import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCall, newAutomation, settled, threadsOf } from '#test/automations.ts';
import { app, type Business, codeOf, eventually, newBusiness } from '#test/harness.ts';
import { moveClock } from '#test/sandbox-clock.ts';
import { runDue } from '../due.ts';

const nodes = [{ id: 'keep', kind: 'transform', value: '{{ input.order }}' }];

async function plan({ api }: Business, body: object) {
  const { data, error } = await api.POST('/v1/automation/schedule', { body: body as never });
  assert.ok(data, `refused: ${error?.code} ${error?.detail} ${JSON.stringify(error?.errors)}`);
  return data;
}

const newPlanned = async () => {
  const business = await newBusiness({ sandbox: true });
  const { id: automationId } = await newAutomation(business, { trigger: byCall('order'), nodes });
  return { business, automationId };
};
const inDays = (days: number) => Temporal.Now.instant().add({ minutes: Math.round(1440 * days) });

test('a schedule with a rule starts one thread for each time', async () => {
  const { business, automationId } = await newPlanned();
  const startsLocal = inDays(1)
    .toZonedDateTimeISO('America/Santo_Domingo')
    .toPlainDateTime()
    .toString({ smallestUnit: 'minute' });
  const made = await plan(business, {
    automationId,
    rule: 'FREQ=DAILY;COUNT=3',
    startsLocal,
    timeZone: 'America/Santo_Domingo',
    payload: { order: 'P-1' },
    missed: 'all',
  });
  assert.deepEqual([made.upcoming.length, made.state], [3, 'planned']);
  await moveClock(business, inDays(2.5));
  await Promise.all([1, 2].map(() => app.engine.within(business.id, runDue)));
  const two = await eventually(async () => {
    const all = await threadsOf(business, automationId);
    return all.length === 2 && all.every(({ state }) => state === 'done') && all;
  });
  assert.deepEqual([two[0]!.scheduleId, two[0]!.steps[0]!.output], [made.id, 'P-1']);
  await moveClock(business, inDays(9));
  await eventually(async () => (await threadsOf(business, automationId)).length === 3);
  const { data } = await business.api.GET('/v1/automation/schedule', { params: { query: { automationId } } });
  assert.deepEqual([data!.data[0]!.state, data!.data[0]!.nextAt], ['done', null]);
});

test('a plan of an automation that has another trigger or takes another input by now fails with the reason', async () => {
  const { business, automationId } = await newPlanned();
  await plan(business, { automationId, at: inDays(1).toString(), payload: { order: 'P-1' } });
  await plan(business, { automationId, at: inDays(2).toString(), payload: { order: 'P-1' } });
  const replace = async (trigger: object) => {
    const body = { name: 'Prueba', trigger, nodes } as never;
    const { error } = await business.api.PUT('/v1/automation/{id}', { params: { path: { id: automationId } }, body });
    assert.equal(error, undefined);
  };
  const codeAfter = async (days: number) => {
    await moveClock(business, inDays(days));
    const [thread] = await threadsOf(business, automationId);
    return [thread!.state, thread!.errorCode, thread!.steps.length];
  };
  await replace({ kind: 'event', types: ['task:created'] });
  assert.deepEqual(await codeAfter(1.5), ['failed', 'not_callable', 0]);
  await replace({ ...byCall('customer'), input: { ...byCall('customer').input, required: ['customer'] } });
  assert.deepEqual(await codeAfter(2.5), ['failed', 'wrong_input', 0]);
});

test('of times that were missed, the last one is made up for, or none', async () => {
  const { business, automationId } = await newPlanned();
  const rule = 'FREQ=DAILY';
  const startsLocal = inDays(1).toZonedDateTimeISO('UTC').toPlainDateTime().toString({ smallestUnit: 'minute' });
  const common = { automationId, rule, startsLocal, timeZone: 'UTC' };
  const last = await plan(business, { ...common, payload: { order: 'last' } });
  await plan(business, { ...common, payload: { order: 'skip' }, missed: 'skip' });
  await moveClock(business, inDays(10.5));
  const [thread] = await eventually(async () => {
    const all = await threadsOf(business, automationId);
    return all.length > 0 && all;
  });
  assert.equal(thread!.scheduleId, last.id);
  assert.equal((await threadsOf(business, automationId)).length, 1);
});

test('a rule that began a century ago and was missed for a year is planned and made up for like any other', async () => {
  const { business, automationId } = await newPlanned();
  const hours = Array.from({ length: 24 }, (_, hour) => hour).join(',');
  const made = await plan(business, {
    automationId,
    rule: `FREQ=DAILY;BYHOUR=${hours};BYMINUTE=0,10,20,30,40,50`,
    startsLocal: '1926-01-01T00:00',
    timeZone: 'UTC',
    payload: { order: 'P-1' },
    missed: 'all',
  });
  const first = Temporal.Instant.from(made.nextAt!);
  const next = (minutes: number) => first.add({ minutes }).toString({ smallestUnit: 'millisecond' });
  assert.deepEqual(made.upcoming.slice(0, 3), [next(0), next(10), next(20)]);
  await moveClock(business, first.add({ hours: 366 * 24, minutes: 5 }));
  const { data: threads } = await business.api.GET('/v1/automation/{id}/threads', {
    params: { path: { id: automationId } },
  });
  assert.equal(threads!.total, 20);
  const { data } = await business.api.GET('/v1/automation/schedule', { params: { query: { automationId } } });
  assert.equal(data!.data[0]!.nextAt, next(366 * 24 * 60 + 10));
});

test('planned runs are found, moved and canceled by their payload', async () => {
  const { business, automationId } = await newPlanned();
  for (const order of ['P-1', 'P-2'])
    await plan(business, { automationId, at: inDays(2).toString(), payload: { order } });
  const search = async (body: object) =>
    (await business.api.POST('/v1/automation/schedule/by-payload', { body: body as never })).data!.data;
  assert.deepEqual(
    (await search({ payload: { order: 'P-1' } })).map(({ payload }) => payload),
    [{ order: 'P-1' }],
  );
  await search({ payload: { order: 'P-1' }, action: 'move', at: inDays(1).toString() });
  await search({ payload: { order: 'P-2' }, action: 'cancel' });
  await moveClock(business, inDays(1.1));
  assert.equal((await settled(business, automationId)).steps[0]!.output, 'P-1');
  await moveClock(business, inDays(5));
  assert.equal((await threadsOf(business, automationId)).length, 1);
  assert.deepEqual(await search({ payload: { order: 'P-2' } }), []);
});

test('a plan without a payload is canceled by its id, and starts nothing any more', async () => {
  const business = await newBusiness();
  const automation = { trigger: byCall(), nodes: [{ id: 'one', kind: 'transform', value: 1 }] };
  const { id: automationId } = await newAutomation(business, automation);
  const { id } = await plan(business, { automationId, rule: 'FREQ=DAILY', startsLocal: '2030-01-01T09:00' });
  const cancel = (at: typeof business.api) => at.DELETE('/v1/automation/schedule/{id}', { params: { path: { id } } });
  const stranger = await newBusiness();
  assert.equal(codeOf(await cancel(stranger.api)), 'not_found');
  const { data: canceled } = await cancel(business.api);
  assert.deepEqual([canceled!.state, canceled!.nextAt, canceled!.upcoming], ['canceled', null, []]);
  const { data: again } = await cancel(business.api);
  assert.equal(again!.version, canceled!.version);
  const { data: planned } = await business.api.GET('/v1/automation/schedule', {
    params: { query: { state: 'planned' } },
  });
  assert.deepEqual(planned!.data, []);
});

test('a plan without a time in the future, or with an input that does not fit, is refused', async () => {
  const { business, automationId } = await newPlanned();
  const refused = async (body: object) =>
    codeOf(await business.api.POST('/v1/automation/schedule', { body: { automationId, ...body } as never }));
  assert.equal(await refused({ at: '2020-01-01T00:00:00Z' }), 'never_due');
  const over = { automationId, rule: 'FREQ=DAILY;COUNT=2', startsLocal: '2020-01-01T09:00', payload: { order: 'P-1' } };
  const { error } = await business.api.POST('/v1/automation/schedule', { body: over });
  assert.deepEqual(
    error!.errors?.map(({ path, code }) => [path, code]),
    [['body.rule', 'never_due']],
  );
  assert.equal(await refused({ at: inDays(1).toString(), payload: { other: 1 } }), 'wrong_input');
  assert.equal(await refused({ rule: 'FREQ=SECONDLY', startsLocal: '2030-01-01T00:00' }), 'invalid_request');
  assert.equal(await refused({}), 'invalid_request');
});
