import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '#test/free-port.ts';
import {
  codesIn,
  killLaunched,
  type ServiceProcess,
  signInAt,
  startService,
  withDataFolder,
} from '#test/service-process.ts';
import { type EmbeddedServer, startEmbedded } from '../src/cli/embedded.ts';

const SECRET = 'provider-secret';

interface Taken {
  id: string;
  /** The number that sent it. */
  number: string;
  to: string;
  text: string;
  reference: string;
}

/** The provider: it takes a message before or after a while, and reports each one until the service acknowledges it. */
class Provider {
  readonly #taken: Taken[] = [];
  readonly #unreported: { message: Taken; status: string }[] = [];
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  #webhookUrl = '';
  #isClosed = false;

  async open(webhookUrl: string): Promise<string> {
    this.#webhookUrl = webhookUrl;
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    void this.#report();
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): void {
    this.#isClosed = true;
    this.#server.closeAllConnections();
    this.#server.close();
  }

  takenFrom(wanted: string): Taken[] {
    return this.#taken.filter(({ number }) => number === wanted);
  }

  get hasReported(): boolean {
    return this.#unreported.length === 0;
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const number = /^\/v[\d.]+\/(\d+)/.exec(request.url!)![1]!;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    // The service asks whose number this is before it connects it.
    if (chunks.length === 0) {
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id: number }));
      return;
    }
    const { to, text, biz_opaque_callback_data: reference } = JSON.parse(Buffer.concat(chunks).toString());
    let isGone = false;
    response.on('close', () => (isGone = !response.writableFinished));
    await pause(Math.random() * 100);
    // A client that hangs up early may never have been read.
    if (isGone && Math.random() < 0.5) return;
    const message = { id: `wamid.${randomUUID()}`, number, to, text: text?.body ?? '', reference };
    this.#taken.push(message);
    // In the wrong order, and one of them twice.
    const statuses = ['delivered', 'sent', 'delivered'];
    this.#unreported.push(...statuses.map((status) => ({ message, status })));
    await pause(Math.random() * 100);
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ messages: [{ id: message.id }] }));
  }

  async #report(): Promise<void> {
    while (!this.#isClosed) {
      const batch = this.#unreported.slice(0, 50);
      const byNumber = Map.groupBy(batch, ({ message }) => message.number);
      const reports = [...byNumber].map(([number, group]) => this.post(number, { statuses: group.map(statusOf) }));
      if (batch.length > 0 && (await Promise.all(reports)).every(Boolean)) this.#unreported.splice(0, batch.length);
      await pause(50);
    }
  }

  /** Sends a webhook about a number. False: it was not acknowledged. */
  async post(number: string, news: object): Promise<boolean> {
    const value = { messaging_product: 'whatsapp', metadata: { phone_number_id: number }, ...news };
    const body = JSON.stringify({
      object: 'whatsapp_business_account',
      entry: [{ id: 'waba', changes: [{ field: 'messages', value }] }],
    });
    const signature = `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`;
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': signature };
    return fetch(this.#webhookUrl, { method: 'POST', headers, body }).then(
      ({ status }) => status === 200,
      () => false,
    );
  }
}

const statusOf = ({ message, status }: { message: Taken; status: string }) => ({
  id: message.id,
  status,
  timestamp: String(Math.floor(Date.now() / 1000)),
  biz_opaque_callback_data: message.reference,
  pricing: { pricing_model: 'PMP', category: 'service', billable: isBilled(message) },
});

/** The provider decides for each message whether it costs something, and says the same in every notice. */
export const isBilled = ({ reference }: Taken): boolean => Number.parseInt(reference.slice(-1), 16) % 2 === 0;

export const provider = new Provider();
const done = Promise.withResolvers<void>();
let folderGone: Promise<void>;
let database: EmbeddedServer | undefined;
/** The database, as its owner. */
export let owner: pg.Client;
let service: ServiceProcess;
let environment: Record<string, string>;
let headers: Record<string, string>;

export const call = async <T>(method: string, path: string, body?: object | FormData): Promise<T> => {
  const isForm = body instanceof FormData;
  const answer = await fetch(service.baseUrl + path, {
    method,
    headers: { ...headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  assert.ok(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`);
  return (await answer.json()) as T;
};

/** Kills the process whatever it is doing, and starts another one. */
export async function killService(): Promise<void> {
  await service.kill();
  service = await startService(environment);
}

before(async () => {
  const ready = Promise.withResolvers<string>();
  folderGone = withDataFolder(async (folder) => {
    ready.resolve(folder);
    await done.promise;
  });
  const folder = await ready.promise;
  const port = await freePort();
  const apiUrl = await provider.open(`http://127.0.0.1:${port}/v2/chat/webhook/msgapp`);
  environment = {
    DATA_DIR: folder,
    PORT: String(port),
    LOG_LEVEL: 'silent',
    MSGAPP_APP_SECRET: SECRET,
    MSGAPP_API_URL: apiUrl,
    WEBHOOK_ALLOW_PRIVATE: 'true',
  };
  database = await startEmbedded(folder);
  service = await startService(environment);
  const { token } = await signInAt(service.baseUrl, 'ana@example.com', codesIn(folder));
  headers = { authorization: `Bearer ${token}` };
  const { id } = await call<{ id: string }>('POST', '/v1/organization', { name: 'Colmado' });
  headers = { ...headers, 'x-service-organization-id': id };
  owner = new pg.Client({ connectionString: database.ownerUrl() });
  await owner.connect();
});

after(async () => {
  provider.close();
  await owner.end();
  killLaunched();
  await database?.stop();
  done.resolve();
  await folderGone;
});

/** Lets a quarter of an hour pass for messages whose request was cut off, so that the provider's silence counts. */
export const passTime = async (): Promise<void> => {
  await owner.query(
    `UPDATE exchanges SET asked_at = asked_at - interval '20 minutes', held_until = least(held_until, now())
     WHERE kind = 'chats/send' AND state = 'open' AND asked_at < now() - interval '5 seconds'`,
  );
  await owner.query(`UPDATE pgboss.job SET start_after = now() WHERE state IN ('created', 'retry')`);
};

/** Repeats a call under one key until a process that lives has answered it. */
export async function insist(path: string, body: object): Promise<void> {
  const key = randomUUID();
  for (const deadline = Date.now() + 240_000; ; await pause(200)) {
    const answer = await fetch(service.baseUrl + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(body),
    }).catch(() => null);
    if (answer?.ok) return;
    const text = answer ? `${answer.status} ${await answer.text()}` : 'no answer';
    assert.ok(Date.now() < deadline && (answer === null || answer.status >= 409), text);
  }
}

export const connect = (address: string) =>
  call<{ id: string; verifiedAt: string | null }>('POST', '/v1/channel', {
    kind: 'msgapp',
    name: 'Ventas',
    connection: { provider: 'graph', address, accessToken: 'token' },
  });
