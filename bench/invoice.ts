import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createApp } from '#app';
import { readConfig } from '#platform/config.ts';
import { freePort } from '#test/free-port.ts';
import { type LoadResult, putLoad } from './load.ts';
import { markFresh, recordTransaction, type Sent } from './recorded.ts';
import { type BenchService, withService } from './service.ts';
import { type Measurement, median } from './table.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const WARM_UP = 1;
const ROUND_SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const CONNECTIONS = 16;
const ORGANIZATIONS = Number(process.env.BENCH_ORGANIZATIONS ?? 8);
const RATIO_MIN = 0.6;

/**
 * Invoices with five taxed lines, including numbering, postings and events: the product against its own bare SQL. Uses
 * several organizations, because in one alone both would wait for the lock on its numbers.
 */
export const invoice = (): Promise<Measurement[]> =>
  withService({}, async (service) => {
    const posts: Post[] = [];
    for (let place = 0; place < ORGANIZATIONS; place++) posts.push(await preparePost(service, `Colmado ${place + 1}`));
    const recorded = await recordInvoices(service, posts);
    const port = await freePort();
    const environment = { ...process.env, PORT: String(port), DATABASE_URL: service.database.applicationUrl() };
    const bare = fork(join(import.meta.dirname, 'bare-invoice.ts'), { env: environment, stdio: 'inherit' });
    await once(bare, 'message');
    bare.send(recorded);
    await once(bare, 'message');
    try {
      const baseUrls = { product: service.process.baseUrl, bare: `http://127.0.0.1:${port}` };
      const rounds = { product: [] as LoadResult[], bare: [] as LoadResult[] };
      for (let round = 0; round < ROUNDS + WARM_UP; round++) {
        const order = round % 2 === 0 ? (['product', 'bare'] as const) : (['bare', 'product'] as const);
        for (const who of order) {
          const url = `${baseUrls[who]}/v1/record/pending`;
          const result = await putLoad({ url, connections: CONNECTIONS, seconds: ROUND_SECONDS, posts });
          if (round >= WARM_UP) rounds[who].push(result);
        }
      }
      return describe(rounds, Object.values(recorded)[0]!.statements.length);
    } finally {
      bare.kill();
    }
  });

interface Post {
  headers: Record<string, string>;
  body: string;
}

/** A request in its own organization: five lines with ITBIS for a contact. */
async function preparePost(service: BenchService, name: string): Promise<Post> {
  const organizationId = await service.newOrganization(name);
  const api = service.in(organizationId);
  const { data: contact } = await api.POST('/v1/beneficiary', { body: { name: 'Ferretería Pérez' } });
  const { data: taxes } = await api.GET('/v1/taxes/list', { params: { query: { itemsPerPage: 200 } } });
  const itbis = taxes!.data.find(({ code }) => code === 'ITBIS-18')!.id;
  const elements = Array.from({ length: 5 }, (_, place) => ({
    description: `Mercancía ${place + 1}`,
    quantity: String(place + 1),
    unitPrice: '125.50',
    taxIds: [itbis],
  }));
  return {
    headers: {
      authorization: `Bearer ${service.token}`,
      'x-service-organization-id': organizationId,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ contactId: contact!.id, date: '2026-11-15', dueOn: '2999-12-31', elements }),
  };
}

/** The statements that the product sends for a request, with marks for values that differ each time, and its answer. */
async function recordInvoices(service: BenchService, posts: Post[]) {
  const port = await freePort();
  const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: service.dataDir, PORT: String(port), ROLE: 'api' });
  const app = await createApp(config, service.database.applicationUrl());
  await app.start();
  const create = async ({ headers, body }: Post) => {
    const response = await fetch(`http://127.0.0.1:${port}/v1/record/pending`, { method: 'POST', headers, body });
    const answer: unknown = await response.json();
    if (response.status !== 201) throw new Error(JSON.stringify(answer));
    return answer;
  };
  const recorded: Record<string, { statements: Sent[]; answer: unknown }> = {};
  try {
    for (const post of posts) {
      const answer = await create(post);
      const first = await recordTransaction('pending_record_counters', () => create(post));
      const second = await recordTransaction('pending_record_counters', () => create(post));
      recorded[post.headers['x-service-organization-id']!] = { statements: markFresh(first, second), answer };
    }
    return recorded;
  } finally {
    await app.stop();
  }
}

function describe({ product, bare }: { product: LoadResult[]; bare: LoadResult[] }, statements: number): Measurement[] {
  const rate = (results: LoadResult[]): string => median(results.map((result) => result.requestsPerSecond)).toFixed(0);
  const p99 = (results: LoadResult[]): string => median(results.map((result) => result.p99Ms)).toFixed(0);
  const ratio = median(product.map((result, round) => result.requestsPerSecond / bare[round]!.requestsPerSecond));
  return [
    {
      what: `an invoice of 5 lines, product / its ${statements} statements sent bare`,
      target: `>= ${RATIO_MIN.toFixed(2)}`,
      measured: `${ratio.toFixed(2)} (${rate(product)} / ${rate(bare)} a second)`,
      met: ratio >= RATIO_MIN,
    },
    { what: 'the same, p99', target: '', measured: `${p99(product)} ms / ${p99(bare)} ms` },
  ];
}
