import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { z } from 'zod';
import { createClient } from '#client';
import { errorReported } from '#modules/organization/events.ts';
import { readConfig } from '#platform/config.ts';
import { job } from '#platform/jobs/job.ts';
import { newCardApp } from '#test/apps.ts';
import {
  anonymous,
  app,
  baseUrl,
  cloneDatabase,
  eventually,
  letterTo,
  newBusiness,
  newPerson,
  ownerUrlOf,
} from '#test/harness.ts';
import { operator } from '../../src/cli/operator.ts';
import { furnish } from '../walks/fixtures.ts';

const databaseUrl = app.databaseUrl;
const environment = {
  NODE_ENV: 'test',
  DATABASE_URL: databaseUrl,
  MIGRATION_DATABASE_URL: ownerUrlOf(databaseUrl),
  DATA_DIR: app.config.DATA_DIR,
};

/** Runs a command on the database of the running service. */
const run = (...typed: string[]) => runOn({}, ...typed);

async function runOn(other: Record<string, string>, ...typed: string[]) {
  const lines: string[] = [];
  const complaints: string[] = [];
  const streams = { print: (line: string) => lines.push(line), complain: (line: string) => complaints.push(line) };
  const code = await operator(readConfig({ ...environment, ...other }), typed[0]!, typed.slice(1), streams);
  return { code, out: lines.join('\n'), complaint: complaints.join('\n') };
}

/** Runs the program as `npm run colmado` does. */
async function runProgram(parameters: string[], input = '', more: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/main.ts', ...parameters], {
    env: { PATH: process.env.PATH, ...environment, ...more },
  });
  child.stdin.end(input);
  const [out, complaint, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((settle) => child.once('exit', settle)),
  ]);
  return { code, out, complaint };
}

test('the program creates an account with the password from its input, and the password works', async () => {
  const email = `berta-${process.pid}@example.com`;
  const made = await runProgram(
    ['user', 'create', email.toUpperCase(), '--name', 'Berta', '--password-stdin'],
    'café con leche 7\n',
  );
  assert.deepEqual([made.code, made.complaint], [0, '']);
  const { data } = await anonymous.POST('/v1/user/login', { body: { email, password: 'café con leche 7' } });
  assert.equal(data?.user?.name, 'Berta');
});

test('a misspelled command names the one that was probably meant, and an unfinished one those of its group', async () => {
  const meant = async (...typed: string[]) => (await run(...typed)).complaint.split('\n').slice(0, 2);
  assert.deepEqual(await meant('docter'), [
    'There is no command "docter". Did you mean:',
    '  npm run colmado -- doctor [--books]',
  ]);
  assert.match((await meant('usre', 'create', 'ana@example.com'))[1]!, /-- user create <email>/);
  assert.match((await meant('marketplace'))[1]!, /-- marketplace reviews /);
  assert.deepEqual(await meant('fly'), ['There is no command "fly".', '']);
});

test('the program reports a wrong configuration in one line', async () => {
  const { code, complaint } = await runProgram(['doctor'], '', { PORT: 'many' });
  assert.equal(code, 1);
  assert.match(complaint, /^Configuration: PORT: .+\n$/);
});

test('an account is created once', async () => {
  const { email } = await newPerson();
  const { code, complaint } = await run('user', 'create', email);
  assert.deepEqual([code, complaint], [1, `${email} has an account already.`]);
});

test('a token issued by the operator acts as the user', async () => {
  const person = await newPerson();
  const { code, out } = await run('token', 'create', person.email);
  assert.equal(code, 0);
  const api = createClient({ baseUrl, credentials: { token: out.split('\n')[0]! } });
  const { data } = await api.POST('/v1/user/login/controller', { body: {} });
  assert.equal(data?.user?.id, person.id);
  assert.equal(data?.fresh, false);
});

