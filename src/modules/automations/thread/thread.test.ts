import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byCall, call, newAutomation, settled, threadsOf } from '#test/automations.ts';
import { payloadsOf } from '#test/events.ts';
import { app, type Business, caughtUp, codeOf, eventually, letterTo, newBusiness, newMember } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';
import { recordingAddress } from '#test/recording-address.ts';
import { moveClock } from '#test/sandbox-clock.ts';
import { threads } from '../tables.ts';
import { advanceThread } from './advance.ts';

const path = (id: string) => ({ params: { path: { id } } });
const operation = (id: string, name: string, details: object = {}) => ({
  id,
  kind: 'operation',
  operation: name,
  ...details,
});
const makeContact = (details: object = {}) =>
  operation('make', 'contacts.create', { body: { name: '{{ input.name }}' }, ...details });
const contactsNamed = async ({ api }: Business, name: string) =>
  (await api.GET('/v1/beneficiary', { params: { query: { search: name } } })).data!.data.length;

/** The kinds of the notifications of the owner, each with the thread that it is about. */
async function noticesOf({ api }: Business) {
  const { data } = await api.GET('/v1/organization/user/notifications');
  return data!.data.map(({ kind, data: about }) => [kind, about.automationThreadId]);
}

test('an event that meets the conditions starts the automation once, as its publisher', async () => {
  const business = await newBusiness();
  const { id } = await newAutomation(business, {
    trigger: {
      kind: 'event',
      types: ['comment:created'],
      conditions: [{ field: 'event.payload.message', operator: 'contains', value: 'urgente' }],
    },
    nodes: [
      operation('make', 'contacts.create', { body: { name: 'De {{ event.payload.message }}' }, next: 'name' }),
      { id: 'name', kind: 'transform', value: { text: '{{ steps.make.name }}', twice: '{{ 2 * 21 }}' } },
    ],
  });
  const { data: contact } = await business.api.POST('/v1/beneficiary', { body: { name: 'Ana' } });
  for (const message of ['nada', 'algo urgente'])
    await business.api.POST('/v1/organization/comment', { body: { message, beneficiaryId: contact!.id } });
  const thread = await settled(business, id);
  assert.equal(thread.state, 'done', `${thread.error}`);
  assert.deepEqual(thread.steps[1]!.output, { text: 'De algo urgente', twice: 42 });
  await caughtUp(business.id, 'automations');
  assert.equal((await threadsOf(business, id)).length, 1);
  assert.equal(await contactsNamed(business, 'urgente'), 1);
  const [run] = await payloadsOf(business, 'automation:run');
  assert.deepEqual([run!.automationId, run!.automationThreadId, run!.eventId], [id, thread.id, thread.eventId]);
});

test('the same key starts one thread, also with twenty calls at once', async () => {
  const business = await newBusiness();
  const { id } = await newAutomation(business, { trigger: byCall('name'), nodes: [makeContact()] });
  const made = await Promise.all(Array.from({ length: 20 }, () => call(business, id, { name: 'Única' }, 'pedido-1')));
  assert.equal(new Set(made.map(({ id: threadId }) => threadId)).size, 1);
  assert.equal((await settled(business, id)).state, 'done');
  assert.equal(await contactsNamed(business, 'Única'), 1);
  const { data: listed } = await business.api.GET('/v1/automation/{id}/threads', path(id));
  assert.deepEqual([listed!.data.length, listed!.data[0]!.triggerKey], [1, 'api:pedido-1']);
  const { data: callable } = await business.api.GET('/v1/automation/api');
  assert.deepEqual(callable!.data[0]!.input.properties, { name: { type: 'string' } });
  const wrong = await business.api.POST('/v1/automation/api', { body: { automationId: id, input: { other: 1 } } });
  assert.deepEqual(
    [codeOf(wrong), wrong.error!.errors![0]],
    ['wrong_input', { path: 'body.input.other', code: 'unknown_field', message: 'This field is not known.' }],
  );
});

