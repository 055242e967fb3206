import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '#test/free-port.ts';
import { type Cost, costBetween, costSoFar, printStatements } from './cost.ts';
import { type LoadResult, type Post, putLoad } from './load.ts';
import { countRoundTrips } from './round-trips.ts';
import { type BenchService, withService } from './service.ts';
import { type Measurement, median } from './table.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const ROUND_SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const CALLERS = 8;
const MANY_CALLERS = 32;
const SHOPS = Number(process.env.BENCH_ORGANIZATIONS ?? 8);
const ITEMS = 200;
const LINES = 5;
const BULK = { documents: 500, lines: 3 };
/** Different requests that the callers send in turn. */
export const REQUESTS = 400;
export const STATISTICS = { shared_preload_libraries: 'pg_stat_statements', 'pg_stat_statements.track_planning': 'on' };

type Kind = 'issued' | 'draft' | 'paid';

export interface Shop {
  organizationId: string;
  contactId: string;
  accountId: string;
  items: string[];
  /** Default: the session of the service. */
  token?: string;
}

/**
 * A posted sale: five lines of goods with ITBIS, a fiscal number, stock, ledger and events. In one organization and in eight,
 * against a bare server with one SQL function, in turns on the same PostgreSQL.
 */
export const postedSale = (): Promise<Measurement[]> => withService({}, (service) => measure(service), STATISTICS);

async function measure(service: BenchService): Promise<Measurement[]> {
  await service.owner.query('CREATE EXTENSION pg_stat_statements');
  const bare = await startBare(service);
  try {
    const shops: Shop[] = [];
    for (let place = 0; place < SHOPS; place++) shops.push(await openShop(service, `Colmado ${place + 1}`));
    const results: Measurement[] = [];
    for (const [count, name] of [
      [1, 'in one organization'],
      ...(SHOPS > 1 ? [[SHOPS, `in ${SHOPS} organizations`] as const] : []),
    ] as const) {
      const own = shops.slice(0, count);
      results.push(...(await measureKind(service, bare.url, own, 'issued', name)));
      if (count > 1 || process.env.BENCH_ONLY) continue;
      const tills = await sessionsOf(service, own[0]!);
      results.push(...(await measureKind(service, bare.url, tills, 'issued', `${name}, each caller with its session`)));
      results.push(...(await measureKind(service, bare.url, own, 'draft', name)));
      if (process.env.BENCH_PAID !== '0') results.push(...(await measureKind(service, bare.url, own, 'paid', name)));
    }
    results.push(...(await countRoundTrips(service, postOf(service, shops[0]!, 'issued', 0))));
    results.push(await measureBulk(service, shops[0]!));
    return results;
  } finally {
    bare.stop();
  }
}

/** The same shop with a session of its own for each caller, as with several tills. */
async function sessionsOf(service: BenchService, shop: Shop): Promise<Shop[]> {
  const tills: Shop[] = [];
  while (tills.length < CALLERS) {
    const { data } = await service.api.GET('/v1/user/token', {
      params: { query: { name: `till ${tills.length + 1}` } },
    });
    tills.push({ ...shop, token: data!.token });
  }
  return tills;
}

