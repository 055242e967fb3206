import { type RawBuilder, sql } from 'kysely';
import { joinSets, keepPlans } from '#platform/db/keep-plans.ts';
import { lookedUp } from '#platform/db/looked-up.ts';
import { dateDimensions, startOf } from '#platform/db/step.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import type { Step } from '#platform/step.ts';
import { chartAccounts, ledgerDays, ledgerEntries, ledgerTail, ledgerTransfers, records } from '../tables.ts';
import type { Period } from './period.ts';
import { type RecordFilter, recordMatches } from './record-list.sql.ts';

/** The dimensions of groups. `chartAccount` is every account that a record moved. */
const dimensions = (weekStart: number) =>
  ({
    kind: sql`r.kind`,
    account: sql`r.account_id`,
    chartAccount: sql`s.account_id`,
    division: sql`t.division_id`,
    project: sql`t.project_id`,
    contact: sql`g.standing_id`,
    seller: sql`r.seller_id`,
    ...dateDimensions(sql`r.date`, weekStart),
  }) satisfies Record<string, RawBuilder<unknown>>;

export type Dimension = keyof ReturnType<typeof dimensions>;
export const dimensionNames = Object.keys(dimensions(1)) as Dimension[];

export interface Figures {
  records: number;
  debit: bigint;
  credit: bigint;
  income: bigint;
  expense: bigint;
}

export interface FiguresGroup extends Figures {
  /** One value for each dimension; null in the totals. */
  keys: (string | null)[];
  isTotal: boolean;
}

const income = sql`coalesce(sum(s.credit - s.debit) FILTER (WHERE a.kind = 'income'), 0)::numeric(40,0)`;
const expense = sql`coalesce(sum(s.debit - s.credit) FILTER (WHERE a.kind = 'expense'), 0)::numeric(40,0)`;

/** The transfers of the current version of each record, summed by group; the totals are first. */
export async function selectGroups(
  tenant: Tenant,
  filter: RecordFilter,
  by: Dimension[],
  { limit, weekStart }: { limit: number; weekStart: number },
): Promise<FiguresGroup[]> {
  await keepPlans(tenant);
  const expressions = dimensions(weekStart);
  const keys = sql.join(by.map((dimension) => expressions[dimension]));
  const ofContact = lookedUp(
    sql`contact_groups`,
    'g',
    sql`g.organization_id = ${tenant.organizationId} AND g.id = t.contact_id`,
  );
  return rowsOf<FiguresGroup>(tenant.tx)`
    SELECT ARRAY[${sql.join(by.map((dimension) => sql`(${expressions[dimension]})::text`))}] AS keys,
           grouping(${keys}) <> 0 AS is_total, count(DISTINCT r.id)::int AS records,
           coalesce(sum(s.debit), 0)::numeric(40,0) AS debit, coalesce(sum(s.credit), 0)::numeric(40,0) AS credit,
           ${income} AS income, ${expense} AS expense
    FROM ${records.of(tenant)} r
    CROSS JOIN ${lookedUp(ledgerEntries.of(tenant), 'e', sql`e.record_id = r.id AND e.version = r.version AND e.reverses_id IS NULL`)}
    CROSS JOIN ${lookedUp(ledgerTransfers.of(tenant), 't', sql`t.entry_id = e.id`)}
    CROSS JOIN LATERAL (VALUES (t.debit_account_id, t.amount, 0), (t.credit_account_id, 0, t.amount))
      AS s (account_id, debit, credit)
    CROSS JOIN ${lookedUp(chartAccounts.of(tenant), 'a', sql`a.id = s.account_id`)}
    ${by.includes('contact') ? sql`LEFT JOIN ${ofContact} ON true` : sql``}
    WHERE ${recordMatches(tenant, { ...filter, status: 'posted' }, 'r', 't')}
    GROUP BY GROUPING SETS ((${keys}), ())
    ORDER BY is_total DESC, ${keys}
    LIMIT ${limit}`;
}

export interface Result {
  income: bigint;
  expense: bigint;
}

/** Income and expense by step and division, from the totals by day. */
export async function selectResults(
  tenant: Tenant,
  period: Period,
  filter: { step: Step; weekStart: number; divisionId: string | null },
): Promise<(Result & { period: string; divisionId: string | null })[]> {
  const chosen = sql`
    date BETWEEN ${period.from}::date AND ${period.to}::date
    AND (${filter.divisionId}::uuid IS NULL OR division_id = ${filter.divisionId}::uuid)`;
  return rowsOf<Result & { period: string; divisionId: string | null }>(tenant.tx)`
    SELECT ${startOf(sql`s.date`, filter.step, filter.weekStart)} AS period, s.division_id, ${income} AS income, ${expense} AS expense
    FROM (
      SELECT account_id, division_id, date, debit, credit FROM ${ledgerDays.of(tenant)} AS days WHERE ${chosen}
      UNION ALL SELECT account_id, division_id, date, debit, credit FROM ${ledgerTail.of(tenant)} AS tail WHERE ${chosen}
    ) AS s
    JOIN ${chartAccounts.of(tenant)} a ON a.id = s.account_id
    WHERE a.kind IN ('income', 'expense')
    GROUP BY 1, 2`;
}

