import { shareOf, withBareServer } from './against-bare.ts';
import { putInbound, signedMessage } from './inbound-load.ts';
import { type BenchService, withService } from './service.ts';
import type { Measurement } from './table.ts';

const SECRET = 'bench-app-secret';
const CONNECTIONS = 16;
const ACCEPTED_SHARE_MIN = 0.2;
const PAYLOADS = 200;
const PER_SECOND = 1_000;
const STEADY_SECONDS = Number(process.env.BENCH_STEADY_SECONDS ?? 60);
const ORGANIZATIONS = 4;
const CUSTOMERS = 5_000;
const STRANGER_EVERY = 20;
const WARM_UP_SECONDS = 8;
/** The load generator measures its own rate no closer than this. */
const RATE_SHARE_MIN = 0.98;
const PROCESSED_SECONDS_MAX = 30;

/** Inbound webhooks: at a steady rate for a minute, and as fast as they come against a bare route that stores a row. */
export const inbound = (): Promise<Measurement[]> =>
  withService({ MSGAPP_APP_SECRET: SECRET, RATE_LIMIT_PER_MINUTE: '100000000' }, async (service) => [
    ...(await steady(service)),
    ...(await accepted(service)),
  ]);

async function newNumbers(service: BenchService, addresses: string[]): Promise<void> {
  for (const address of addresses) {
    const organizationId = await service.newOrganization(`Colmado ${address}`);
    await service.in(organizationId).POST('/v1/channel', {
      body: { kind: 'msgapp', name: 'Ventas', connection: { provider: 'graph', address } },
    });
  }
}

async function steady(service: BenchService): Promise<Measurement[]> {
  const addresses = Array.from({ length: ORGANIZATIONS }, (_, number) => String(1_000 + number));
  await newNumbers(service, addresses);
  const url = `${service.process.baseUrl}/v2/chat/webhook/msgapp`;
  const load = {
    url,
    secret: SECRET,
    addresses,
    customers: CUSTOMERS,
    strangerEvery: STRANGER_EVERY,
    perSecond: PER_SECOND,
  };
  // Everybody but the strangers writes for the first time before the measurement.
  await putInbound({ ...load, name: 'first', seconds: WARM_UP_SECONDS });
  await processedAfter(service);
  const before = await count(service, 'SELECT count(*) FROM messages');
  const { answered, failures, seconds, p99Ms } = await putInbound({ ...load, name: 'steady', seconds: STEADY_SECONDS });
  const rate = answered / seconds;
  const processed = await processedAfter(service);
  const stored = (await count(service, 'SELECT count(*) FROM messages')) - before;
  return [
    {
      what: `webhooks accepted a second for ${STEADY_SECONDS} s, each with a message`,
      target: `${PER_SECOND}, none failed`,
      measured: `${rate.toFixed(0)}, ${failures} failed, p99 ${p99Ms.toFixed(0)} ms`,
      met: rate >= PER_SECOND * RATE_SHARE_MIN && failures === 0,
    },
    {
      what: 'messages stored of those that were accepted',
      target: `>= ${answered}`,
      measured: String(stored),
      met: stored >= answered,
    },
    processed,
  ];
}

async function accepted(service: BenchService): Promise<Measurement[]> {
  await newNumbers(service, ['2000']);
  const posts = Array.from({ length: PAYLOADS }, (_, place) => signedMessage(SECRET, '2000', place, `wamid.${place}`));
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
    await processedAfter(service),
  ]);
}

const count = async ({ owner }: BenchService, text: string): Promise<number> =>
  Number((await owner.query(text)).rows[0].count);

/** How long the last payload that was accepted waits. */
async function processedAfter(service: BenchService): Promise<Measurement> {
  const startedAt = performance.now();
  const waiting = () => count(service, `SELECT count(*) FROM inbound_payloads WHERE state = 'pending'`);
  while ((await waiting()) > 0 && performance.now() - startedAt < PROCESSED_SECONDS_MAX * 4_000)
    await new Promise((done) => setTimeout(done, 200));
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    what: 'until everything that was accepted is processed',
    target: `<= ${PROCESSED_SECONDS_MAX} s`,
    measured: `${seconds.toFixed(1)} s`,
    met: seconds <= PROCESSED_SECONDS_MAX,
  };
}