async function measureKind(
  service: BenchService,
  bareUrl: string,
  shops: Shop[],
  kind: Kind,
  where: string,
): Promise<Measurement[]> {
  const url = `${service.process.baseUrl}/v1/record/pending`;
  const posts = Array.from({ length: REQUESTS }, (_, n) => postOf(service, shops[n % shops.length]!, kind, n));
  const organizations = [...new Set(shops.map(({ organizationId }) => organizationId))];
  const barePosts = posts.map((_, n) => barePostOf((n % organizations.length) + 1, n));
  const load = (given: { url: string; posts: Post[] }, connections: number) =>
    putLoad({ ...given, connections, seconds: ROUND_SECONDS });
  await load({ url, posts }, CALLERS);
  // As autovacuum does soon after: until then foreign keys of new tables are planned for empty ones.
  await service.owner.query('ANALYZE');
  const ratios: number[] = [];
  const rates = { product: [] as number[], bare: [] as number[] };
  const costs: Cost[] = [];
  const crowded: LoadResult[] = [];
  await service.owner.query('SELECT pg_stat_statements_reset()');
  let sales = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const bare = await load({ url: bareUrl, posts: barePosts }, CALLERS);
    const before = await costSoFar(service);
    const product = await load({ url, posts }, CALLERS);
    sales += product.answers;
    costs.push(costBetween(before, await costSoFar(service), product.answers));
    ratios.push(product.requestsPerSecond / bare.requestsPerSecond);
    rates.product.push(product.requestsPerSecond);
    rates.bare.push(bare.requestsPerSecond);
    if (kind === 'issued') crowded.push(await load({ url, posts }, MANY_CALLERS));
  }
  if (process.env.BENCH_STATEMENTS)
    await printStatements(service.owner, sales + crowded.reduce((sum, each) => sum + each.answers, 0));
  return describe({ kind, where, ratios, rates, costs, crowded });
}

const TARGETS = {
  issued: { ratio: 0.25, nodeMs: 3, postgresMs: 5, walBytes: 20_000 },
  draft: { ratio: 0.4 },
  paid: {},
} as const;

function describe(measured: {
  kind: Kind;
  where: string;
  ratios: number[];
  rates: { product: number[]; bare: number[] };
  costs: Cost[];
  crowded: LoadResult[];
}): Measurement[] {
  const { kind, where, ratios, rates, costs, crowded } = measured;
  const names = { issued: 'a posted sale', draft: 'a draft of it', paid: 'a posted sale with its payment' };
  const what = `${names[kind]} ${where}`;
  const target: { ratio?: number; nodeMs?: number; postgresMs?: number; walBytes?: number } = TARGETS[kind];
  const ratio = median(ratios);
  const of = (name: keyof Cost) => median(costs.map((cost) => cost[name]));
  const most = (name: 'nodeMs' | 'postgresMs' | 'walBytes', unit: string, digits: number): Measurement => ({
    what: `${what}: ${{ nodeMs: 'Node', postgresMs: 'PostgreSQL', walBytes: 'log' }[name]}`,
    target: target[name] === undefined ? '' : `<= ${target[name]} ${unit}`,
    measured: `${of(name).toFixed(digits)} ${unit}`,
    ...(target[name] !== undefined && { met: of(name) <= target[name] }),
  });
  return [
    {
      what: `${what} / bare`,
      target: target.ratio ? `>= ${target.ratio}` : '',
      measured: `${ratio.toFixed(3)} (${median(rates.product).toFixed(0)} / ${median(rates.bare).toFixed(0)} a second)`,
      ...(target.ratio && { met: ratio >= target.ratio }),
    },
    most('nodeMs', 'ms', 1),
    most('postgresMs', 'ms', 1),
    most('walBytes', 'bytes', 0),
    { what: `${what}: statements, background included`, target: '', measured: of('statements').toFixed(1) },
    ...(crowded.length === 0
      ? []
      : [
          {
            what: `${what}: p99 with ${MANY_CALLERS} callers`,
            target: '< 60 ms',
            measured: `${median(crowded.map(({ p99Ms }) => p99Ms)).toFixed(0)} ms (${median(crowded.map((each) => each.requestsPerSecond)).toFixed(0)} a second)`,
            met: median(crowded.map(({ p99Ms }) => p99Ms)) < 60,
          },
        ]),
  ];
}

