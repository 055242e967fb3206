import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { filter, isOneOf, listOf } from '#platform/db/list.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { isFound } from '#platform/search/search.sql.ts';
import { isInMonth, isOpenIn } from '../conciliation/open-records.sql.ts';
import { accounts, chartAccounts, divisions, projects, records } from '../tables.ts';

type OneOrMore = string | string[] | undefined;

export interface RecordFilter {
  kind?: OneOrMore;
  status?: 'posted' | 'void' | 'all' | undefined;
  accountId?: OneOrMore;
  chartAccountId?: OneOrMore;
  sellerId?: OneOrMore;
  divisionId?: OneOrMore;
  projectId?: OneOrMore;
  contactId?: OneOrMore;
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
  updatedSince?: string | undefined;
  notConciliatedIn?: string | undefined;
  /** With `notConciliatedIn`: only records of this month, named by its first day. */
  month?: string | undefined;
}

/**
 * The conditions on records. A transfer may belong to another division, project or contact than its record: a report on
 * transfers gives their alias as `dimensions`.
 */
export function recordMatches(
  tenant: Pick<Tenant, 'organizationId'>,
  given: RecordFilter,
  record = 't',
  dimensions = record,
): RawBuilder<unknown> {
  const { organizationId } = tenant;
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  const { kind, accountId, chartAccountId, sellerId, divisionId, projectId, contactId, from, to } = given;
  const ofRecord = { kind, accountId, chartAccountId, sellerId };
  for (const [table, values] of [
    [record, ofRecord],
    [dimensions, { divisionId, projectId }],
  ] as const) {
    for (const [column, value] of Object.entries(values)) {
      if (value !== undefined) conditions.push(isOneOf(sql.ref(`${table}.${column}`), value));
    }
  }
  const { status = 'posted' } = given;
  // A literal: the planner uses the partial index of void records only if it sees the value.
  if (status !== 'all') conditions.push(sql`${sql.ref(`${record}.status`)} = ${sql.lit(status)}`);
  if (contactId) {
    conditions.push(sql`${sql.ref(`${dimensions}.contactId`)} IN (
      SELECT g.id FROM contact_groups given JOIN contact_groups g
        ON g.organization_id = given.organization_id AND g.standing_id = given.standing_id
      WHERE given.organization_id = ${organizationId} AND ${isOneOf(sql`given.id`, contactId)})`);
  }
  const date = sql.ref(`${record}.date`);
  if (from) conditions.push(sql`${date} >= ${from}::date`);
  if (to) conditions.push(sql`${date} <= ${to}::date`);
  const { search, updatedSince, notConciliatedIn, month } = given;
  if (notConciliatedIn) {
    const open = { accountId: notConciliatedIn, until: to ?? null, month };
    conditions.push(isInMonth(date, open), isOpenIn(tenant, sql.ref(`${record}.id`), open));
  }
  if (search) conditions.push(isFound(organizationId, 'record', sql.ref(`${record}.id`), search));
  if (updatedSince) conditions.push(sql`${sql.ref(`${record}.updatedAt`)} >= ${updatedSince}::timestamptz`);
  return sql.join(conditions, sql` AND `);
}

/** Its filters are also those of the sums by group, so they are a scope. */
export const recordList = listOf(records, {
  filters: {},
  scope: { matching: filter(z.custom<RecordFilter>(), (given, ctx) => recordMatches(ctx, given)) },
  sort: { date: 'date' },
  order: '-date',
});

export interface Named {
  id: string;
  name: string;
  /** Of an account of the chart. */
  code: string | null;
  kind: string | null;
}

/** The names of accounts, divisions and projects by their ids. */
export async function selectNames(tenant: Tenant, ids: string[]): Promise<Named[]> {
  const chosen = sql`id = ANY (${ids}::uuid[])`;
  return rowsOf<Named>(tenant.tx)`
    SELECT id, name, code, kind FROM ${chartAccounts.of(tenant)} AS t WHERE ${chosen}
    UNION ALL SELECT id, name, NULL, NULL FROM ${accounts.of(tenant)} AS t WHERE ${chosen}
    UNION ALL SELECT id, name, NULL, NULL FROM ${divisions.of(tenant)} AS t WHERE ${chosen}
    UNION ALL SELECT id, name, NULL, NULL FROM ${projects.of(tenant)} AS t WHERE ${chosen}`;
}
