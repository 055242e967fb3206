import type { TenantContext } from '#platform/context.ts';
import { fromMinor } from '#platform/money.ts';
import { NotFound, unknownReference } from '#platform/refusal.ts';
import { selectChart } from './chart.sql.ts';
import { momentOf, totalsUntil } from './chart-list.ts';
import { dayBefore } from './comparison.ts';
import { type DataSource, type Origin, selectDataSources, selectOrigins } from './data-source.sql.ts';
import { withoutHeadings } from './data-source.ts';
import { balanceOf, type Sums, subtreeOf } from './tree.ts';

interface SourcesQuery {
  from?: string | undefined;
  to?: string | undefined;
  knownAt?: string | undefined;
  divisionId?: string | undefined;
  dataSourceIds?: string[] | undefined;
}

/**
 * The balance of an account or a heading, by where it comes from. Each movement belongs to the first source that catches
 * it, in the order asked, so the shares and the remainder sum to the balance.
 */
export async function readBalanceWithSources(ctx: TenantContext, accountId: string, query: SourcesQuery) {
  const { date: to, knownAt } = momentOf(ctx, { date: query.to, knownAt: query.knownAt });
  const from = query.from ?? null;
  const { currency } = ctx;
  const [chart, known] = await Promise.all([selectChart(ctx), selectDataSources(ctx)]);
  const account = chart.find(({ id }) => id === accountId);
  if (!account) throw NotFound();
  const sources = query.dataSourceIds ? chosen(known, query.dataSourceIds) : known;
  const accountIds = subtreeOf(chart, accountId).map(({ id }) => id);
  const [origins, before] = await Promise.all([
    selectOrigins(
      ctx,
      accountIds,
      sources.map((source) => withoutHeadings(chart, source)),
      { from, to, knownAt: query.knownAt ?? null, divisionId: query.divisionId ?? null },
    ),
    from ? totalsUntil(ctx, { ...query, accountIds, until: dayBefore(from) }) : [],
  ]);
  const amount = (sums: Sums) => fromMinor(balanceOf(account.kind, sums), currency);
  const share = (part: Origin[]) => ({ balance: amount(summed(part)), movements: movementsOf(part) });
  const remainder = origins.filter(({ matches }) => matches.length === 0);
  return {
    account: { id: account.id, code: account.code, name: account.name, kind: account.kind, postable: account.postable },
    from,
    to,
    knownAt,
    currency,
    opening: amount(summed(before)),
    balance: amount(summed(origins)),
    closing: amount(summed([...before, ...origins])),
    movements: movementsOf(origins),
    sources: sources.map((source, place) => ({
      dataSource: { id: source.id, name: source.name },
      ...share(origins.filter(({ matches }) => matches[0] === place)),
      caught: amount(summed(origins.filter(({ matches }) => matches.includes(place)))),
    })),
    remainder: {
      ...share(remainder),
      origins: remainder.map((origin) => ({
        recordKind: origin.recordKind,
        purpose: origin.purpose,
        balance: amount(origin),
        movements: origin.movements,
      })),
    },
  };
}

const summed = (parts: Sums[]): Sums =>
  parts.reduce((sum, { debit, credit }) => ({ debit: sum.debit + debit, credit: sum.credit + credit }), {
    debit: 0n,
    credit: 0n,
  });

const movementsOf = (parts: Origin[]): number => parts.reduce((sum, { movements }) => sum + movements, 0);

const chosen = (known: DataSource[], ids: string[]): DataSource[] =>
  ids.map((id, place) => {
    const source = known.find((candidate) => candidate.id === id);
    if (!source) throw unknownReference(`query.dataSourceIds[${place}]`, 'The data source');
    return source;
  });
