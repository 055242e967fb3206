import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { createClient } from '#client';
import { bots, Evaluation, evaluateBot } from '#modules/bots/index.ts';
import { readConfig } from '#platform/config.ts';
import { app, baseUrl, cloneDatabase, ownerUrlOf } from '#test/harness.ts';
import { demo } from '../../src/cli/demo.ts';

async function runDemo(environment: Record<string, string>) {
  const printed: string[] = [];
  await demo(readConfig({ NODE_ENV: 'test', ...environment }), (text) => printed.push(text));
  const value = (name: string): string => new RegExp(`^ {2}${name} +(\\S+)$`, 'm').exec(printed.join('\n'))![1]!;
  return {
    text: printed.join('\n'),
    organizationId: value('Organization'),
    token: value('Token'),
    key: { apiKeyId: value('API key'), secret: value('Secret') },
  };
}

const againstRunning = {
  DATABASE_URL: app.databaseUrl,
  MIGRATION_DATABASE_URL: ownerUrlOf(app.databaseUrl),
  DATA_DIR: app.config.DATA_DIR,
  HOST: app.config.HOST,
  PORT: String(app.config.PORT),
};

test('the bot of the demo handles the questions that the demo ships', async () => {
  const { organizationId } = await runDemo(againstRunning);
  const file = await readFile('src/modules/bots/evaluate/demo-questions.json', 'utf8');
  const steps = app.engine.stepsWithin(organizationId, app.log);
  const [bot] = await steps.transaction((ctx) => bots.all(ctx, { name: 'Colmadito' }));
  const verdicts = await evaluateBot(steps, bot!, Evaluation.parse(JSON.parse(file)));
  assert.deepEqual(
    verdicts.filter(({ isExpected }) => !isExpected),
    [],
  );
});

test('running the demo twice against a running service creates no duplicates', async () => {
  const first = await runDemo(againstRunning);
  const second = await runDemo(againstRunning);
  assert.equal(second.organizationId, first.organizationId);

  const api = createClient({ baseUrl, credentials: { token: second.token } });
  const [members, invitations, keys, sessions, webhooks, events] = await Promise.all([
    api.GET('/v1/organization/users'),
    api.GET('/v1/organization/invite', { params: { query: { status: 'pending' } } }),
    api.GET('/v1/organization/api-key', { params: { query: { live: true } } }),
    api.GET('/v1/user/session'),
    api.GET('/v1/organization/webhook'),
    api.GET('/v1/organization/events', { params: { query: { type: 'settings:organization:updated' } } }),
  ]);
  assert.deepEqual(members.data?.data.map(({ role }) => role).toSorted(), ['accountant', 'admin', 'owner', 'seller']);
  assert.equal(invitations.data?.total, 1);
  assert.equal(keys.data?.total, 1);
  assert.equal(sessions.data?.data.length, 1);
  assert.equal(webhooks.data?.total, 1);
  assert.equal(
    events.data?.data.filter(({ payload }) => !('section' in payload && payload.section === 'apiKeys')).length,
    3,
  );
  const { data: documents } = await api.GET('/v1/record/pending/all', { params: { query: { itemsPerPage: 100 } } });
  const kinds = documents!.data.map(({ kind, direction, balance }) => [kind, direction, Number(balance) > 0].join(' '));
  assert.deepEqual(Object.fromEntries(kinds.map((kind) => [kind, kinds.filter((each) => each === kind).length])), {
    'invoice purchase true': 1,
    'invoice purchase false': 2,
    'invoice sale true': 4,
    'invoice sale false': 6,
    'quote sale true': 1,
  });

  const shown = second.text.match(/A shared contract: (\S+)/)![1]!;
  assert.equal((await fetch(shown.replace(/^https?:\/\/[^/]+/, baseUrl))).status, 200);

  const credentials = { ...second.key, organizationId: second.organizationId };
  const signed = await createClient({ baseUrl, credentials }).GET('/v1/organization/active');
  assert.equal(signed.data?.name, 'Colmado La Esquina');
});

test('the demo starts its own service if none is running, and says so', async () => {
  const url = await cloneDatabase();
  const alone = { ...againstRunning, DATABASE_URL: url, MIGRATION_DATABASE_URL: ownerUrlOf(url), PORT: '1' };
  const { text } = await runDemo(alone);
  assert.match(text, /^The service is not running: npm start$/m);
});

test('the demo does not use a running service that has another database', async () => {
  const url = await cloneDatabase();
  const other = { ...againstRunning, DATABASE_URL: url, MIGRATION_DATABASE_URL: ownerUrlOf(url) };
  await assert.rejects(runDemo(other), /uses another database/);
});
