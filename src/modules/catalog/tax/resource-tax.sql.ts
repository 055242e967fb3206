import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';

export interface ResourceTax {
  resourceId: string;
  taxId: string;
}

/** The taxes that are put on resources, each resource's together. */
export const selectResourceTaxes = (tx: Tx, organizationId: string, resourceIds: string[]): Promise<ResourceTax[]> =>
  tx
    .selectFrom('resourceTaxes')
    .select(['resourceId', 'taxId'])
    .where('organizationId', '=', organizationId)
    .where('resourceId', '=', sql<string>`ANY (${resourceIds}::uuid[])`)
    .orderBy('resourceId')
    .orderBy('taxId')
    .execute();

/** Those that are already there stay. */
export async function insertResourceTaxes(tx: Tx, organizationId: string, taxes: ResourceTax[]): Promise<void> {
  if (taxes.length === 0) return;
  await sql`
    INSERT INTO resource_taxes (organization_id, resource_id, tax_id)
    SELECT ${organizationId}::uuid, given.* FROM unnest(${taxes.map(({ resourceId }) => resourceId)}::uuid[],
      ${taxes.map(({ taxId }) => taxId)}::uuid[]) AS given
    ON CONFLICT DO NOTHING`.execute(tx);
}

/** Takes taxes off resources: these, or all of them. */
export const deleteResourceTaxes = (
  tx: Tx,
  organizationId: string,
  resourceIds: string[],
  taxIds?: string[],
): Promise<unknown> =>
  tx
    .deleteFrom('resourceTaxes')
    .where('organizationId', '=', organizationId)
    .where('resourceId', '=', sql<string>`ANY (${resourceIds}::uuid[])`)
    .$if(taxIds !== undefined, (query) => query.where('taxId', '=', sql<string>`ANY (${taxIds}::uuid[])`))
    .execute();
