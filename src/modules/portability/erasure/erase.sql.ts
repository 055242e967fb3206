import { CompiledQuery, sql } from 'kysely';
import { columnOf, rowsOf, type Tenant } from '#platform/db/table.ts';
import type { Tx } from '#platform/db/transaction.ts';
import type { ErasedTable, Reference } from './order.ts';

/** Deletes some rows of the organization, those first that no other row of the table refers to. Answers how many. */
export async function deleteSome({ tx, organizationId }: Tenant, table: ErasedTable, limit: number): Promise<number> {
  const name = `"${table.name}"`;
  const unreferenced = table.toItself.map(({ columns, targets }) => {
    const refers = columns.map((column, place) => `c."${column}" = p."${targets[place]}"`).join(' AND ');
    return `AND NOT EXISTS (SELECT FROM ${name} c WHERE c.organization_id = $1 AND ${refers} AND c.ctid <> p.ctid)`;
  });
  const { numAffectedRows } = await tx.executeQuery(
    CompiledQuery.raw(
      `DELETE FROM ${name} WHERE organization_id = $1 AND ctid = ANY (ARRAY(
         SELECT p.ctid FROM ${name} p WHERE p.organization_id = $1 ${unreferenced.join(' ')} LIMIT $2))`,
      [organizationId, limit],
    ),
  );
  return Number(numAffectedRows ?? 0);
}

export async function hasRows({ tx, organizationId }: Tenant, table: string): Promise<boolean> {
  const { rows } = await tx.executeQuery(
    CompiledQuery.raw(`SELECT FROM "${table}" WHERE organization_id = $1 LIMIT 1`, [organizationId]),
  );
  return rows.length > 0;
}

/** The closed organizations whose time to reopen is over. */
export const selectDue = (tx: Tx, closedBefore: Temporal.Instant, limit: number) =>
  columnOf<string>(tx)`
    SELECT id FROM organizations WHERE closed_at < ${closedBefore}::timestamptz AND erased_at IS NULL
    ORDER BY closed_at LIMIT ${limit}`;

/** From here on nobody belongs to the organization, so nobody sees it half erased or reopens it. */
export async function removeEverybody(tx: Tx, organizationId: string, now: Temporal.Instant): Promise<void> {
  await tx.updateTable('organizations').set({ erasedAt: now }).where('id', '=', organizationId).execute();
  await tx.updateTable('sessions').set({ organizationId: null }).where('organizationId', '=', organizationId).execute();
  await tx.deleteFrom('memberships').where('organizationId', '=', organizationId).execute();
}

/** Only the id and the times stay, because rows of the service itself and of others may name the organization. */
export const blankOrganization = (tx: Tx, organizationId: string): Promise<unknown> =>
  tx
    .updateTable('organizations')
    .set({
      name: '-',
      legalName: null,
      taxId: null,
      email: null,
      phone: null,
      address: null,
      website: null,
      imageKey: null,
      version: sql<number>`version + 1`,
    })
    .where('id', '=', organizationId)
    .execute();

/** The foreign keys between tables of organizations, as the database has them. */
export const selectReferences = (tx: Tx, tables: string[]) =>
  rowsOf<Reference>(tx)`
    SELECT c.relname AS child, p.relname AS parent, f.confdeltype = 'c' AS cascades,
           ARRAY(SELECT a.attname::text FROM unnest(f.conkey) WITH ORDINALITY k (number, place)
                 JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = k.number ORDER BY k.place) AS columns,
           ARRAY(SELECT a.attname::text FROM unnest(f.confkey) WITH ORDINALITY k (number, place)
                 JOIN pg_attribute a ON a.attrelid = f.confrelid AND a.attnum = k.number ORDER BY k.place) AS targets
    FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid JOIN pg_class p ON p.oid = f.confrelid
    WHERE f.contype = 'f' AND f.connamespace = 'public'::regnamespace
      AND c.relname = ANY (${tables}::text[]) AND p.relname = ANY (${tables}::text[])`;
