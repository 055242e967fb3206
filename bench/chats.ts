import { createHmac } from 'node:crypto';
import type { Client } from 'pg';
import { shareOf, withBareServer } from './against-bare.ts';
import { type BenchService, withService } from './service.ts';
import { type Measurement, median } from './table.ts';
import { widgetStreams } from './widget-streams.ts';

const SECRET = 'bench-app-secret';
const CONNECTIONS = 16;
const ACCEPTED_SHARE_MIN = 0.2;
const PAYLOADS = 200;
const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 1_000_000);
const CONVERSATIONS = Number(process.env.BENCH_CONVERSATIONS ?? 200_000);
const SMALL_SHARE = { messages: 1_000, conversations: 2_000 };
const TIMES = 60;
const WARM_UP = 10;
const RATIO_MAX = 1.5;

/** Open widget streams, inbound webhooks against a bare route that stores a row, and long feeds and lists against short ones. */
export const chats = (): Promise<Measurement[]> =>
  withService({ MSGAPP_APP_SECRET: SECRET, RATE_LIMIT_PER_MINUTE: '100000000' }, async (service) => [
    ...(await widgetStreams(service)),
    ...(await accepted(service)),
    ...(await pages(service)),
  ]);

async function newNumber(service: BenchService, organizationId: string, address: string): Promise<string> {
  const connection = { provider: 'graph' as const, address };
  const { data } = await service
    .in(organizationId)
    .POST('/v1/channel', { body: { kind: 'msgapp', name: 'Ventas', connection } });
  return data!.id;
}

async function accepted(service: BenchService): Promise<Measurement[]> {
  const organizationId = await service.newOrganization('Colmado La Esquina');
  await newNumber(service, organizationId, '1000');
  const posts = Array.from({ length: PAYLOADS }, (_, number) => signedPayload('1000', number));
  await service.owner.query('CREATE SCHEMA IF NOT EXISTS bare');
  await service.owner.query('CREATE TABLE bare.inbound (id uuid PRIMARY KEY, body bytea NOT NULL)');
  await service.owner.query('GRANT USAGE ON SCHEMA bare TO PUBLIC; GRANT ALL ON bare.inbound TO PUBLIC');
  return withBareServer(service, async (bareUrl) => [
    await shareOf(
      'POST /v2/chat/webhook/msgapp (verify, store, enqueue), product / bare insert',
      { url: `${service.process.baseUrl}/v2/chat/webhook/msgapp`, connections: CONNECTIONS, posts },
      { url: `${bareUrl}/bare/inbound`, connections: CONNECTIONS, posts },
      ACCEPTED_SHARE_MIN,
    ),
    await processedAfter(service, organizationId),
  ]);
}

/** How long the last payload that was accepted waits. */
async function processedAfter(service: BenchService, organizationId: string): Promise<Measurement> {
  const startedAt = performance.now();
  const waiting = async () =>
    Number(
      (
        await service.owner.query(
          `SELECT count(*) AS n FROM inbound_payloads WHERE organization_id = $1 AND state = 'pending'`,
          [organizationId],
        )
      ).rows[0].n,
    );
  while ((await waiting()) > 0 && performance.now() - startedAt < 120_000)
    await new Promise((done) => setTimeout(done, 200));
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    what: 'until everything that was accepted is processed',
    target: '<= 30 s',
    measured: `${seconds.toFixed(1)} s`,
    met: seconds <= 30,
  };
}

function signedPayload(address: string, number: number) {
  const value = {
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: address, phone_number_id: address },
    contacts: [{ profile: { name: 'Ana' }, wa_id: `1809555${String(number).padStart(4, '0')}` }],
    messages: [
      {
        id: `wamid.${number}`,
        from: `1809555${String(number).padStart(4, '0')}`,
        timestamp: '1795000000',
        type: 'text',
        text: { body: '¿Tienen arroz selecto?' },
      },
    ],
  };
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field: 'messages', value }] }],
  });
  const signature = createHmac('sha256', SECRET).update(body).digest('hex');
  return { headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }, body };
}

