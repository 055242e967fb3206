import type { TenantContext } from '#platform/context.ts';
import { violates } from '#platform/db/database.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import { newId } from '#platform/id.ts';
import { fromMinor } from '#platform/money.ts';
import { NotFound, refusal, unknownReference, VersionConflict } from '#platform/refusal.ts';
import { folded } from '#platform/search/folded.ts';
import { type ChartAccount, selectChart } from './chart.sql.ts';
import {
  type DataSource,
  deleteMembers,
  insertDataSource,
  insertMembers,
  lockDataSource,
  type Selector,
  selectDataSource,
  selectDataSources,
  selectElements,
  updateDataSource,
} from './data-source.sql.ts';
import { subtreeOf } from './tree.ts';

export const SourceNameTaken = refusal(409, 'source_name_taken', 'Another data source has this name.');
export const SelectorEmpty = refusal(
  422,
  'selector_empty',
  'A data source selects something: name at least one thing.',
);
export const TooManyDataSources = refusal(
  422,
  'too_many_data_sources',
  'An organization has at most 200 data sources.',
);

const DATA_SOURCES_MAX = 200;

type Given<T> = { [K in keyof T]?: T[K] | undefined };

export async function listDataSources(ctx: TenantContext, query: PageRequest & { search?: string | undefined }) {
  const sources = await selectDataSources(ctx);
  const found = sources.filter(({ name }) => !query.search || folded(name).includes(folded(query.search)));
  const { offset, limit } = pageWindow(query);
  return toPage(query, found.slice(offset, offset + limit), found.length);
}

export async function createDataSource(
  ctx: TenantContext,
  { name, description, ...selector }: Selector & { name: string; description: string },
): Promise<DataSource> {
  await checkSelector(ctx, selector);
  const standing = await selectDataSources(ctx);
  if (standing.length >= DATA_SOURCES_MAX) throw TooManyDataSources();
  const { organizationId } = ctx;
  const id = newId();
  await insertDataSource(ctx.tx, { organizationId, id, name, description, createdAt: ctx.now }).catch(explain);
  await insertMembers(ctx, id, selector).catch(explain);
  return findDataSource(ctx, id);
}

export interface DataSourceChange extends Given<Selector> {
  id: string;
  version?: number | undefined;
  name?: string | undefined;
  description?: string | undefined;
}

/** Each list that is given takes the place of the one before. */
export async function changeDataSource(ctx: TenantContext, request: DataSourceChange): Promise<DataSource> {
  const { id, version, name, description, ...lists } = request;
  const held = await lockDataSource(ctx, id);
  if (!held) throw NotFound();
  if (version !== undefined && version !== held.version) throw VersionConflict();
  const before = await findDataSource(ctx, id);
  const selector = { ...before, ...lists } as Selector;
  await checkSelector(ctx, selector, lists);
  await updateDataSource(ctx, id, { name, description }).catch(explain);
  await deleteMembers(ctx, id);
  await insertMembers(ctx, id, selector).catch(explain);
  return findDataSource(ctx, id);
}

/** What the source catches, a page at a time, each transfer with its record. */
export async function listElements(
  ctx: TenantContext,
  id: string,
  query: PageRequest & { from?: string | undefined; to?: string | undefined; knownAt?: string | undefined },
) {
  const [source, chart, currency] = await Promise.all([findDataSource(ctx, id), selectChart(ctx), ctx.currency]);
  const filter = { from: query.from ?? null, to: query.to ?? null, knownAt: query.knownAt ?? null };
  const selector = withoutHeadings(chart, source);
  const { rows, counted } = await selectElements(ctx, selector, filter, pageWindow(query));
  const byId = new Map(chart.map((account) => [account.id, account]));
  const named = (accountId: string) => {
    const { code, name } = byId.get(accountId)!;
    return { id: accountId, code, name };
  };
  const elements = rows.map(({ debitAccountId, creditAccountId, amount, reversesId, ...element }) => ({
    ...element,
    recordStatus: element.recordStatus as 'posted' | 'void',
    takesBack: reversesId !== null,
    debit: named(debitAccountId),
    credit: named(creditAccountId),
    amount: fromMinor(amount, currency),
    currency,
  }));
  return toPage(query, elements, counted);
}

/** The selector with every heading replaced by the accounts under it, as the ledger knows them. */
export const withoutHeadings = (chart: ChartAccount[], selector: Selector): Selector => ({
  ...selector,
  accountIds: [...new Set(selector.accountIds.flatMap((id) => subtreeOf(chart, id).map((account) => account.id)))],
});

async function findDataSource(ctx: TenantContext, id: string): Promise<DataSource> {
  const source = await selectDataSource(ctx, id);
  if (!source) throw NotFound();
  return source;
}

const listNames = [
  'accountIds',
  'taxIds',
  'resourceIds',
  'contactIds',
  'divisionIds',
  'projectIds',
  'recordKinds',
] as const;

/** What belongs to later modules is asked of them by the name of its field; the rest is known by its foreign keys. */
async function checkSelector(ctx: TenantContext, selector: Selector, given: Given<Selector> = selector): Promise<void> {
  if (listNames.every((list) => selector[list].length === 0)) throw SelectorEmpty();
  await Promise.all([
    checkKnown(ctx, 'taxId', 'body.taxIds', given.taxIds ?? []),
    checkKnown(ctx, 'resourceId', 'body.resourceIds', given.resourceIds ?? []),
  ]);
}

async function checkKnown(ctx: TenantContext, field: string, path: string, ids: string[]): Promise<void> {
  const kind = ctx.entityKinds.get(field);
  const known = await Promise.all(ids.map((id) => kind?.exists(ctx, id) ?? false));
  const place = known.indexOf(false);
  if (place >= 0) throw unknownReference(`${path}[${place}]`, 'What the source names');
}

const references = {
  data_source_members_account: 'body.accountIds',
  data_source_members_contact: 'body.contactIds',
  data_source_members_division: 'body.divisionIds',
  data_source_members_project: 'body.projectIds',
};

function explain(error: unknown): never {
  if (violates(error, 'data_sources_name')) throw SourceNameTaken();
  for (const [constraint, path] of Object.entries(references)) {
    if (violates(error, constraint)) throw unknownReference(path, 'What the source names');
  }
  throw error;
}
