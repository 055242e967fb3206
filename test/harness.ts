import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { after } from 'node:test';
import pg from 'pg';
import { type App, createApp } from '#app';
import { type ClientCredentials, type ColmadoClient, createClient } from '#client';
import { openSession } from '#modules/identity/user/session.ts';
import { ensureUser } from '#modules/identity/user/user.sql.ts';
import { insertMembership } from '#modules/organization/organization/organization.sql.ts';
import type { Role } from '#modules/roles.ts';
import { readConfig } from '#platform/config.ts';
import type { Route } from '#platform/http/route.ts';
import { refusalsOf } from '#platform/http/route-refusals.ts';
import { newId } from '#platform/id.ts';
import { createLog } from '#platform/log.ts';
import type { Module } from '#platform/module.ts';
import type { Refusal } from '#platform/refusal.ts';
import { CheckedAnswers } from '#test/checked-answers.ts';
import { recordExample } from '#test/examples.ts';
import { freePort } from '#test/free-port.ts';

const undeclaredRefusals = new Set<string>();

/**
 * One running service per test process, on its own database cloned from the migrated template. Each test makes its own
 * people and organizations, so nothing is cleaned and tests do not see each other.
 */
export const app: App = await startTestApp();
export const baseUrl: string = app.publicUrl;

after(async () => {
  await app.stop();
  endUnlessIdle();
  // The runner reports an error in a hook but exits with 0, so set the exit code.
  if (undeclaredRefusals.size > 0) process.exitCode = 1;
  assert.deepEqual([...undeclaredRefusals], [], 'A route answered refusals that it does not list.');
});

/** An idle process ends by itself. Otherwise report the open resources and exit. */
function endUnlessIdle(): void {
  setTimeout(() => {
    console.error('The tests are over, and something is still open:', process.getActiveResourcesInfo());
    process.exit(1);
  }, 180_000).unref();
}

function holdAgainstDeclaration(route: Route, { kind }: Refusal): void {
  if (refusalsOf(route).some(({ code, status }) => code === kind.code && status === kind.status)) return;
  undeclaredRefusals.add(`${route.method} ${route.path}: ${kind.status} ${kind.code}`);
}

/**
 * Starts another service, with its own database unless one is given, and with the test's own modules if given. On a given database
 * it does no work in the background unless asked: it would take jobs of the first service, and write its own address into letters.
 */
export async function startTestApp(
  environment: Record<string, string> = {},
  options: { databaseUrl?: string; modules?: Module[] } = {},
): Promise<App> {
  const folder = process.env.TEST_FOLDER;
  if (!folder) throw new Error('Run tests with `npm test -- <paths>`: they need a database.');
  const port = await freePort();
  const config = readConfig({
    NODE_ENV: 'test',
    DATA_DIR: join(folder, `data-${process.pid}`),
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    HOST: 'localhost',
    APP_URL: 'https://app.example.com',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    RATE_LIMIT_PER_MINUTE: '1000000',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    AI_MODELS: '[{"id":"test","provider":"test","model":"test","vision":true,"inputPrice":"1","outputPrice":"2"}]',
    // Tests choose their address with `X-Forwarded-For`.
    TRUST_PROXY: '1',
    ROLE: options.databaseUrl ? 'api' : 'all',
    ...environment,
  });
  const started = await createApp(config, options.databaseUrl ?? (await cloneDatabase()), {
    modules: options.modules,
    log: createLog(config.LOG_LEVEL, false),
    onRefusal: holdAgainstDeclaration,
    onAnswer: recordExample,
    answers: new CheckedAnswers(),
  });
  await started.start();
  return started;
}

/** Clones the migrated template database. */
export async function cloneDatabase(): Promise<string> {
  const owner = new pg.Client({ connectionString: process.env.TEST_OWNER_URL });
  await owner.connect();
  const name = `test_${process.pid}_${randomBytes(4).toString('hex')}`;
  // The template must have no other session while it is copied, and several test processes start at once.
  await owner.query('SELECT pg_advisory_lock(1)');
  await owner.query(`CREATE DATABASE ${name} TEMPLATE colmado STRATEGY wal_log`);
  await owner.end();
  return process.env.TEST_OWNER_URL!.replace('postgres@', 'colmado@').replace('/postgres?', `/${name}?`);
}

