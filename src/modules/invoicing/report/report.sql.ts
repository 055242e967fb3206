import { type RawBuilder, sql } from 'kysely';
import { countByDay, type DayCount, type UsageSpan } from '#modules/billing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { keepPlans } from '#platform/db/keep-plans.ts';
import { lookedUp } from '#platform/db/looked-up.ts';
import { dateDimensions } from '#platform/db/step.ts';
import { mapOf, rowsOf, type Tenant } from '#platform/db/table.ts';
import { type DocumentFilter, documentList } from '../pending/list.sql.ts';
import { type PendingRecord, pendingPayments, pendingRecords } from '../tables.ts';
import { returnQueries } from '../ties/returned.sql.ts';

/** The due date on the day of the report. */
const dueOn = sql`coalesce(moved.due_on, t.due_on)`;

/** The dimensions that documents can be grouped by. */
const dimensions = (weekStart: number) =>
  ({
    kind: sql`t.kind`,
    direction: sql`t.direction`,
    state: sql`t.state`,
    contact: sql`t.contact_id`,
    seller: sql`t.seller_id`,
    division: sql`t.division_id`,
    project: sql`t.project_id`,
    stage: sql`t.stage`,
    fiscalType: sql`t.fiscal_type`,
    currency: sql`t.currency`,
    document: sql`t.document_id`,
    dueOn,
    ...dateDimensions(sql`t.date`, weekStart),
  }) satisfies Record<string, RawBuilder<unknown>>;

export type Dimension = keyof ReturnType<typeof dimensions>;
export const dimensionNames = Object.keys(dimensions(1)) as Dimension[];

/** Minor units of the organization's currency, at each document's own rate. */
export interface Figures {
  documents: number;
  net: bigint;
  tax: bigint;
  total: bigint;
  withheld: bigint;
  paid: bigint;
  balance: bigint;
  returns: number;
  returnedNet: bigint;
  returnedTax: bigint;
  returnedTotal: bigint;
  /** The balance by the days since it was due, on the day of the report. */
  notYetDue: bigint;
  late30: bigint;
  late60: bigint;
  late90: bigint;
  later: bigint;
}

export interface FiguresGroup extends Figures {
  /** One value for each dimension; of the totals, none. */
  keys: (string | null)[];
  isTotal: boolean;
}

interface AsOf {
  /** The day on which age is counted. */
  day: Temporal.PlainDate;
  /** The last day whose documents and payments count. */
  until: Temporal.PlainDate;
  /** The due dates on the day of documents that are due on another day since. */
  dueOn: Map<string, string>;
  /** Without groups that owe nothing. */
  isOwing: boolean;
}

/**
 * The change of the paid amount since the end of a day, by document: the amount paid on that day is the present one less this. `own` is in
 * the currency of the document.
 * As in the books, a payment counts from its date, and a voided one as if it had never been. Only a refund of a card has a day
 * of its own: the payment counts until then. A payment for the part that stays paid follows it, with the date and record of the first.
 */
function paidSince(ctx: TenantContext, day: Temporal.PlainDate): RawBuilder<unknown> {
  const end = sql`${toTimestamp(day.add({ days: 1 }).toZonedDateTime(ctx.timeZone).toInstant())}::timestamptz`;
  const countedThen = sql`p.created_at < ${end} AND coalesce(p.voided_at >= ${end}, true)`;
  return sql`
    SELECT change.pending_record_id, sum(change.amount) AS amount, sum(change.own) AS own FROM (
      SELECT p.pending_record_id, p.base_amount AS amount, p.amount AS own FROM ${pendingPayments.of(ctx)} p
      WHERE p.voided_at IS NULL AND p.date > ${day.toString()}::date
      UNION ALL
      SELECT p.pending_record_id, p.base_amount * counted.times, p.amount * counted.times
      FROM ${pendingPayments.of(ctx)} p
      CROSS JOIN LATERAL (SELECT (p.voided_at IS NULL)::int - (${countedThen})::int AS times) AS counted
      WHERE p.date <= ${day.toString()}::date AND p.record_id IN (
        SELECT r.record_id FROM ${pendingPayments.of(ctx)} r WHERE r.source = 'card' AND r.voided_at >= ${end})
    ) AS change GROUP BY change.pending_record_id`;
}

const paid = sql`t.base_paid - coalesce(since.amount, 0)`;
const balance = sql`sum(t.base_total - t.base_withheld - (${paid}))`;
const isOwed = sql`t.status = 'issued' AND t.kind IN ('invoice', 'loan')`;

const owed = sql`coalesce(${balance} FILTER (WHERE ${isOwed}), 0)`;

