import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { type PendingFilter, pendingMatches } from '../pending/list.sql.ts';

/** What documents can be grouped by. */
const dimensions = {
  kind: sql`d.kind`,
  direction: sql`d.direction`,
  state: sql`d.state`,
  contact: sql`d.contact_id`,
  seller: sql`d.seller_id`,
  division: sql`d.division_id`,
  project: sql`d.project_id`,
  stage: sql`d.stage`,
  fiscalType: sql`d.fiscal_type`,
  currency: sql`d.currency`,
  day: sql`d.date`,
  week: sql`date_trunc('week', d.date)::date`,
  month: sql`date_trunc('month', d.date)::date`,
  year: sql`date_trunc('year', d.date)::date`,
} satisfies Record<string, RawBuilder<unknown>>;

export type Dimension = keyof typeof dimensions;
export const dimensionNames = Object.keys(dimensions) as Dimension[];

/** Minor units of the organization's currency, at each document's own rate. */
export interface Figures {
  documents: number;
  net: bigint;
  tax: bigint;
  total: bigint;
  withheld: bigint;
  paid: bigint;
  balance: bigint;
  /** What is still owed by the days since it was due. */
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

const owed = sql`d.base_total - d.base_withheld - d.base_paid`;

/** What is owed on documents that are so many days late. */
const owedWhen = (today: string, days: RawBuilder<unknown>): RawBuilder<bigint> =>
  sql`coalesce(sum(${owed}) FILTER (WHERE d.is_open AND d.kind IN ('invoice', 'loan') AND ${today}::date - d.due_on ${days}), 0)::bigint`;

/** Sums by group; and, first, the totals. */
export async function selectFigures(
  tx: Tx,
  filter: PendingFilter,
  by: Dimension[],
  today: string,
  limit: number,
): Promise<FiguresGroup[]> {
  const keys = sql.join(by.map((dimension) => dimensions[dimension]));
  const grouped =
    by.length === 0
      ? { keys: sql`'{}'::text[]`, isTotal: sql`true`, sets: sql``, order: sql`` }
      : {
          keys: sql`ARRAY[${sql.join(by.map((dimension) => sql`(${dimensions[dimension]})::text`))}]`,
          isTotal: sql`grouping(${keys}) <> 0`,
          sets: sql`GROUP BY GROUPING SETS ((${keys}), ())`,
          order: sql`ORDER BY is_total DESC, ${keys}`,
        };
  const { rows } = await sql<FiguresGroup>`
    SELECT ${grouped.keys} AS keys, ${grouped.isTotal} AS is_total, count(*)::int AS documents,
           coalesce(sum(d.base_net), 0)::bigint AS net, coalesce(sum(d.base_tax), 0)::bigint AS tax,
           coalesce(sum(d.base_total), 0)::bigint AS total, coalesce(sum(d.base_withheld), 0)::bigint AS withheld,
           coalesce(sum(d.base_paid), 0)::bigint AS paid,
           coalesce(sum(${owed}) FILTER (WHERE d.is_open AND d.kind IN ('invoice', 'loan')), 0)::bigint AS balance,
           ${owedWhen(today, sql`<= 0`)} AS not_yet_due, ${owedWhen(today, sql`BETWEEN 1 AND 30`)} AS late30,
           ${owedWhen(today, sql`BETWEEN 31 AND 60`)} AS late60, ${owedWhen(today, sql`BETWEEN 61 AND 90`)} AS late90,
           ${owedWhen(today, sql`> 90`)} AS later
    FROM pending_records d
    WHERE d.organization_id = ${filter.organizationId} AND ${pendingMatches(filter)}
    ${grouped.sets} ${grouped.order} LIMIT ${limit}`.execute(tx);
  return rows;
}

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
export async function selectFunnel(tx: Tx, filter: PendingFilter): Promise<FunnelRow[]> {
  const { rows } = await sql<FunnelRow>`
    SELECT d.stage, d.seller_id,
           count(*) FILTER (WHERE d.status <> 'void' AND NOT d.converted)::int AS open,
           coalesce(sum(d.base_total) FILTER (WHERE d.status <> 'void' AND NOT d.converted), 0)::bigint AS open_total,
           count(*) FILTER (WHERE d.status = 'issued' AND d.converted)::int AS won,
           coalesce(sum(d.base_total) FILTER (WHERE d.status = 'issued' AND d.converted), 0)::bigint AS won_total,
           count(*) FILTER (WHERE d.status = 'void')::int AS lost,
           coalesce(sum(d.base_total) FILTER (WHERE d.status = 'void'), 0)::bigint AS lost_total,
           coalesce(sum(next.date - d.date), 0)::int AS days, count(next.date)::int AS timed
    FROM pending_records d
    LEFT JOIN LATERAL (
      SELECT min(n.date) AS date FROM pending_records n
      WHERE n.organization_id = d.organization_id AND n.source_id = d.id AND n.status = 'issued') AS next ON d.converted
    WHERE d.organization_id = ${filter.organizationId} AND d.direction = 'sale' AND d.kind IN ('quote', 'order')
      AND ${pendingMatches(filter)}
    GROUP BY d.stage, d.seller_id ORDER BY d.stage NULLS LAST, d.seller_id LIMIT 10000`.execute(tx);
  return rows;
}

/** What a seller sold in a month, without taxes. Minor units of the organization's currency. */
export interface SellerMonth {
  sellerId: string;
  month: string;
  documents: number;
  net: bigint;
}

/** By the day of the invoice. */
export async function selectInvoicedBySeller(
  tx: Tx,
  filter: { organizationId: string; from: string; to: string; sellerId?: string | undefined },
): Promise<SellerMonth[]> {
  const { rows } = await sql<SellerMonth>`
    SELECT d.seller_id, to_char(d.date, 'YYYY-MM') AS month, count(*)::int AS documents, sum(d.base_net)::bigint AS net
    FROM pending_records d
    WHERE d.organization_id = ${filter.organizationId} AND d.kind = 'invoice' AND d.direction = 'sale'
      AND d.status = 'issued' AND d.seller_id IS NOT NULL AND d.date BETWEEN ${filter.from}::date AND ${filter.to}::date
      ${filter.sellerId ? sql`AND d.seller_id = ${filter.sellerId}` : sql``}
    GROUP BY 1, 2 ORDER BY 1, 2`.execute(tx);
  return rows;
}

/** By the days of the payments: of each, the part that is no tax. */
export async function selectPaidBySeller(
  tx: Tx,
  filter: { organizationId: string; from: string; to: string; sellerId?: string | undefined },
): Promise<SellerMonth[]> {
  const { rows } = await sql<SellerMonth>`
    SELECT d.seller_id, to_char(p.date, 'YYYY-MM') AS month, count(DISTINCT d.id)::int AS documents,
           round(sum(p.base_amount::numeric * d.base_net / nullif(d.base_total, 0)))::bigint AS net
    FROM pending_payments p
    JOIN pending_records d ON d.organization_id = p.organization_id AND d.id = p.pending_record_id
    WHERE p.organization_id = ${filter.organizationId} AND p.voided_at IS NULL
      AND p.date BETWEEN ${filter.from}::date AND ${filter.to}::date
      AND d.kind = 'invoice' AND d.direction = 'sale' AND d.seller_id IS NOT NULL
      ${filter.sellerId ? sql`AND d.seller_id = ${filter.sellerId}` : sql``}
    GROUP BY 1, 2 ORDER BY 1, 2`.execute(tx);
  return rows;
}