test('a mistyped command prints its usage', async () => {
  const wrong = await Promise.all([
    run('user', 'create'),
    run('user', 'create', 'nobody'),
    run('user', 'create', 'a@example.com', 'b@example.com'),
    run('user', 'create', 'a@example.com', '--nmae', 'Ana'),
    run('clock', 'advance', 'x', 'tomorrow'),
    run('organization', 'show', 'x'),
  ]);
  for (const { code, complaint } of wrong) {
    assert.equal(code, 2);
    assert.match(complaint, /^Usage: npm run colmado -- (user create <email>|clock advance|organization show <id>)/m);
  }
  assert.equal((await run('fly')).code, 2);
  assert.match((await run('help')).out, /token create <email>/);
});

test('an evaluation of a bot refuses a wrong organization, file and bot in words', async () => {
  const { id } = await newBusiness();
  const questions = 'src/modules/bots/evaluate/demo-questions.json';
  const evaluate = (...given: string[]) => run('evaluate-bot', ...given);
  for (const [given, words] of [
    [[questions, crypto.randomUUID()], /^There is no organization/],
    [[questions, id], /^There is no such bot/],
    [['package.json', id], /^package\.json cannot be read: ✖/],
  ] as const) {
    const { code, complaint } = await evaluate(...given);
    assert.equal(code, 1);
    assert.match(complaint, words);
  }
});

test('organizations are listed and shown with their members', async () => {
  const { id, owner } = await newBusiness({ name: `Ferretería ${process.pid}` });
  const { out: list } = await run('organization', 'list', '--search', `FERRETERÍA ${process.pid}`);
  assert.match(list, new RegExp(`^${id} .* Ferretería ${process.pid} .*${owner.email}$`));
  const { out: shown } = await run('organization', 'show', id);
  assert.match(shown, new RegExp(`^owner +${owner.email}$`, 'm'));
  assert.equal((await run('organization', 'show', crypto.randomUUID())).code, 1);
});

test('only the clock of a sandbox moves', async () => {
  const { id, api } = await newBusiness();
  const refused = await run('clock', 'advance', id, 'P1M');
  assert.equal(refused.code, 1);
  assert.match(refused.complaint, /organization sandbox/);

  await run('organization', 'sandbox', id, 'on');
  await run('clock', 'set', id, '2030-01-31T12:00:00-04:00');
  await run('clock', 'advance', id, 'P1M');
  const { data: moved } = await api.GET('/v1/organization/active');
  assert.match(moved!.now, /^2030-02-28T16:0/);

  await run('organization', 'sandbox', id, 'off');
  const { data: back } = await api.GET('/v1/organization/active');
  assert.equal(back!.sandbox, false);
  assert.ok(Math.abs(Date.parse(back!.now) - Date.now()) < 60_000);
});

test('a reset clock shows the real time', async () => {
  const { id } = await newBusiness({ sandbox: true });
  await run('clock', 'set', id, '2030-01-01T00:00:00Z');
  assert.match((await run('clock', 'show', id)).out, /2030-01-01T00:0.*its own clock/);
  assert.match((await run('clock', 'reset', id)).out, /the real time/);
});

test('a dead job is listed and retried', async () => {
  const unknown = job({ name: 'test/unknown', payload: z.object({}), attempts: 1, run: async () => {} });
  await app.engine.run({}, async (ctx) => ctx.enqueue(unknown, {}));
  const id = await eventually(async () => {
    const { out } = await run('jobs', 'failed');
    return /^(\S+) .* test\/unknown\n {2}No module declares the job test\/unknown\.$/m.exec(out)?.[1];
  });
  assert.equal((await run('jobs', 'retry', id)).out, 'Retried: 1.');
  assert.equal((await run('jobs', 'retry', crypto.randomUUID())).code, 1);
});