/** The balance of documents that were so many days late. */
const owedWhen = (day: string, days: RawBuilder<unknown>): RawBuilder<bigint> =>
  sql`coalesce(${balance} FILTER (WHERE ${isOwed} AND ${day}::date - ${dueOn} ${days}), 0)::numeric(40,0)`;

const grouped = sql`t.kind, t.direction, t.state, t.contact_id, t.seller_id, t.division_id, t.project_id, t.stage,
  t.fiscal_type, t.currency, t.due_on, t.id AS document_id`;

/** Without `status` or `state` only issued documents count. */
const issuedByDefault = (query: DocumentFilter): DocumentFilter =>
  query.status || query.state ? query : { ...query, status: 'issued' };

/**
 * Documents by their dates and their issued returns by theirs, as in the books. A return is a row with the fields of its document
 * and without its amounts and id, so that nothing of the document counts twice. In addition to issued documents, a void one counts with
 * what was paid by card and refunded only after the day: until then the business owed it to the contact.
 */
async function documentsAndReturns(ctx: TenantContext, { from, to, ...filter }: DocumentFilter, until: string) {
  const { returns } = await returnQueries(ctx);
  const within = sql`BETWEEN coalesce(${from ?? null}::date, '-infinity') AND least(${to ?? null}::date, ${until}::date)`;
  const matches = await documentList.where(ctx, issuedByDefault(filter));
  const refundedLater = sql`
    UNION ALL
    SELECT ${grouped}, 'issued', NULL, t.date, 0, 0, 0, 0, -s.amount, NULL, NULL, NULL
    FROM since s CROSS JOIN ${lookedUp(pendingRecords.of(ctx), 't', sql`t.id = s.pending_record_id`)}
    WHERE t.status = 'void' AND t.date ${within} AND ${await documentList.where(ctx, filter)}`;
  return sql`
    SELECT ${grouped}, t.status, t.id, t.date, t.base_net, t.base_tax, t.base_total, t.base_withheld, t.base_paid,
           NULL::bigint AS returned_net, NULL::bigint AS returned_tax, NULL::bigint AS returned_total
    FROM ${pendingRecords.of(ctx)} t WHERE t.date ${within} AND ${matches}
    UNION ALL
    SELECT ${grouped}, t.status, NULL, r.date, 0, 0, 0, 0, 0, r.base_net, r.base_tax, r.base_total
    FROM (${returns}) r CROSS JOIN ${lookedUp(pendingRecords.of(ctx), 't', sql`t.id = r.pending_record_id`)}
    WHERE r.date ${within} AND ${matches}
    ${filter.status || filter.state ? sql`` : refundedLater}`;
}

/** The totals, followed by the sums of each group, of documents and returns up to a day and as they were paid on it. */
export async function selectFigures(
  ctx: TenantContext,
  filter: DocumentFilter,
  by: Dimension[],
  { day, until, dueOn, isOwing }: AsOf,
  limit: number,
  weekStart: number,
): Promise<FiguresGroup[]> {
  await keepPlans(ctx);
  const expressions = dimensions(weekStart);
  const on = day.toString();
  const keys = sql.join(by.map((dimension) => expressions[dimension]));
  const sets =
    by.length === 0
      ? { keys: sql`'{}'::text[]`, isTotal: sql`true`, sets: sql``, order: sql`` }
      : {
          keys: sql`ARRAY[${sql.join(by.map((dimension) => sql`(${expressions[dimension]})::text`))}]`,
          isTotal: sql`grouping(${keys}) <> 0`,
          sets: sql`GROUP BY GROUPING SETS ((${keys}), ())`,
          order: sql`ORDER BY is_total DESC, ${keys}`,
        };
  return rowsOf<FiguresGroup>(ctx.tx)`
    WITH since AS (${paidSince(ctx, until)})
    SELECT ${sets.keys} AS keys, ${sets.isTotal} AS is_total, count(t.id)::int AS documents,
           coalesce(sum(t.base_net), 0)::numeric(40,0) AS net, coalesce(sum(t.base_tax), 0)::numeric(40,0) AS tax,
           coalesce(sum(t.base_total), 0)::numeric(40,0) AS total, coalesce(sum(t.base_withheld), 0)::numeric(40,0) AS withheld,
           coalesce(sum(${paid}), 0)::numeric(40,0) AS paid,
           ${owed}::numeric(40,0) AS balance,
           ${owedWhen(on, sql`<= 0`)} AS not_yet_due, ${owedWhen(on, sql`BETWEEN 1 AND 30`)} AS late30,
           ${owedWhen(on, sql`BETWEEN 31 AND 60`)} AS late60, ${owedWhen(on, sql`BETWEEN 61 AND 90`)} AS late90,
           ${owedWhen(on, sql`> 90`)} AS later, count(t.returned_net)::int AS returns,
           coalesce(sum(t.returned_net), 0)::numeric(40,0) AS returned_net,
           coalesce(sum(t.returned_tax), 0)::numeric(40,0) AS returned_tax,
           coalesce(sum(t.returned_total), 0)::numeric(40,0) AS returned_total
    FROM (${await documentsAndReturns(ctx, filter, until.toString())}) t
    LEFT JOIN since ON since.pending_record_id = t.id
    LEFT JOIN unnest(${[...dueOn.keys()]}::uuid[], ${[...dueOn.values()]}::date[]) AS moved (id, due_on)
      ON moved.id = t.document_id
    ${sets.sets} ${isOwing && by.length > 0 ? sql`HAVING ${sets.isTotal} OR ${owed} <> 0` : sql``} ${sets.order} LIMIT ${limit}`;
}

