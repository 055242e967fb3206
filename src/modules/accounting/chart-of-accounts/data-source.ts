import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { keepPlans } from '#platform/db/keep-plans.ts';
import { violates } from '#platform/db/violation.ts';
import { requireExisting } from '#platform/entity-kind.ts';
import { newId } from '#platform/id.ts';
import { fromMinor } from '#platform/money.ts';
import { NotFound, refusal, unknownReference } from '#platform/refusal.ts';
import { type ChartAccount, dataSourceMembers, dataSources } from '../tables.ts';
import { selectChart } from './chart.sql.ts';
import type { DataSourceChange, NewDataSource } from './data-source.schema.ts';
import {
  type DataSource,
  type Element,
  elementList,
  insertMembers,
  type Selector,
  selectDataSources,
} from './data-source.sql.ts';
import { subtreeOf } from './tree.ts';

export const SourceNameTaken = refusal(
  'source_name_taken',
  'Another data source has this name: choose a different one.',
  409,
);
export const SelectorEmpty = refusal('selector_empty', 'A data source needs at least one selector.');
export const TooManyDataSources = refusal(
  'too_many_data_sources',
  'An organization has at most 200 data sources: delete one first.',
);

const DATA_SOURCES_MAX = 200;

export async function createDataSource(
  ctx: TenantContext,
  { name, description, ...selector }: z.output<typeof NewDataSource>,
): Promise<DataSource> {
  await checkSelector(ctx, selector);
  if ((await dataSources.countForLimit(ctx)) >= DATA_SOURCES_MAX) throw TooManyDataSources();
  const id = newId();
  await dataSources.insert(ctx, { id, name, description }).catch(explain);
  await insertMembers(ctx, id, selector).catch(explain);
  return findDataSource(ctx, id);
}

/** Each given list replaces the current one. */
export async function changeDataSource(
  ctx: TenantContext,
  { id, version, name, description, ...lists }: z.output<typeof DataSourceChange>,
): Promise<DataSource> {
  await dataSources.lock(ctx, id, version);
  const before = await findDataSource(ctx, id);
  const selector = { ...before, ...lists } as Selector;
  await checkSelector(ctx, selector, lists);
  await dataSources.update(ctx, id, { name, description }).catch(explain);
  await dataSourceMembers.delete(ctx, { dataSourceId: id });
  await insertMembers(ctx, id, selector).catch(explain);
  return findDataSource(ctx, id);
}

/** The transfers that the source catches, each with its record. */
export async function listElements(ctx: TenantContext, id: string, query: z.output<typeof elementList.query>) {
  const [source, chart] = await Promise.all([findDataSource(ctx, id), selectChart(ctx), keepPlans(ctx)]);
  const selector = withoutHeadings(chart, source);
  return elementList.page(ctx, { ...ofAccounts(chart, query), selector }, (rows) => describeElements(ctx, chart, rows));
}

/** The query with every heading replaced by the accounts under it: the ledger has no headings. */
export const ofAccounts = <Q extends { chartAccountId?: string | string[] | undefined }>(
  chart: ChartAccount[],
  query: Q,
) => ({ ...query, chartAccountId: query.chartAccountId && accountsUnder(chart, [query.chartAccountId].flat()) });

const accountsUnder = (chart: ChartAccount[], ids: string[]): string[] => [
  ...new Set(ids.flatMap((id) => subtreeOf(chart, id).map((account) => account.id))),
];

export function describeElements({ currency }: TenantContext, chart: ChartAccount[], rows: Element[]) {
  const byId = new Map(chart.map((account) => [account.id, account]));
  const sideOf = (accountId: string, ownAmount: bigint, own: string) => {
    const { code, name } = byId.get(accountId)!;
    return { id: accountId, code, name, ownAmount: fromMinor(ownAmount, own), currency: own };
  };
  return rows.map(
    ({
      debitAccountId,
      debitAmount,
      debitCurrency,
      creditAccountId,
      creditAmount,
      creditCurrency,
      amount,
      reversesId,
      ...element
    }) => ({
      ...element,
      takesBack: reversesId !== null,
      debit: sideOf(debitAccountId, debitAmount, debitCurrency),
      credit: sideOf(creditAccountId, creditAmount, creditCurrency),
      amount: fromMinor(amount, currency),
      currency,
    }),
  );
}

/** The same for a selector. */
export const withoutHeadings = (chart: ChartAccount[], selector: Selector): Selector => ({
  ...selector,
  accountIds: accountsUnder(chart, selector.accountIds),
});

async function findDataSource(ctx: TenantContext, id: string): Promise<DataSource> {
  const [source] = await selectDataSources(ctx, [id]);
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

/** Taxes and resources belong to later modules, which check them. Foreign keys check the rest. */
async function checkSelector(
  ctx: TenantContext,
  selector: Selector,
  given: Partial<Record<keyof Selector, string[] | undefined>> = selector,
): Promise<void> {
  if (listNames.every((list) => selector[list].length === 0)) throw SelectorEmpty();
  await Promise.all([
    requireExisting(ctx, { field: 'taxId', ids: given.taxIds ?? [], path: 'body.taxIds', what: 'This tax' }),
    requireExisting(ctx, {
      field: 'resourceId',
      ids: given.resourceIds ?? [],
      path: 'body.resourceIds',
      what: 'This product or service',
    }),
  ]);
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
    if (violates(error, constraint)) throw unknownReference(path, 'An id of the selector');
  }
  throw error;
}
