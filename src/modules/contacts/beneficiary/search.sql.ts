import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { PageWindow } from '#platform/http/page.ts';
import { endOfPrefix } from '#platform/search/folded.ts';
import { isFound } from '#platform/search/search.sql.ts';
import type { Contact } from './beneficiary.sql.ts';

/** What a searched text may mean: the beginning of each word of a name, of a datum, or of a tax id. */
export interface SearchedText {
  text: string;
  data: { kind: string; prefix: string }[];
  taxId: string | null;
}

export interface ContactFilter {
  ids?: string[] | undefined;
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

/** The contacts that a text may mean. Each meaning is a range of an index of its own. */
function meaningsOf(organizationId: string, { text, data, taxId }: SearchedText): RawBuilder<unknown>[] {
  const named = sql`
    SELECT n.id FROM contacts n
    WHERE n.organization_id = ${organizationId} AND ${isFound(organizationId, SEARCHED_AS, sql`n.id`, text)}`;
  const reached = data.map(
    ({ kind, prefix }) => sql`
    SELECT d.contact_id FROM contact_data d WHERE d.organization_id = ${organizationId}
      AND d.kind = ${kind} AND d.normalised >= ${prefix} AND d.normalised < ${endOfPrefix(prefix)}`,
  );
  const taxed = sql`
    SELECT t.id FROM contacts t WHERE t.organization_id = ${organizationId}
      AND t.tax_id >= ${taxId} AND t.tax_id < ${endOfPrefix(taxId ?? '')}`;
  return [named, ...reached, ...(taxId ? [taxed] : [])];
}

/** The ids of what a text may mean, or null where there are more than so many: few are quickly sorted. */
export async function selectFound(
  tx: Tx,
  organizationId: string,
  search: SearchedText,
  most: number,
): Promise<string[] | null> {
  const meanings = meaningsOf(organizationId, search).map((meaning) => sql`(${meaning} LIMIT ${most + 1})`);
  const { rows } = await sql<{ id: string }>`${sql.join(meanings, sql` UNION ALL `)}`.execute(tx);
  const ids = new Set(rows.map(({ id }) => id));
  return ids.size > most ? null : [...ids];
}

function matching(organizationId: string, filter: ContactFilter) {
  const conditions = [sql`c.organization_id = ${organizationId}`, sql`c.merged_into IS NULL`];
  if (filter.ids) conditions.push(sql`c.id = ANY (${filter.ids}::uuid[])`);
  if (filter.search) {
    conditions.push(sql`c.id IN (${sql.join(meaningsOf(organizationId, filter.search), sql` UNION ALL `)})`);
  }
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
