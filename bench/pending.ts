import { shareOf, withBareServer } from './against-bare.ts';
import { fillBareTables } from './bare-tables.ts';
import { fillDocuments } from './fill-documents.ts';
import { type BenchService, withService } from './service.ts';
import { type Measurement, median } from './table.ts';

const LARGE = Number(process.env.BENCH_DOCUMENTS ?? 1_000_000);
const MIDDLE = LARGE / 10;
const SMALL = 10_000;
const TIMES = 100;
const WARM_UP = 10;
const RATIO_MAX = 1.5;
const SHARE_MIN = 0.4;
/** Ten times as many documents, or four times as many callers, must not be slower by more than this. */
const SAME_MIN = 1 / 1.1;
const LINES = 5;

/** Measures lists and single documents against bare routes, and the cost of many documents. */
export const pending = (): Promise<Measurement[]> =>
  withService({}, async (service) => {
    const small = await service.newOrganization('Colmado La Esquina');
    const middle = await service.newOrganization('Supermercado La Cadena');
    const large = await service.newOrganization('Supermercado Nacional');
    await fillDocuments(service.owner, small, SMALL);
    await fillDocuments(service.owner, middle, MIDDLE);
    await fillDocuments(service.owner, large, LARGE);
    return [...(await shares(service, middle, large)), ...(await pages(service, small, large))];
  });

async function shares(service: BenchService, middle: string, large: string): Promise<Measurement[]> {
  const single = await service.newOrganization('Ferretería Pérez');
  const documentId = await newDocument(service, single);
  await fillBareTables(service.owner);
  const product = (organizationId: string, connections: number, path: string) => ({
    url: service.process.baseUrl + path,
    headers: { authorization: `Bearer ${service.token}`, 'x-service-organization-id': organizationId },
    connections,
  });
  const list = (organizationId: string, connections: number) =>
    product(organizationId, connections, '/v2/record/pending?itemsPerPage=20');
  const counted = (rows: number): string => `list of 20, ${rows.toLocaleString('en')} documents`;
  return withBareServer(service, async (bareUrl) => {
    const bare = (path: string, organizationId: string, connections = 8) => ({
      url: `${bareUrl}/bare/${path}organization=${organizationId}`,
      connections,
    });
    return [
      await shareOf(`${counted(MIDDLE)} / bare list`, list(middle, 8), bare('list?', middle), SHARE_MIN),
      await shareOf(`${counted(LARGE)} / bare list`, list(large, 8), bare('list?', large), SHARE_MIN),
      await shareOf(
        `${counted(LARGE)} / the same of ${MIDDLE.toLocaleString('en')}`,
        list(large, 8),
        list(middle, 8),
        SAME_MIN,
      ),
      await shareOf(`${counted(MIDDLE)}, 32 callers / 8 callers`, list(middle, 32), list(middle, 8), SAME_MIN),
      await shareOf(
        `a document with ${LINES} lines / bare document`,
        product(single, 8, `/v1/record/pending/${documentId}`),
        bare(`document?id=${documentId}&`, single),
        SHARE_MIN,
      ),
    ];
  });
}

/** A document with lines and their tax. */
async function newDocument(service: BenchService, organizationId: string): Promise<string> {
  const api = service.in(organizationId);
  const { data: taxes } = await api.GET('/v1/taxes/list', { params: { query: { itemsPerPage: 200 } } });
  const taxIds = taxes!.data.filter(({ code }) => code === 'ITBIS-18').map(({ id }) => id);
  const elements = Array.from({ length: LINES }, (_, place) => ({
    description: `Mercancía ${place + 1}`,
    unitPrice: '125.50',
    taxIds,
  }));
  const { data, error } = await api.POST('/v1/record/pending', { body: { dueOn: '2999-12-31', elements } });
  if (!data) throw new Error(error.detail);
  return data.id;
}

async function pages(service: BenchService, small: string, large: string): Promise<Measurement[]> {
  const questions: [string, Record<string, string>, 'first' | 'deep'][] = [
    ['first page', {}, 'first'],
    ['a page in the middle', {}, 'deep'],
    ['sales that are open', { kind: 'invoice', direction: 'sale', state: 'open' }, 'first'],
    ['by a contact, in the middle', { contactId: 'any' }, 'deep'],
    ['by search', { search: 'oc-0005000' }, 'first'],
  ];
  const results: Measurement[] = [];
  for (const [what, query, where] of questions) {
    const read = {
      large: await reader(service, large, query, where),
      small: await reader(service, small, query, where),
    };
    results.push(describe(what, await interleave(read)));
  }
  return results;
}
/** Requests one page repeatedly: the first, or one from the middle. */
async function reader(
  service: BenchService,
  organizationId: string,
  { contactId, ...query }: Record<string, string>,
  where: 'first' | 'deep',
): Promise<() => Promise<void>> {
  const { rows } = await service.owner.query(
    `SELECT date::text, id, contact_id FROM pending_records WHERE organization_id = $1
     ORDER BY date, id OFFSET (SELECT count(*) / 2 FROM pending_records WHERE organization_id = $1) LIMIT 1`,
    [organizationId],
  );
  const [{ date, id, contact_id: contact }] = rows;
  const cursor = Buffer.from(JSON.stringify(['-date', date, id])).toString('base64url');
  const all = new URLSearchParams({
    ...query,
    ...(contactId && { contactId: contact }),
    ...(where === 'deep' && { cursor }),
  });
  const headers = { authorization: `Bearer ${service.token}`, 'x-service-organization-id': organizationId };
  return async () => {
    const answer = await fetch(`${service.process.baseUrl}/v2/record/pending?${all}`, { headers });
    const { data } = (await answer.json()) as { data: unknown[] };
    if (data.length === 0) throw new Error(`The page ${all} is empty.`);
  };
}

async function interleave(read: Record<'large' | 'small', () => Promise<void>>) {
  const tookMs = { large: [] as number[], small: [] as number[] };
  for (let time = 0; time < TIMES + WARM_UP; time++) {
    const order = time % 2 === 0 ? (['large', 'small'] as const) : (['small', 'large'] as const);
    for (const which of order) {
      const startedAt = performance.now();
      await read[which]();
      if (time >= WARM_UP) tookMs[which].push(performance.now() - startedAt);
    }
  }
  return { large: median(tookMs.large), small: median(tookMs.small) };
}

function describe(what: string, tookMs: { large: number; small: number }): Measurement {
  const ratio = tookMs.large / tookMs.small;
  const measured = `${ratio.toFixed(2)} (${tookMs.large.toFixed(2)} / ${tookMs.small.toFixed(2)} ms)`;
  const counts = `${LARGE.toLocaleString('en')} / ${SMALL.toLocaleString('en')}`;
  return {
    what: `documents, ${what}, ${counts}`,
    target: `<= ${RATIO_MAX.toFixed(2)}`,
    measured,
    met: ratio <= RATIO_MAX,
  };
}