/** The same database as its owner, who bypasses row-level security. */
export const ownerUrlOf = (applicationUrl: string): string => applicationUrl.replace('colmado@', 'postgres@');

export interface Person {
  id: string;
  email: string;
  token: string;
  /** Calls the API as this person. */
  api: ColmadoClient;
  /** The same person acting in another organization. */
  in(organizationId: string): ColmadoClient;
}

let people = 0;

/** No retries, because tests assert on the first answer. */
const clientAs = (credentials: ClientCredentials | undefined, service: App): ColmadoClient =>
  createClient({ baseUrl: service.publicUrl, credentials, retries: 0 });

/** A person with an account and a freshly authenticated raw token. */
export async function newPerson(name = 'Ana', service = app): Promise<Person> {
  const email = `${name.toLowerCase().replace(/[^a-z]/g, '')}-${process.pid}-${++people}@example.com`;
  const { result } = await service.engine.run({}, async (ctx) => {
    const user = await ensureUser(ctx.tx, {
      id: newId(),
      email,
      name,
      passkeyHandle: randomBytes(64),
      createdAt: ctx.now,
    });
    const session = await openSession(ctx, user.id, { kind: 'token', authenticated: true });
    return { id: user.id, token: session.secret };
  });
  return {
    ...result,
    email,
    api: clientAs({ token: result.token }, service),
    in: (organizationId) => clientAs({ token: result.token, organizationId }, service),
  };
}

export const freshEmail = (): string => `p-${crypto.randomUUID()}@example.com`;

/** The code with which a request is refused. */
export const codeOf = (answer: { error?: { code: string } | undefined }): string | undefined => answer.error?.code;

/** Calls without credentials. */
export const anonymous: ColmadoClient = clientAs(undefined, app);

/** Polls until the probe returns something, for effects that follow the answer. */
export async function eventually<T>(
  probe: () => Promise<T | undefined | null | false>,
  withinMs = 180_000,
): Promise<T> {
  // The wall clock may be set while the tests run.
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = await probe();
    if (found) return found;
    if (performance.now() > deadline) throw new Error('The condition was not met in time.');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Waits until a subscriber has handled all events of an organization. */
export const caughtUp = (organizationId: string, subscriber: string) =>
  eventually(() =>
    app.engine.within(organizationId, async ({ tx }) => {
      const [counter] = await tx
        .selectFrom('eventCounters')
        .select('seq')
        .where('organizationId', '=', organizationId)
        .execute();
      const [cursor] = await tx
        .selectFrom('eventCursors')
        .select('seq')
        .where('organizationId', '=', organizationId)
        .where('subscriber', '=', subscriber)
        .execute();
      return cursor && cursor.seq === counter?.seq;
    }),
  );

/** The newest letter to an address whose subject matches, sent since a time. */
export const letterTo = (email: string, about = /./, since = '') =>
  eventually(async () =>
    (await app.mailbox!.letters()).find(
      (letter) => letter.to === email && about.test(letter.subject) && letter.sentAt >= since,
    ),
  );

export interface Business {
  id: string;
  owner: Person;
  /** Calls the API as its owner. */
  api: ColmadoClient;
}

/** Creates an organization with its owner. */
export async function newBusiness(
  details: { name?: string; sandbox?: boolean } = {},
  service = app,
): Promise<Business> {
  const owner = await newPerson('Dueña', service);
  const { data } = await owner.api.POST('/v1/organization', { body: { name: 'Colmado La Esquina', ...details } });
  return { id: data!.id, owner, api: owner.api };
}

/** Adds a member to an organization and acts as that member. */
export async function newMember(
  business: Business,
  role: Role = 'viewer',
  permissions: string[] = [],
): Promise<Person> {
  const person = await newPerson('Miembro');
  await app.engine.run({}, (ctx) =>
    insertMembership(ctx.tx, {
      organizationId: business.id,
      userId: person.id,
      role,
      permissions,
      joinedAt: ctx.now,
    }),
  );
  await person.api.POST('/v1/organization/active', { body: { organizationId: business.id } });
  return person;
}