test('a condition that is not met stops the thread, or leads to another path', async () => {
  const business = await newBusiness();
  const condition = (otherwise: string | null) => ({
    id: 'large',
    kind: 'condition',
    conditions: [{ field: 'input.total', operator: 'at-least', value: '1000.00' }],
    next: 'yes',
    otherwise,
  });
  const yes = { id: 'yes', kind: 'transform', value: 'large' };
  const no = { id: 'no', kind: 'transform', value: 'small' };
  const stopping = await newAutomation(business, { trigger: byCall('total'), nodes: [condition(null), yes] });
  await call(business, stopping.id, { total: '999.99' });
  assert.equal((await settled(business, stopping.id)).state, 'stopped');
  const [failed] = await payloadsOf(business, 'automation:condition-failed');
  assert.deepEqual(failed!.conditionObject, { 'input.total': '999.99' });
  const branching = await newAutomation(business, { trigger: byCall('total'), nodes: [condition('no'), yes, no] });
  await call(business, branching.id, { total: '10000' });
  assert.equal((await settled(business, branching.id)).steps.at(-1)!.output, 'large');
});

test('a refused operation fails the thread with its reason, or leads to the node for errors', async () => {
  const business = await newBusiness();
  const find = operation('find', 'contacts.get', { params: { beneficiaryId: '{{ input.name }}' } });
  const failing = await newAutomation(business, { trigger: byCall('name'), nodes: [find] });
  await call(business, failing.id, { name: crypto.randomUUID() });
  const thread = await settled(business, failing.id);
  assert.deepEqual([thread.state, thread.errorCode, thread.nodeId], ['failed', 'not_found', 'find']);
  const [event] = await payloadsOf(business, 'automation:failed');
  assert.match(String(event!.error), /^find: /);
  const caught = await newAutomation(business, {
    trigger: byCall('name'),
    nodes: [
      { ...find, onError: 'handle' },
      { id: 'handle', kind: 'transform', value: '{{ steps.find.error }}' },
    ],
  });
  await call(business, caught.id, { name: crypto.randomUUID() });
  const handled = await settled(business, caught.id);
  assert.deepEqual([handled.state, handled.steps.at(-1)!.output], ['done', 'not_found']);
});

test('it has the rights of its publisher as long as they have them', async () => {
  const business = await newBusiness();
  const member = await newMember(business, 'custom', ['automations:write', 'contacts:write']);
  const { id } = await newAutomation(member, { trigger: byCall('name'), nodes: [makeContact()] });
  const set = (change: object) =>
    app.engine.run({}, ({ tx }) =>
      tx
        .updateTable('memberships')
        .set(change)
        .where('organizationId', '=', business.id)
        .where('userId', '=', member.id)
        .execute(),
    );
  await set({ permissions: ['contacts:read'] });
  await call(business, id, { name: 'Prohibido' });
  assert.equal((await settled(business, id)).errorCode, 'forbidden');
  await set({ active: false });
  await call(business, id, { name: 'Prohibido' });
  const gone = await eventually(async () => {
    const all = await threadsOf(business, id);
    return all.length === 2 && all.every(({ state }) => state === 'failed') && all[0];
  });
  assert.equal(gone.errorCode, 'publisher_gone');
  assert.equal(await contactsNamed(business, 'Prohibido'), 0);
});

test('a wait follows the clock of the organization, and a thread keeps the version that it began with', async () => {
  const business = await newBusiness({ sandbox: true });
  const nodes = (name: string) => [
    { id: 'pause', kind: 'wait', seconds: 86_400, next: 'make' },
    operation('make', 'contacts.create', { body: { name } }),
  ];
  const { id } = await newAutomation(business, { trigger: byCall(), nodes: nodes('Versión vieja') });
  await call(business, id);
  assert.equal((await settled(business, id)).state, 'waiting');
  const change = { name: 'Nueva', trigger: byCall(), nodes: nodes('Versión nueva') };
  await business.api.PUT('/v1/automation/{id}', { ...path(id), body: change as never });
  await moveClock(business, Temporal.Now.instant().add({ hours: 25 }));
  const done = await eventually(async () => (await threadsOf(business, id)).find(({ state }) => state === 'done'));
  assert.deepEqual([done.automationVersion, done.steps.length], [1, 2]);
  assert.equal(await contactsNamed(business, 'vieja'), 1);
  assert.equal(await contactsNamed(business, 'nueva'), 0);
});

