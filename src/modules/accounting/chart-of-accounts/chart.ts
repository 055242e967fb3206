import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { referencingTable, violates } from '#platform/db/violation.ts';
import { archivedAtBy } from '#platform/http/change.ts';
import { newId } from '#platform/id.ts';
import { NotFound, type RefusalKind, refusal, unknownReference, VersionConflict } from '#platform/refusal.ts';
import { chartAccountCreated } from '../events.ts';
import { fillInUsesOfAccounts } from '../hooks.ts';
import { accounts, type ChartAccount, chartAccounts, postingRules } from '../tables.ts';
import { CHART_ACCOUNTS_MAX, type ChartAccountChange, type NewChartAccount } from './chart.schema.ts';
import { lockChart } from './chart.sql.ts';
import { type DraftChart, draftOf, type PlacedAccount } from './draft-chart.ts';

export const CodeTaken = refusal('code_taken', 'Another account has this code: choose a different one.', 409);
export const KindRequired = refusal(
  'kind_required',
  'An account at the top of the chart has no parent to take its kind from: give its `kind`.',
);
export const KindDiffers = refusal(
  'kind_differs',
  'An account has the kind of the one above it: leave `kind` out, or choose another parent.',
);
export const ParentNotHeading = refusal(
  'parent_not_heading',
  'The parent is archived or takes postings itself: choose a heading that is in use.',
);
export const ChartCycle = refusal(
  'chart_cycle',
  'An account cannot be under itself or its own descendants: choose another parent.',
);
export const ChartTooDeep = refusal('chart_too_deep', 'A chart has at most 12 levels: choose a parent further up.');
export const TooManyChartAccounts = refusal(
  'too_many_chart_accounts',
  'A chart has at most 5,000 accounts: delete one that is not used first.',
);
export const AccountInUse = refusal('account_in_use', 'The account is in use: see `detail`.');

const DEPTH_MAX = 11;

export async function createChartAccount(
  ctx: TenantContext,
  { code, name, postable, currency = ctx.currency, ...fields }: z.output<typeof NewChartAccount>,
): Promise<ChartAccount> {
  const chart = await lockChart(ctx);
  if (chart.length >= CHART_ACCOUNTS_MAX) throw TooManyChartAccounts();
  const draft = draftOf(chart);
  const parent = knownAbove(draft, fields.parentId ?? null);
  const kind = fields.kind ?? parent?.kind;
  if (!kind) throw KindRequired();
  const row = { id: newId(), code, name, kind, currency, postable, archivedAt: null, parentId: parent?.id ?? null };
  checkPlace(draft, row, parent);
  const account = await chartAccounts
    .insert(ctx, { ...row, parentDepth: parent && draft.depthOf(parent) })
    .catch(explain);
  ctx.emit(chartAccountCreated, { chartAccountId: account.id, ...(ctx.userId && { userId: ctx.userId }) });
  return account;
}

/** The accounts under a moved one move with it: the foreign key updates their depth. */
export async function changeChartAccount(
  ctx: TenantContext,
  { id, version, code, name, parentId, postable, archived }: z.output<typeof ChartAccountChange>,
): Promise<ChartAccount> {
  const chart = await lockChart(ctx);
  const account = chart.find((candidate) => candidate.id === id);
  if (!account) throw NotFound();
  if (version !== undefined && version !== account.version) throw VersionConflict();
  const draft = draftOf(chart);
  const parent = knownAbove(draft, parentId ?? null);
  if (parentId !== undefined) checkPlace(draft, account, parent);
  const place = parentId === undefined ? {} : { parentId, parentDepth: parent && draft.depthOf(parent) };
  if (postable !== undefined && postable !== account.postable) await checkPostable(ctx, chart, account, postable);
  const isArchived = account.archivedAt !== null;
  if (archived === true && !isArchived) await checkArchivable(ctx, chart, account);
  if (archived === false && isArchived) checkParentInUse(chart, parentId === undefined ? account.parentId : parentId);
  const archivedAt = archivedAtBy(ctx, archived, account);
  return chartAccounts.change(ctx, id, { code, name, postable, ...place, archivedAt }).catch(explain);
}