test('a stuck provider request is listed and followed up again', async () => {
  const { id: organizationId } = await newBusiness();
  const exchange = app.exchanges.find(({ name }) => name === 'accounting/payout')!;
  const id = crypto.randomUUID();
  await app.engine.within(organizationId, async (ctx) => {
    await exchange.begin(ctx, id);
    const given = { dueAt: null, problem: 'The provider did not answer in time.' };
    await ctx.tx.updateTable('exchanges').set(given).where('organizationId', '=', organizationId).execute();
  });
  const listed = new RegExp(
    `^${organizationId}  accounting/payout  ${id}  .* no outcome, 0 attempts\\n  The provider`,
    'm',
  );
  assert.match((await run('exchanges', 'stuck')).out, listed);
  assert.match((await run('exchanges', 'stuck', organizationId)).out, listed);
  assert.equal((await run('exchanges', 'retry', organizationId, crypto.randomUUID())).code, 1);
  assert.equal((await run('exchanges', 'retry', organizationId, id)).out, 'Followed up again: accounting/payout.');
  assert.equal((await run('exchanges', 'stuck', organizationId)).out, 'Nothing is stuck.');
});

test('a webhook that belongs to no organization is listed and routed again', async () => {
  const { control } = app.simulators.messaging;
  const address = `sim-${crypto.randomUUID()}`;
  const value = { metadata: { phone_number_id: address }, messages: [] };
  assert.equal(await control.deliver([{ field: 'messages', value }]), 200);
  const unreadable = Buffer.from('{"entry":"none"}');
  const headers = { 'content-type': 'application/json', ...control.sign(unreadable) };
  const post = await fetch(`${baseUrl}/v2/chat/webhook/msgapp`, { method: 'POST', headers, body: unreadable });
  assert.equal(post.status, 200);
  const { out } = await run('chats', 'unrouted');
  assert.match(out, /^\S+ {2}\S+ {2}simulator {2}entry must be a list$/m);
  const [, id] = new RegExp(`^(\\S+)  \\S+  simulator  ${address}$`, 'm').exec(out)!;
  assert.equal((await run('chats', 'route', id!)).out, 'Routed again.');
  assert.equal((await run('chats', 'route', id!)).code, 1);
  // Still nobody has the number, so it waits again.
  assert.match((await run('chats', 'unrouted')).out, new RegExp(`  ${address}$`, 'm'));
});

test('a failing tick and subscriber are listed and retried, and a subscriber can skip an event', async () => {
  const { id } = await newBusiness();
  const update = (text: string) => app.engine.within(id, ({ tx }) => sql.raw(text).execute(tx));
  const failed = `attempts = 10, failed_at = now(), dead_at = now(), error = 'Error: broken'`;
  // In one statement: the running service would take a tick that is due.
  await update(`INSERT INTO organization_ticks (organization_id, tick, due_at, due_really_at, attempts, failed_at, dead_at, error)
                VALUES ('${id}', 'digests', now(), now(), 10, now(), now(), 'Error: broken')
                ON CONFLICT (organization_id, tick) DO UPDATE SET ${failed}`);
  await update(`INSERT INTO event_cursors (organization_id, subscriber, seq) VALUES ('${id}', 'test/unknown', 0)`);
  await update(`UPDATE event_cursors SET failed_seq = 1, ${failed}
                WHERE organization_id = '${id}' AND subscriber = 'test/unknown'`);
  await app.engine.within(id, async (ctx) => ctx.emit(errorReported, errorReported.example as never));
  const { out } = await run('jobs', 'failed');
  assert.match(out, new RegExp(`^tick:digests:${id} .* 10 attempts, dead\n  Error: broken$`, 'm'));
  assert.match(out, new RegExp(`^subscriber:test/unknown:${id} .* at event 1, 10 attempts, dead$`, 'm'));
  assert.match((await run('doctor')).out, /^! ticks and subscribers: 0 failing and retried, 2 dead/m);
  assert.match(await (await fetch(`${baseUrl}/metrics`)).text(), /^colmado_stalled_work\{state="dead"\} 2$/m);

  assert.equal((await run('jobs', 'retry', `tick:digests:${id}`)).out, 'Retried: 1.');
  assert.equal((await run('jobs', 'retry', `tick:digests:${id}`)).code, 1);
  const subscriber = `subscriber:test/unknown:${id}`;
  const decision = ['--by', 'Berta', '--reason', 'The event is of a test.'];
  assert.equal((await run('jobs', 'skip', subscriber, '1')).code, 2);
  assert.equal((await run('jobs', 'skip', subscriber, '2', ...decision)).code, 1);
  const skipped = await run('jobs', 'skip', subscriber, '1', ...decision);
  assert.deepEqual([skipped.code, skipped.out], [0, 'test/unknown continues after event 1.']);
});

