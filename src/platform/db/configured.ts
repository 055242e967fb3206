import { type CompiledQuery, sql } from 'kysely';
import type { Tenant } from './table.ts';
import { configurationOf, type Tx } from './transaction.ts';

/**
 * Something derived from tables of configuration, kept by this process until one of them changes. `name` identifies it within the
 * organization. Callers share the value, so they must not change it.
 */
export async function configured<T>(tenant: Tenant, name: string, load: () => Promise<T>): Promise<T> {
  const view = configurationOf(tenant.tx);
  const known = view.versions.get(tenant.organizationId) ?? selectVersion(tenant);
  view.versions.set(tenant.organizationId, known);
  const version = await known;
  if (view.isChanged) return load();
  const values = view.kept.valuesOf(tenant.organizationId, version);
  if (values.has(name)) return values.get(name) as T;
  const key = `${tenant.organizationId} ${name}`;
  const loading = view.loading.get(key) ?? load();
  view.loading.set(key, loading);
  const value = (await loading.finally(() => view.loading.delete(key))) as T;
  // It may contain a change of this transaction that is not committed.
  if (!view.isChanged) values.set(name, value);
  return value;
}

async function selectVersion({ tx, organizationId }: Tenant): Promise<bigint> {
  const { rows } = await sql<{ version: bigint }>`
    SELECT version FROM configuration_versions WHERE organization_id = ${organizationId}`.execute(tx);
  return rows[0]?.version ?? 0n;
}

/** The statement that a transaction which changed configuration sends before COMMIT. */
export const countVersionUp = (tx: Tx, organizationId: string): CompiledQuery =>
  sql`
    INSERT INTO configuration_versions AS known (organization_id, version) VALUES (${organizationId}, 1)
    ON CONFLICT (organization_id) DO UPDATE SET version = known.version + 1`.compile(tx);