async function measureBulk(service: BenchService, shop: Shop): Promise<Measurement> {
  const documents = Array.from({ length: BULK.documents }, (_, n) => ({
    ...headOf(shop, 'issued'),
    elements: linesOf(shop, n, BULK.lines),
  }));
  const times: number[] = [];
  for (let round = 0; round < Math.min(ROUNDS, 3); round++) {
    const from = performance.now();
    const { response, error } = await service
      .in(shop.organizationId)
      .POST('/v1/record/pending/bulk', { body: { documents } as never });
    if (!response.ok) throw new Error(JSON.stringify(error));
    times.push(performance.now() - from);
  }
  const seconds = median(times) / 1000;
  return {
    what: `a bulk of ${BULK.documents} sales of ${BULK.lines} lines`,
    target: '< 2 s',
    measured: `${seconds.toFixed(2)} s`,
    met: seconds < 2,
  };
}

const headOf = ({ contactId, accountId }: Shop, kind: Kind) => ({
  contactId,
  fiscalType: 'B02',
  dueOn: '2999-12-31',
  ...(kind === 'draft' && { status: 'draft' }),
  ...(kind === 'paid' && { payments: [{ accountId }] }),
});

/** Five different items, other ones for each request. */
const linesOf = ({ items }: Shop, n: number, count: number) =>
  Array.from({ length: count }, (_, line) => ({
    resourceId: items[(n * 31 + line * 37) % items.length]!,
    quantity: String(line + 1),
  }));

export function postOf(service: BenchService, shop: Shop, kind: Kind, n: number): Post {
  return {
    headers: {
      authorization: `Bearer ${shop.token ?? service.token}`,
      'x-service-organization-id': shop.organizationId,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ ...headOf(shop, kind), elements: linesOf(shop, n, LINES) }),
  };
}

const barePostOf = (shop: number, n: number): Post => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({
    shop,
    lines: Array.from({ length: LINES }, (_, line) => ({
      item: ((n * 31 + line * 37) % ITEMS) + 1,
      quantity: line + 1,
      price: 12_550,
    })),
  }),
});

/** A business with 200 goods, each with a price, ITBIS and ample stock, and a range of fiscal numbers. */
export async function openShop(service: BenchService, name: string): Promise<Shop> {
  const organizationId = await service.newOrganization(name);
  const api = service.in(organizationId);
  const must = <T>({ data, error }: { data?: T; error?: unknown }): T => {
    if (data === undefined) throw new Error(JSON.stringify(error));
    return data;
  };
  const contact = must(await api.POST('/v1/beneficiary', { body: { name: 'Ferretería Pérez' } }));
  const account = must(await api.POST('/v1/account', { body: { name: 'Caja', kind: 'cash' } }));
  const taxes = must(await api.GET('/v1/taxes/list', { params: { query: { itemsPerPage: 200 } } }));
  const itbis = taxes.data.find(({ code }) => code === 'ITBIS-18')!.id;
  must(await api.POST('/v1/taxes/numerals', { body: { type: 'B02', start: 1, end: 99_999_999 } }));
  const { rows } = await service.owner.query('SELECT id FROM divisions WHERE organization_id = $1', [organizationId]);
  const items = await Promise.all(
    Array.from({ length: ITEMS }, async (_, place) => {
      const body = { name: `Mercancía ${place + 1}`, kind: 'goods', taxIds: [itbis], prices: [{ amount: '125.50' }] };
      return must(await api.POST('/v1/resource', { body: body as never })).id;
    }),
  );
  const arrivals = { contactId: contact.id, direction: 'purchase', divisionId: rows[0].id };
  const elements = items.map((resourceId) => ({ resourceId, quantity: '10000000', unitPrice: '0.10', taxIds: [] }));
  must(await api.POST('/v1/record/pending', { body: { ...arrivals, elements } as never }));
  return { organizationId, contactId: contact.id, accountId: account.id, items };
}

async function startBare(service: BenchService): Promise<{ url: string; stop: () => void }> {
  await service.owner.query(await readFile(join(import.meta.dirname, 'bare-sale.sql'), 'utf8'));
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), DATABASE_URL: service.database.ownerUrl() };
  const child = fork(join(import.meta.dirname, 'bare-sale.ts'), { env, stdio: 'inherit' });
  await once(child, 'message');
  return { url: `http://127.0.0.1:${port}`, stop: () => child.kill() };
}
