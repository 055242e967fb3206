import { sql } from 'kysely';
import { z } from 'zod';
import { containing, filter, list } from '#platform/db/list.ts';
import { mapOf, type Tenant } from '#platform/db/table.ts';
import { appData, apps, installations } from '../tables.ts';
import type { AvailableApp } from './app.schema.ts';

/** The organization's own apps and those that all may install. */
export const availableApps = list<z.output<typeof AvailableApp>>()({
  from: (ctx) => sql`(
      SELECT id, key, name, description, 'own' AS source, NULL AS publisher, latest, created_at FROM ${apps.of(ctx)} a
      UNION ALL
      SELECT id, key, name, description, CASE WHEN publisher_id IS NULL THEN 'built-in' ELSE 'public' END, publisher, latest, created_at
      FROM public_apps WHERE publisher_id IS DISTINCT FROM ${ctx.organizationId}
    ) t LEFT JOIN ${installations.of(ctx)} i ON i.app_id = t.id AND i.removed_at IS NULL`,
  select: sql`t.*, i.release AS installed_release, coalesce(i.enabled, false) AS enabled`,
  filters: {
    search: containing(['name'], 'In the name.'),
    installed: filter(z.boolean().optional().describe('Installed apps only, or the others.'), (value) =>
      value ? sql`i.app_id IS NOT NULL` : sql`i.app_id IS NULL`,
    ),
  },
  sort: {
    name: { by: sql`t.name COLLATE "C"`, type: 'text' },
    created: { by: sql`t.created_at`, type: 'timestamp with time zone' },
  },
  order: 'name',
});

/** How many rows of an app do not agree with its release, by type. */
export const selectInvalidRows = (tenant: Tenant, appId: string) =>
  mapOf<number>(tenant.tx)`
    SELECT d.type, count(*)::int AS count FROM ${appData.of(tenant)} d
    WHERE d.app_id = ${appId} AND d.problem IS NOT NULL GROUP BY d.type`;
