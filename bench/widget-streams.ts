import { Agent, get } from 'node:http';
import { memoryMb } from './memory.ts';
import { type BenchService, withService } from './service.ts';
import { type Measurement, median } from './table.ts';

const STREAMS = Number(process.env.BENCH_STREAMS ?? 2_000);
const MEMORY_MB_MAX = 100;
const AT_ONCE = 16;
const ANSWERS = 30;
const RATIO_MAX = 2;
const SETTLE_MS = 4_000;

interface Visitor {
  token: string;
  sourceId: string;
}

/** The memory of many open widget streams, and how long an answer takes to reach one of them against when it is alone. */
export const widgetStreams = (): Promise<Measurement[]> => withService({ RATE_LIMIT_PER_MINUTE: '100000000' }, measure);

async function measure(service: BenchService): Promise<Measurement[]> {
  const organizationId = await service.newOrganization('Colmado del widget');
  const { data: channel } = await service
    .in(organizationId)
    .POST('/v1/channel', { body: { kind: 'widget', name: 'Tienda' } });
  const visitors = await newVisitors(service, channel!.publicKey);
  const [first] = visitors as [Visitor];
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const open = (visitor: Visitor) => openStream(service, agent, channel!.publicKey, visitor);
  const answers = (stream: Stream) => timeAnswers(service, organizationId, channel!.id, first, stream);
  const lone = await open(first);
  const aloneMs = await answers(lone);
  await pause(SETTLE_MS);
  const before = await memoryMb(service);
  const streams = [lone];
  for (let from = 1; from < visitors.length; from += AT_ONCE)
    streams.push(...(await Promise.all(visitors.slice(from, from + AT_ONCE).map(open))));
  await pause(SETTLE_MS);
  const cost = (await memoryMb(service)) - before;
  const amongMs = await answers(lone);
  agent.destroy();
  const ratio = amongMs / aloneMs;
  return [
    {
      what: `memory of ${streams.length} open widget streams`,
      target: `< ${MEMORY_MB_MAX} MB`,
      measured: `${cost.toFixed(0)} MB`,
      met: cost < MEMORY_MB_MAX,
    },
    {
      what: `an answer to one of ${streams.length} streams / to a lone one`,
      target: `<= ${RATIO_MAX.toFixed(2)}`,
      measured: `${ratio.toFixed(2)} (${amongMs.toFixed(1)} / ${aloneMs.toFixed(1)} ms)`,
      met: ratio <= RATIO_MAX,
    },
  ];
}

async function newVisitors(service: BenchService, key: string): Promise<Visitor[]> {
  const visitors: Visitor[] = [];
  while (visitors.length < STREAMS)
    visitors.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(AT_ONCE, STREAMS - visitors.length) }, async () => {
          const answer = await fetch(`${service.process.baseUrl}/v1/chat/webhook?key=${key}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ text: 'Hola' }),
          });
          if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
          const { visitorToken: token, sourceId } = (await answer.json()) as { visitorToken: string; sourceId: string };
          return { token, sourceId };
        }),
      )),
    );
  return visitors;
}

interface Stream {
  /** Resolves when this text has come. */
  has(text: string): Promise<void>;
}

function openStream({ process }: BenchService, agent: Agent, key: string, { token }: Visitor): Promise<Stream> {
  return new Promise((resolve, reject) => {
    let received = '';
    let look = (): void => {};
    const stream: Stream = {
      has: (text) =>
        new Promise((found) => {
          look = () => {
            if (!received.includes(text)) return;
            received = '';
            found();
          };
          look();
        }),
    };
    const request = get(
      `${process.baseUrl}/v1/channel/${key}/widget/feed`,
      { agent, headers: { accept: 'text/event-stream', 'x-visitor-token': token } },
      (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`The stream was answered with ${answer.statusCode}.`));
        answer.setEncoding('utf8').on('data', (text: string) => {
          received = (received + text).slice(-10_000);
          if (text.includes(': still here')) resolve(stream);
          look();
        });
      },
    );
    request.on('error', reject);
  });
}

async function timeAnswers(
  service: BenchService,
  organizationId: string,
  channelId: string,
  { sourceId }: Visitor,
  stream: Stream,
): Promise<number> {
  const tookMs: number[] = [];
  for (let number = 0; number < ANSWERS; number++) {
    const text = `Respuesta ${crypto.randomUUID()}`;
    const startedAt = performance.now();
    const arrived = stream.has(text);
    await service.in(organizationId).POST('/v1/chat/message', { body: { channelId, sourceId, text } });
    await arrived;
    tookMs.push(performance.now() - startedAt);
  }
  return median(tookMs);
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
