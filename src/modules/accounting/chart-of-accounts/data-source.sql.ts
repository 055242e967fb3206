import { type RawBuilder, sql } from 'kysely';
import type { ContactMerge } from '#modules/contacts/index.ts';
import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Tenant } from '#platform/db/table.ts';
import type { PageWindow } from '#platform/http/page.ts';

/** What a source asks for. Of each list any may match; every list that is not empty must match. */
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

const named = (column: string): RawBuilder<string[]> => {
  const member = sql.ref(`m.${column}`);
  return sql<string[]>`coalesce(array_agg(${member} ORDER BY ${member}) FILTER (WHERE ${member} IS NOT NULL), '{}')`;
};

const sources = (tx: Tx, organizationId: string) =>
  tx
    .selectFrom('dataSources as s')
    .leftJoin('dataSourceMembers as m', (join) =>
      join.onRef('m.organizationId', '=', 's.organizationId').onRef('m.dataSourceId', '=', 's.id'),
    )
    .select(['s.id', 's.name', 's.description', 's.version', 's.createdAt'])
    .select([
      named('chartAccountId').as('accountIds'),
      named('taxId').as('taxIds'),
      named('resourceId').as('resourceIds'),
      named('contactId').as('contactIds'),
      named('divisionId').as('divisionIds'),
      named('projectId').as('projectIds'),
      named('recordKind').as('recordKinds'),
    ])
    .where('s.organizationId', '=', organizationId)
    .groupBy(['s.organizationId', 's.id'])
    .orderBy('s.name')
    .orderBy('s.id');

/** All of them, by name: there are few. */
export const selectDataSources = ({ tx, organizationId }: Tenant): Promise<DataSource[]> =>
  sources(tx, organizationId).execute();

export const selectDataSource = ({ tx, organizationId }: Tenant, id: string): Promise<DataSource | undefined> =>
  sources(tx, organizationId).where('s.id', '=', id).executeTakeFirst();

export const lockDataSource = ({ tx, organizationId }: Tenant, id: string): Promise<{ version: number } | undefined> =>
  tx
    .selectFrom('dataSources')
    .select('version')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();

export const insertDataSource = (
  tx: Tx,
  source: { organizationId: string; id: string; name: string; description: string; createdAt: Temporal.Instant },
): Promise<unknown> => tx.insertInto('dataSources').values(source).execute();

export const updateDataSource = (
  { tx, organizationId }: Tenant,
  id: string,
  change: { name?: string | undefined; description?: string | undefined },
): Promise<unknown> =>
  tx
    .updateTable('dataSources')
    .set({ ...change, version: sql<number>`version + 1` })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();

