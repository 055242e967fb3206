import { sql } from 'kysely';
import { z } from 'zod';
import { containing, filter, flag, listOf, oneOf } from '#platform/db/list.ts';
import type { Tenant } from '#platform/db/table.ts';
import { automations, threads, versions } from '../tables.ts';

export const automationList = listOf(automations, {
  filters: {
    search: containing(['name', 'description'], 'In the name and the description.'),
    enabled: flag('enabled', 'Enabled ones only, or the others.'),
    triggerKind: oneOf('triggerKind', z.enum(['event', 'webhook', 'api']), 'Those with one of these triggers.'),
  },
  where: () => sql`t.deleted_at IS NULL`,
  sort: { created: 'createdAt' },
  order: '-created',
});

export const versionList = listOf(versions, {
  filters: {},
  scope: { automationId: filter(z.uuid(), (value) => sql`t.automation_id = ${value}`) },
  sort: { number: 'number' },
  order: '-number',
  key: [],
});

/** Deletes the versions of an automation up to a number, without those of threads that are kept. */
export async function deleteVersions(tenant: Tenant, automationId: string, upTo: number): Promise<void> {
  await sql`
    DELETE FROM automation_versions v
    WHERE v.organization_id = ${tenant.organizationId} AND v.automation_id = ${automationId} AND v.number <= ${upTo}
      AND NOT EXISTS (
        SELECT FROM ${threads.of(tenant)} t WHERE t.automation_id = v.automation_id AND t.automation_version = v.number)`.execute(
    tenant.tx,
  );
}

/** Removes deleted automations without threads, with their versions and plans. */
export async function removeForgotten(tenant: Tenant): Promise<void> {
  const { organizationId } = tenant;
  await sql`
    WITH forgotten AS (
      SELECT a.id FROM ${automations.of(tenant)} a WHERE a.deleted_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM ${threads.of(tenant)} t WHERE t.automation_id = a.id)),
    plans AS (
      DELETE FROM automation_schedules s USING forgotten f WHERE s.organization_id = ${organizationId} AND s.automation_id = f.id),
    graphs AS (
      DELETE FROM automation_versions v USING forgotten f WHERE v.organization_id = ${organizationId} AND v.automation_id = f.id)
    DELETE FROM automations a USING forgotten f WHERE a.organization_id = ${organizationId} AND a.id = f.id`.execute(
    tenant.tx,
  );
}
