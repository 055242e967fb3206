import { fillDocuments } from './fill-documents.ts';
import { type BenchService, withService } from './service.ts';
import { type Measurement, median } from './table.ts';

const LARGE = Number(process.env.BENCH_DOCUMENTS ?? 1_000_000);
const SMALL = 10_000;
const TIMES = 100;
const WARM_UP = 10;
const RATIO_MAX = 1.5;

/** Measures the cost of many documents: the same list pages in a small organization and in one with 100 times as many. */
export const pending = (): Promise<Measurement[]> =>
  withService({}, async (service) => {
    const small = await service.newOrganization('Colmado La Esquina');
    const large = await service.newOrganization('Supermercado Nacional');
    await fillDocuments(service.owner, small, SMALL);
    await fillDocuments(service.owner, large, LARGE);
    const pages: [string, Record<string, string>, 'first' | 'deep'][] = [
      ['first page', {}, 'first'],
      ['a page in the middle', {}, 'deep'],
      ['sales that are open', { kind: 'invoice', direction: 'sale', state: 'open' }, 'first'],
      ['by a contact, in the middle', { contactId: 'any' }, 'deep'],
      ['by search', { search: 'oc-0005000' }, 'first'],
    ];
    const results: Measurement[] = [];
    for (const [what, query, where] of pages) {
      const read = {
        large: await reader(service, large, query, where),
        small: await reader(service, small, query, where),
      };
      results.push(describe(what, await interleave(read)));
    }
    return results;
  });

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
  const cursor = Buffer.from(JSON.stringify([date, id])).toString('base64url');
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
