import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { bulkResult, failed, type RowResult, refuseWrongRows } from '#platform/http/bulk.ts';
import { givenFields } from '#platform/http/change.ts';
import type { GivenRows } from '#platform/http/rows.ts';
import { newId } from '#platform/id.ts';
import { type FieldError, InvalidRequest, NotFound, ReferenceNotFound, type RefusalKind } from '#platform/refusal.ts';
import { mapInTurns } from '#platform/turns.ts';
import { chartAccountCreated } from '../events.ts';
import { type ChartAccount, chartAccounts } from '../tables.ts';
import { CHART_ACCOUNTS_MAX, type ChartAccountRow } from './chart.schema.ts';
import { lockChart, selectMoved } from './chart.sql.ts';
import {
  AccountInUse,
  ChartCycle,
  CodeTaken,
  explain,
  KindDiffers,
  KindRequired,
  ParentNotHeading,
  refusedPlace,
  TooManyChartAccounts,
  usesOf,
} from './chart.ts';
import { type DraftChart, draftOf, type PlacedAccount } from './draft-chart.ts';

type Row = z.output<typeof ChartAccountRow>;
/** The plan for a row: create an account, change one, or refuse the row. */
type Plan = Planned | Refused;
type Planned = { after: PlacedAccount; before: ChartAccount | null };
type Refused = { errors: FieldError[] };

/** The chart in which rows are placed, and what they say about each other. */
interface Surroundings {
  draft: DraftChart;
  held: ReadonlyMap<string, ChartAccount>;
  /** The accounts by their present code. */
  byCode: ReadonlyMap<string, ChartAccount>;
  /** The row that has each code afterwards. */
  rowOf: ReadonlyMap<string, number>;
  /** The row that changes each account. */
  rowOfId: ReadonlyMap<string, number>;
  /** The codes that rows name as those of headings. */
  headings: ReadonlySet<string>;
  /** The reasons why accounts cannot become headings, by account. */
  uses: ReadonlyMap<string, string>;
  currency: string;
  plans: Plan[];
}

/** Writes all rows or none, or with `validRowsOnly` every valid row. Headings and the accounts under them come in any order. */
export async function writeChartAccounts(ctx: TenantContext, given: Row[], rows: GivenRows) {
  const chart = await lockChart(ctx);
  const around = await lookAround(ctx, chart, given);
  const { plans } = around;
  let room = CHART_ACCOUNTS_MAX - chart.length;
  await mapInTurns(parentsFirst(given, around), (index) => {
    const row = given[index]!;
    const path = `body.accounts[${rows.placeOf(index)}]`;
    const isFull = row.id === undefined && room === 0;
    const plan = isFull ? wrong(`${path}.code`, TooManyChartAccounts) : planRow(row, index, around, path);
    plans[index] = plan;
    if ('errors' in plan) return;
    around.draft.put(plan.after);
    if (!plan.before) room--;
  });
  refuseWrongRows(
    plans.filter((plan) => 'errors' in plan),
    rows,
  );
  await write(ctx, plans.filter((plan) => 'after' in plan).filter(isChanged), around.draft);
  return bulkResult(
    rows,
    plans.map((plan): RowResult => {
      if ('errors' in plan) return failed(plan.errors);
      const outcome = !plan.before ? 'created' : isChanged(plan) ? 'updated' : 'unchanged';
      return { id: plan.after.id, outcome, errors: [] };
    }),
  );
}

async function lookAround(ctx: TenantContext, chart: ChartAccount[], given: Row[]): Promise<Surroundings> {
  const held = new Map(chart.map((account) => [account.id, account]));
  const rowOf = new Map<string, number>();
  for (const [index, { id = '', code = held.get(id)?.code }] of given.entries()) {
    if (code !== undefined && !rowOf.has(code)) rowOf.set(code, index);
  }
  const closing = given.flatMap(({ id = '', postable }) => (postable === false && held.get(id)?.postable ? id : []));
  const [moved, uses] = [await selectMoved(ctx, closing), await usesOf(ctx, closing)];
  return {
    draft: draftOf(chart),
    held,
    byCode: new Map(chart.map((account) => [account.code, account])),
    rowOf,
    rowOfId: new Map(given.flatMap(({ id }, index) => (id === undefined ? [] : [[id, index] as const])).toReversed()),
    headings: new Set(given.flatMap(({ parentCode }) => parentCode ?? [])),
    uses: new Map([...moved.map((id) => [id, 'It has movements.'] as const), ...uses]),
    currency: ctx.currency,
    plans: [],
  };
}

/** The places of the rows, ordered so that each heading comes before the accounts under it. */
function parentsFirst(given: Row[], { rowOf }: Surroundings): number[] {
  const order = new Set<number>();
  for (const first of given.keys()) {
    const chain = new Set<number>();
    let next: number | undefined = first;
    while (next !== undefined && !order.has(next) && !chain.has(next)) {
      chain.add(next);
      next = rowOf.get(given[next]!.parentCode ?? '');
    }
    for (const index of [...chain].toReversed()) order.add(index);
  }
  return [...order];
}

