import { costBetween, costSoFar } from './cost.ts';
import { putLoad } from './load.ts';
import { openShop, postOf, REQUESTS, STATISTICS } from './posted-sale.ts';
import { type BenchService, withService } from './service.ts';
import { type Measurement, median } from './table.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5) * 2;
const ROUND_SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const CALLERS = 8;
const SHARE_MAX = 0.03;
const REPEATED = 20_000;
const FUNCTIONS = ['app.chain_link', 'app.event_line'];
/** The same calls, without text and without hashes. */
const WITHOUT = [
  'CREATE OR REPLACE FUNCTION app.chain_link(state bytea, start bytea, line text) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$ SELECT start $$',
  "CREATE OR REPLACE FUNCTION app.event_line(seq bigint, id uuid, type text, payload jsonb, at timestamptz, sealed text) RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT '' $$",
];

/**
 * The share of the hash chain in the processor time of PostgreSQL for a posted sale. It is smaller than the differences between
 * rounds on a busy machine, so the target is for chaining alone.
 */
export const chain = (): Promise<Measurement[]> =>
  withService(
    {},
    async (service) => {
      await service.owner.query('CREATE EXTENSION pg_stat_statements');
      const own = await Promise.all(FUNCTIONS.map((name) => definitionOf(service, name)));
      const shop = await openShop(service, 'Colmado');
      const posts = Array.from({ length: REQUESTS }, (_, n) => postOf(service, shop, 'issued', n));
      const msOfASale = async (definitions: string[]): Promise<number> => {
        for (const definition of definitions) await service.owner.query(definition);
        const load = { url: `${service.process.baseUrl}/v1/record/pending`, posts, connections: CALLERS };
        await putLoad({ ...load, seconds: 1 });
        const before = await costSoFar(service);
        const { answers } = await putLoad({ ...load, seconds: ROUND_SECONDS });
        return costBetween(before, await costSoFar(service), answers).postgresMs;
      };
      await msOfASale(own);
      const times = { with: [] as number[], without: [] as number[] };
      for (let round = 0; round < ROUNDS; round++) {
        times.with.push(await msOfASale(own));
        times.without.push(await msOfASale(WITHOUT));
      }
      const sale = median(times.with);
      for (const definition of own) await service.owner.query(definition);
      const alone = await msOfAChain(service, shop.organizationId);
      return [
        {
          what: 'a posted sale with and without its hash chain: PostgreSQL',
          target: '',
          measured: `${sale.toFixed(2)} / ${median(times.without).toFixed(2)} ms`,
        },
        {
          what: 'hash chain of a posted sale: its share in the processor time of PostgreSQL',
          target: `<= ${SHARE_MAX * 100} %`,
          measured: `${((alone / sale) * 100).toFixed(1)} % (${alone.toFixed(3)} ms)`,
          met: alone <= SHARE_MAX * sale,
        },
      ];
    },
    STATISTICS,
  );

/** The processor time of chaining the events of one sale, repeated: the whole cost, calls of functions included. */
async function msOfAChain(service: BenchService, organizationId: string): Promise<number> {
  const before = await costSoFar(service);
  const { rows } = await service.owner.query<{ events: number }>(
    `WITH sale AS MATERIALIZED (
       SELECT e.* FROM events e WHERE e.organization_id = $1 AND e.seq > (
         SELECT max(seq) FILTER (WHERE place = 2) FROM (
           SELECT seq, row_number() OVER (ORDER BY seq DESC) AS place FROM events
           WHERE organization_id = $1 AND sealed_ids IS NOT NULL) AS sealed)
     )
     SELECT (SELECT count(*)::int FROM sale) AS events, count(chained.head)
     FROM generate_series(1, $2) AS turn, LATERAL (
       SELECT app.chain(sha256(''), app.event_line(e.seq + turn, e.id, e.type, e.payload, e.created_at, e.id::text)
         ORDER BY e.seq) AS head FROM sale e) AS chained`,
    [organizationId, REPEATED],
  );
  const cost = costBetween(before, await costSoFar(service), REPEATED);
  console.log(`  ${rows[0]!.events} events of a sale`);
  return cost.postgresMs;
}

async function definitionOf({ owner }: BenchService, name: string): Promise<string> {
  const { rows } = await owner.query<{ text: string }>('SELECT pg_get_functiondef($1::regproc) AS text', [name]);
  return rows[0]!.text;
}
