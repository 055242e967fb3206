import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { isFound } from '#platform/search/search.sql.ts';
import { type ElementTax, elementColumns, type PendingElement, selectElementTaxes, withTaxes } from './element.sql.ts';
import { type PendingRecord, type PendingState, pendingColumns } from './pending.sql.ts';

export interface PendingFilter {
  organizationId: string;
  kind?: string | undefined;
  direction?: string | undefined;
  status?: string | undefined;
  state?: PendingState | undefined;
  /** Those with which something is still to be done. */
  open?: boolean | undefined;
  contactId?: string | undefined;
  divisionId?: string | undefined;
  sellerId?: string | undefined;
  projectId?: string | undefined;
  stage?: string | undefined;
  sourceId?: string | undefined;
  recurrencyId?: string | undefined;
  fiscalType?: string | undefined;
  fiscalNumber?: string | undefined;
  number?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
  dueFrom?: string | undefined;
  dueTo?: string | undefined;
  /** Minor units of the organization's currency. */
  totalFrom?: bigint | undefined;
  totalTo?: bigint | undefined;
  resourceId?: string | undefined;
  search?: string | undefined;
}

/** The conditions on `pending_records d`, beside its organization. */
export function pendingMatches(filter: PendingFilter): RawBuilder<boolean> {
  const { organizationId } = filter;
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (filter.kind) conditions.push(sql`d.kind = ${filter.kind}`);
  if (filter.direction) conditions.push(sql`d.direction = ${filter.direction}`);
  if (filter.status) conditions.push(statusIs(filter.status));
  if (filter.state) conditions.push(sql`d.state = ${filter.state}`);
  if (filter.open !== undefined) conditions.push(filter.open ? sql`d.is_open` : sql`NOT d.is_open`);
  if (filter.contactId) conditions.push(sql`d.contact_id = ${filter.contactId}`);
  if (filter.divisionId) conditions.push(sql`d.division_id = ${filter.divisionId}`);
  if (filter.sellerId) conditions.push(sql`d.seller_id = ${filter.sellerId}`);
  if (filter.projectId) conditions.push(sql`d.project_id = ${filter.projectId}`);
  if (filter.stage) conditions.push(sql`d.stage = ${filter.stage}`);
  if (filter.sourceId) conditions.push(sql`d.source_id = ${filter.sourceId}`);
  if (filter.recurrencyId) conditions.push(sql`d.recurrency_id = ${filter.recurrencyId}`);
  if (filter.fiscalType) conditions.push(sql`d.fiscal_type = ${filter.fiscalType}`);
  if (filter.fiscalNumber) conditions.push(sql`d.fiscal_number = ${filter.fiscalNumber}`);
  if (filter.number !== undefined) conditions.push(sql`d.number = ${filter.number}::bigint`);
  if (filter.from) conditions.push(sql`d.date >= ${filter.from}::date`);
  if (filter.to) conditions.push(sql`d.date <= ${filter.to}::date`);
  if (filter.dueFrom) conditions.push(sql`d.due_on >= ${filter.dueFrom}::date`);
  if (filter.dueTo) conditions.push(sql`d.due_on <= ${filter.dueTo}::date`);
  if (filter.totalFrom !== undefined) conditions.push(sql`d.base_total >= ${filter.totalFrom}::bigint`);
  if (filter.totalTo !== undefined) conditions.push(sql`d.base_total <= ${filter.totalTo}::bigint`);
  if (filter.resourceId) {
    conditions.push(sql`EXISTS (
      SELECT FROM pending_elements l WHERE l.organization_id = ${organizationId}
        AND l.resource_id = ${filter.resourceId} AND l.pending_record_id = d.id)`);
  }
  if (filter.search) conditions.push(isFound(organizationId, 'pending-record', sql`d.id`, filter.search));
  return sql<boolean>`${sql.join(conditions, sql` AND `)}`;
}

/** A document that is a draft or void is in that state as well, and states have an index. */
const statusIs = (status: string): RawBuilder<unknown> =>
  status === 'issued' ? sql`d.status = 'issued'` : sql`d.state = ${status}`;

/** Where a list goes on: behind this document. */
export interface PendingKey {
  date: string;
  id: string;
}

const columns = sql.join(pendingColumns.map((column) => sql.ref(`d.${column}`)));
const behind = (after: PendingKey | null) =>
  after ? sql`AND (d.date, d.id) < (${after.date}::date, ${after.id}::uuid)` : sql``;

