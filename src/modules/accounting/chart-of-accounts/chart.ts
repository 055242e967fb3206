import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { referencingTable, violates } from '#platform/db/database.ts';
import { NotFound, refusal, unknownReference, VersionConflict } from '#platform/refusal.ts';
import { chartAccountCreated } from '../events.ts';
import { beforeChartAccountClosed } from '../hooks.ts';
import { type ChartAccount, chartAccounts } from '../tables.ts';
import type { ChartAccountChange, NewChartAccount } from './chart.schema.ts';
import { lockChart, selectUses } from './chart.sql.ts';
import { subtreeOf } from './tree.ts';

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

const CHART_ACCOUNTS_MAX = 5_000;
const DEPTH_MAX = 11;

export async function createChartAccount(
  ctx: TenantContext,
  { code, name, postable, currency = ctx.currency, ...fields }: z.output<typeof NewChartAccount>,
): Promise<ChartAccount> {
  const chart = await lockChart(ctx);
  if (chart.length >= CHART_ACCOUNTS_MAX) throw TooManyChartAccounts();
  const parent = fields.parentId ? headingAt(chart, fields.parentId) : null;
  const kind = fields.kind ?? parent?.kind;
  if (!kind) throw KindRequired();
  if (parent && parent.kind !== kind) throw KindDiffers();
  if (parent && parent.depth >= DEPTH_MAX) throw ChartTooDeep();
  const place = { parentId: parent?.id ?? null, parentDepth: parent?.depth ?? null };
  const row = { code, name, kind, currency, postable, ...place };
  const account = await chartAccounts.insert(ctx, row).catch(explain);
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
  const place = parentId === undefined ? { parentId: account.parentId } : placeUnder(chart, account, parentId);
  if (postable && !account.postable) checkNothingUnder(chart, account, 'It has accounts under it.');
  if (postable === false && account.postable) await checkUnused(ctx, account);
  const archives = archived === true && account.archivedAt === null;
  const restores = archived === false && account.archivedAt !== null;
  if (archives) await checkArchivable(ctx, chart, account);
  if (restores) checkParentInUse(chart, place.parentId);
  const archivedAt = archives ? ctx.now : restores ? null : undefined;
  return chartAccounts.change(ctx, id, { code, name, postable, ...place, archivedAt }).catch(explain);
}

/** The foreign keys refuse to delete an account that something points at. */
export async function removeChartAccount(ctx: TenantContext, id: string): Promise<void> {
  if (!(await chartAccounts.delete(ctx, id).catch(explain))) throw NotFound();
}

function headingAt(chart: ChartAccount[], id: string): ChartAccount {
  const parent = chart.find((account) => account.id === id);
  if (!parent) throw unknownReference('body.parentId', 'The account above');
  if (parent.postable || parent.archivedAt) throw ParentNotHeading();
  return parent;
}

function placeUnder(chart: ChartAccount[], account: ChartAccount, parentId: string | null) {
  if (!parentId) return { parentId: null, parentDepth: null };
  const moved = subtreeOf(chart, account.id);
  if (moved.some(({ id }) => id === parentId)) throw ChartCycle();
  const parent = headingAt(chart, parentId);
  if (parent.kind !== account.kind) throw KindDiffers();
  const height = Math.max(...moved.map(({ depth }) => depth)) - account.depth;
  if (parent.depth + 1 + height > DEPTH_MAX) throw ChartTooDeep();
  return { parentId: parent.id, parentDepth: parent.depth };
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

async function checkUnused(ctx: TenantContext, account: ChartAccount): Promise<void> {
  const { rules, moneyAccount } = await selectUses(ctx, account.id);
  if (moneyAccount) throw AccountInUse(`It belongs to the money account ${moneyAccount}.`);
  if (rules.length > 0) throw AccountInUse(`These posting rules point at it: ${rules.join(', ')}.`);
  await beforeChartAccountClosed(ctx, account.id);
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
function explain(error: unknown): never {
  if (violates(error, 'chart_accounts_organization_id_code_key')) throw CodeTaken();
  const table = referencingTable(error);
  if (table) throw AccountInUse(reasons[table] ?? 'Something else points at it.');
  throw error;
}
