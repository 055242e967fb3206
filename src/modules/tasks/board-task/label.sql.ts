import { sql } from 'kysely';
import { isUnused } from '#modules/organization/index.ts';
import type { Tenant } from '#platform/db/table.ts';

/** Takes a label off the choices of boards and off the templates of recurring tasks. */
export async function takeOffBoardsAndSeries(tenant: Tenant, label: string): Promise<void> {
  const { tx, organizationId } = tenant;
  const named = JSON.stringify([{ name: label }]);
  await sql`
    UPDATE boards SET labels = (
      SELECT coalesce(jsonb_agg(one ORDER BY place), '[]')
      FROM jsonb_array_elements(labels) WITH ORDINALITY AS each (one, place) WHERE one->>'name' <> ${label})
    WHERE organization_id = ${organizationId} AND labels @> ${named}::jsonb AND ${isUnused(tenant, label)}`.execute(tx);
  await sql`
    UPDATE task_series SET template = jsonb_set(template, '{labels}', (template->'labels') - ${label}::text)
    WHERE organization_id = ${organizationId} AND template->'labels' ? ${label}::text AND ${isUnused(tenant, label)}`.execute(
    tx,
  );
}