/**
 * Income and expense of a period by kind of record. Transfers are first summed by kind and their two accounts, which are few. A changed
 * record is reversed on its own day, so that all transfers together are the current versions.
 */
export async function selectKindResults(
  tenant: Tenant,
  period: Period,
  divisionId: string | null,
): Promise<(Result & { kind: string })[]> {
  await joinSets(tenant);
  return rowsOf<Result & { kind: string }>(tenant.tx)`
    SELECT t.kind, ${income} AS income, ${expense} AS expense
    FROM (
      SELECT r.kind, t.debit_account_id, t.credit_account_id, sum(t.amount) AS amount
      FROM ${ledgerTransfers.of(tenant)} t
      JOIN ${ledgerEntries.of(tenant)} e ON e.id = t.entry_id
      JOIN ${records.of(tenant)} r ON r.id = e.record_id
      WHERE t.date BETWEEN ${period.from}::date AND ${period.to}::date
        AND e.date BETWEEN ${period.from}::date AND ${period.to}::date
        AND (${divisionId}::uuid IS NULL OR t.division_id = ${divisionId}::uuid)
      GROUP BY r.kind, t.debit_account_id, t.credit_account_id
    ) AS t
    CROSS JOIN LATERAL (VALUES (t.debit_account_id, t.amount, 0), (t.credit_account_id, 0, t.amount))
      AS s (account_id, debit, credit)
    JOIN ${chartAccounts.of(tenant)} a ON a.id = s.account_id AND a.kind IN ('income', 'expense')
    GROUP BY t.kind ORDER BY t.kind`;
}

export interface TaxFigures {
  period: string;
  name: string;
  rate: string | null;
  records: number;
  net: bigint;
  amount: bigint;
}

/**
 * The taxes inside the records of these kinds, by step, name and rate; in the organization's currency. Returns of documents
 * subtract theirs.
 */
export const selectTaxes = (
  tenant: Tenant,
  period: Period,
  filter: { step: Step; weekStart: number; kinds: string[]; divisionId: string | null },
) =>
  rowsOf<TaxFigures>(tenant.tx)`
    SELECT ${startOf(sql`r.date`, filter.step, filter.weekStart)} AS period, tax->>'name' AS name,
           trim_scale((tax->>'rate')::numeric)::text AS rate, count(DISTINCT r.id)::int AS records,
           sum(side.sign * (r.base_amount - all_taxes.amount))::numeric(40,0) AS net,
           sum(side.sign * (tax->>'baseAmount')::bigint)::numeric(40,0) AS amount
    FROM ${records.of(tenant)} r
    CROSS JOIN LATERAL jsonb_array_elements(r.taxes) AS tax
    CROSS JOIN LATERAL (
      SELECT sum((one->>'baseAmount')::bigint) AS amount FROM jsonb_array_elements(r.taxes) AS one
    ) AS all_taxes
    CROSS JOIN LATERAL (SELECT CASE WHEN r.source_kind = 'return' THEN -1 ELSE 1 END AS sign) AS side
    WHERE r.status = 'posted' AND r.kind = ANY (${filter.kinds}::text[])
      AND r.date BETWEEN ${period.from}::date AND ${period.to}::date
      AND (${filter.divisionId}::uuid IS NULL OR r.division_id = ${filter.divisionId}::uuid)
    GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;

/** The commissions that were posted for sellers, by month. Minor units of the organization's currency. */
export const selectCommissions = (
  tenant: Tenant,
  filter: { from: string; to: string; sellerId?: string | undefined },
) =>
  rowsOf<{ sellerId: string; month: string; amount: bigint }>(tenant.tx)`
    SELECT seller_id, to_char(date, 'YYYY-MM') AS month, sum(base_amount)::numeric(40,0) AS amount
    FROM ${records.of(tenant)} r WHERE kind = 'commission' AND status = 'posted'
      AND seller_id IS NOT NULL AND date BETWEEN ${filter.from}::date AND ${filter.to}::date
      ${filter.sellerId ? sql`AND seller_id = ${filter.sellerId}` : sql``}
    GROUP BY 1, 2`;
