import { type Selectable, sql } from 'kysely';
import type { Taxpayers } from '#platform/db/schema.ts';
import { affectedBy } from '#platform/db/table.ts';
import type { Tx } from '#platform/db/transaction.ts';

/** An entry of the public registry of taxpayers. */
export type Taxpayer = Omit<Selectable<Taxpayers>, 'updatedAt'>;

export const selectTaxpayers = (tx: Tx, taxIds: string[]): Promise<Taxpayer[]> =>
  tx
    .selectFrom('taxpayers')
    .select(['taxId', 'name', 'tradeName', 'activity', 'status', 'regime', 'startedOn'])
    .where('taxId', '=', sql<string>`ANY (${taxIds}::text[])`)
    .execute();

export async function isRegistryEmpty(tx: Tx): Promise<boolean> {
  const found = await tx.selectFrom('taxpayers').select('taxId').limit(1).executeTakeFirst();
  return found === undefined;
}

/** Writes the taxpayers that are new or changed; the result is how many. */
export async function upsertTaxpayers(tx: Tx, taxpayers: Taxpayer[], at: Temporal.Instant): Promise<number> {
  const column = <K extends keyof Taxpayer>(name: K) => taxpayers.map((taxpayer) => taxpayer[name]);
  return affectedBy(tx)`
    INSERT INTO taxpayers AS t (tax_id, name, trade_name, activity, status, regime, started_on, updated_at)
    SELECT given.*, ${at}::timestamptz
    FROM unnest(${column('taxId')}::text[], ${column('name')}::text[], ${column('tradeName')}::text[],
                ${column('activity')}::text[], ${column('status')}::text[], ${column('regime')}::text[],
                ${column('startedOn')}::date[]) AS given
    ON CONFLICT (tax_id) DO UPDATE
    SET name = excluded.name, trade_name = excluded.trade_name, activity = excluded.activity, status = excluded.status,
        regime = excluded.regime, started_on = excluded.started_on, updated_at = excluded.updated_at
    WHERE (t.name, t.trade_name, t.activity, t.status, t.regime, t.started_on) IS DISTINCT FROM
      (excluded.name, excluded.trade_name, excluded.activity, excluded.status, excluded.regime, excluded.started_on)`;
}