export async function deleteDataSource({ tx, organizationId }: Tenant, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('dataSources')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export const deleteMembers = ({ tx, organizationId }: Tenant, dataSourceId: string): Promise<unknown> =>
  tx
    .deleteFrom('dataSourceMembers')
    .where('organizationId', '=', organizationId)
    .where('dataSourceId', '=', dataSourceId)
    .execute();

/** One statement; the foreign keys say whether all that is named exists here. */
export const insertMembers = (
  { tx, organizationId }: Tenant,
  dataSourceId: string,
  selector: Selector,
): Promise<unknown> =>
  sql`
    INSERT INTO data_source_members (organization_id, data_source_id, chart_account_id, tax_id, resource_id, contact_id,
                                     division_id, project_id, record_kind)
    SELECT ${organizationId}::uuid, ${dataSourceId}::uuid, m.* FROM (
      SELECT id, NULL::uuid, NULL::uuid, NULL::uuid, NULL::uuid, NULL::uuid, NULL::text FROM unnest(${selector.accountIds}::uuid[]) id
      UNION ALL SELECT NULL, id, NULL, NULL, NULL, NULL, NULL FROM unnest(${selector.taxIds}::uuid[]) id
      UNION ALL SELECT NULL, NULL, id, NULL, NULL, NULL, NULL FROM unnest(${selector.resourceIds}::uuid[]) id
      UNION ALL (
        SELECT DISTINCT NULL::uuid, NULL::uuid, NULL::uuid, coalesce(g.standing_id, asked.id), NULL::uuid, NULL::uuid, NULL
        FROM unnest(${selector.contactIds}::uuid[]) AS asked (id)
        LEFT JOIN contact_groups g ON g.organization_id = ${organizationId} AND g.id = asked.id)
      UNION ALL SELECT NULL, NULL, NULL, NULL, id, NULL, NULL FROM unnest(${selector.divisionIds}::uuid[]) id
      UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, id, NULL FROM unnest(${selector.projectIds}::uuid[]) id
      UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, kind FROM unnest(${selector.recordKinds}::text[]) kind
    ) AS m`.execute(tx);

export interface ElementsFilter {
  from: string | null;
  to: string | null;
  knownAt: string | null;
}

/** What a selector catches, newest first: transfers, each with the record that posted it. `accountIds` has no headings. */
const caught = (tx: Tx, organizationId: string, selector: Selector, filter: ElementsFilter) => {
  const anyOf = (ids: string[]) => sql<string>`ANY (${ids}::uuid[])`;
  return tx
    .selectFrom('ledgerTransfers as t')
    .innerJoin('ledgerEntries as e', (join) =>
      join.onRef('e.organizationId', '=', 't.organizationId').onRef('e.id', '=', 't.entryId'),
    )
    .innerJoin('records as r', (join) =>
      join.onRef('r.organizationId', '=', 'e.organizationId').onRef('r.id', '=', 'e.recordId'),
    )
    .where('t.organizationId', '=', organizationId)
    .$if(selector.accountIds.length > 0, (query) =>
      query.where(({ or, eb }) =>
        or([
          eb('t.debitAccountId', '=', anyOf(selector.accountIds)),
          eb('t.creditAccountId', '=', anyOf(selector.accountIds)),
        ]),
      ),
    )
    .$if(selector.taxIds.length > 0, (query) => query.where('t.taxId', '=', anyOf(selector.taxIds)))
    .$if(selector.resourceIds.length > 0, (query) => query.where('t.resourceId', '=', anyOf(selector.resourceIds)))
    .$if(selector.contactIds.length > 0, (query) =>
      query.where(
        sql<boolean>`t.contact_id IN (SELECT g.id FROM contact_groups g
          WHERE g.organization_id = ${organizationId} AND g.standing_id = ${anyOf(selector.contactIds)})`,
      ),
    )
    .$if(selector.divisionIds.length > 0, (query) => query.where('t.divisionId', '=', anyOf(selector.divisionIds)))
    .$if(selector.projectIds.length > 0, (query) => query.where('t.projectId', '=', anyOf(selector.projectIds)))
    .$if(selector.recordKinds.length > 0, (query) =>
      query.where('r.kind', '=', sql<string>`ANY (${selector.recordKinds}::text[])`),
    )
    .$if(filter.from !== null, (query) => query.where('t.date', '>=', filter.from!))
    .$if(filter.to !== null, (query) => query.where('t.date', '<=', filter.to!))
    .$if(filter.knownAt !== null, (query) => query.where('e.postedAt', '<=', filter.knownAt!));
};

export async function selectElements(
  { tx, organizationId }: Tenant,
  selector: Selector,
  filter: ElementsFilter,
  window: PageWindow,
) {
  const elements = caught(tx, organizationId, selector, filter);
  const [rows, counted] = await Promise.all([
    elements
      .select([
        'e.recordId',
        'r.kind as recordKind',
        'r.status as recordStatus',
        'e.version as recordVersion',
        'e.reversesId',
        'e.description',
        'e.postedAt',
        't.entryId',
        't.line',
        't.date',
        't.purpose',
        't.debitAccountId',
        't.creditAccountId',
        't.amount',
        't.divisionId',
        't.projectId',
        't.contactId',
        't.taxId',
        't.resourceId',
      ])
      .orderBy('t.date', 'desc')
      .orderBy('t.entryId', 'desc')
      .orderBy('t.line')
      .offset(window.offset)
      .limit(window.limit)
      .execute(),
    countRows(tx, elements.select('t.line'), window.countLimit),
  ]);
  return { rows, counted };
}

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

/** Every movement of these accounts in a period, grouped by where it comes from and by which sources catch it. */
export async function selectOrigins(
  { tx, organizationId }: Tenant,
  accountIds: string[],
  selectors: Selector[],
  filter: ElementsFilter & { divisionId: string | null },
): Promise<Origin[]> {
  const given = JSON.stringify(selectors.map((selector, place) => ({ place, ...snaked(selector) })));
  const { rows } = await sql<Origin>`
    WITH sources AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${given}::jsonb) AS s (place int, account_ids uuid[], tax_ids uuid[],
        resource_ids uuid[], contact_ids uuid[], division_ids uuid[], project_ids uuid[], record_kinds text[])
    ), sides AS (
      SELECT t.*, t.amount AS debit, 0::bigint AS credit FROM ledger_transfers t
      WHERE t.organization_id = ${organizationId} AND t.debit_account_id = ANY (${accountIds}::uuid[])
      UNION ALL
      SELECT t.*, 0, t.amount FROM ledger_transfers t
      WHERE t.organization_id = ${organizationId} AND t.credit_account_id = ANY (${accountIds}::uuid[])
    )
    SELECT caught.matches, r.kind AS record_kind, t.purpose, sum(t.debit)::bigint AS debit, sum(t.credit)::bigint AS credit,
           count(*)::int AS movements
    FROM sides t
    JOIN ledger_entries e ON e.organization_id = t.organization_id AND e.id = t.entry_id
    JOIN records r ON r.organization_id = e.organization_id AND r.id = e.record_id
    LEFT JOIN contact_groups g ON g.organization_id = t.organization_id AND g.id = t.contact_id
    CROSS JOIN LATERAL (
      SELECT coalesce(array_agg(s.place ORDER BY s.place), '{}') AS matches FROM sources s
      WHERE (s.account_ids IS NULL OR t.debit_account_id = ANY (s.account_ids) OR t.credit_account_id = ANY (s.account_ids))
        AND (s.tax_ids IS NULL OR t.tax_id = ANY (s.tax_ids))
        AND (s.resource_ids IS NULL OR t.resource_id = ANY (s.resource_ids))
        AND (s.contact_ids IS NULL OR g.standing_id = ANY (s.contact_ids))
        AND (s.division_ids IS NULL OR t.division_id = ANY (s.division_ids))
        AND (s.project_ids IS NULL OR t.project_id = ANY (s.project_ids))
        AND (s.record_kinds IS NULL OR r.kind = ANY (s.record_kinds))
    ) AS caught
    WHERE (${filter.from}::date IS NULL OR t.date >= ${filter.from}::date)
      AND (${filter.to}::date IS NULL OR t.date <= ${filter.to}::date)
      AND (${filter.knownAt}::timestamptz IS NULL OR e.posted_at <= ${filter.knownAt}::timestamptz)
      AND (${filter.divisionId}::uuid IS NULL OR t.division_id = ${filter.divisionId}::uuid)
    GROUP BY caught.matches, r.kind, t.purpose
    ORDER BY caught.matches, r.kind, t.purpose`.execute(tx);
  return rows;
}

/** An empty list asks for nothing, so it is null and everything passes. */
const snaked = (selector: Selector) => {
  const asked = (values: string[]) => (values.length > 0 ? values : null);
  return {
    account_ids: asked(selector.accountIds),
    tax_ids: asked(selector.taxIds),
    resource_ids: asked(selector.resourceIds),
    contact_ids: asked(selector.contactIds),
    division_ids: asked(selector.divisionIds),
    project_ids: asked(selector.projectIds),
    record_kinds: asked(selector.recordKinds),
  };
};

/** Sources that name contacts follow a merge; one that names both names the one that stands once. */
export async function moveMembersOfContacts(
  { tx, organizationId }: Tenant,
  { from, into }: ContactMerge,
): Promise<void> {
  await sql`
    WITH moved AS (
      DELETE FROM data_source_members
      WHERE organization_id = ${organizationId} AND contact_id = ANY (${from}::uuid[])
      RETURNING data_source_id)
    INSERT INTO data_source_members (organization_id, data_source_id, contact_id)
    SELECT DISTINCT ${organizationId}::uuid, data_source_id, ${into}::uuid FROM moved
    ON CONFLICT (organization_id, data_source_id, member) DO NOTHING`.execute(tx);
}
