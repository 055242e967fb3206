import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';

/** How much of an item is in one of a line. */
export interface SoldPart {
  resourceId: string;
  quantity: string;
}

export const insertSoldParts = (
  { tx, organizationId }: Tenant,
  pendingRecordId: string,
  parts: (SoldPart & { elementId: string })[],
): Promise<unknown> =>
  sql`
    INSERT INTO sold_parts (organization_id, pending_record_id, element_id, resource_id, quantity)
    SELECT ${organizationId}::uuid, ${pendingRecordId}::uuid, given.* FROM unnest(
      ${parts.map(({ elementId }) => elementId)}::uuid[], ${parts.map(({ resourceId }) => resourceId)}::uuid[],
      ${parts.map(({ quantity }) => quantity)}::numeric[]) AS given`.execute(tx);

export const deleteSoldParts = ({ tx, organizationId }: Tenant, pendingRecordId: string): Promise<unknown> =>
  tx
    .deleteFrom('soldParts')
    .where('organizationId', '=', organizationId)
    .where('pendingRecordId', '=', pendingRecordId)
    .execute();

/** Of the packs and combos of an invoice, by line. */
export async function selectSoldParts(
  { tx, organizationId }: Tenant,
  pendingRecordId: string,
): Promise<Map<string, SoldPart[]>> {
  const { rows } = await sql<SoldPart & { elementId: string }>`
    SELECT element_id, resource_id, trim_scale(quantity) AS quantity FROM sold_parts
    WHERE organization_id = ${organizationId} AND pending_record_id = ${pendingRecordId}
    ORDER BY element_id, resource_id`.execute(tx);
  const byElement = Map.groupBy(rows, ({ elementId }) => elementId);
  return new Map([...byElement].map(([id, own]) => [id, own.map(({ elementId: _, ...part }) => part)]));
}