/** The foreign keys refuse to delete an account that something points at. */
export async function removeChartAccount(ctx: TenantContext, id: string): Promise<void> {
  if (!(await chartAccounts.delete(ctx, id).catch(explain))) throw NotFound();
}

function knownAbove(draft: DraftChart, parentId: string | null): PlacedAccount | null {
  const parent = parentId === null ? null : draft.find(parentId);
  if (parent === undefined) throw unknownReference('body.parentId', 'The account above');
  return parent;
}

function checkPlace(draft: DraftChart, account: PlacedAccount, parent: PlacedAccount | null): void {
  const refused = parent && refusedPlace(draft, account, parent);
  if (refused) throw refused();
}

/** Why an account, with everything under it, cannot be under another one. */
export function refusedPlace(draft: DraftChart, account: PlacedAccount, parent: PlacedAccount): RefusalKind | null {
  if (draft.isUnder(parent, account.id)) return ChartCycle;
  if (parent.postable || parent.archivedAt) return ParentNotHeading;
  if (parent.kind !== account.kind) return KindDiffers;
  return draft.depthOf(parent) + 1 + draft.heightOf(account.id) > DEPTH_MAX ? ChartTooDeep : null;
}

/** A heading takes no postings, and an account that does has nothing under it. */
async function checkPostable(ctx: TenantContext, chart: ChartAccount[], account: ChartAccount, postable: boolean) {
  if (postable) checkNothingUnder(chart, account, 'It has accounts under it.');
  else await checkUnused(ctx, account);
}

async function checkArchivable(ctx: TenantContext, chart: ChartAccount[], account: ChartAccount): Promise<void> {
  const active = chart.filter(({ archivedAt }) => !archivedAt);
  checkNothingUnder(active, account, 'It has accounts under it that are not archived.');
  await checkUnused(ctx, account);
}

function checkNothingUnder(chart: ChartAccount[], account: ChartAccount, reason: string): void {
  if (chart.some(({ parentId }) => parentId === account.id)) throw AccountInUse(reason);
}

function checkParentInUse(chart: ChartAccount[], parentId: string | null): void {
  if (parentId && chart.find(({ id }) => id === parentId)?.archivedAt) throw ParentNotHeading();
}

async function checkUnused(ctx: TenantContext, { id }: ChartAccount): Promise<void> {
  const reason = (await usesOf(ctx, [id])).get(id);
  if (reason) throw AccountInUse(reason);
}

/** The reasons why accounts must stay open, by account. */
export async function usesOf(ctx: TenantContext, ids: string[]): Promise<Map<string, string>> {
  const uses = new Map<string, string>();
  await fillInUsesOfAccounts(ctx, ids, uses);
  const [rules, owners] = await Promise.all([
    postingRules.all(ctx, { chartAccountId: ids }, { orderBy: ['name'] }),
    accounts.all(ctx, { chartAccountId: ids }, { columns: ['chartAccountId', 'name'] }),
  ]);
  for (const [id, own] of Map.groupBy(rules, ({ chartAccountId }) => chartAccountId)) {
    uses.set(id, `These posting rules point at it: ${own.map(({ name }) => name).join(', ')}.`);
  }
  for (const { chartAccountId, name } of owners) uses.set(chartAccountId, `It belongs to the money account ${name}.`);
  return uses;
}

const reasons: Record<string, string> = {
  chart_accounts: 'It has accounts under it.',
  ledger_tail: 'It has movements.',
  ledger_months: 'It has movements.',
  records: 'It has movements.',
  posting_rules: 'A posting rule points at it.',
  accounts: 'It belongs to a money account.',
  data_source_members: 'A data source names it.',
  assets: 'A fixed asset is posted to it.',
  budget_amounts: 'A budget has amounts for it.',
};

/** Turns violated constraints of the chart into refusals. */
export function explain(error: unknown): never {
  if (violates(error, 'chart_accounts_organization_id_code_key')) throw CodeTaken();
  const table = referencingTable(error);
  if (table) throw AccountInUse(reasons[table] ?? 'Something else points at it.');
  throw error;
}
