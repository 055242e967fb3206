import { z } from 'zod';
import { selectContactNames } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { CalendarDate } from '#platform/date.ts';
import { fromCursor, type PageRequest, pageWindow, toCursor, toPage } from '#platform/http/page.ts';
import { fromMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { describeRecord } from './describe-record.ts';
import type { RecordRow } from './record.sql.ts';
import { countRecords, type Named, type RecordFilter, selectNames, selectRecords } from './record-list.sql.ts';
import { type Dimension, type Figures, type FiguresGroup, selectGroups } from './report.sql.ts';

export const TooManyGroups = refusal(422, 'too_many_groups', 'There are more than 10,000 groups: choose others.');

export const GROUPS_MAX = 10_000;

/** The filters as a query sends them. */
export interface RecordQuery extends Omit<RecordFilter, 'organizationId' | 'kinds' | 'status'> {
  kind?: string[] | undefined;
  status?: 'posted' | 'void' | 'all' | undefined;
}

export interface ReportQuery extends RecordQuery, PageRequest {
  cursor?: string | undefined;
  groupBy?: Dimension[] | undefined;
}

export const filterOf = (organizationId: string, { kind, status = 'posted', ...rest }: RecordQuery): RecordFilter => ({
  ...rest,
  organizationId,
  kinds: kind,
  status: status === 'all' ? undefined : status,
});

const Key = z.tuple([CalendarDate, z.uuid()]);
const cursorOf = (record: RecordRow): string => toCursor([record.date, record.id]);

/** The records that match, and, where groups are asked for, what they add up to. */
export async function readReport(ctx: TenantContext, query: ReportQuery) {
  const { cursor, groupBy, page: wanted, itemsPerPage, count, ...filters } = query;
  const filter = filterOf(ctx.organizationId, filters);
  const page = { page: cursor === undefined ? wanted : 1, itemsPerPage, count };
  const window = pageWindow(page);
  const [date, id] = cursor === undefined ? [] : fromCursor(cursor, Key);
  const after = date && id ? { date, id } : null;
  const [rows, counted, summed, currency] = await Promise.all([
    selectRecords(ctx.tx, filter, { ...window, after }),
    countRecords(ctx.tx, filter, window.countLimit),
    groupBy ? sumGroups(ctx, filter, groupBy) : null,
    ctx.currency,
  ]);
  const answer = toPage(page, rows, counted);
  return {
    ...answer,
    data: answer.data.map((record) => describeRecord(record, currency)),
    nextCursor: answer.hasMore ? cursorOf(answer.data.at(-1)!) : null,
    currency,
    groups: groupBy && summed ? await describeGroups(ctx, groupBy, summed.groups, currency) : [],
    totals: summed ? describeFigures(summed.totals, currency) : null,
  };
}

export async function sumGroups(
  ctx: TenantContext,
  filter: RecordFilter,
  by: Dimension[],
): Promise<{ totals: Figures; groups: FiguresGroup[] }> {
  const [totals, ...groups] = await selectGroups(ctx.tx, filter, by, GROUPS_MAX + 2);
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

/** The names of whatever these ids are. */
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
