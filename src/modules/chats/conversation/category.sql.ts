import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { conversations } from '../tables.ts';

/** The categories that an organization uses: one look into the index for each, however many conversations have them. */
export async function selectCategories(tenant: Tenant, limit: number): Promise<string[]> {
  const rows = await rowsOf<{ category: string }>(tenant.tx)`
    WITH RECURSIVE used AS (
      (SELECT c.category FROM ${conversations.of(tenant)} c WHERE c.category IS NOT NULL ORDER BY c.category LIMIT 1)
      UNION ALL
      SELECT (SELECT c.category FROM ${conversations.of(tenant)} c WHERE c.category > u.category ORDER BY c.category LIMIT 1)
      FROM used u WHERE u.category IS NOT NULL
    )
    SELECT category FROM used WHERE category IS NOT NULL LIMIT ${limit}`;
  return rows.map(({ category }) => category);
}