/** The newest first. */
export async function selectPendingRecords(
  tx: Tx,
  filter: PendingFilter,
  page: { after: PendingKey | null; offset: number; limit: number },
): Promise<PendingRecord[]> {
  const { rows } = await sql<PendingRecord>`
    SELECT ${columns} FROM pending_records d
    WHERE d.organization_id = ${filter.organizationId} AND ${pendingMatches(filter)} ${behind(page.after)}
    ORDER BY d.date DESC, d.id DESC OFFSET ${page.offset} LIMIT ${page.limit}`.execute(tx);
  return rows;
}

export async function selectPendingKeys(
  tx: Tx,
  filter: PendingFilter,
  page: { after: PendingKey | null; limit: number },
): Promise<PendingKey[]> {
  const { rows } = await sql<PendingKey>`
    SELECT d.date, d.id FROM pending_records d
    WHERE d.organization_id = ${filter.organizationId} AND ${pendingMatches(filter)} ${behind(page.after)}
    ORDER BY d.date DESC, d.id DESC LIMIT ${page.limit}`.execute(tx);
  return rows;
}

export async function countPendingRecords(tx: Tx, filter: PendingFilter, limit: number | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (
      SELECT FROM pending_records d
      WHERE d.organization_id = ${filter.organizationId} AND ${pendingMatches(filter)} LIMIT ${limit}) AS found`.execute(
    tx,
  );
  return rows[0]!.count;
}

/** A line with what a reader needs to know of its document. */
export interface ListedElement extends PendingElement {
  pendingRecordId: string;
  position: number;
  date: string;
  kind: string;
  direction: string;
  status: string;
  number: bigint | null;
  contactId: string | null;
  contactName: string | null;
  currency: string;
}

/** The lines of the newest documents first, in their order. */
export async function selectListedElements(
  tx: Tx,
  filter: PendingFilter,
  page: { after: (PendingKey & { position: number }) | null; limit: number },
): Promise<ListedElement[]> {
  const { after } = page;
  const { rows } = await sql<Omit<ListedElement, 'taxes'>>`
    SELECT e.pending_record_id, e.position, d.date, d.kind, d.direction, d.status, d.number, d.contact_id, d.contact_name,
           d.currency, ${elementColumns}
    FROM pending_records d
    JOIN pending_elements e ON e.organization_id = d.organization_id AND e.pending_record_id = d.id
    WHERE d.organization_id = ${filter.organizationId} AND ${pendingMatches(filter)}
      ${filter.resourceId ? sql`AND e.resource_id = ${filter.resourceId}` : sql``}
      ${
        after
          ? sql`AND (d.date, d.id) <= (${after.date}::date, ${after.id}::uuid)
                AND NOT (d.id = ${after.id} AND e.position <= ${after.position}::int)`
          : sql``
      }
    ORDER BY d.date DESC, d.id DESC, e.position LIMIT ${page.limit}`.execute(tx);
  const taxes: (ElementTax & { elementId: string })[] = await selectElementTaxes(
    { tx, organizationId: filter.organizationId },
    rows.map(({ id }) => id),
  );
  return withTaxes(rows, taxes);
}

/** An item in the lines of many documents. Amounts are minor units of the organization's currency. */
export interface ListedItem {
  key: string;
  resourceId: string | null;
  description: string;
  documents: number;
  quantity: string;
  net: bigint;
  tax: bigint;
  total: bigint;
  lastOn: string;
}

/** Lines that are the same item, together: by their keys, so that a page reads no more than its own items. */
export async function selectItems(
  tx: Tx,
  filter: PendingFilter,
  page: { after: string | null; limit: number },
): Promise<ListedItem[]> {
  const { rows } = await sql<ListedItem>`
    SELECT e.item_key AS key, e.resource_id, max(e.description) AS description,
           count(DISTINCT d.id)::int AS documents, trim_scale(sum(e.quantity)) AS quantity,
           ${inBase(sql`e.net`)} AS net, ${inBase(sql`e.tax`)} AS tax, ${inBase(sql`e.total`)} AS total,
           max(d.date) AS last_on
    FROM pending_elements e
    JOIN pending_records d ON d.organization_id = e.organization_id AND d.id = e.pending_record_id
    WHERE e.organization_id = ${filter.organizationId} AND ${pendingMatches(filter)}
      ${filter.resourceId ? sql`AND e.resource_id = ${filter.resourceId}` : sql``}
      ${page.after === null ? sql`` : sql`AND e.item_key > ${page.after}`}
    GROUP BY e.item_key, e.resource_id ORDER BY e.item_key LIMIT ${page.limit}`.execute(tx);
  return rows;
}

/** The sum of amounts at each document's own rate. */
const inBase = (amount: RawBuilder<unknown>) =>
  sql`coalesce(round(sum(${amount} * CASE WHEN d.total = 0 THEN 1 ELSE d.base_total::numeric / d.total END)), 0)::bigint`;
