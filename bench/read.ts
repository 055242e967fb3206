import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '#test/free-port.ts';
import { fillEvents } from './fill-events.ts';
import { type LoadResult, putLoad } from './load.ts';
import { withService } from './service.ts';
import { type Measurement, median } from './table.ts';

const ROUNDS = 5;
const WARM_UP = 2;
const ROUND_SECONDS = 4;
const CONNECTIONS = 32;
const TARGET = '/v1/organization/events?itemsPerPage=5';

/** An authenticated read under row-level security: the product against a bare route that sends the same SQL. */
export const read = (): Promise<Measurement[]> =>
  withService({}, async (service) => {
    const organizationId = await service.newOrganization('Colmado La Esquina');
    await fillEvents(service.owner, organizationId, 1_000);
    const port = await freePort();
    const environment = { ...process.env, PORT: String(port), DATABASE_URL: service.database.applicationUrl() };
    const bare = fork(join(import.meta.dirname, 'bare-server.ts'), { env: environment, stdio: 'inherit' });
    await once(bare, 'message');
    try {
      const headers = { authorization: `Bearer ${service.token}`, 'x-service-organization-id': organizationId };
      const ask = (baseUrl: string): Promise<LoadResult> =>
        putLoad({ url: baseUrl + TARGET, headers, connections: CONNECTIONS, seconds: ROUND_SECONDS });
      const rounds = await interleave(
        () => ask(service.process.baseUrl),
        () => ask(`http://127.0.0.1:${port}`),
      );
      return describe(rounds);
    } finally {
      bare.kill();
    }
  });

/** A, B, B, A, A, B …, so that machine noise affects both alike. The first two pairs warm up and are not counted. */
async function interleave(product: () => Promise<LoadResult>, bare: () => Promise<LoadResult>) {
  const results = { product: [] as LoadResult[], bare: [] as LoadResult[] };
  for (let round = 0; round < ROUNDS + WARM_UP; round++) {
    const order = round % 2 === 0 ? (['product', 'bare'] as const) : (['bare', 'product'] as const);
    for (const who of order) {
      const result = await (who === 'product' ? product() : bare());
      if (round >= WARM_UP) results[who].push(result);
    }
  }
  return results;
}

/** The median of the ratios of adjacent pairs, because adjacent runs share the machine's noise. */
function describe({ product, bare }: { product: LoadResult[]; bare: LoadResult[] }): Measurement[] {
  const rate = (results: LoadResult[]): string => median(results.map((result) => result.requestsPerSecond)).toFixed(0);
  const p99 = (results: LoadResult[]): string => median(results.map((result) => result.p99Ms)).toFixed(0);
  const ratio = median(product.map((result, round) => result.requestsPerSecond / bare[round]!.requestsPerSecond));
  return [
    {
      what: `GET ${TARGET}, product / bare route`,
      target: '>= 0.70',
      measured: `${ratio.toFixed(2)} (${rate(product)} / ${rate(bare)} a second)`,
      met: ratio >= 0.7,
    },
    { what: 'the same, p99', target: '', measured: `${p99(product)} ms / ${p99(bare)} ms` },
  ];
}
