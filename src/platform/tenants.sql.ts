import { type CompiledQuery, sql } from 'kysely';
import { toTimestamp } from './date.ts';
import { type Tx, tenantText } from './db/database.ts';

/** The facts about an organization that its context is made of. */
export interface OrganizationFacts {
  id: string;
  timeZone: string;
  clockOffsetMs: bigint;
}

/** Makes one organization's rows visible to the rest of this transaction. */
export async function enterOrganization(tx: Tx, organizationId: string): Promise<OrganizationFacts> {
  const [, found] = await Promise.all([
    sql.raw(tenantText(organizationId)).execute(tx),
    tx
      .selectFrom('organizations')
      .select(['id', 'timeZone', 'clockOffsetMs'])
      .where('id', '=', organizationId)
      .executeTakeFirst(),
  ]);
  if (!found) throw new Error(`There is no organization ${organizationId}.`);
  return found;
}

export const isOrganization = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.selectFrom('organizations').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;

/** Organizations by id, after one of them. */
export async function selectOrganizationIds(tx: Tx, after: string | null, limit: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('organizations')
    .select('id')
    .$if(after !== null, (query) => query.where('id', '>', after!))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Keeps the earliest moment at which something is due; a later one writes nothing. */
export function upsertClock(tx: Tx, organization: OrganizationFacts, dueAt: Temporal.Instant): CompiledQuery {
  const dueReallyAt = dueAt.subtract({ milliseconds: Number(organization.clockOffsetMs) });
  return sql`
    INSERT INTO organization_clocks (organization_id, due_at, due_really_at)
    VALUES (${organization.id}, ${dueAt}, ${dueReallyAt})
    ON CONFLICT (organization_id) DO UPDATE
    SET due_at = least(organization_clocks.due_at, excluded.due_at),
        due_really_at = least(organization_clocks.due_really_at, excluded.due_really_at)
    WHERE organization_clocks.due_at > excluded.due_at
       OR organization_clocks.due_really_at > excluded.due_really_at`.compile(tx);
}

/** Takes an organization that has something due and that no other process is moving forward. */
export async function lockDueOrganization(tx: Tx, now: Temporal.Instant, except: string[]): Promise<string | null> {
  const row = await tx
    .selectFrom('organizationClocks')
    .select('organizationId')
    .where('dueReallyAt', '<=', toTimestamp(now))
    .where(sql<boolean>`organization_id <> ALL (${except}::uuid[])`)
    .orderBy('dueReallyAt')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  return row?.organizationId ?? null;
}

/** When the organization next has something due; null: nothing. */
export const setClock = (tx: Tx, organizationId: string, dueAt: Temporal.Instant | null): Promise<unknown> =>
  dueAt
    ? sql`
        UPDATE organization_clocks clock
        SET due_at = ${dueAt}::timestamptz,
            due_really_at = ${dueAt}::timestamptz - o.clock_offset_ms * interval '1 millisecond'
        FROM organizations o
        WHERE clock.organization_id = ${organizationId} AND o.id = clock.organization_id`.execute(tx)
    : tx.deleteFrom('organizationClocks').where('organizationId', '=', organizationId).execute();

/** Moves the clock of a sandbox. What is due by the new time becomes due now. */
export async function updateClockOffset(tx: Tx, organizationId: string, offsetMs: bigint): Promise<boolean> {
  const moved = await tx
    .updateTable('organizations')
    .set({ clockOffsetMs: offsetMs })
    .where('id', '=', organizationId)
    .where('sandbox', '=', true)
    .executeTakeFirst();
  await sql`
    UPDATE organization_clocks SET due_really_at = due_at - (${offsetMs}::bigint * interval '1 millisecond')
    WHERE organization_id = ${organizationId}`.execute(tx);
  return moved.numUpdatedRows > 0n;
}

/** Makes an organization a sandbox, or takes it back into the real time. Answers whether it exists. */
export async function setSandbox(tx: Tx, organizationId: string, sandbox: boolean): Promise<boolean> {
  if (!sandbox) await updateClockOffset(tx, organizationId, 0n);
  const changed = await tx
    .updateTable('organizations')
    .set({ sandbox })
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
}
