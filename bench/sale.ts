import { type LoadResult, putLoad } from './load.ts';
import { type BenchService, withService } from './service.ts';
import { type Measurement, median } from './table.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const WARM_UP = 1;
const ROUND_SECONDS = Number(process.env.BENCH_SECONDS ?? 4);
const CONNECTIONS = 8;
const ORGANIZATIONS = 8;
const LINES = 5;
const RATIO_MAX = 1.6;

type Kind = 'goods' | 'service';

/** The cost of stock in a sale: five lines of goods, which it moves and values, against five lines of services. */
export const sale = (): Promise<Measurement[]> =>
  withService({}, async (service) => {
    const posts = { goods: [] as Post[], service: [] as Post[] };
    for (let place = 0; place < ORGANIZATIONS; place++) {
      const organizationId = await service.newOrganization(`Colmado ${place + 1}`);
      for (const kind of ['goods', 'service'] as const)
        posts[kind].push(await preparePost(service, organizationId, kind));
    }
    const url = `${service.process.baseUrl}/v1/record/pending`;
    const rounds = { goods: [] as LoadResult[], service: [] as LoadResult[] };
    for (let round = 0; round < ROUNDS + WARM_UP; round++) {
      for (const kind of round % 2 === 0 ? (['goods', 'service'] as const) : (['service', 'goods'] as const)) {
        const load = { url, connections: CONNECTIONS, seconds: ROUND_SECONDS, posts: posts[kind] };
        const result = await putLoad(load);
        if (round >= WARM_UP) rounds[kind].push(result);
      }
    }
    return describe(rounds, await movements(service));
  });

interface Post {
  headers: Record<string, string>;
  body: string;
}

/** A sale of five resources with ample stock. */
async function preparePost(service: BenchService, organizationId: string, kind: Kind): Promise<Post> {
  const api = service.in(organizationId);
  const { data: contact } = await api.POST('/v1/beneficiary', { body: { name: 'Ferretería Pérez' } });
  const divisions = await service.owner.query('SELECT id FROM divisions WHERE organization_id = $1', [organizationId]);
  const divisionId: string = divisions.rows[0].id;
  const elements: { resourceId: string; quantity: string; unitPrice: string }[] = [];
  for (let place = 1; place <= LINES; place++) {
    const { data: resource } = await api.POST('/v1/resource', { body: { name: `Mercancía ${place}`, kind } });
    const resourceId = resource!.id;
    if (kind === 'goods') {
      const { error } = await api.POST('/v1/resource/record', {
        body: { type: 'IN', resourceId, divisionId, quantity: '10000000', unitCost: '0.10' },
      });
      if (error) throw new Error(error.detail);
    }
    elements.push({ resourceId, quantity: String(place), unitPrice: '125.50' });
  }
  return {
    headers: {
      authorization: `Bearer ${service.token}`,
      'x-service-organization-id': organizationId,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ contactId: contact!.id, date: '2026-11-15', dueOn: '2999-12-31', elements }),
  };
}

/** The number of stock movements, to check that the sales really move stock. */
async function movements({ owner }: BenchService): Promise<number> {
  const { rows } = await owner.query('SELECT count(*)::int AS count FROM stock_movements WHERE quantity < 0');
  if (rows[0].count === 0) throw new Error('The sales of goods moved no stock.');
  return rows[0].count;
}

function describe(rounds: Record<Kind, LoadResult[]>, moved: number): Measurement[] {
  const rate = (kind: Kind): string => median(rounds[kind].map((result) => result.requestsPerSecond)).toFixed(0);
  const ratio = median(
    rounds.goods.map((result, round) => rounds.service[round]!.requestsPerSecond / result.requestsPerSecond),
  );
  return [
    {
      what: `a sale of ${LINES} lines that moves stock / one that does not`,
      target: `<= ${RATIO_MAX.toFixed(2)}`,
      measured: `${ratio.toFixed(2)} (${rate('goods')} / ${rate('service')} a second)`,
      met: ratio <= RATIO_MAX,
    },
    { what: 'the same, lines that left the stock', target: '', measured: moved.toLocaleString('en') },
  ];
}
