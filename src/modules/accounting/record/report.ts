import type { z } from 'zod';
import { selectContactNames } from '#modules/contacts/index.ts';
import { firstWeekday } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMinor } from '#platform/money.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { ownBalance } from '../account/balance.ts';
import { selectAmountsIn, selectOpenAmount } from '../conciliation/open-records.sql.ts';
import { selectTotals } from '../ledger/ledger.sql.ts';
import { type Account, accounts, type RecordRow } from '../tables.ts';
import { describeRecord } from './describe-record.ts';
import { type Named, type RecordFilter, recordList, selectNames } from './record-list.sql.ts';
import { type Dimension, type Figures, type FiguresGroup, selectGroups } from './report.sql.ts';

export const TooManyGroups = refusal(
  'too_many_groups',
  'There are more than 10,000 groups: group by fewer fields, or filter more.',
);

const GROUPS_MAX = 10_000;

interface ReportQuery extends RecordFilter, z.output<typeof recordList.query> {
  groupBy?: Dimension[] | undefined;
}

/** The records that match and, with `groupBy`, their sums. */
export async function readReport(ctx: TenantContext, query: ReportQuery) {
  const { currency } = ctx;
  const { cursor, groupBy, page, itemsPerPage, count, sort, ...matching } = query;
  const request = { cursor, page, itemsPerPage, count, sort, matching };
  const account = await conciliatedAccount(ctx, matching);
  // Before the list, which joins whole sets in the same way then.
  const conciliation = account && (await conciliationOf(ctx, account, matching.to ?? null));
  const [answer, summed] = await Promise.all([
    recordList.page(ctx, request, (rows) => describeListed(ctx, rows, account)),
    groupBy ? sumGroups(ctx, matching, groupBy) : null,
  ]);
  return {
    ...answer,
    currency,
    conciliation,
    groups: groupBy && summed ? await describeGroups(ctx, groupBy, summed.groups, currency) : [],
    totals: summed ? describeFigures(summed.totals, currency) : null,
  };
}

/** The account whose records are listed that are not conciliated. */
export async function conciliatedAccount(
  ctx: TenantContext,
  { notConciliatedIn }: Pick<RecordFilter, 'notConciliatedIn'>,
): Promise<Account | null> {
  if (notConciliatedIn === undefined) return null;
  const account = await accounts.find(ctx, notConciliatedIn);
  if (!account) throw unknownReference('query.notConciliatedIn', 'This account');
  return account;
}

/** The records, with what they add to the account. */
export async function describeListed(ctx: TenantContext, rows: RecordRow[], account: Account | null) {
  const ids = rows.map(({ id }) => id);
  const amounts = account ? await selectAmountsIn(ctx, account.id, ids) : null;
  return rows.map((record) => ({
    ...describeRecord(record, ctx.currency),
    ...(amounts && { amountInAccount: fromMinor(amounts.get(record.id) ?? 0n, account!.currency) }),
  }));
}

/** The balance of the books less what is not conciliated is the balance of the bank. */
async function conciliationOf(ctx: TenantContext, { id, chartAccountId, currency }: Account, until: string | null) {
  const ledger = { accountIds: [chartAccountId], divisionId: null, until };
  const [[total], open] = [await selectTotals(ctx, ledger), await selectOpenAmount(ctx, { accountId: id, until })];
  const booked = ownBalance(total);
  return {
    accountId: id,
    currency,
    booksBalance: fromMinor(booked, currency),
    notConciliated: fromMinor(open, currency),
    bankBalance: fromMinor(booked - open, currency),
  };
}

export async function sumGroups(
  ctx: TenantContext,
  filter: RecordFilter,
  by: Dimension[],
): Promise<{ totals: Figures; groups: FiguresGroup[] }> {
  const weekStart = await firstWeekday(ctx);
  const [totals, ...groups] = await selectGroups(ctx, filter, by, { limit: GROUPS_MAX + 2, weekStart });
  if (groups.length > GROUPS_MAX) throw TooManyGroups();
  return { totals: totals!, groups };
}

async function describeGroups(ctx: TenantContext, by: Dimension[], groups: FiguresGroup[], currency: string) {
  const names = await namesOf(
    ctx,
    by.flatMap((dimension, place) => (named.has(dimension) ? groups.map(({ keys }) => keys[place]!) : [])),
  );
  const keyOf = (dimension: Dimension, key: string | null) =>
    named.has(dimension) && key !== null ? (names.get(key) ?? null) : key;
  return groups.map((group) => ({
    by: Object.fromEntries(by.map((dimension, place) => [dimension, keyOf(dimension, group.keys[place]!)])),
    ...describeFigures(group, currency),
  }));
}

/** The dimensions whose keys are ids with a name. */
const named: ReadonlySet<Dimension> = new Set(['account', 'chartAccount', 'division', 'project', 'contact']);

/** The names of accounts, divisions, projects and contacts by their ids. */
export async function namesOf(ctx: TenantContext, given: (string | null)[]): Promise<Map<string, Named>> {
  const ids = [...new Set(given.filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const [books, contacts] = await Promise.all([selectNames(ctx, ids), selectContactNames(ctx, ids)]);
  const found = [...books, ...contacts.map(({ id, name }) => ({ id, name, code: null, kind: null }))];
  return new Map(found.map((thing) => [thing.id, thing]));
}

export const describeResult = ({ income, expense }: { income: bigint; expense: bigint }, currency: string) => ({
  income: fromMinor(income, currency),
  expense: fromMinor(expense, currency),
  result: fromMinor(income - expense, currency),
});

const describeFigures = (figures: Figures, currency: string) => ({
  records: figures.records,
  ...describeResult(figures, currency),
  debit: fromMinor(figures.debit, currency),
  credit: fromMinor(figures.credit, currency),
});
