import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import pg from 'pg';
import { createClient } from '#client';
import { freePort } from '#test/free-port.ts';
import { startReceiver } from '#test/receiver.ts';
import { killLaunched, type ServiceProcess, signInAt, startService, withDataFolder } from '#test/service-process.ts';
import { type EmbeddedServer, startEmbedded } from '../../src/cli/embedded.ts';
import { openPostOffice } from './post-office.ts';

const WRITERS = 6;
const ROUND_MS = 1_000;
const FOUNDED_MAX = 15;
/** `npm run drill` kills more often. */
const ROUNDS = process.env.DRILL ? 5 : 1;
/** A killed service restarts in seconds; the limit allows for a busy machine. */
const AWAY_MS_MAX = 120_000;
const RETRY_MS = 50;
const HELD = 'lenta@example.com';
/** Fifteen kills and restarts on a busy machine. The hook has a limit of its own. */
const LASTS = { timeout: 800_000 };

/**
 * Kills the service, its database, or both, several times under load. `kill -9` loses process memory but not what was
 * handed to the kernel, so this covers every crash except that of the machine.
 */
describe('after several crashes of the server and the database', LASTS, () => {
  const done = Promise.withResolvers<void>();
  let folderGone: Promise<void>;
  let database: EmbeddedServer;
  let service: ServiceProcess;
  let owner: pg.Client;
  let writers: Writer[] = [];
  const post = openPostOffice();
  const receiver = startReceiver();

  before(async () => {
    const ready = Promise.withResolvers<string>();
    folderGone = withDataFolder(async (folder) => {
      ready.resolve(folder);
      await done.promise;
    });
    const folder = await ready.promise;
    const { url, onHold, handedIn, codeFor } = await post;
    const environment = {
      DATA_DIR: folder,
      SMTP_URL: url,
      PORT: String(await freePort()),
      LOG_LEVEL: 'silent',
      WEBHOOK_ALLOW_PRIVATE: 'true',
    };
    // A child of this process, so that a killed postmaster is reaped: a zombie would keep its successor from starting.
    database = await startEmbedded(folder);
    service = await startService(environment);
    const { baseUrl } = service;
    onHold.add(HELD);
    await createClient({ baseUrl, retries: 0 }).GET('/v1/user/login/pinRequest', {
      params: { query: { email: HELD } },
    });
    await until(() => handedIn(HELD) === 1);
    writers = await Promise.all(
      Array.from({ length: WRITERS }, async (_, number) => {
        const { token } = await signInAt(baseUrl, `writer-${number}@example.com`, codeFor);
        return new Writer(baseUrl, token, `writer ${number}`, (await receiver).url);
      }),
    );
    for (const writer of writers) writer.start();
    const round = [['server'], ['database'], ['server', 'database']];
    for (const victims of Array.from({ length: ROUNDS }, () => round).flat()) {
      await pause(ROUND_MS);
      if (victims.includes('server')) await service.kill();
      if (victims.includes('database')) await killDatabase(database);
      onHold.delete(HELD);
      if (victims.includes('database')) database = await startEmbedded(folder);
      if (victims.includes('server')) service = await startService(environment);
      // A server that lost only its database recovers by itself.
      await until(() => isReady(baseUrl));
    }
    await pause(ROUND_MS);
    await Promise.all(writers.map((writer) => writer.finish()));
    owner = new pg.Client({ connectionString: database.ownerUrl() });
    await owner.connect();
  }, LASTS);

  after(async () => {
    for (const writer of writers) writer.abandon();
    await owner?.end();
    killLaunched();
    await database?.stop();
    await (await post).close();
    done.resolve();
    await folderGone;
  });

  const rowsOf = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await owner.query<T>(text, values)).rows;

  test('the writers were interrupted and continued', () => {
    assert.ok(sum(writers.map(({ unknown }) => unknown)) > 0);
    for (const writer of writers) assert.ok(writer.founded.size > 0 && writer.version > 1 && writer.announced > 0);
  });

  test('every acknowledged organization exists once, although its creation was retried', async () => {
    const found = await rowsOf<{ name: string; id: string }>('SELECT name, id FROM organizations');
    const founded = writers.flatMap((writer) => [...writer.founded]);
    assert.deepEqual(new Map(found.map(({ name, id }) => [name, id])), new Map(founded));
    assert.equal(found.length, founded.length);
  });

  test('the last acknowledged change is stored, and each change counted once', async () => {
    for (const { organizationId, version, phone } of writers) {
      const rows = await rowsOf('SELECT version, phone FROM organizations WHERE id = $1', [organizationId]);
      assert.deepEqual(rows, [{ version, phone }]);
    }
  });

  test('no organization is partially created', async () => {
    const halves = await rowsOf(`
      SELECT o.id FROM organizations o
      LEFT JOIN memberships m ON m.organization_id = o.id AND m.role = 'owner'
      LEFT JOIN event_counters c ON c.organization_id = o.id
      WHERE m.user_id IS NULL OR c.seq IS NULL`);
    const orphans = await rowsOf(`
      SELECT organization_id FROM event_cursors GROUP BY organization_id
      HAVING count(*) <> (SELECT count(DISTINCT subscriber) FROM event_cursors)`);
    assert.deepEqual([...halves, ...orphans], []);
  });

  test('event numbers have no gaps, and the counter matches the last event', async () => {
    const wrong = await rowsOf(`
      SELECT c.organization_id, c.seq, count(e.seq), max(e.seq)
      FROM event_counters c LEFT JOIN events e ON e.organization_id = c.organization_id
      GROUP BY c.organization_id, c.seq
      HAVING c.seq <> count(e.seq) OR c.seq <> coalesce(max(e.seq), 0)`);
    assert.deepEqual(wrong, []);
  });

  test('every acknowledged change emitted its event once', async () => {
    for (const { organizationId, announced } of writers) {
      const rows = await rowsOf('SELECT seq::int FROM event_counters WHERE organization_id = $1', [organizationId]);
      assert.deepEqual(rows, [{ seq: announced }]);
    }
  });

  test('every event reaches its webhook despite the crashes', async () => {
    const { requests } = await receiver;
    const events = await rowsOf<{ id: string }>('SELECT id FROM events');
    await until(() => {
      const arrived = new Set(requests.map(({ headers }) => headers['webhook-id']));
      return events.every(({ id }) => arrived.has(id));
    });
  });

  test('a letter whose worker was killed is sent by another worker', async () => {
    const { letterTo } = await post;
    await until(() => letterTo(HELD));
  });
});

