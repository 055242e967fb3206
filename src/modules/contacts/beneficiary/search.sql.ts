import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { PageWindow } from '#platform/http/page.ts';
import { isFound } from '#platform/search/search.sql.ts';
import type { Contact } from './beneficiary.sql.ts';
import { endOfPrefix } from './folded.ts';

/** What a searched text may mean: the beginning of each word of a name, of a datum, or of a tax id. */
export interface SearchedText {
  text: string;
  data: { kind: string; prefix: string }[];
  taxId: string | null;
}

export interface ContactFilter {
  search?: SearchedText | undefined;
  kind?: string | undefined;
  isCustomer?: boolean | undefined;
  isSupplier?: boolean | undefined;
  archived?: boolean | undefined;
  label?: string | undefined;
  sellerId?: string | undefined;
  taxStatus?: string | undefined;
  /** Only what comes behind this contact. */
  after?: { sortName: string; id: string } | undefined;
}

export type ListedContact = Contact & { sortName: string };

/** The name under which contacts are indexed for search. */
export const SEARCHED_AS = 'contact';

const found = (organizationId: string, { text, data, taxId }: SearchedText) => sql`
  SELECT n.id FROM contacts n
  WHERE n.organization_id = ${organizationId} AND ${isFound(organizationId, SEARCHED_AS, sql`n.id`, text)}
  UNION
  SELECT d.contact_id
  FROM unnest(${data.map(({ kind }) => kind)}::text[], ${data.map(({ prefix }) => prefix)}::text[],
              ${data.map(({ prefix }) => endOfPrefix(prefix))}::text[]) AS p (kind, low, high)
  JOIN contact_data d ON d.organization_id = ${organizationId} AND d.kind = p.kind
    AND d.normalised >= p.low AND d.normalised < p.high
  UNION
  SELECT t.id FROM contacts t WHERE t.organization_id = ${organizationId}
    AND t.tax_id >= ${taxId}::text AND t.tax_id < ${taxId && endOfPrefix(taxId)}::text`;

function matching(organizationId: string, filter: ContactFilter) {
  const conditions = [sql`c.organization_id = ${organizationId}`, sql`c.merged_into IS NULL`];
  if (filter.search) conditions.push(sql`c.id IN (${found(organizationId, filter.search)})`);
  if (filter.kind !== undefined) conditions.push(sql`c.kind = ${filter.kind}`);
  if (filter.isCustomer !== undefined) conditions.push(sql`c.is_customer = ${filter.isCustomer}`);
  if (filter.isSupplier !== undefined) conditions.push(sql`c.is_supplier = ${filter.isSupplier}`);
  if (filter.archived !== undefined) conditions.push(sql`(c.archived_at IS NOT NULL) = ${filter.archived}`);
  if (filter.label !== undefined) conditions.push(sql`${filter.label} = ANY (c.labels)`);
  if (filter.sellerId !== undefined) conditions.push(sql`c.seller_id = ${filter.sellerId}`);
  if (filter.taxStatus !== undefined) conditions.push(sql`c.tax_status = ${filter.taxStatus}`);
  return sql`FROM contacts c WHERE ${sql.join(conditions, sql` AND `)}`;
}

/** By name, then by id. */
export async function selectContacts(
  tx: Tx,
  organizationId: string,
  filter: ContactFilter,
  window: Pick<PageWindow, 'offset' | 'limit'>,
): Promise<ListedContact[]> {
  const { after } = filter;
  const behind = after ? sql`AND (c.sort_name, c.id) > (${after.sortName}, ${after.id}::uuid)` : sql``;
  const { rows } = await sql<ListedContact>`
    SELECT c.id, c.kind, c.is_customer, c.is_supplier, c.name, c.sort_name, c.legal_name, c.tax_id, c.tax_id_kind, c.tax_status,
      c.tax_checked_at, c.fiscal_type, c.notes, c.labels, c.price_tier, c.credit_limit, c.payment_terms_days, c.seller_id,
      c.archived_at, c.merged_into, c.version, c.created_at, c.updated_at
    ${matching(organizationId, filter)} ${behind}
    ORDER BY c.sort_name, c.id OFFSET ${window.offset} LIMIT ${window.limit}`.execute(tx);
  return rows;
}

export async function countContacts(
  tx: Tx,
  organizationId: string,
  filter: ContactFilter,
  limit: number | null,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count
    FROM (SELECT 1 ${matching(organizationId, filter)} LIMIT ${limit}) AS found`.execute(tx);
  return rows[0]!.count;
}
