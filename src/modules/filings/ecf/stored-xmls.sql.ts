import { type RawBuilder, sql } from 'kysely';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { ecfAnnulments, ecfDocuments, ecfReceived } from '../tables.ts';

/** A document whose texts are in the storage, with a name that no other document has. */
export interface StoredXml {
  id: string;
  name: string;
  keys: string[];
}

type Select = (tenant: Tenant, after: string | null, limit: number) => Promise<StoredXml[]>;

export const selectIssuedXmls: Select = (tenant, after, limit) =>
  select(tenant, after, limit, {
    from: sql`${ecfDocuments.of(tenant)} d`,
    name: sql`d.number || ' ' || d.id`,
    keys: sql`ARRAY[d.xml_key]`,
  });

export const selectReceivedXmls: Select = (tenant, after, limit) =>
  select(tenant, after, limit, {
    from: sql`${ecfReceived.of(tenant)} d`,
    name: sql`d.issuer_tax_id || ' ' || d.number || ' ' || d.id`,
    keys: sql`array_remove(ARRAY[d.xml_key, d.approval_key], NULL)`,
  });

export const selectAnnulmentXmls: Select = (tenant, after, limit) =>
  select(tenant, after, limit, {
    from: sql`${ecfAnnulments.of(tenant)} d`,
    name: sql`d.first_number || ' ' || d.id`,
    keys: sql`ARRAY[d.xml_key]`,
  });

const select = (
  { tx }: Tenant,
  after: string | null,
  limit: number,
  { from, name, keys }: { from: RawBuilder<unknown>; name: RawBuilder<unknown>; keys: RawBuilder<unknown> },
) =>
  rowsOf<StoredXml>(tx)`
    SELECT d.id, ${name} AS name, ${keys} AS keys FROM ${from}
    WHERE (${keys})[1] IS NOT NULL AND (${after}::uuid IS NULL OR d.id > ${after}::uuid)
    ORDER BY d.id LIMIT ${limit}`;
