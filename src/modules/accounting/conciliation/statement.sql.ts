import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';
import type { StatementLine } from '../tables.ts';

type NewStatementLine = Pick<StatementLine, 'id' | 'nth' | 'date' | 'amount' | 'description' | 'reference'> & {
  /** In hexadecimal. */
  hash: string;
};

/** Inserts the lines that are not known yet, and returns how many these are. */
export async function insertStatementLines(
  { tx, organizationId }: Tenant,
  { accountId, importId, createdAt }: { accountId: string; importId: string; createdAt: Temporal.Instant },
  lines: NewStatementLine[],
): Promise<number> {
  const column = <K extends keyof NewStatementLine>(name: K) => lines.map((line) => line[name]);
  const { numAffectedRows } = await sql`
    INSERT INTO statement_lines (organization_id, account_id, import_id, created_at, id, hash, nth, date, amount, description, reference)
    SELECT c.organization_id, ${accountId}::uuid, ${importId}::uuid, ${createdAt}::timestamptz,
           l.id, decode(l.hash, 'hex'), l.nth, l.date, l.amount, l.description, l.reference
    FROM event_counters c,
         unnest(${column('id')}::uuid[], ${column('hash')}::text[], ${column('nth')}::int[], ${column('date')}::date[],
                ${column('amount')}::bigint[], ${column('description')}::text[], ${column('reference')}::text[])
           AS l (id, hash, nth, date, amount, description, reference)
    WHERE c.organization_id = ${organizationId}
    ON CONFLICT (organization_id, account_id, hash, nth) DO NOTHING`.execute(tx);
  return Number(numAffectedRows);
}
