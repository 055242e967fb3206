import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '#platform/id.ts';
import { byCall, call, newAutomation, settled } from '#test/automations.ts';
import { app, type Business, codeOf, eventually, newBusiness, newMember } from '#test/harness.ts';
import { moveClock } from '#test/sandbox-clock.ts';
import { causes } from '../tables.ts';
import { markCauses } from './record.ts';

const approval = (details: object = {}) => ({
  ...{
    id: 'ask',
    kind: 'approval',
    message: '¿Agregar a {{ input.name }}?',
    next: 'make',
    permission: 'contacts:write',
  },
  ...details,
});
const make = { id: 'make', kind: 'operation', operation: 'contacts.create', body: { name: '{{ input.name }}' } };

/** A thread that waits at its approval node, with what it shows. */
async function asked(business: Business, details: object = {}) {
  const { id } = await newAutomation(business, { trigger: byCall('name'), nodes: [approval(details), make] });
  await call(business, id, { name: 'Juana' });
  const thread = await settled(business, id);
  assert.equal(thread.state, 'waiting', `${thread.error}`);
  const shown = thread.steps[0]!.input as { message: string; fingerprint: string };
  return { id, threadId: thread.id, shown };
}

const decide = (
  { api }: Pick<Business, 'api'>,
  threadId: string,
  { approved = true, fingerprint }: { approved?: boolean; fingerprint?: string },
) =>
  api.POST('/v1/automation/thread/{threadId}/decision', {
    params: { path: { threadId } },
    body: { nodeId: 'ask', approved, ...(fingerprint && { fingerprint }) },
  });

const ended = (business: Business, id: string) =>
  eventually(async () => {
    const thread = await settled(business, id);
    return thread.state === 'waiting' ? null : thread;
  });
const contacts = async ({ api }: Business) => (await api.GET('/v1/beneficiary')).data!.data.map(({ name }) => name);

test('a thread waits for an approval, and of many decisions at once one counts', async () => {
  const business = await newBusiness();
  const { id, threadId, shown } = await asked(business);
  assert.equal(shown.message, '¿Agregar a Juana?');
  assert.deepEqual(await contacts(business), []);
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, place) => decide(business, threadId, { approved: place % 2 === 0, ...shown })),
  );
  const statuses = answers.map(({ response }) => response.status).sort();
  assert.deepEqual(statuses, [200, 409, 409, 409, 409, 409]);
  const approved = answers.findIndex(({ data }) => data) % 2 === 0;
  const thread = await ended(business, id);
  assert.equal(thread.state, approved ? 'done' : 'stopped');
  assert.deepEqual(await contacts(business), approved ? ['Juana'] : []);
});

test('a refusal follows its own path or stops the thread, and is recorded', async () => {
  const business = await newBusiness();
  const { id, threadId, shown } = await asked(business);
  assert.equal((await decide(business, threadId, { approved: false, ...shown })).response.status, 200);
  const thread = await ended(business, id);
  assert.equal(thread.state, 'stopped');
  assert.deepEqual(thread.steps[0]!.output, { approved: false, comment: '', userId: business.owner.id });
  assert.deepEqual(await contacts(business), []);
});

test('a decision covers exactly what was shown', async () => {
  const business = await newBusiness();
  const { threadId } = await asked(business);
  assert.equal(codeOf(await decide(business, threadId, { fingerprint: 'f'.repeat(64) })), 'shown_differs');
  assert.equal(codeOf(await decide(business, threadId, {})), 'shown_differs');
});

test('who decides must hold the permission of the node', async () => {
  const business = await newBusiness();
  const { threadId, shown } = await asked(business);
  const member = await newMember(business, 'custom', ['automations:write', 'contacts:read']);
  assert.equal(codeOf(await decide(member, threadId, shown)), 'forbidden');
  const other = await newBusiness();
  assert.equal(codeOf(await decide(other, threadId, shown)), 'not_found');
  assert.deepEqual(await contacts(business), []);
});

test('after its time it is not approved', async () => {
  const business = await newBusiness({ sandbox: true });
  const { id, threadId, shown } = await asked(business, { seconds: 3600 });
  await moveClock(business, Temporal.Now.instant().add({ hours: 2 }));
  const thread = await ended(business, id);
  assert.deepEqual([thread.state, thread.steps[0]!.output], ['stopped', { approved: false, expired: true }]);
  assert.equal(codeOf(await decide(business, threadId, shown)), 'thread_state');
  assert.deepEqual(await contacts(business), []);
});

test('the causes of an event are marked once, also if several threads of a transaction mark it', async () => {
  const business = await newBusiness();
  await app.engine.within(business.id, async (ctx) => {
    const id = newId();
    for (const depth of [1, 5]) markCauses(ctx, { depth }, [{ id }]);
    assert.equal((await causes.get(ctx, { eventId: id })).depth, 2);
  });
});

test('a decision that comes before the thread gets there is not lost where the node allows it', async () => {
  const business = await newBusiness({ sandbox: true });
  for (const early of [true, false]) {
    const { id } = await newAutomation(business, {
      trigger: byCall('name'),
      nodes: [{ id: 'pause', kind: 'wait', seconds: 3600, next: 'ask' }, approval({ early }), make],
    });
    await call(business, id, { name: early ? 'Temprana' : 'Puntual' });
    const { id: threadId } = await settled(business, id);
    const first = await decide(business, threadId, {});
    assert.equal(first.response.status, early ? 200 : 409);
    if (!early) continue;
    assert.equal(codeOf(await decide(business, threadId, { approved: false })), 'decision_taken');
    await moveClock(business, Temporal.Now.instant().add({ hours: 2 }));
    const thread = await ended(business, id);
    assert.equal(thread.state, 'done', `${thread.error}`);
  }
  assert.deepEqual(await contacts(business), ['Temprana']);
});