/** The numbers of documents as people know them: of the tax authority, else their own. */
export const selectNumbers = (tenant: Tenant, ids: string[]) =>
  mapOf<string>(tenant.tx)`
    SELECT d.id, coalesce(d.fiscal_number, d.number::text, '') FROM ${pendingRecords.of(tenant)} d WHERE d.id = ANY (${ids}::uuid[])`;

/** How sales documents move through the funnel. Amounts are minor units of the organization's currency. */
export interface FunnelRow {
  stage: string | null;
  sellerId: string | null;
  open: number;
  openTotal: bigint;
  won: number;
  wonTotal: bigint;
  lost: number;
  lostTotal: bigint;
  /** Days from writing a quote or order to the first document made from it, summed over those that have one. */
  days: number;
  timed: number;
}

/** Quotes, orders and drafts of sales: won when everything went into later documents, lost when they were made void. */
export const selectFunnel = async (ctx: TenantContext, filter: DocumentFilter) =>
  rowsOf<FunnelRow>(ctx.tx)`
    SELECT t.stage, t.seller_id,
           count(*) FILTER (WHERE t.status <> 'void' AND NOT t.converted)::int AS open,
           coalesce(sum(t.base_total) FILTER (WHERE t.status <> 'void' AND NOT t.converted), 0)::numeric(40,0) AS open_total,
           count(*) FILTER (WHERE t.status = 'issued' AND t.converted)::int AS won,
           coalesce(sum(t.base_total) FILTER (WHERE t.status = 'issued' AND t.converted), 0)::numeric(40,0) AS won_total,
           count(*) FILTER (WHERE t.status = 'void')::int AS lost,
           coalesce(sum(t.base_total) FILTER (WHERE t.status = 'void'), 0)::numeric(40,0) AS lost_total,
           coalesce(sum(next.date - t.date), 0)::int AS days, count(next.date)::int AS timed
    FROM ${pendingRecords.of(ctx)} t
    LEFT JOIN LATERAL (
      SELECT min(n.date) AS date FROM ${pendingRecords.of(ctx)} n
      WHERE n.source_id = t.id AND n.status = 'issued') AS next ON t.converted
    WHERE t.direction = 'sale' AND t.kind IN ('quote', 'order') AND ${await documentList.where(ctx, filter)}
    GROUP BY t.stage, t.seller_id ORDER BY t.stage NULLS LAST, t.seller_id LIMIT 10000`;

/** The sales of a seller in a month, without taxes, in minor units of the organization's currency. */
export interface SellerMonth {
  sellerId: string;
  month: string;
  documents: number;
  net: bigint;
}

interface SellerSpan {
  from: string;
  to: string;
  sellerId?: string | undefined;
}

const isBySeller = ({ sellerId }: SellerSpan) => sql`
  d.kind = 'invoice' AND d.direction = 'sale' AND ${sellerId ? sql`d.seller_id = ${sellerId}` : sql`d.seller_id IS NOT NULL`}`;

/** By the dates of invoices. */
export const selectInvoicedBySeller = (tenant: Tenant, span: SellerSpan) =>
  rowsOf<SellerMonth>(tenant.tx)`
    SELECT d.seller_id, to_char(d.date, 'YYYY-MM') AS month, count(*)::int AS documents, sum(d.base_net)::numeric(40,0) AS net
    FROM ${pendingRecords.of(tenant)} d
    WHERE ${isBySeller(span)} AND d.status = 'issued' AND d.date BETWEEN ${span.from}::date AND ${span.to}::date
    GROUP BY 1, 2 ORDER BY 1, 2`;