test('a loop runs its path for each item and then goes on, and a switch chooses', async () => {
  const business = await newBusiness();
  const { id } = await newAutomation(business, {
    trigger: byCall('names'),
    nodes: [
      { id: 'each', kind: 'loop', items: '{{ input.names.split(",") }}', body: 'kind', next: 'end' },
      { id: 'kind', kind: 'switch', value: '{{ item }}', cases: [{ equals: 'skip', next: 'nothing' }], next: 'make' },
      { id: 'nothing', kind: 'transform', value: null },
      operation('make', 'contacts.create', { body: { name: 'Ítem {{ item }} {{ index }}' } }),
      { id: 'end', kind: 'transform', value: '{{ steps.each.count }}' },
    ],
  });
  await call(business, id, { names: 'uno,skip,tres' });
  const thread = await settled(business, id);
  assert.equal(thread.state, 'done', `${thread.error}`);
  assert.deepEqual(
    thread.steps.map(({ nodeId }) => nodeId),
    ['each', 'kind', 'make', 'kind', 'nothing', 'kind', 'make', 'end'],
  );
  assert.deepEqual([thread.steps.at(-1)!.output, await contactsNamed(business, 'Ítem')], [3, 2]);
});

test('an HTTP node sends secrets to allowed hosts only, and they are masked everywhere', async () => {
  const business = await newBusiness();
  const { url, host, received } = await recordingAddress(({ headers, body }) => ({
    body: JSON.stringify({ echo: headers.authorization, sent: body }),
  }));
  const value = 'canary-"7f3a';
  await business.api.POST('/v1/automation/secrets', { body: { name: 'KEY', value, hosts: [host] } });
  const { id } = await newAutomation(business, {
    trigger: byCall('name'),
    nodes: [
      {
        id: 'send',
        kind: 'http',
        method: 'POST',
        url: `${url}/orders/{{ input.name }}`,
        headers: { Authorization: 'Bearer {{ secrets.KEY }}' },
        body: { key: '{{ secrets.KEY }}', name: '{{ input.name }}' },
      },
    ],
  });
  await call(business, id, { name: 'a/../b {{ secrets.KEY }}' });
  const thread = await settled(business, id);
  assert.equal(thread.state, 'done', `${thread.error}`);
  const [request] = received;
  assert.equal(request!.headers.authorization, `Bearer ${value}`);
  assert.deepEqual(JSON.parse(request!.body), { key: value, name: 'a/../b {{ secrets.KEY }}' });
  assert.match(request!.url, /^\/orders\/a%2F\.\.%2Fb/);
  assert.equal(request!.headers['idempotency-key'], `${thread.id}:1`);
  const events = await business.api.GET('/v1/automation/thread/{threadId}/events', {
    params: { path: { threadId: thread.id } },
  });
  assert.ok(!JSON.stringify([thread, events.data]).includes('canary'), JSON.stringify(thread));
  assert.ok(JSON.stringify(thread.steps[0]).includes('•••'));
});

test('a request whose outcome is not known waits for a person and is never sent again by itself', async () => {
  const business = await newBusiness();
  let hang = true;
  const { url, received } = await recordingAddress(() => ({ hang }));
  const send = { id: 'send', kind: 'http', method: 'POST', url, timeoutMs: 3_000, next: 'end' };
  const { id } = await newAutomation(business, {
    trigger: byCall(),
    nodes: [send, { id: 'end', kind: 'transform', value: '{{ steps.send.body.ok }}' }],
  });
  await call(business, id);
  const thread = await settled(business, id);
  assert.deepEqual([thread.state, received.length], ['needs-review', 1]);
  assert.deepEqual(await noticesOf(business), [['automation-review', thread.id]]);
  hang = false;
  const byThread = { params: { path: { threadId: thread.id } } };
  await business.api.PUT('/v1/automation/thread/{threadId}', { ...byThread, body: { action: 'retry' } });
  const done = await eventually(async () => (await threadsOf(business, id)).find(({ state }) => state === 'done'));
  assert.deepEqual([done.steps.at(-1)!.output, received.length], [true, 2]);
  const again = await business.api.PUT('/v1/automation/thread/{threadId}', { ...byThread, body: { action: 'cancel' } });
  assert.equal(codeOf(again), 'thread_state');
});

test('an address that refuses private addresses, redirects or answers an error fails with the reason', async () => {
  const business = await newBusiness();
  const { url, received } = await recordingAddress(() => ({ status: 404, body: 'no' }));
  const { id } = await newAutomation(business, {
    trigger: byCall(),
    nodes: [{ id: 'send', kind: 'http', method: 'GET', url }],
  });
  await call(business, id);
  const thread = await settled(business, id);
  assert.deepEqual([thread.state, thread.errorCode, received.length], ['failed', 'http_status', 1]);
  assert.deepEqual(thread.steps[0]!.output, { status: 404, truncated: false, body: 'no' });
});

