import { fillTickets, type Till } from './fill-ledger.ts';
import { type BenchService, withService } from './service.ts';
import { type Measurement, median } from './table.ts';

const TICKETS = { large: 10_000, small: 100 };
const RECORDS = { large: Number(process.env.POS_RECORDS ?? 1_000_000), small: 10_000 };
const CLOSES = 7;
const READS = 200;
const WARM_UP = 2;
const DAYS = 700;

/** Measures the cost of many tickets: closing a day of 10,000 against 100, and balances of accounts with a long history. */
export const posClose = (): Promise<Measurement[]> =>
  withService({}, async (service) => {
    const shops = { large: await openShop(service, 'Supermercado'), small: await openShop(service, 'Colmado') };
    const closes = await interleave(
      CLOSES,
      (which) => fillTickets(service.owner, shops[which].till, TICKETS[which], 1),
      (which) => closeDay(shops[which]),
    );
    const banks = { large: await openShop(service, 'Banco'), small: await openShop(service, 'Alcancía') };
    for (const which of ['large', 'small'] as const)
      await fillTickets(service.owner, banks[which].till, RECORDS[which], DAYS);
    const reads = await interleave(
      READS,
      async () => {},
      (which) => readBalances(banks[which]),
    );
    return [
      describe('close of a point of sale', TICKETS, 'tickets', closes, 2),
      describe('balances of the accounts', RECORDS, 'records', reads, 1.5),
    ];
  });

interface Shop {
  api: BenchService['api'];
  till: Till;
}

/** A point of sale that takes cash, cards and transfers. */
async function openShop(service: BenchService, name: string): Promise<Shop> {
  const organizationId = await service.newOrganization(name);
  const api = service.in(organizationId);
  const division = await api.POST('/v1/division', { body: { name: 'Caja 1', kind: 'pos' } });
  const accounts = await Promise.all(
    (['cash', 'card', 'bank'] as const).map(async (kind) => {
      const { data } = await api.POST('/v1/account', { body: { name: kind, kind } });
      return { id: data!.id, chartAccountId: data!.chartAccountId };
    }),
  );
  const { rows } = await service.owner.query(
    `SELECT chart_account_id FROM posting_rules WHERE organization_id = $1 AND name = 'sales'`,
    [organizationId],
  );
  return {
    api,
    till: { organizationId, divisionId: division.data!.id, accounts, salesId: rows[0].chart_account_id },
  };
}

/** Closes the till with the counted amount that the books expect. */
async function closeDay({ api, till: { divisionId } }: Shop): Promise<number> {
  const params = { path: { divisionId } };
  const { data } = await api.GET('/v1/division/{divisionId}/close-balance', { params });
  const counts = data!.balances
    .filter(({ mustCount }) => mustCount)
    .map(({ accountId, expected }) => ({ accountId, amount: expected }));
  const startedAt = performance.now();
  const { response, error } = await api.POST('/v1/division/{divisionId}/close-balance', { params, body: { counts } });
  const tookMs = performance.now() - startedAt;
  if (response.status !== 201) throw new Error(JSON.stringify(error));
  return tookMs;
}

async function readBalances({ api }: Shop): Promise<number> {
  const startedAt = performance.now();
  const { data } = await api.GET('/v1/account/balance');
  const tookMs = performance.now() - startedAt;
  if (!data?.data.some(({ balance }) => Number(balance) > 0)) throw new Error('The accounts are empty.');
  return tookMs;
}

type Which = 'large' | 'small';

async function interleave(
  times: number,
  prepare: (which: Which) => Promise<void>,
  measure: (which: Which) => Promise<number>,
): Promise<Record<Which, number>> {
  const tookMs = { large: [] as number[], small: [] as number[] };
  for (let time = 0; time < times + WARM_UP; time++) {
    const order = time % 2 === 0 ? (['large', 'small'] as const) : (['small', 'large'] as const);
    for (const which of order) await prepare(which);
    for (const which of order) {
      const took = await measure(which);
      if (time >= WARM_UP) tookMs[which].push(took);
    }
  }
  return { large: median(tookMs.large), small: median(tookMs.small) };
}

function describe(
  what: string,
  counts: Record<Which, number>,
  unit: string,
  tookMs: Record<Which, number>,
  ratioMax: number,
): Measurement {
  const ratio = tookMs.large / tookMs.small;
  return {
    what: `${what}, ${counts.large.toLocaleString('en')} / ${counts.small.toLocaleString('en')} ${unit}`,
    target: `<= ${ratioMax.toFixed(2)}`,
    measured: `${ratio.toFixed(2)} (${tookMs.large.toFixed(2)} / ${tookMs.small.toFixed(2)} ms)`,
    met: ratio <= ratioMax,
  };
}