test('partner applications are listed', async () => {
  const email = `aliada-${process.pid}@example.com`;
  await anonymous.POST('/v1/organization/partner', { body: { name: 'Ana Pérez', email, country: 'DO' } });
  assert.match((await run('partner', 'list')).out, new RegExp(`new +Ana Pérez +${email} +DO$`, 'm'));
});

test('a partner application is decided once, and the applicant gets a letter', async () => {
  const email = `aliada-decidida-${process.pid}@example.com`;
  const { data } = await anonymous.POST('/v1/organization/partner', { body: { name: 'Ana Pérez', email } });
  assert.match((await run('partner', 'list')).out, new RegExp(`^${data!.id} `, 'm'));
  const decide = (word: string, id = data!.id) => run('partner', 'decide', id, word, '--note', 'Bienvenida.');
  assert.equal((await decide('perhaps')).code, 2);
  assert.equal((await decide('accepted', 'nobody')).code, 2);
  assert.equal((await decide('accepted')).code, 0);
  assert.equal((await decide('declined')).code, 1);
  assert.match((await letterTo(email, /^Ya eres aliado/)).text, /Bienvenida/);
  assert.match((await run('partner', 'list')).out, new RegExp(`accepted +Ana Pérez +${email}`));
});

test('a requested review is listed and decided once', async () => {
  const { id, api } = await newBusiness();
  const { data: resource } = await api.POST('/v1/resource', { body: { name: 'Queso de hoja' } });
  const path = { resourceId: resource!.id };
  await api.PATCH('/v1/resource/{resourceId}/request-marketplace-review', { params: { path }, body: {} });
  assert.match((await run('marketplace', 'reviews', id)).out, /Queso de hoja/);
  const decide = (word: string) => run('marketplace', 'decide', id, resource!.id, word, '--note', 'Falta una foto.');
  assert.equal((await decide('perhaps')).code, 2);
  assert.equal((await decide('rejected')).code, 0);
  assert.equal((await decide('approved')).code, 1);
  const { data } = await api.GET('/v1/resource/{resourceId}', { params: { path } });
  assert.deepEqual([data!.marketplace.status, data!.marketplace.note], ['rejected', 'Falta una foto.']);
  assert.match((await run('marketplace', 'reviews', id)).out, /No resource waits/);
});

test('the doctor reports a healthy service as healthy', async () => {
  // Rows of every table, so that the doctor opens a secret of every kind.
  await furnish(await newBusiness());
  const { code, out } = await run('doctor');
  assert.equal(code, 0, out);
  assert.doesNotMatch(out, /✖/);
});

test('the doctor warns about misspelled variables', async () => {
  const { out } = await runProgram(['doctor'], '', { SMTP_ULR: 'smtp://mail' });
  assert.match(out, /^! configuration: SMTP_ULR is not a setting: is SMTP_URL meant\?$/m);
});

test('the doctor finds a role that bypasses row-level security', async () => {
  const owner = ownerUrlOf(await cloneDatabase());
  const { code, out } = await runOn({ DATABASE_URL: owner, MIGRATION_DATABASE_URL: owner }, 'doctor');
  assert.equal(code, 1);
  assert.match(out, /^✖ role: postgres bypasses/m);
});

