import assert from 'node:assert/strict';
import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
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
import { type EmbeddedServer, startEmbedded } from '../../src/cli/embedded.ts';

/** `npm run drill` sends more and kills more often. */
const RECIPIENTS = process.env.DRILL ? 3_000 : 300;
const KILLS = process.env.DRILL ? 6 : 3;
const SECRET = 'provider-secret';
const NUMBER = '1000';
const AGENTS_NUMBER = '2000';
const CUSTOMERS = process.env.DRILL ? 60 : 12;
const MESSAGES_EACH = 3;

interface Taken {
  id: string;
  /** The number that sent it. */
  number: string;
  to: string;
  text: string;
  reference: string;
}

/** The provider: it takes a message before or after a while, and reports each that it took until the service has heard it. */
class Provider {
  readonly taken: Taken[] = [];
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
    // Who hangs up early may never have been heard.
    if (isGone && Math.random() < 0.5) return;
    const message = { id: `wamid.${randomUUID()}`, number, to, text: text?.body ?? '', reference };
    this.taken.push(message);
    this.#unreported.push({ message, status: 'sent' }, { message, status: 'delivered' });
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

  /** Sends a webhook about a number. False: nobody heard it. */
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
});

const provider = new Provider();
const done = Promise.withResolvers<void>();
let folderGone: Promise<void>;
let database: EmbeddedServer | undefined;
let owner: pg.Client | undefined;
let service: ServiceProcess;
let environment: Record<string, string>;
let headers: Record<string, string>;