async function pages(service: BenchService): Promise<Measurement[]> {
  const small = await fill(service, '2000', SMALL_SHARE.conversations, SMALL_SHARE.messages);
  const large = await fill(service, '3000', CONVERSATIONS, MESSAGES);
  const compare = async (what: string, path: (filled: Filled) => string): Promise<Measurement> => {
    const tookMs = { large: [] as number[], small: [] as number[] };
    for (let time = 0; time < TIMES + WARM_UP; time++)
      for (const which of time % 2 === 0 ? (['large', 'small'] as const) : (['small', 'large'] as const)) {
        const filled = which === 'large' ? large : small;
        const startedAt = performance.now();
        await get(service, filled.organizationId, path(filled));
        if (time >= WARM_UP) tookMs[which].push(performance.now() - startedAt);
      }
    const [largeMs, smallMs] = [median(tookMs.large), median(tookMs.small)];
    const ratio = largeMs / smallMs;
    return {
      what,
      target: `<= ${RATIO_MAX.toFixed(2)}`,
      measured: `${ratio.toFixed(2)} (${largeMs.toFixed(1)} / ${smallMs.toFixed(1)} ms)`,
      met: ratio <= RATIO_MAX,
    };
  };
  const list = (query: string) => () => `/v2/conversation?itemsPerPage=25${query}`;
  return [
    await compare(
      `feed, ${MESSAGES} / ${SMALL_SHARE.messages} messages`,
      ({ channelId }) => `/v1/conversation/${channelId}/feed-source/feed?itemsPerPage=50`,
    ),
    await compare(`list of ${CONVERSATIONS} / ${SMALL_SHARE.conversations} conversations`, list('')),
    await compare('the same, open', list('&state=open')),
    await compare('the same, nobody has it', list('&unassigned=true&state=open')),
    await compare('the same, of a rare label', list('&label=raro')),
    await compare('the same, of a common label', list('&label=comun')),
    await compare('the same, of a category', list('&category=reclamo')),
  ];
}

interface Filled {
  organizationId: string;
  channelId: string;
}

async function fill(service: BenchService, address: string, conversations: number, messages: number): Promise<Filled> {
  const organizationId = await service.newOrganization(`Colmado ${address}`);
  const channelId = await newNumber(service, organizationId, address);
  const { owner } = service;
  await fillConversations(owner, organizationId, channelId, conversations);
  await owner.query(
    `INSERT INTO messages (organization_id, id, conversation_id, channel_id, seq, direction, type, text, author, status, at, created_at)
     SELECT $1, gen_random_uuid(), c.id, $2, n, 'in', 'text', 'Mensaje ' || n, 'contact', 'received', now(), now()
     FROM conversations c, generate_series(1, $3::int) n WHERE c.organization_id = $1 AND c.source_id = 'feed-source'`,
    [organizationId, channelId, messages],
  );
  await owner.query('ANALYZE messages; ANALYZE conversations; ANALYZE conversation_labels');
  return { organizationId, channelId };
}

async function fillConversations(
  owner: Client,
  organizationId: string,
  channelId: string,
  count: number,
): Promise<void> {
  await owner.query(
    `INSERT INTO conversations (organization_id, id, channel_id, source_id, name, state, category, last_message_at, created_at, updated_at)
     SELECT $1, gen_random_uuid(), $2, CASE n WHEN 1 THEN 'feed-source' ELSE '+1809' || n END, 'Ana ' || n,
       CASE n % 10 WHEN 0 THEN 'open' ELSE 'closed' END, CASE n % 20 WHEN 0 THEN 'reclamo' END,
       now() - n * interval '1 second', now(), now()
     FROM generate_series(1, $3::int) n`,
    [organizationId, channelId, count],
  );
  await owner.query(
    `INSERT INTO conversation_labels (organization_id, label, conversation_id)
     SELECT organization_id, 'comun', id FROM conversations WHERE organization_id = $1
     UNION ALL (SELECT organization_id, 'raro', id FROM conversations WHERE organization_id = $1 ORDER BY last_message_at LIMIT 30)`,
    [organizationId],
  );
}

async function get(service: BenchService, organizationId: string, path: string): Promise<void> {
  const answer = await fetch(service.process.baseUrl + path, {
    headers: { authorization: `Bearer ${service.token}`, 'x-service-organization-id': organizationId },
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
}
