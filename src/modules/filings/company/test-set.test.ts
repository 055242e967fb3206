import assert from 'node:assert/strict';
import { test } from 'node:test';
import { behaviours, companyBody, newIssuer } from '#test/einvoice.ts';
import { app, type Business, eventually, newBusiness, newMember } from '#test/harness.ts';

const start = ({ api }: Business, body: { firstNumber?: number } = {}) => api.POST('/v1/einvoice/test-set', { body });
const progress = async ({ api }: Business, id?: string) =>
  (await api.GET('/v1/einvoice/test-set/progress', { params: { query: { ...(id && { id }) } } })).data!;
const ends = (business: Business) =>
  eventually(async () => {
    const now = await progress(business);
    return now.state !== 'running' && now;
  }, 30_000);

test('a certification run sends all types one after another and ends with all of them accepted', async () => {
  const business = await newIssuer();
  const started = await start(business);
  assert.deepEqual([started.response.status, started.data?.state, started.data?.total], [201, 'running', 11]);
  const over = await ends(business);
  assert.deepEqual(
    [over.state, over.accepted, over.rejected, over.percent, over.current],
    ['passed', 11, 0, 100, null],
  );
  assert.deepEqual(
    over.documents.map(({ type }) => type),
    ['31', '32', '41', '43', '44', '45', '46', '47', '33', '34', '32'],
  );
  assert.deepEqual(
    over.documents.map(({ summarised }) => summarised),
    [false, false, false, false, false, false, false, false, false, false, true],
  );
  const handedIn = await app.simulators.ecf.handedIn(business.taxId);
  assert.deepEqual(
    handedIn.map(({ number }) => number).reverse(),
    over.documents.map(({ number }) => number),
  );
  assert.equal((await business.api.GET('/v1/einvoice/document')).data?.total, 0);
});

test('a second run takes new numbers, and only one runs at a time', async () => {
  const business = await newIssuer();
  const answers = await Promise.all([start(business), start(business), start(business)]);
  assert.deepEqual(answers.map(({ response }) => response.status).sort(), [201, 409, 409]);
  assert.ok(answers.every(({ error }) => !error || error.code === 'test_set_running'));
  const first = await ends(business);
  await start(business);
  const second = await ends(business);
  assert.equal(second.state, 'passed');
  const numbers = new Set([...first.documents, ...second.documents].map(({ number }) => number));
  assert.equal(numbers.size, 22);
  assert.deepEqual((await progress(business, first.id)).id, first.id);
  const { data } = await business.api.GET('/v1/einvoice/test-set');
  assert.deepEqual(
    data?.data.map(({ id }) => id),
    [second.id, first.id],
  );
  const oldest = await business.api.GET('/v1/einvoice/test-set', { params: { query: { sort: 'started' } } });
  assert.equal(oldest.data?.data[0]?.id, first.id);
});

test('a rejection ends the run and says which document and why', async () => {
  const business = await newIssuer();
  const messages = [{ code: '9', text: 'El monto no cuadra.' }];
  await behaviours.next({ kind: 'reject', organizationId: business.id, operation: 'sendSummary', times: 1, messages });
  await start(business);
  const over = await ends(business);
  assert.deepEqual([over.state, over.accepted, over.rejected], ['failed', 10, 1]);
  assert.deepEqual(over.documents.at(-1)?.messages, messages);
});

test('a run waits while the authority is away and goes on afterwards', async () => {
  const business = await newIssuer();
  await behaviours.next({ kind: 'down', organizationId: business.id, operation: 'send' });
  await start(business);
  const waiting = await eventually(async () => {
    const now = await progress(business);
    return now.documents[0]!.attempts > 0 && now;
  });
  assert.equal(waiting.state, 'running');
  await behaviours.clear(business.id);
  assert.equal((await ends(business)).state, 'passed');
});

test('a run begins at the number that is given', async () => {
  const business = await newIssuer();
  await start(business, { firstNumber: 501 });
  assert.equal((await ends(business)).documents[0]?.number, 'E310000000501');
});

test('no run without a company, in production or by a viewer', async () => {
  const business = await newBusiness();
  assert.equal((await start(business)).error?.code, 'company_not_registered');
  assert.equal((await business.api.GET('/v1/einvoice/test-set/progress')).response.status, 404);
  await business.api.POST('/v1/einvoice/company', { body: { ...companyBody, environment: 'production' } });
  assert.equal((await start(business)).error?.code, 'no_tests_in_production');
  const viewer = await newMember(business);
  assert.equal((await viewer.api.POST('/v1/einvoice/test-set', { body: {} })).response.status, 403);
});
