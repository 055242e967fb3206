import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { ACTIVE, registeredKinds } from './registry.ts';

export interface TaxCheck {
  id: string;
  status: 'running' | 'done' | 'failed';
  cursor: string | null;
  totalCount: number;
  checkedCount: number;
  activeCount: number;
  inactiveCount: number;
  unregisteredCount: number;
  changedCount: number;
  startedAt: string;
  finishedAt: string | null;
}

const columns = [
  'id',
  'status',
  'cursor',
  'totalCount',
  'checkedCount',
  'activeCount',
  'inactiveCount',
  'unregisteredCount',
  'changedCount',
  'startedAt',
  'finishedAt',
] as const;

/** Begins a run over all contacts; null where one is under way. */
export async function insertTaxCheck(
  tx: Tx,
  organizationId: string,
  run: { id: string; startedBy: string | null; startedAt: Temporal.Instant },
): Promise<TaxCheck | null> {
  const row = await tx
    .insertInto('taxChecks')
    .values({
      ...run,
      organizationId,
      status: 'running',
      totalCount: sql<number>`(SELECT count(*)::int FROM contacts c WHERE c.organization_id = ${organizationId}
        AND c.merged_into IS NULL AND c.tax_id_kind = ANY (${registeredKinds}::text[]))`,
    })
    .onConflict((conflict) => conflict.columns(['organizationId']).where('status', '=', 'running').doNothing())
    .returning(columns)
    .executeTakeFirst();
  return (row as TaxCheck | undefined) ?? null;
}

export async function selectTaxCheck(
  tx: Tx,
  organizationId: string,
  which: { id: string } | { status: 'running' },
): Promise<TaxCheck | undefined> {
  const row = await tx
    .selectFrom('taxChecks')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where(({ eb }) => ('id' in which ? eb('id', '=', which.id) : eb('status', '=', which.status)))
    .executeTakeFirst();
  return row as TaxCheck | undefined;
}

/** Holds a run that is under way. */
export async function lockTaxCheck(tx: Tx, organizationId: string, id: string): Promise<TaxCheck | undefined> {
  const row = await tx
    .selectFrom('taxChecks')
    .select(columns)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .forUpdate()
    .executeTakeFirst();
  return row as TaxCheck | undefined;
}

export const updateTaxCheck = (
  tx: Tx,
  organizationId: string,
  id: string,
  change: Partial<Omit<TaxCheck, 'id' | 'startedAt' | 'finishedAt'>> & { finishedAt?: Temporal.Instant },
): Promise<unknown> =>
  tx.updateTable('taxChecks').set(change).where('organizationId', '=', organizationId).where('id', '=', id).execute();

export interface CheckedContact {
  id: string;
  taxStatus: 'active' | 'inactive' | 'unregistered';
  changed: boolean;
  /** It had no legal name, and the registry knew one. */
  filled: boolean;
}

/** Compares the next contacts with the registry and writes what it says to them, in order of their ids. */
export async function checkContacts(
  tx: Tx,
  organizationId: string,
  after: string | null,
  limit: number,
  at: Temporal.Instant,
): Promise<CheckedContact[]> {
  const { rows } = await sql<CheckedContact>`
    WITH batch AS (
      SELECT c.id, c.tax_status AS status_before, CASE WHEN c.legal_name IS NULL THEN left(t.name, 200) END AS filled_name,
        CASE WHEN t.tax_id IS NULL THEN 'unregistered' WHEN t.status = ${ACTIVE} THEN 'active' ELSE 'inactive' END AS tax_status
      FROM contacts c LEFT JOIN taxpayers t ON t.tax_id = c.tax_id
      WHERE c.organization_id = ${organizationId} AND (${after}::uuid IS NULL OR c.id > ${after}::uuid)
        AND c.merged_into IS NULL AND c.tax_id_kind = ANY (${registeredKinds}::text[])
      ORDER BY c.id LIMIT ${limit} FOR NO KEY UPDATE OF c
    ), judged AS (
      SELECT *, tax_status <> status_before OR filled_name IS NOT NULL AS changed FROM batch
    )
    UPDATE contacts c
    SET tax_status = j.tax_status, tax_checked_at = ${at}::timestamptz, legal_name = coalesce(c.legal_name, j.filled_name),
        version = c.version + j.changed::int, updated_at = CASE WHEN j.changed THEN ${at}::timestamptz ELSE c.updated_at END
    FROM judged j WHERE c.organization_id = ${organizationId} AND c.id = j.id
    RETURNING c.id, c.tax_status, j.changed, j.filled_name IS NOT NULL AS filled`.execute(tx);
  return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}
