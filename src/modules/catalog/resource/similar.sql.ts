import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { endOfPrefix } from '#platform/search/folded.ts';
import { resources } from '../tables.ts';
import { SEARCHED_AS } from './search.sql.ts';

/** A word that more resources have than this does not distinguish resources: only its first matches count. */
const MATCHES_MAX = 500;
const PREFIX_LENGTH_MIN = 3;

/**
 * The current resources that have most of these words, best first. Each word is given as its possible beginnings.
 * Unlike a search, a resource need not have all of them.
 */
export async function searchResources(tenant: Tenant, words: string[][], limit: number): Promise<string[]> {
  const sought = words.flatMap((prefixes, place) =>
    prefixes
      .filter((prefix) => prefix.length >= PREFIX_LENGTH_MIN || /\d/.test(prefix))
      .map((prefix) => ({ place, prefix })),
  );
  if (sought.length === 0) return [];
  const rows = await rowsOf<{ id: string }>(tenant.tx)`
    SELECT r.id FROM (
      SELECT m.entity_id, count(DISTINCT g.place) AS words
      FROM unnest(${sought.map(({ place }) => place)}::int[], ${sought.map(({ prefix }) => prefix)}::text[],
        ${sought.map(({ prefix }) => endOfPrefix(prefix))}::text[]) AS g (place, prefix, prefix_end)
      CROSS JOIN LATERAL (
        SELECT w.entity_id FROM search_words w
        WHERE w.organization_id = ${tenant.organizationId} AND w.kind = ${SEARCHED_AS}
          AND w.word >= g.prefix AND w.word < g.prefix_end
        LIMIT ${MATCHES_MAX}) AS m
      GROUP BY m.entity_id) AS found
    JOIN ${resources.of(tenant)} r ON r.id = found.entity_id
    WHERE r.archived_at IS NULL
    ORDER BY found.words DESC, r.sort_name, r.id LIMIT ${limit}`;
  return rows.map(({ id }) => id);
}