/** By the dates of returns: what the seller's sales are less by, of what was invoiced or of what was paid. */
export async function selectReturnedBySeller(
  ctx: TenantContext,
  span: SellerSpan,
  counted: 'invoiced' | 'paid',
): Promise<SellerMonth[]> {
  const { returns } = await returnQueries(ctx);
  const net = counted === 'paid' ? sql`r.base_refunded` : sql`r.base_net`;
  return rowsOf<SellerMonth>(ctx.tx)`
    SELECT d.seller_id, to_char(r.date, 'YYYY-MM') AS month, 0 AS documents, (-round(sum(${net})))::numeric(40,0) AS net
    FROM (${returns}) r CROSS JOIN ${lookedUp(pendingRecords.of(ctx), 'd', sql`d.id = r.pending_record_id`)}
    WHERE ${isBySeller(span)} AND r.date BETWEEN ${span.from}::date AND ${span.to}::date
    GROUP BY 1, 2 ORDER BY 1, 2`;
}

/**
 * By the dates of payments: of each, the part without taxes. Tax that the document withholds is never paid to us, so an invoice
 * is paid in full without it. What a credit note settles or is written off was not paid: a canceled credit writes off with a
 * payment without an account.
 */
export const selectPaidBySeller = (tenant: Tenant, span: SellerSpan) =>
  rowsOf<SellerMonth>(tenant.tx)`
    SELECT d.seller_id, to_char(p.date, 'YYYY-MM') AS month, count(DISTINCT d.id)::int AS documents,
           round(sum(p.base_amount::numeric * d.base_net / nullif(d.base_total - d.base_withheld, 0)))::numeric(40,0) AS net
    FROM ${pendingPayments.of(tenant)} p JOIN ${pendingRecords.of(tenant)} d ON d.id = p.pending_record_id
    WHERE ${isBySeller(span)} AND p.voided_at IS NULL AND p.source NOT IN ('return', 'write-off')
      AND (p.source <> 'credit' OR p.account_id IS NOT NULL)
      AND p.date BETWEEN ${span.from}::date AND ${span.to}::date
    GROUP BY 1, 2 ORDER BY 1, 2`;

/** Issued sales invoices by month, in the currency of the books. */
export const invoicedByMonth = (tenant: Tenant, since: string | null) =>
  rowsOf<{ month: string; documents: bigint; amount: bigint }>(tenant.tx)`
    SELECT date_trunc('month', t.date)::date AS month, count(*) AS documents, sum(t.base_total)::numeric(40,0) AS amount
    FROM ${pendingRecords.of(tenant)} t
    WHERE t.kind = 'invoice' AND t.direction = 'sale' AND t.status = 'issued' AND t.date >= coalesce(${since}::date, '1900-01-01')
    GROUP BY 1`;

/** Counts the issued invoices of a span by the day on which they were made. What was made since then was also updated since then. */
export async function countDocuments(ctx: TenantContext, { from, to }: UsageSpan, counts: DayCount[]): Promise<void> {
  const rows = sql`${pendingRecords.of(ctx)} t
    WHERE t.updated_at >= ${from}::timestamptz AND t.created_at >= ${from}::timestamptz AND t.created_at < ${to}::timestamptz
      AND t.kind = 'invoice' AND t.direction = 'sale' AND t.number IS NOT NULL`;
  counts.push(...(await countByDay(ctx, 'documents', { from: rows, at: sql`t.created_at` })));
}

interface OpenDebt extends Pick<PendingRecord, 'contactId' | 'divisionId' | 'currency' | 'direction'> {
  isLoan: boolean;
  documents: number;
  /** Minor units of the documents' currency, and of the organization's at the rates of the documents. */
  amount: bigint;
  booked: bigint;
}

/** The unpaid part of invoices and loans in other currencies at the end of a day, by contact and division. */
export const selectOpenDebts = (ctx: TenantContext, day: Temporal.PlainDate) =>
  rowsOf<OpenDebt>(ctx.tx)`
    WITH since AS (${paidSince(ctx, day)}), unpaid AS (
      SELECT o.id FROM ${pendingRecords.of(ctx)} o WHERE o.is_open
      UNION SELECT since.pending_record_id FROM since
    )
    SELECT d.contact_id, d.division_id, d.currency, d.direction, d.kind = 'loan' AS is_loan, count(*)::int AS documents,
           sum(d.due - d.paid + coalesce(since.own, 0))::numeric(40,0) AS amount,
           sum(d.base_total - d.base_withheld - d.base_paid + coalesce(since.amount, 0))::numeric(40,0) AS booked
    FROM unpaid CROSS JOIN ${lookedUp(pendingRecords.of(ctx), 'd', sql`d.id = unpaid.id`)}
    LEFT JOIN since ON since.pending_record_id = d.id
    WHERE d.currency <> ${ctx.currency} AND d.status = 'issued' AND d.kind IN ('invoice', 'loan') AND d.date <= ${day}::date
      AND d.due - d.paid + coalesce(since.own, 0) <> 0
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 4, 1, 2, 3, 5`;
