import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import type { ContactMerge } from '#modules/contacts/index.ts';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { joinSets } from '#platform/db/keep-plans.ts';
import { containing, filter, isOneOf, list, oneOf, several } from '#platform/db/list.ts';
import { lookedUp } from '#platform/db/looked-up.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { dataSourceMembers, dataSources, ledgerEntries, ledgerTransfers, type RecordRow, records } from '../tables.ts';
import { KnownAt } from './chart.schema.ts';

/** Every list that is not empty must match, each by any of its values. */
export interface Selector {
  accountIds: string[];
  taxIds: string[];
  resourceIds: string[];
  contactIds: string[];
  divisionIds: string[];
  projectIds: string[];
  recordKinds: string[];
}

export interface DataSource extends Selector {
  id: string;
  name: string;
  description: string;
  version: number;
  createdAt: string;
}

const members = (column: string) => {
  const member = sql.ref(`m.${column}`);
  return sql`coalesce(array_agg(${member} ORDER BY ${member}) FILTER (WHERE ${member} IS NOT NULL), '{}')`;
};

const sources = (tenant: Tenant) => sql`
  ${dataSources.of(tenant)} t CROSS JOIN LATERAL (
    SELECT ${members('chartAccountId')} AS account_ids, ${members('taxId')} AS tax_ids, ${members('resourceId')} AS resource_ids,
           ${members('contactId')} AS contact_ids, ${members('divisionId')} AS division_ids,
           ${members('projectId')} AS project_ids, ${members('recordKind')} AS record_kinds
    FROM ${dataSourceMembers.of(tenant)} m WHERE m.data_source_id = t.id
  ) AS members`;

export const dataSourceList = list<DataSource>()({
  from: sources,
  select: sql`${dataSources.columns('t')}, members.*`,
  filters: { search: containing(['name'], 'In the name.') },
  sort: {
    name: { by: sql`t.name`, type: 'text' },
    created: { by: sql`t.created_at`, type: 'timestamp with time zone' },
  },
  order: 'name',
});

/** These sources, or all of them: an organization has few. */
export const selectDataSources = (tenant: Tenant, ids: string[] | null = null) =>
  rowsOf<DataSource>(tenant.tx)`
    SELECT ${dataSources.columns('t')}, members.* FROM ${sources(tenant)}
    WHERE ${ids}::uuid[] IS NULL OR t.id = ANY (${ids}::uuid[])
    ORDER BY t.name, t.id`;

/** The foreign keys refuse unknown references. Merged contacts are resolved to their survivor. */
export const insertMembers = ({ tx, organizationId }: Tenant, dataSourceId: string, selector: Selector) =>
  sql`
    INSERT INTO data_source_members (organization_id, data_source_id, chart_account_id, tax_id, resource_id, contact_id,
                                     division_id, project_id, record_kind)
    SELECT ${organizationId}::uuid, ${dataSourceId}::uuid, m.* FROM (
      SELECT id, NULL::uuid, NULL::uuid, NULL::uuid, NULL::uuid, NULL::uuid, NULL::text FROM unnest(${selector.accountIds}::uuid[]) id
      UNION ALL SELECT NULL, id, NULL, NULL, NULL, NULL, NULL FROM unnest(${selector.taxIds}::uuid[]) id
      UNION ALL SELECT NULL, NULL, id, NULL, NULL, NULL, NULL FROM unnest(${selector.resourceIds}::uuid[]) id
      UNION ALL (
        SELECT DISTINCT NULL::uuid, NULL::uuid, NULL::uuid, coalesce(g.standing_id, given.id), NULL::uuid, NULL::uuid, NULL
        FROM unnest(${selector.contactIds}::uuid[]) AS given (id)
        LEFT JOIN contact_groups g ON g.organization_id = ${organizationId} AND g.id = given.id)
      UNION ALL SELECT NULL, NULL, NULL, NULL, id, NULL, NULL FROM unnest(${selector.divisionIds}::uuid[]) id
      UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, id, NULL FROM unnest(${selector.projectIds}::uuid[]) id
      UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, kind FROM unnest(${selector.recordKinds}::text[]) kind
    ) AS m`.execute(tx);

export interface Element {
  recordId: string;
  recordKind: string;
  recordStatus: RecordRow['status'];
  recordVersion: number;
  sourceKind: string | null;
  sourceId: string | null;
  reference: string | null;
  reversesId: string | null;
  description: string;
  postedAt: string;
  entryId: string;
  line: number;
  date: string;
  purpose: string;
  debitAccountId: string;
  debitAmount: bigint;
  debitCurrency: string;
  creditAccountId: string;
  creditAmount: bigint;
  creditCurrency: string;
  amount: bigint;
  divisionId: string | null;
  projectId: string | null;
  contactId: string | null;
  taxId: string | null;
  resourceId: string | null;
}

const isOfAccounts = (ids: unknown) => sql`(t.debit_account_id = ${ids} OR t.credit_account_id = ${ids})`;
const withRecord = (tenant: Tenant) => sql`CROSS JOIN ${lookedUp(records.of(tenant), 'r', sql`r.id = e.record_id`)}`;