test('an automation that starts itself ends with a named error', async () => {
  const business = await newBusiness();
  const { data: contact } = await business.api.POST('/v1/beneficiary', { body: { name: 'Eco' } });
  const { id } = await newAutomation(business, {
    trigger: { kind: 'event', types: ['comment:created'] },
    nodes: [operation('say', 'comments.create', { body: { message: 'eco', beneficiaryId: contact!.id } })],
  });
  await business.api.POST('/v1/organization/comment', { body: { message: 'uno', beneficiaryId: contact!.id } });
  const last = await eventually(async () => {
    const all = await threadsOf(business, id);
    return all.find(({ errorCode }) => errorCode === 'too_deep');
  });
  assert.equal(last.state, 'failed');
  await caughtUp(business.id, 'automations');
  const all = await threadsOf(business, id);
  assert.deepEqual([all.length, all.filter(({ state }) => state === 'done').length], [7, 6]);
  const failures = await payloadsOf(business, 'automation:failed');
  assert.deepEqual(
    failures.map(({ automationThreadId, eventId, error }) => [automationThreadId, eventId, `${error}`.split(':')[0]]),
    [[last.id, last.eventId, 'say']],
  );
  const { data: happened } = await business.api.GET('/v1/automation/thread/{threadId}/events', {
    params: { path: { threadId: last.id } },
  });
  assert.deepEqual(
    happened!.data.map(({ type }) => type),
    ['failed'],
  );
});

test('an automation that reports failures and exceeds its own limit does not start itself without end', async () => {
  const business = await newBusiness();
  const nodes = [{ id: 'one', kind: 'transform', value: '{{ event.payload.error }}' }];
  const report = { trigger: { kind: 'event', types: ['automation:failed'] }, nodes, threadsPerHour: 1 };
  const { id: reportId } = await newAutomation(business, report);
  const { id } = await newAutomation(business, {
    trigger: byCall(),
    nodes: [{ id: 'one', kind: 'transform', value: '{{ 1 / 0 }}' }],
  });
  for (let round = 0; round < 3; round++) await call(business, id);
  const reports = await eventually(async () => {
    const all = await threadsOf(business, reportId);
    return all.length === 3 && all;
  });
  await caughtUp(business.id, 'automations');
  assert.deepEqual(
    reports.map(({ errorCode }) => errorCode).sort(),
    [null, 'too_many_threads', 'too_many_threads'].sort(),
  );
  assert.equal((await threadsOf(business, reportId)).length, 3);
  assert.equal((await payloadsOf(business, 'automation:failed')).length, 3);
});

test('a job that is repeated after its process died goes on behind the last recorded step', async () => {
  const business = await newBusiness();
  const nodes = [1, 2, 3, 4, 5].map((number) =>
    operation(`s${number}`, 'contacts.create', {
      body: { name: `Paso ${number}` },
      next: number < 5 ? `s${number + 1}` : null,
    }),
  );
  const { id } = await newAutomation(business, { trigger: byCall(), nodes });
  const thread = await call(business, id);
  await settled(business, id);
  // As a process that died behind the third step leaves it.
  const within = <T>(work: Parameters<typeof app.engine.within<T>>[1]) => app.engine.within(business.id, work);
  await within(async (ctx) => {
    const died = {
      state: 'running',
      nodeId: 's4',
      stepsMade: 3,
      finishedAt: null,
      heldBy: crypto.randomUUID(),
    } as const;
    await threads.update(ctx, thread.id, { ...died, heldUntil: ctx.now.subtract({ seconds: 1 }) });
  });
  await Promise.all(
    Array.from({ length: 4 }, () => runNow(advanceThread, { organizationId: business.id, threadId: thread.id })),
  );
  assert.equal((await settled(business, id)).state, 'done');
  const counts = await Promise.all([1, 2, 3, 4, 5].map((number) => contactsNamed(business, `Paso ${number}`)));
  assert.deepEqual(counts, [1, 1, 1, 2, 2]);
});

test('of jobs that run the same thread at once, one makes each step', async () => {
  const business = await newBusiness();
  const nodes = [1, 2, 3].map((number) =>
    operation(`s${number}`, 'contacts.create', {
      body: { name: `Una vez ${number}` },
      next: number < 3 ? `s${number + 1}` : null,
    }),
  );
  const { id } = await newAutomation(business, { trigger: byCall(), nodes });
  const thread = await call(business, id);
  await Promise.all(
    Array.from({ length: 8 }, () => runNow(advanceThread, { organizationId: business.id, threadId: thread.id })),
  );
  assert.equal((await settled(business, id)).state, 'done');
  assert.equal(await contactsNamed(business, 'vez'), 3);
});