const call = async <T>(method: string, path: string, body?: object | FormData): Promise<T> => {
  const isForm = body instanceof FormData;
  const answer = await fetch(service.baseUrl + path, {
    method,
    headers: { ...headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  assert.ok(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`);
  return (await answer.json()) as T;
};

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
  await owner?.end();
  killLaunched();
  await database?.stop();
  done.resolve();
  await folderGone;
});

interface Read {
  state: string;
  counts: Record<string, number>;
}

const connect = (address: string) =>
  call<{ id: string; verifiedAt: string | null }>('POST', '/v1/channel', {
    kind: 'msgapp',
    name: 'Ventas',
    connection: { provider: 'graph', address, accessToken: 'token' },
  });

async function draft(): Promise<string> {
  const channel = await connect(NUMBER);
  await owner!.query(
    `INSERT INTO message_templates
       (organization_id, id, channel_id, provider_template_id, name, language, category, status, components, created_at, updated_at)
     SELECT organization_id, gen_random_uuid(), id, 't', 'oferta', 'es', 'MARKETING', 'APPROVED',
       '[{"type":"BODY","text":"Hay ofertas"}]', now(), now() FROM channels WHERE id = $1`,
    [channel.id],
  );
  const numbers = Array.from({ length: RECIPIENTS }, (_, place) => `+1809555${String(place).padStart(4, '0')}`);
  const form = new FormData();
  form.append('file', new Blob([['tel', ...numbers].join('\n')]), 'clientes.csv');
  const files = await call<{ data: { id: string }[] }>('POST', '/v1/files', form);
  const { id } = await call<{ id: string }>('POST', '/v1/conversation-diffusion', {
    name: 'Ofertas',
    channelId: channel.id,
    audience: { fileId: files.data[0]!.id, phoneColumn: 'tel' },
    templates: [{ name: 'oferta', language: 'es' }],
  });
  return id;
}

/** Lets a quarter of an hour pass for messages whose request was cut off, so that the provider's silence counts. */
const passTime = async (): Promise<void> => {
  await owner!.query(
    `UPDATE exchanges SET asked_at = asked_at - interval '20 minutes', held_until = least(held_until, now())
     WHERE kind = 'chats/send' AND state = 'open' AND asked_at < now() - interval '5 seconds'`,
  );
  await owner!.query(`UPDATE pgboss.job SET start_after = now() WHERE state IN ('created', 'retry')`);
};

/** Repeats a call under one key until a process that lives has answered it. */
async function insist(path: string, body: object): Promise<void> {
  const key = randomUUID();
  for (const deadline = Date.now() + 120_000; ; await pause(200)) {
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

const customer = (place: number): string => `1809777${String(place).padStart(4, '0')}`;

/** Customers write, so that they can be answered. */
async function openConversations(channelId: string): Promise<void> {
  const wrote = Array.from({ length: CUSTOMERS }, (_, place) => ({
    id: `wamid.${randomUUID()}`,
    from: customer(place),
    timestamp: String(Math.floor(Date.now() / 1000)),
    type: 'text',
    text: { body: 'Hola' },
  }));
  assert.ok(await provider.post(AGENTS_NUMBER, { messages: wrote }));
  for (const deadline = Date.now() + 60_000; ; await pause(200)) {
    const { rows } = await owner!.query('SELECT FROM conversations WHERE channel_id = $1', [channelId]);
    if (rows.length === CUSTOMERS) return;
    assert.ok(Date.now() < deadline, `${rows.length} conversations`);
  }
}

test('messages of agents are sent at most once and in their order while the process is killed, and none is lost silently', {
  timeout: 400_000,
}, async () => {
  const channel = await connect(AGENTS_NUMBER);
  assert.ok(channel.verifiedAt);
  await openConversations(channel.id);
  const total = CUSTOMERS * MESSAGES_EACH;
  const sent = () => provider.taken.filter(({ number }) => number === AGENTS_NUMBER);
  const writing = Promise.all(
    Array.from({ length: CUSTOMERS }, async (_, place) => {
      for (let time = 1; time <= MESSAGES_EACH; time++)
        await insist('/v1/chat/message', {
          channelId: channel.id,
          sourceId: `+${customer(place)}`,
          text: `${customer(place)} ${time}`,
        });
    }),
  );
  for (let kill = 1; kill <= KILLS; kill++) {
    const goal = (total * kill) / (KILLS + 2);
    for (const deadline = Date.now() + 90_000; sent().length < goal; await pause(5))
      assert.ok(Date.now() < deadline, `${sent().length} of ${goal}`);
    await service.kill();
    service = await startService(environment);
  }
  await writing;
  const statuses = async () => {
    const { rows } = await owner!.query<{ text: string; status: string }>(
      `SELECT text, status FROM messages WHERE channel_id = $1 AND direction = 'out'`,
      [channel.id],
    );
    return rows;
  };
  const isSettled = ({ status }: { status: string }) => ['delivered', 'failed'].includes(status);
  let seen = await statuses();
  for (const deadline = Date.now() + 180_000; !seen.every(isSettled); seen = await statuses()) {
    assert.ok(Date.now() < deadline, JSON.stringify(seen.filter((each) => !isSettled(each))));
    await pause(1_000);
    if (provider.hasReported) await passTime();
  }
  assert.equal(seen.length, total);
  const texts = sent().map(({ text }) => text);
  assert.equal(new Set(texts).size, texts.length);
  const delivered = seen.filter(({ status }) => status === 'delivered').map(({ text }) => text);
  assert.deepEqual(delivered.toSorted(), texts.toSorted());
  for (const [to, messages] of Map.groupBy(sent(), ({ to: receiver }) => receiver)) {
    const order = messages.map(({ text }) => text);
    assert.deepEqual(order, order.toSorted(), to);
  }
});

test('a diffusion that is killed again and again reaches everybody exactly once', { timeout: 400_000 }, async () => {
  const id = await draft();
  await call('POST', `/v1/conversation-diffusion/${id}/start`);
  for (let kill = 1; kill <= KILLS; kill++) {
    const goal = (RECIPIENTS * kill) / (KILLS + 1);
    for (const deadline = Date.now() + 90_000; provider.taken.length < goal; await pause(5))
      assert.ok(Date.now() < deadline, `${provider.taken.length} of ${goal}`);
    await service.kill();
    service = await startService(environment);
  }
  const read = () => call<Read>('GET', `/v1/conversation-diffusion/${id}`);
  let seen = await read();
  for (const deadline = Date.now() + 180_000; seen.state !== 'done'; seen = await read()) {
    assert.ok(Date.now() < deadline, JSON.stringify(seen));
    await pause(1_000);
    if (provider.hasReported) await passTime();
  }
  const times = Map.groupBy(provider.taken, ({ to }) => to);
  assert.deepEqual(
    [...times].filter(([, messages]) => messages.length > 1).map(([to]) => to),
    [],
  );
  assert.equal(times.size, RECIPIENTS);
  const { audience, queued, sending, held, sent, failed, skipped, canceled } = seen.counts;
  assert.deepEqual(
    [audience, sent, queued, sending, held, failed, skipped, canceled],
    [RECIPIENTS, RECIPIENTS, 0, 0, 0, 0, 0, 0],
  );
});