test('the doctor finds a table without row-level security and a missing migration', async () => {
  const url = await cloneDatabase();
  const owner = new pg.Client({ connectionString: ownerUrlOf(url) });
  await owner.connect();
  await owner.query('ALTER TABLE events NO FORCE ROW LEVEL SECURITY');
  const damaged = { DATABASE_URL: url, MIGRATION_DATABASE_URL: ownerUrlOf(url) };
  const open = await runOn(damaged, 'doctor');
  assert.equal(open.code, 1);
  assert.match(open.out, /^✖ row-level security: not forced on events$/m);

  await owner.query(`DELETE FROM migrations WHERE name LIKE '%platform_tenancy%'`);
  await owner.end();
  const missing = await runOn(damaged, 'doctor');
  assert.match(missing.out, /^✖ migrations: 1 missing/m);
});

test('the doctor reports a database that does not answer', async () => {
  const url = 'postgresql://colmado@127.0.0.1:1/colmado';
  const { code, out } = await runOn({ DATABASE_URL: url, MIGRATION_DATABASE_URL: url }, 'doctor');
  assert.equal(code, 1);
  assert.match(out, /^✖ configuration: DATABASE_URL: .*ECONNREFUSED/m);
});

test('an API key issued by the operator signs requests, and the doctor checks the secret key with it', async () => {
  const { id, owner } = await newBusiness();
  const made = await run('api-key', 'create', '--organization', id, '--name', 'Caja', '--permissions', 'members:read');
  assert.equal(made.code, 0, made.complaint);
  const [, apiKeyId, secret] = /^id +(\S+)\nsecret +(\S+)$/.exec(made.out)!;
  const credentials = { apiKeyId: apiKeyId!, secret: secret!, organizationId: id };
  const { data } = await createClient({ baseUrl, credentials }).GET('/v1/organization/users');
  assert.deepEqual(
    data?.data.map(({ email }) => email),
    [owner.email],
  );
  const { code, out } = await runOn({ SECRET_KEY: 'ab'.repeat(32) }, 'doctor');
  assert.equal(code, 1);
  assert.match(out, /^✖ secret key: SECRET_KEY is not the key of this database: it does not open .*API keys/m);
});

test('an API key with an unknown permission is refused', async () => {
  const { id } = await newBusiness();
  const { code } = await run('api-key', 'create', '--organization', id, '--name', 'x', '--permissions', 'fly:write');
  assert.equal(code, 2);
});

test('a database whose owner is not a superuser can be migrated and is healthy', async () => {
  const name = `plain_${process.pid}_${Date.now()}`;
  const superuser = new pg.Client({ connectionString: process.env.TEST_OWNER_URL });
  await superuser.connect();
  await superuser.query(`CREATE ROLE ${name}_owner LOGIN`);
  await superuser.query(`CREATE ROLE ${name}_app LOGIN`);
  await superuser.query(`CREATE DATABASE ${name} OWNER ${name}_owner`);
  await superuser.end();
  const urlOf = (role: string) =>
    process.env.TEST_OWNER_URL!.replace('postgres@', `${name}_${role}@`).replace('/postgres?', `/${name}?`);
  const plain = { DATABASE_URL: urlOf('app'), MIGRATION_DATABASE_URL: urlOf('owner') };
  assert.match((await runOn(plain, 'migrate')).out, /^applied .*platform_tenancy\.sql$/m);
  const { code, out } = await runOn(plain, 'doctor');
  assert.equal(code, 0, out);
});

test('an app is published to all and withdrawn', async () => {
  const business = await newBusiness();
  const appId = await newCardApp(business, { key: `cards-${business.id.slice(-12)}` });
  const published = await run('apps', 'publish', business.id, appId);
  assert.deepEqual([published.code, published.out], [0, 'Tarjetas 1.0.0 can be installed by everybody.']);
  assert.equal((await run('apps', 'publish', business.id, 'x')).code, 2);
  assert.equal((await run('apps', 'withdraw', appId)).code, 0);
  assert.equal((await run('apps', 'withdraw', appId)).code, 1);
});