test('a test run shows every step, and changes and sends nothing', async () => {
  const business = await newBusiness();
  const { url, received } = await recordingAddress();
  const { id } = await newAutomation(business, {
    trigger: { kind: 'event', types: ['comment:created'] },
    nodes: [
      operation('make', 'contacts.create', { body: { name: '{{ event.payload.message }}' }, next: 'pause' }),
      { id: 'pause', kind: 'wait', seconds: 3600, next: 'send' },
      { id: 'send', kind: 'http', method: 'POST', url, body: { name: '{{ steps.make.name }}' }, next: 'mail' },
      { id: 'mail', kind: 'email', to: business.owner.email, subject: 'Hola', text: 'Prueba' },
    ],
  });
  const body = { input: { message: 'Ensayo' } };
  const { data } = await business.api.POST('/v1/automation/{id}/test', { ...path(id), body });
  assert.equal(data!.state, 'done', JSON.stringify(data));
  assert.deepEqual((data!.steps[2]!.input as { body: unknown }).body, { name: 'Ensayo' });
  assert.deepEqual([received.length, await contactsNamed(business, 'Ensayo')], [0, 0]);
  assert.equal((await threadsOf(business, id)).length, 0);
});

test('a letter reaches a member, and nobody else', async () => {
  const business = await newBusiness();
  const mail = { id: 'mail', kind: 'email', to: '{{ input.to }}', subject: 'Aviso {{ 1 + 1 }}', text: 'Hola' };
  const { id } = await newAutomation(business, { trigger: byCall('to'), nodes: [mail] });
  await call(business, id, { to: business.owner.email });
  assert.equal((await settled(business, id)).state, 'done');
  assert.equal((await letterTo(business.owner.email, /^Aviso 2$/)).text.trim(), 'Hola');
  await call(business, id, { to: 'someone@example.org' });
  const refused = await eventually(async () => (await threadsOf(business, id)).find(({ state }) => state === 'failed'));
  assert.equal(refused.errorCode, 'not_a_member');
});

test('an expression that takes too long fails its step and nothing else', async () => {
  const business = await newBusiness();
  const list = `[${Array.from({ length: 100 }, (_, place) => place).join()}]`;
  const slow = `{{ ${list}.map(a, ${list}.map(b, ${list}.map(c, ${list}.map(d, a * b * c * d)))) }}`;
  const { id } = await newAutomation(business, {
    trigger: byCall(),
    nodes: [{ id: 'slow', kind: 'transform', value: slow }],
  });
  await call(business, id);
  const thread = await settled(business, id);
  assert.deepEqual([thread.state, thread.errorCode], ['failed', 'too_complex']);
});

test('events beyond the limit of an hour do not use up the limit of the next one', async () => {
  const business = await newBusiness();
  const nodes = [{ id: 'one', kind: 'transform', value: 1 }];
  const trigger = { kind: 'event', types: ['comment:created'] };
  const { id } = await newAutomation(business, { trigger, nodes, threadsPerHour: 2 });
  const { data: contact } = await business.api.POST('/v1/beneficiary', { body: { name: 'Ana' } });
  const comment = () =>
    business.api.POST('/v1/organization/comment', { body: { message: 'Hola', beneficiaryId: contact!.id } });
  const codesAfter = (count: number) =>
    eventually(async () => {
      const all = await threadsOf(business, id);
      const isSettled = all.length === count && all.every(({ state }) => state === 'done' || state === 'failed');
      return isSettled && all.map(({ errorCode }) => errorCode);
    });
  for (let made = 0; made < 4; made++) await comment();
  assert.deepEqual(await codesAfter(4), ['too_many_threads', 'too_many_threads', null, null]);
  const longAgo = Temporal.Now.instant().subtract({ hours: 2 });
  await app.engine.within(business.id, (ctx) =>
    threads.updateAll(ctx, { automationId: id, state: 'done' }, { createdAt: longAgo }),
  );
  await comment();
  assert.equal((await codesAfter(5))[0], null);
});

test('threads beyond the limit of an hour are refused to callers', async () => {
  const business = await newBusiness();
  const nodes = [{ id: 'one', kind: 'transform', value: 1 }];
  const { id } = await newAutomation(business, { trigger: byCall(), nodes, threadsPerHour: 2 });
  await call(business, id);
  await call(business, id);
  const third = await business.api.POST('/v1/automation/api', { body: { automationId: id } });
  assert.equal(codeOf(third), 'too_many_threads');
});

