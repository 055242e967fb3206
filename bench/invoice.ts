import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createApp } from '#app';
import { readConfig } from '#platform/config.ts';
import { freePort } from '#test/service-process.ts';
import { type LoadResult, putLoad } from './load.ts';
import { markFresh, recordTransaction, type Sent } from './recorded.ts';
import { type BenchService, withService } from './service.ts';
import { type Measurement, median } from './table.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const WARM_UP = 1;
const ROUND_SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const CONNECTIONS = 16;
const RATIO_MIN = 0.6;

/** An invoice of five lines with tax, its number, its postings and its events: the product against its own SQL, sent bare. */
export const invoice = (): Promise<Measurement[]> =>
  withService({}, async (service) => {
    const organizationId = await service.newOrganization('Colmado La Esquina');
    const body = await invoiceOf(service, organizationId);
    const { statements, answer } = await recordInvoice(service, organizationId, body);
    const port = await freePort();
    const environment = { ...process.env, PORT: String(port), DATABASE_URL: service.database.applicationUrl() };
    const bare = fork(join(import.meta.dirname, 'bare-invoice.ts'), { env: environment, stdio: 'inherit' });
    bare.send({ statements, answer });
    await once(bare, 'message');
    try {
      const headers = {
        authorization: `Bearer ${service.token}`,
        'x-service-organization-id': organizationId,
        'content-type': 'application/json',
      };
      const ask = (baseUrl: string): Promise<LoadResult> =>
        putLoad({
          url: `${baseUrl}/v1/record/pending`,
          headers,
          connections: CONNECTIONS,
          seconds: ROUND_SECONDS,
          body,
        });
      const rounds = { product: [] as LoadResult[], bare: [] as LoadResult[] };
      for (let round = 0; round < ROUNDS + WARM_UP; round++) {
        const order = round % 2 === 0 ? (['product', 'bare'] as const) : (['bare', 'product'] as const);
        for (const who of order) {
          const result = await ask(who === 'product' ? service.process.baseUrl : `http://127.0.0.1:${port}`);
          if (round >= WARM_UP) rounds[who].push(result);
        }
      }
      return describe(rounds, statements.length);
    } finally {
      bare.kill();
    }
  });

/** Five lines, each with the ITBIS, for a contact. */
async function invoiceOf(service: BenchService, organizationId: string): Promise<string> {
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
  return JSON.stringify({ contactId: contact!.id, date: '2026-11-15', dueOn: '2999-12-31', elements });
}

/** What the product sends for one invoice, told apart from what differs each time; and what it answers. */
async function recordInvoice(service: BenchService, organizationId: string, body: string) {
  const port = await freePort();
  const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: service.dataDir, PORT: String(port), ROLE: 'api' });
  const app = await createApp(config, service.database.applicationUrl());
  await app.start();
  let answer: unknown;
  const create = async () => {
    const headers = {
      authorization: `Bearer ${service.token}`,
      'x-service-organization-id': organizationId,
      'content-type': 'application/json',
    };
    const response = await fetch(`http://127.0.0.1:${port}/v1/record/pending`, { method: 'POST', headers, body });
    answer = await response.json();
    if (response.status !== 201) throw new Error(JSON.stringify(answer));
  };
  try {
    await create();
    const times: Sent[][] = [];
    for (let time = 0; time < 2; time++) times.push(await recordTransaction('pending_record_counters', create));
    return { statements: markFresh(times[0]!, times[1]!), answer };
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
      asked: `>= ${RATIO_MIN.toFixed(2)}`,
      measured: `${ratio.toFixed(2)} (${rate(product)} / ${rate(bare)} a second)`,
      met: ratio >= RATIO_MIN,
    },
    { what: 'the same, p99', asked: '', measured: `${p99(product)} ms / ${p99(bare)} ms` },
  ];
}
