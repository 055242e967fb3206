import { performance } from 'node:perf_hooks';
import { inTurns, rateOf, shareOf, withBareServer } from './against-bare.ts';
import { fillBareTables } from './bare-tables.ts';
import { fillResources } from './fill-resources.ts';
import { peakDuring } from './memory.ts';
import { type BenchService, withService } from './service.ts';
import { type Measurement, median } from './table.ts';

/** `CATALOG_ROWS=100000` makes the larger catalog smaller, for a quick run. */
const LARGE = Number(process.env.CATALOG_ROWS ?? 1_000_000);
const SMALL = Math.min(10_000, LARGE);
const ROUNDS = 15;
const WARM_UP = 3;
const BULK_ROWS = Number(process.env.CATALOG_BULK_ROWS ?? 100_000);
const BULK_AT_ONCE = 1_000;

const search = (text: string): string => `/v1/resource/list?search=${encodeURIComponent(text)}`;

/** Requests to both catalogs; the n-th resource exists in both. */
const questions = {
  'search by a rare name': search('palabra7777'),
  'search by a word that all have': search('selecto'),
  'search by two words that all have': search('selecto palabra'),
  'search by the beginning of a code': search('C-00077'),
  'search by code': search('C-0007777'),
  'by exact code': '/v1/resource/list?code=c-0007777',
  'by exact barcode': '/v1/resource/list?barcode=2000000077770',
  'v2 list, first page': '/v2/resource?itemsPerPage=50',
};

/** The larger catalog has a hundred times as many matches for these. */
const broadQuestions = {
  'search by a prefix with a hundred times the hits': search('palabra77'),
  'search by two common words with a hundred times the hits': search('arroz selecto'),
};
const COMMON_PER_SECOND_MIN = 200;
const RARE_SHARE_MIN = 0.4;
const CALLERS = 8;

/** A large catalog against a small one, and a bulk load. */
export const catalog = (): Promise<Measurement[]> =>
  withService({}, async (service) => {
    const results = await bulkLoad(service);
    const [large, small] = [await service.newOrganization('Grande'), await service.newOrganization('Pequeña')];
    await fillResources(service.owner, large, LARGE);
    await fillResources(service.owner, small, SMALL);
    for (const [what, path] of Object.entries(questions)) {
      results.push(await compare(service, what, { large: [large, path], small: [small, path] }));
    }
    for (const [what, path] of Object.entries(broadQuestions)) {
      results.push(await compare(service, what, { large: [large, path], small: [small, path] }));
    }
    results.push(...(await searchRates(service, large, small)));
    const deep = { large: await deepPage(service, large, LARGE), small: await deepPage(service, small, SMALL) };
    results.push(
      await compare(service, 'v2 list, a page from the middle', {
        large: [large, deep.large],
        small: [small, deep.small],
      }),
    );
    return results;
  });

/** The throughput of searches with 8 callers: a rare word against a bare route, and common words in both catalogs. */
async function searchRates(service: BenchService, large: string, small: string): Promise<Measurement[]> {
  await fillBareTables(service.owner);
  const asked = (organizationId: string, path: string) => ({
    url: service.process.baseUrl + path,
    headers: { authorization: `Bearer ${service.token}`, 'x-service-organization-id': organizationId },
    connections: CALLERS,
  });
  const common = (organizationId: string) => asked(organizationId, search('arroz selecto'));
  const rates = await inTurns(common(large), common(small));
  const rare = await withBareServer(service, (bareUrl) =>
    shareOf(
      `search by a rare word in ${LARGE.toLocaleString('en')} resources / bare search`,
      asked(large, search('palabra7777')),
      { url: `${bareUrl}/bare/search?organization=${large}&word=palabra7777`, connections: CALLERS },
      RARE_SHARE_MIN,
    ),
  );
  const described = [
    [LARGE, rateOf(rates.first)],
    [SMALL, rateOf(rates.second)],
  ].map(([rows, rate]) => ({
    what: `search by two common words in ${rows!.toLocaleString('en')} resources, a second`,
    target: `>= ${COMMON_PER_SECOND_MIN}`,
    measured: rate!.toFixed(0),
    met: rate! >= COMMON_PER_SECOND_MIN,
  }));
  return [rare, ...described];
}