test('of many calls at once no more than the limit of an hour start threads, and a key still answers its own', async () => {
  const business = await newBusiness();
  const nodes = [{ id: 'one', kind: 'transform', value: 1 }];
  const { id } = await newAutomation(business, { trigger: byCall(), nodes, threadsPerHour: 4 });
  const start = (key: string) => business.api.POST('/v1/automation/api', { body: { automationId: id, key } });
  const answers = await Promise.all(Array.from({ length: 20 }, (_, place) => start(`pedido-${place % 10}`)));
  const started = new Set(answers.flatMap(({ data }) => data?.id ?? []));
  assert.equal(started.size, 4);
  const refused = answers.filter((answer) => codeOf(answer) === 'too_many_threads');
  assert.deepEqual([answers.length - refused.length, refused.length], [8, 12]);
});

test('threads of all automations are listed by their state, and one is read with its steps', async () => {
  const business = await newBusiness();
  const waiting = await newAutomation(business, {
    trigger: byCall(),
    nodes: [{ id: 'ask', kind: 'approval', message: '¿Seguimos?' }],
  });
  const failing = await newAutomation(business, {
    trigger: byCall(),
    nodes: [{ id: 'one', kind: 'transform', value: '{{ 1 / 0 }}' }],
  });
  const { id: waits } = await call(business, waiting.id);
  const { id: fails } = await call(business, failing.id);
  for (const { id } of [waiting, failing]) await settled(business, id);
  const ids = async (query: object, { api } = business) =>
    (await api.GET('/v1/automation/thread', { params: { query } })).data!.data.map(({ id }) => id);
  assert.deepEqual(await ids({}), [fails, waits]);
  assert.deepEqual(await ids({ state: 'waiting,needs-review' }), [waits]);
  assert.deepEqual(await ids({ state: 'failed', automationId: waiting.id }), []);
  assert.deepEqual(await ids({ source: 'webhook' }), []);
  const read = ({ api }: Pick<Business, 'api'>, threadId: string) =>
    api.GET('/v1/automation/thread/{threadId}', { params: { path: { threadId } } });
  const { data: thread } = await read(business, fails);
  assert.deepEqual([thread!.state, thread!.steps[0]!.errorCode], ['failed', 'invalid_expression']);
  const stranger = await newBusiness();
  assert.deepEqual(await ids({}, stranger), []);
  assert.equal(codeOf(await read(stranger, fails)), 'not_found');
});

test('a failing automation is reported once a day, and an approval whenever it is asked', async () => {
  const business = await newBusiness();
  const ask = { id: 'ask', kind: 'approval', message: '¿Seguimos con {{ input.name }}?' };
  const asking = await newAutomation(business, { trigger: byCall('name'), nodes: [ask] });
  const failing = await newAutomation(business, {
    trigger: byCall(),
    nodes: [{ id: 'one', kind: 'transform', value: '{{ 1 / 0 }}' }],
  });
  const expected: string[][] = [];
  for (const kind of ['automation-approval', 'automation-failed', 'automation-approval', null]) {
    const { id: automationId } = kind === 'automation-approval' ? asking : failing;
    const { id } = await call(business, automationId, kind === 'automation-approval' ? { name: 'Ana' } : {});
    await eventually(async () => (await settled(business, automationId)).id === id);
    if (kind) expected.unshift([kind, id]);
  }
  assert.deepEqual(await noticesOf(business), expected);
});

test('what happens in a thread is listed in order, and streamed until its end', async () => {
  const business = await newBusiness();
  const { id } = await newAutomation(business, {
    trigger: byCall(),
    nodes: [
      { id: 'one', kind: 'transform', value: 1, next: 'two' },
      { id: 'two', kind: 'transform', value: 2 },
    ],
  });
  const { id: threadId } = await call(business, id);
  const types = ['started', 'step-done', 'step-done', 'done'];
  const streamed = await fetch(`${app.publicUrl}/v1/automation/thread/${threadId}/events`, {
    headers: { authorization: `Bearer ${business.owner.token}`, accept: 'text/event-stream' },
  });
  const text = await streamed.text();
  assert.deepEqual(
    [...text.matchAll(/^event: (.+)$/gm)].map(([, type]) => type),
    types,
  );
  const { data } = await business.api.GET('/v1/automation/thread/{threadId}/events', {
    params: { path: { threadId } },
  });
  assert.deepEqual(
    data!.data.map(({ seq, type }) => [seq, type]),
    types.map((type, place) => [place + 1, type]),
  );
});