const transfers = {
  select: sql`e.record_id, r.kind AS record_kind, r.status AS record_status, e.version AS record_version, r.source_kind, r.source_id,
    r.reference, e.reverses_id,
    e.description, e.posted_at, t.entry_id, t.line, t.date, t.purpose, t.debit_account_id, t.debit_amount, t.debit_currency,
    t.credit_account_id, t.credit_amount, t.credit_currency, t.amount, t.division_id, t.project_id, t.contact_id, t.tax_id,
    t.resource_id`,
  filters: {
    // The date of a transfer is the date of its entry; each has an index.
    from: filter(
      CalendarDate.optional().describe('Dated this day or later.'),
      (day) => sql`t.date >= ${day}::date AND e.date >= ${day}::date`,
    ),
    to: filter(
      CalendarDate.optional().describe('Dated this day or earlier.'),
      (day) => sql`t.date <= ${day}::date AND e.date <= ${day}::date`,
    ),
    knownAt: filter(KnownAt.optional(), (moment) => sql`e.posted_at <= ${moment}::timestamptz`),
    postedSince: filter(
      Timestamp.optional().describe('Posted at this time or later, also with an earlier date.'),
      (moment) => sql`e.posted_at >= ${moment}::timestamptz`,
    ),
    chartAccountId: filter(
      several(z.uuid()).optional().describe('To or from this account of the chart; of a heading, everything under it.'),
      (ids) => isOfAccounts(sql`ANY (${ids}::uuid[])`),
    ),
    recordId: filter(several(z.uuid()).optional().describe('Only transfers of these records.'), (ids) =>
      isOneOf(sql`e.record_id`, ids),
    ),
    recordKind: filter(
      several(z.string().max(60))
        .optional()
        .describe('Only transfers of records of these kinds: `income`, `payment`, …'),
      (kinds) => isOneOf(sql`r.kind`, kinds),
    ),
    divisionId: oneOf('divisionId', z.uuid()),
    projectId: oneOf('projectId', z.uuid()),
  },
  sort: { date: { by: sql`e.date`, type: 'date' as const } },
  order: '-date' as const,
  key: [
    { by: sql`e.id`, type: 'uuid' as const },
    { by: sql`t.line`, type: 'integer' as const, direction: 'ASC' as const },
  ],
};

/** Transfers, each with the record that posted it, found by their accounts. Accounts of a query or selector are not headings. */
export const elementList = list<Element>()({
  ...transfers,
  from: (tenant) => sql`${ledgerTransfers.of(tenant)} t
    CROSS JOIN ${lookedUp(ledgerEntries.of(tenant), 'e', sql`e.id = t.entry_id`)} ${withRecord(tenant)}`,
  scope: {
    selector: filter(z.custom<Selector>(), (selector, { organizationId }) => {
      const conditions = [
        { ids: selector.accountIds, matches: isOfAccounts },
        { ids: selector.taxIds, matches: (ids: unknown) => sql`t.tax_id = ${ids}` },
        { ids: selector.resourceIds, matches: (ids: unknown) => sql`t.resource_id = ${ids}` },
        {
          ids: selector.contactIds,
          matches: (ids: unknown) => sql`t.contact_id IN (
            SELECT g.id FROM contact_groups g WHERE g.organization_id = ${organizationId} AND g.standing_id = ${ids})`,
        },
        { ids: selector.divisionIds, matches: (ids: unknown) => sql`t.division_id = ${ids}` },
        { ids: selector.projectIds, matches: (ids: unknown) => sql`t.project_id = ${ids}` },
      ].flatMap(({ ids, matches }) => (ids.length > 0 ? matches(sql`ANY (${ids}::uuid[])`) : []));
      const { recordKinds } = selector;
      if (recordKinds.length > 0) conditions.push(sql`r.kind = ANY (${recordKinds}::text[])`);
      return sql.join(conditions, sql` AND `);
    }),
  },
});

/** The same transfers in the order of their entries, for a query that names no account. */
export const journalList = list<Element>()({
  ...transfers,
  from: (tenant) => sql`${ledgerEntries.of(tenant)} e
    CROSS JOIN ${lookedUp(ledgerTransfers.of(tenant), 't', sql`t.entry_id = e.id`)} ${withRecord(tenant)}`,
});

/** Movements of some accounts that have the same origin and are caught by the same sources. */
export interface Origin {
  /** The places of the sources that catch them, in their order. */
  matches: number[];
  recordKind: string;
  purpose: string;
  debit: bigint;
  credit: bigint;
  movements: number;
}

/** The fields by which a source selects movements: its column, and the columns of a movement with their origins. */
const criteria: { by: keyof Selector; given: string; columns: Record<string, string> }[] = [
  {
    by: 'accountIds',
    given: 'account_ids',
    columns: { debit_account_id: 't.debit_account_id', credit_account_id: 't.credit_account_id' },
  },
  { by: 'taxIds', given: 'tax_ids', columns: { tax_id: 't.tax_id' } },
  { by: 'resourceIds', given: 'resource_ids', columns: { resource_id: 't.resource_id' } },
  { by: 'contactIds', given: 'contact_ids', columns: { standing_id: 'g.standing_id' } },
  { by: 'divisionIds', given: 'division_ids', columns: { division_id: 't.division_id' } },
  { by: 'projectIds', given: 'project_ids', columns: { project_id: 't.project_id' } },
  { by: 'recordKinds', given: 'record_kinds', columns: { kind: 'r.kind' } },
];