function planRow(row: Row, index: number, around: Surroundings, path: string): Plan {
  const { id, code } = row;
  if (id !== undefined && around.rowOfId.get(id) !== index) {
    return wrong(`${path}.id`, InvalidRequest, 'Another row changes the same account.', 'duplicate');
  }
  const parent = parentOf(row, around, path);
  if (parent && 'errors' in parent) return parent;
  const holder = code === undefined ? undefined : around.byCode.get(code);
  if (code !== undefined && ((holder && holder.id !== id) || around.rowOf.get(code) !== index)) {
    return wrong(`${path}.code`, CodeTaken);
  }
  return id === undefined ? planNew(row, parent, around, path) : planChange({ ...row, id }, parent, around, path);
}

/** The account above that a row names; undefined: it names none. */
function parentOf({ parentCode }: Row, around: Surroundings, path: string): PlacedAccount | Refused | null | undefined {
  if (parentCode === undefined || parentCode === null) return parentCode;
  const row = around.rowOf.get(parentCode);
  if (row === undefined) {
    const account = around.byCode.get(parentCode);
    // An account with a row of its own gets another code there.
    if (account && !around.rowOfId.has(account.id)) return account;
    return wrong(`${path}.parentCode`, ReferenceNotFound, `No account has the code ${parentCode}.`);
  }
  const plan = around.plans[row];
  if (!plan) return wrong(`${path}.parentCode`, ChartCycle);
  if ('after' in plan) return plan.after;
  // The row above is wrong, but an account with its code exists already.
  const present = around.byCode.get(parentCode);
  return present ?? wrong(`${path}.parentCode`, ParentNotHeading, 'The row of the account above is wrong.');
}

function planNew(
  { code, name, postable, ...row }: Row,
  parent: PlacedAccount | null | undefined,
  around: Surroundings,
  path: string,
): Plan {
  if (code === undefined) return wrong(`${path}.code`, InvalidRequest, 'A new account needs a code.', 'required');
  if (name === undefined) return wrong(`${path}.name`, InvalidRequest, 'A new account needs a name.', 'required');
  const kind = row.kind ?? parent?.kind;
  if (!kind) return wrong(`${path}.kind`, KindRequired);
  const after = {
    id: newId(),
    code,
    name,
    kind,
    currency: row.currency ?? around.currency,
    postable: postable ?? !around.headings.has(code),
    parentId: parent?.id ?? null,
    archivedAt: null,
  };
  return placed({ after, before: null }, parent, around, path);
}

function planChange(
  { id, kind, currency, parentCode: _, ...row }: Row & { id: string },
  parent: PlacedAccount | null | undefined,
  around: Surroundings,
  path: string,
): Plan {
  const before = around.held.get(id);
  if (!before) return wrong(`${path}.id`, NotFound, 'This account does not exist.');
  if (kind !== undefined && kind !== before.kind) {
    return wrong(`${path}.kind`, KindDiffers, 'The kind of an account never changes.');
  }
  if (currency !== undefined && currency !== before.currency) {
    return wrong(`${path}.currency`, InvalidRequest, 'The currency of an account never changes.', 'fixed');
  }
  const used = row.postable === false && before.postable && around.uses.get(id);
  if (used) return wrong(`${path}.postable`, AccountInUse, used);
  if (row.postable && !before.postable && around.draft.childrenOf(id).length > 0) {
    return wrong(`${path}.postable`, AccountInUse, 'It has accounts under it.');
  }
  const place = parent === undefined ? {} : { parentId: parent?.id ?? null };
  return placed({ before, after: { ...before, ...givenFields(row), ...place } }, parent, around, path);
}

/** The plan, unless the account cannot be under this one. */
function placed(plan: Planned, parent: PlacedAccount | null | undefined, { draft }: Surroundings, path: string): Plan {
  if (!parent || plan.before?.parentId === parent.id) return plan;
  const refused = refusedPlace(draft, plan.after, parent);
  if (!refused) return plan;
  return wrong(`${path}.${refused === KindDiffers ? 'kind' : 'parentCode'}`, refused);
}

const wrong = (path: string, { code: kind, title }: RefusalKind, message = title, code = kind): Refused => ({
  errors: [{ path, code, message }],
});

const isChanged = ({ after, before }: Planned): boolean => !isDeepStrictEqual(after, before);

/** New accounts are written at the top first, and then placed with the others: either may be above the other. */
async function write(ctx: TenantContext, plans: Planned[], { find, depthOf }: DraftChart): Promise<void> {
  const created = plans.flatMap(({ before, after }) => (before ? [] : after));
  const atTheTop = created.map((account) => ({ ...account, parentId: null, parentDepth: null }));
  await chartAccounts.insertMany(ctx, atTheTop).catch(explain);
  const placedRows = plans.map(({ before, after: { id, code, name, postable, parentId } }) => ({
    id,
    code,
    name,
    postable,
    parentId,
    parentDepth: parentId === null ? null : depthOf(find(parentId)!),
    version: before ? before.version + 1 : 1,
  }));
  await chartAccounts.updateMany(ctx, placedRows).catch(explain);
  const by = ctx.userId ? { userId: ctx.userId } : {};
  for (const { id } of created) ctx.emit(chartAccountCreated, { chartAccountId: id, ...by });
}
