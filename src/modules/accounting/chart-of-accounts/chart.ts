import type { TenantContext } from '#platform/context.ts';
import { referencingTable, violates } from '#platform/db/database.ts';
import { newId } from '#platform/id.ts';
import { NotFound, refusal, unknownReference, VersionConflict } from '#platform/refusal.ts';
import { chartAccountCreated } from '../events.ts';
import {
  type AccountKind,
  type ChartAccount,
  type ChartAccountChange,
  deleteChartAccount,
  insertChartAccount,
  lockChart,
  selectUses,
  updateChartAccount,
} from './chart.sql.ts';
import { subtreeOf } from './tree.ts';

export const CodeTaken = refusal(409, 'code_taken', 'Another account has this code.');
export const KindRequired = refusal(422, 'kind_required', 'An account at the top of the chart needs its kind.');
export const KindDiffers = refusal(422, 'kind_differs', 'An account is of the same kind as the one above it.');
export const ParentNotHeading = refusal(
  422,
  'parent_not_heading',
  'Only a heading that is in use has accounts under it.',
);
export const ChartCycle = refusal(422, 'chart_cycle', 'An account cannot be under itself.');
export const ChartTooDeep = refusal(422, 'chart_too_deep', 'A chart has at most 12 levels.');
export const TooManyChartAccounts = refusal(422, 'too_many_chart_accounts', 'A chart has at most 5,000 accounts.');
export const AccountInUse = refusal(422, 'account_in_use', 'The account is in use.');

const CHART_ACCOUNTS_MAX = 5_000;
const DEPTH_MAX = 11;

export interface ChartAccountFields {
  code: string;
  name: string;
  kind?: AccountKind | undefined;
  parentId?: string | null | undefined;
  currency?: string | undefined;
  postable: boolean;
}

export async function createChartAccount(ctx: TenantContext, fields: ChartAccountFields): Promise<ChartAccount> {
  const chart = await lockChart(ctx);
  if (chart.length >= CHART_ACCOUNTS_MAX) throw TooManyChartAccounts();
  const parent = fields.parentId ? headingAt(chart, fields.parentId) : null;
  const kind = fields.kind ?? parent?.kind;
  if (!kind) throw KindRequired();
  if (parent && parent.kind !== kind) throw KindDiffers();
  if (parent && parent.depth >= DEPTH_MAX) throw ChartTooDeep();
  const currency = fields.currency ?? ctx.currency;
  const account = await insertChartAccount(ctx, {
    id: newId(),
    code: fields.code,
    name: fields.name,
    kind,
    currency,
    parentId: parent?.id ?? null,
    parentDepth: parent?.depth ?? null,
    postable: fields.postable,
    createdAt: ctx.now,
  }).catch(explain);
  ctx.emit(chartAccountCreated, { chartAccountId: account.id, ...(ctx.userId && { userId: ctx.userId }) });
  return account;
}

export interface ChartAccountRequest {
  id: string;
  version?: number | undefined;
  code?: string | undefined;
  name?: string | undefined;
  parentId?: string | null | undefined;
  postable?: boolean | undefined;
  archived?: boolean | undefined;
}

export async function changeChartAccount(ctx: TenantContext, request: ChartAccountRequest): Promise<ChartAccount> {
  const chart = await lockChart(ctx);
  const account = chart.find(({ id }) => id === request.id);
  if (!account) throw NotFound();
  if (request.version !== undefined && request.version !== account.version) throw VersionConflict();
  const change: ChartAccountChange = { code: request.code, name: request.name };
  if (request.parentId !== undefined) Object.assign(change, placeUnder(chart, account, request.parentId));
  if (request.postable !== undefined && request.postable !== account.postable) {
    change.postable = request.postable;
    if (request.postable) checkNothingUnder(chart, account, 'It has accounts under it.');
    else await checkUnused(ctx, account);
  }
  if (request.archived !== undefined && request.archived !== Boolean(account.archivedAt)) {
    change.archivedAt = request.archived ? ctx.now : null;
    if (request.archived) await checkArchivable(ctx, chart, account);
    else checkParentInUse(chart, request.parentId === undefined ? account.parentId : request.parentId);
  }
  return updateChartAccount(ctx, account.id, change).catch(explain);
}

/** What points at an account keeps it: the foreign keys say so, whoever points. */
export async function removeChartAccount(ctx: TenantContext, id: string): Promise<void> {
  const deleted = await deleteChartAccount(ctx, id).catch(explain);
  if (!deleted) throw NotFound();
}

function headingAt(chart: ChartAccount[], id: string): ChartAccount {
  const parent = chart.find((account) => account.id === id);
  if (!parent) throw unknownReference('body.parentId', 'The account above');
  if (parent.postable || parent.archivedAt) throw ParentNotHeading();
  return parent;
}

function placeUnder(chart: ChartAccount[], account: ChartAccount, parentId: string | null): ChartAccountChange {
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
  const standing = chart.filter(({ archivedAt }) => !archivedAt);
  checkNothingUnder(standing, account, 'It has accounts under it that are not archived.');
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
}

const reasons: Record<string, string> = {
  chart_accounts: 'It has accounts under it.',
  ledger_transfers: 'It has movements.',
  records: 'It has movements.',
  posting_rules: 'A posting rule points at it.',
  accounts: 'It belongs to a money account.',
  data_source_members: 'A data source names it.',
};

/** What the constraints of the chart say, in words. */
function explain(error: unknown): never {
  if (violates(error, 'chart_accounts_organization_id_code_key')) throw CodeTaken();
  const table = referencingTable(error);
  if (table) throw AccountInUse(reasons[table] ?? 'Something else points at it.');
  throw error;
}
