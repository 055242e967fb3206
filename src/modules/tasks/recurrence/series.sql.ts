import { sql } from 'kysely';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { type TaskSeries, taskOccurrences, taskSeries } from '../tables.ts';

export const lockDue = (tenant: Tenant, now: Temporal.Instant, limit: number) =>
  rowsOf<TaskSeries>(tenant.tx)`
    SELECT ${taskSeries.columns()} FROM task_series
    WHERE organization_id = ${tenant.organizationId} AND next_at <= ${now}
    ORDER BY next_at, id LIMIT ${limit} FOR UPDATE`;

export async function selectMade(tenant: Tenant, seriesId: string): Promise<Set<string>> {
  const rows = await taskOccurrences.all(tenant, { seriesId }, { columns: ['occurrence'] });
  return new Set(rows.map(({ occurrence }) => occurrence));
}

/** Gives the occurrences of a series from one on to another series, with their tasks. */
export async function moveOccurrences(
  tenant: Tenant,
  { from, to, since }: { from: string; to: string; since: string },
): Promise<void> {
  const { tx, organizationId } = tenant;
  await sql`
    INSERT INTO task_occurrences (organization_id, series_id, occurrence, made_at)
    SELECT o.organization_id, ${to}, o.occurrence, o.made_at FROM ${taskOccurrences.of(tenant)} o
    WHERE o.series_id = ${from} AND o.occurrence >= ${since}
    ON CONFLICT DO NOTHING`.execute(tx);
  await sql`
    UPDATE board_tasks SET series_id = ${to}
    WHERE organization_id = ${organizationId} AND series_id = ${from} AND occurrence >= ${since}`.execute(tx);
  await sql`
    DELETE FROM task_occurrences
    WHERE organization_id = ${organizationId} AND series_id = ${from} AND occurrence >= ${since}`.execute(tx);
}