async function compare(
  service: BenchService,
  what: string,
  asked: { large: [organizationId: string, path: string]; small: [organizationId: string, path: string] },
): Promise<Measurement> {
  const times = { large: [] as number[], small: [] as number[] };
  for (let round = 0; round < ROUNDS + WARM_UP; round++) {
    for (const size of round % 2 === 0 ? (['large', 'small'] as const) : (['small', 'large'] as const)) {
      const [organizationId, path] = asked[size];
      const took = await timeOf(service, organizationId, path);
      if (round >= WARM_UP) times[size].push(took);
    }
  }
  const [large, small] = [median(times.large), median(times.small)];
  return {
    what: `${what}: ${LARGE.toLocaleString('en')} against ${SMALL.toLocaleString('en')} resources`,
    target: '<= 2.00',
    measured: `${(large / small).toFixed(2)} (${large.toFixed(1)} ms / ${small.toFixed(1)} ms)`,
    met: large / small <= 2,
  };
}

async function timeOf(service: BenchService, organizationId: string, path: string): Promise<number> {
  const began = performance.now();
  await ask(service, organizationId, path);
  return performance.now() - began;
}

async function ask(service: BenchService, organizationId: string, path: string): Promise<unknown> {
  const response = await fetch(service.process.baseUrl + path, {
    headers: { authorization: `Bearer ${service.token}`, 'x-service-organization-id': organizationId },
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** The path of a page in the middle of the list. */
async function deepPage(service: BenchService, organizationId: string, rows: number): Promise<string> {
  let cursor = '';
  for (let reached = 0; reached < rows / 2; reached += 10_000) {
    const path = `/v2/resource/ids?limit=${Math.min(10_000, Math.ceil(rows / 2))}${cursor && `&cursor=${cursor}`}`;
    cursor = ((await ask(service, organizationId, path)) as { nextCursor: string }).nextCursor;
  }
  return `/v2/resource?itemsPerPage=50&cursor=${cursor}`;
}

/** A bulk load, one request at a time, and the memory of the service meanwhile. */
async function bulkLoad(service: BenchService): Promise<Measurement[]> {
  const api = service.in(await service.newOrganization('Carga'));
  const { result: seconds, peakMb } = await peakDuring(service, async () => {
    const began = performance.now();
    for (let row = 0; row < BULK_ROWS; row += BULK_AT_ONCE) await loadRows(api, row);
    return (performance.now() - began) / 1000;
  });
  const perSecond = BULK_ROWS / seconds;
  return [
    {
      what: `bulk load of ${BULK_ROWS.toLocaleString('en')} resources, rows a second`,
      target: '>= 3000',
      measured: perSecond.toFixed(0),
      met: perSecond >= 3000,
    },
    {
      what: 'the same, memory of the service at its highest',
      target: '< 400 MB',
      measured: `${peakMb.toFixed(0)} MB`,
      met: peakMb < 400,
    },
  ];
}

async function loadRows(api: BenchService['api'], from: number): Promise<void> {
  const resources = Array.from({ length: BULK_AT_ONCE }, (_, place) => ({
    name: `Arroz selecto palabra${from + place}`,
    code: `C-${from + place}`,
    barcodes: [`B${from + place}`],
    cost: '10.50',
    prices: [{ amount: '15.00' }],
  }));
  const { data, error } = await api.POST('/v1/resource/bulk', { body: { resources } });
  if (data?.createdCount !== BULK_AT_ONCE) throw new Error(`A bulk load failed: ${error?.detail}`);
}
