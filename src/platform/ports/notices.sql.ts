import { type Selectable, sql } from 'kysely';
import type { DB } from '../db/schema.ts';
import { rowOf } from '../db/table.ts';
import type { Tx } from '../db/transaction.ts';

export interface NoticeKey {
  adapter: string;
  eventId: string;
}

/** The tables that keep the notices of a provider. */
export type NoticeTable = {
  [T in keyof DB]: DB[T] extends { adapter: unknown; eventId: unknown; body: unknown; handledAt: unknown } ? T : never;
}[keyof DB];

export type Notice<T extends NoticeTable> = Selectable<DB[T]>;

/** False: it is stored already. */
export async function insertNotice(tx: Tx, table: NoticeTable, notice: NoticeKey & object): Promise<boolean> {
  const columns = Object.keys(notice).map((column) => sql.ref(column));
  const { rows } = await sql`
    INSERT INTO ${sql.table(table)} (${sql.join(columns)}) VALUES (${sql.join(Object.values(notice))})
    ON CONFLICT DO NOTHING RETURNING event_id`.execute(tx);
  return rows.length > 0;
}

/** A notice that is not handled yet, locked until the transaction ends. */
export const lockNotice = <T extends NoticeTable>(tx: Tx, table: T, { adapter, eventId }: NoticeKey) =>
  rowOf<Notice<T>>(tx)`
    SELECT * FROM ${sql.table(table)}
    WHERE adapter = ${adapter} AND event_id = ${eventId} AND handled_at IS NULL FOR UPDATE`;

export const updateHandled = (
  tx: Tx,
  table: NoticeTable,
  { adapter, eventId }: NoticeKey,
  at: Temporal.Instant,
): Promise<unknown> =>
  sql`UPDATE ${sql.table(table)} SET handled_at = ${at}::timestamptz WHERE adapter = ${adapter} AND event_id = ${eventId}`.execute(
    tx,
  );

export const deleteOldNotices = (tx: Tx, table: NoticeTable, before: Temporal.Instant): Promise<unknown> =>
  sql`DELETE FROM ${sql.table(table)} WHERE received_at < ${before}::timestamptz`.execute(tx);