/** Writes in a loop and retries with the same idempotency key when the outcome is unknown. */
class Writer {
  readonly #baseUrl: string;
  readonly #token: string;
  readonly #name: string;
  readonly #receiverUrl: string;
  readonly founded = new Map<string, string>();
  organizationId = '';
  version = 1;
  phone: string | null = null;
  announced = 0;
  /** The number of requests without an answer. */
  unknown = 0;
  #finished = false;
  #abandoned = false;
  #writing: Promise<void> | undefined;

  constructor(baseUrl: string, token: string, name: string, receiverUrl: string) {
    this.#baseUrl = baseUrl;
    this.#token = token;
    this.#name = name;
    this.#receiverUrl = receiverUrl;
  }

  start(): void {
    this.#writing = this.#write();
  }

  /** Stops after the current write is acknowledged. */
  async finish(): Promise<void> {
    this.#finished = true;
    await this.#writing;
  }

  /** Stops without waiting for the current write. */
  abandon(): void {
    this.#finished = true;
    this.#abandoned = true;
    this.#writing?.catch(() => {});
  }

  async #write(): Promise<void> {
    this.organizationId = await this.#found();
    const webhook = { url: `${this.#receiverUrl}/${this.organizationId}`, eventTypes: [] };
    await this.#acknowledged('POST', '/v1/organization/webhook', webhook);
    while (!this.#finished) {
      // An account founds only so many organizations in an hour.
      if (this.founded.size < FOUNDED_MAX) await this.#found();
      await this.#change();
      await this.#announce();
    }
  }

  async #found(): Promise<string> {
    const name = `${this.#name}, ${this.founded.size}`;
    const { id } = await this.#acknowledged<{ id: string }>('POST', '/v1/organization', { name });
    this.founded.set(name, id);
    return id;
  }

  /** Emits an event that the organization's webhook must receive. */
  async #announce(): Promise<void> {
    const value = { paymentTermsDays: (this.announced % 60) + 1 };
    await this.#acknowledged('PATCH', '/v1/organization/settings', { section: 'accounting', value });
    this.announced++;
  }

  async #change(): Promise<void> {
    const phone = randomUUID();
    const body = { version: this.version, phone };
    const { version } = await this.#acknowledged<{ version: number }>('PATCH', '/v1/organization', body);
    assert.equal(version, this.version + 1);
    Object.assign(this, { version, phone });
  }

  async #acknowledged<T>(method: 'POST' | 'PATCH', path: string, body: object): Promise<T> {
    const key = randomUUID();
    for (const deadline = Date.now() + AWAY_MS_MAX; Date.now() < deadline && !this.#abandoned; ) {
      const answer = await this.#send(method, path, key, body).catch(() => null);
      if (answer?.ok) return (await answer.json()) as T;
      // Only these mean "try again": unavailable, or the first attempt with this key is still running.
      if (answer && answer.status < 500 && answer.status !== 409)
        assert.fail(`${answer.status} ${await answer.text()}`);
      this.unknown++;
      await pause(RETRY_MS);
    }
    throw new Error('The service did not come back.');
  }

  #send(method: string, path: string, key: string, body: object): Promise<Response> {
    return fetch(this.#baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
        ...(this.organizationId && { 'x-service-organization-id': this.organizationId }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(10_000),
    });
  }
}

/** Kills all processes at once, the postmaster first, so that none can clean up. A service may have started this one. */
async function killDatabase({ directory, ownerUrl }: EmbeddedServer): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl() });
  client.on('error', () => {});
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pid FROM pg_stat_activity');
  const [postmaster] = (await readFile(join(directory, 'postmaster.pid'), 'utf8')).split('\n').map(Number);
  for (const pid of [postmaster!, ...rows.map((row) => row.pid)]) killIfAlive(pid);
  await until(() => !killIfAlive(postmaster!));
  await client.end().catch(() => {});
}

/** Whether the process was still there. */
function killIfAlive(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    return false;
  }
}

const isReady = (baseUrl: string): Promise<boolean> =>
  fetch(`${baseUrl}/readyz`).then(
    (answer) => answer.ok,
    () => false,
  );

async function until(isSo: () => unknown, withinMs = 180_000): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('The condition was not met in time.');
    await pause(20);
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