/**
 * Every movement of these accounts in a period, grouped by where it comes from and by which sources catch it. Movements that are the
 * same for all sources are summed first, so that sources are matched with few rows.
 */
export async function selectOrigins(
  tenant: Tenant,
  accountIds: string[],
  selectors: Selector[],
  filter: { from: string | null; to: string | null; knownAt: string | null; divisionId: string | null },
): Promise<Origin[]> {
  await joinSets(tenant);
  // An empty list matches everything: null.
  const listed = (selector: Selector) =>
    criteria.map(({ by, given }) => [given, selector[by].length > 0 ? selector[by] : null]);
  const given = JSON.stringify(
    selectors.map((selector, place) => ({ place, ...Object.fromEntries(listed(selector)) })),
  );
  const used = criteria.filter(({ by }) => selectors.some((selector) => selector[by].length > 0));
  const keys = [...new Set(['r.kind', 't.purpose', ...used.flatMap(({ columns }) => Object.values(columns))])];
  const matches = used.map(({ given, columns }) => {
    const ids = sql.ref(`s.${given}`);
    const one = Object.keys(columns).map((column) => sql`${sql.ref(`t.${column}`)} = ANY (${ids})`);
    return sql`(${ids} IS NULL OR ${sql.join(one, sql` OR `)})`;
  });
  const side = (account: RawBuilder<unknown>, debit: RawBuilder<unknown>, credit: RawBuilder<unknown>) => sql`
    SELECT t.*, ${debit} AS debit, ${credit} AS credit FROM ${ledgerTransfers.of(tenant)} t
    WHERE ${account} = ANY (${accountIds}::uuid[])
      AND (${filter.from}::date IS NULL OR t.date >= ${filter.from}::date)
      AND (${filter.to}::date IS NULL OR t.date <= ${filter.to}::date)
      AND (${filter.divisionId}::uuid IS NULL OR t.division_id = ${filter.divisionId}::uuid)`;
  return rowsOf<Origin>(tenant.tx)`
    WITH sources AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${given}::jsonb) AS s (place int, account_ids uuid[], tax_ids uuid[],
        resource_ids uuid[], contact_ids uuid[], division_ids uuid[], project_ids uuid[], record_kinds text[])
    ), moved AS MATERIALIZED (
      SELECT ${sql.join(keys.map((key) => sql.ref(key)))}, sum(t.debit) AS debit, sum(t.credit) AS credit, count(*) AS movements
      FROM (${side(sql`t.debit_account_id`, sql`t.amount`, sql`0::bigint`)}
        UNION ALL ${side(sql`t.credit_account_id`, sql`0`, sql`t.amount`)}) AS t
      JOIN ${ledgerEntries.of(tenant)} e ON e.id = t.entry_id
        AND (${filter.from}::date IS NULL OR e.date >= ${filter.from}::date)
        AND (${filter.to}::date IS NULL OR e.date <= ${filter.to}::date)
        AND (${filter.knownAt}::timestamptz IS NULL OR e.posted_at <= ${filter.knownAt}::timestamptz)
      JOIN ${records.of(tenant)} r ON r.id = e.record_id
      LEFT JOIN contact_groups g ON g.organization_id = ${tenant.organizationId} AND g.id = t.contact_id
      GROUP BY ${sql.join(keys.map((key) => sql.ref(key)))}
    )
    SELECT caught.matches, t.kind AS record_kind, t.purpose, sum(t.debit)::numeric(40,0) AS debit,
           sum(t.credit)::numeric(40,0) AS credit, sum(t.movements)::int AS movements
    FROM moved t CROSS JOIN LATERAL (
      SELECT coalesce(array_agg(s.place ORDER BY s.place), '{}') AS matches FROM sources s
      WHERE ${sql.join(matches.length ? matches : [sql`true`], sql` AND `)}
    ) AS caught
    GROUP BY caught.matches, t.kind, t.purpose
    ORDER BY caught.matches, t.kind, t.purpose`;
}

/** Data sources follow a merge of contacts. A source that names both contacts keeps the survivor once. */
export async function moveMembersOfContacts({ tx, organizationId }: Tenant, { from, into }: ContactMerge) {
  await sql`
    WITH moved AS (
      DELETE FROM data_source_members
      WHERE organization_id = ${organizationId} AND contact_id = ANY (${from}::uuid[])
      RETURNING data_source_id)
    INSERT INTO data_source_members (organization_id, data_source_id, contact_id)
    SELECT DISTINCT ${organizationId}::uuid, data_source_id, ${into}::uuid FROM moved
    ON CONFLICT (organization_id, data_source_id, member) DO NOTHING`.execute(tx);
}
