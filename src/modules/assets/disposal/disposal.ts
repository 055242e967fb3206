import type { z } from 'zod';
import {
  CurrencyMismatch,
  divisionOfAccount,
  requireAccount,
  selectPostingAccounts,
  selectPostingRules,
  type Transfer,
  voidRecord,
  writeRecord,
} from '#modules/accounting/index.ts';
import { requirePendingRecord, selectElements } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { least, sumOf } from '#platform/decimal.ts';
import { toMinor } from '#platform/money.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { AssetDisposed, described } from '../asset/asset.ts';
import { plansOf, postMonth, takeBackAfter } from '../depreciation/depreciation.ts';
import { amountUntil, monthOf, nextAmount } from '../depreciation/schedule.ts';
import { type Asset, assetDepreciations, assets } from '../tables.ts';
import type { NewDisposal } from './disposal.schema.ts';

export const DisposalDateOutOfRange = refusal(
  'disposal_date_out_of_range',
  'An asset is disposed of after its acquisition and its opening depreciation, and not in the future: use another date.',
);
export const ProceedsRequired = refusal(
  'proceeds_required',
  'Give the `proceeds` of a sale, with the `accountId` or `chartAccountId` that took them, or its invoice (`pendingRecordId`).',
);
export const NotASale = refusal('not_a_sale', 'An asset is sold with an issued sales invoice: choose one.');
export const NotDisposed = refusal(
  'asset_not_disposed',
  'This asset was not disposed of: there is nothing to undo.',
  409,
);

type Given = z.output<typeof NewDisposal>;

/** Depreciates an asset up to a day, takes its cost and depreciation out of the books, and posts the gain or loss. */
export async function disposeOf(ctx: TenantContext, id: string, given: Given) {
  const today = ctx.today.toString();
  const date = given.date ?? today;
  const locked = await assets.lock(ctx, id);
  if (locked.state === 'disposed') throw AssetDisposed();
  const isAfterOpening = !locked.openingThrough || date > locked.openingThrough;
  if (date > today || date < locked.acquiredOn || !isAfterOpening) throw DisposalDateOutOfRange();
  const sale = await saleOf(ctx, locked, given);
  const asset = await depreciateUpTo(ctx, locked, monthOf(date));
  const depreciation = await depreciationUntil(ctx, asset, date);
  const accumulated = asset.accumulated + depreciation;
  const record = await writeRecord(ctx, {
    kind: 'asset-disposal',
    date,
    description: `${given.kind === 'sold' ? 'Venta' : 'Descarte'} de ${asset.name}`,
    amount: sale.accountId ? sale.proceeds : asset.cost,
    currency: ctx.currency,
    baseAmount: sale.accountId ? sale.proceeds : asset.cost,
    ...(sale.accountId ? { accountId: sale.accountId } : { divisionId: asset.divisionId }),
    projectId: asset.projectId,
    sourceKind: 'asset-disposal',
    sourceId: asset.id,
    transfers: await transfersOf(ctx, asset, { accumulated, depreciation, ...sale }),
  });
  const disposed = await assets.update(ctx, id, {
    accumulated,
    disposedOn: date,
    disposalKind: given.kind,
    proceeds: sale.proceeds,
    disposalDepreciation: depreciation,
    disposalRecordId: record.id,
    disposalPendingRecordId: given.pendingRecordId ?? null,
    updatedAt: ctx.now,
  });
  return described(ctx, disposed);
}

/** Voids the record of a disposal: the asset is there again, and the months since then are made up for. */
export async function undoDisposal(ctx: TenantContext, id: string) {
  const asset = await assets.lock(ctx, id);
  if (asset.state !== 'disposed') throw NotDisposed();
  await voidRecord(ctx, asset.disposalRecordId!);
  const restored = await assets.update(ctx, id, {
    accumulated: asset.accumulated - asset.disposalDepreciation!,
    disposedOn: null,
    disposalKind: null,
    proceeds: null,
    disposalDepreciation: null,
    disposalRecordId: null,
    disposalPendingRecordId: null,
    updatedAt: ctx.now,
  });
  return described(ctx, restored);
}

interface Sale {
  proceeds: bigint;
  /** The account of the chart that is debited. */
  debit: string | null;
  accountId: string | null;
  /** The division that has the proceeds. */
  divisionId: string | null;
}

async function saleOf(ctx: TenantContext, { divisionId }: Asset, given: Given): Promise<Sale> {
  const proceeds = given.proceeds === undefined ? undefined : toMinor(given.proceeds, ctx.currency);
  if (given.chartAccountId && !(await selectPostingAccounts(ctx, [given.chartAccountId]))[0])
    throw unknownReference('body.chartAccountId', 'The account');
  if (given.pendingRecordId) return invoicedSale(ctx, given.pendingRecordId, given, proceeds);
  if (given.kind === 'sold' && proceeds === undefined) throw ProceedsRequired();
  if (!proceeds) return { proceeds: 0n, debit: null, accountId: null, divisionId };
  if (given.chartAccountId) return { proceeds, debit: given.chartAccountId, accountId: null, divisionId };
  if (!given.accountId) throw ProceedsRequired();
  const account = await requireAccount(ctx, given.accountId, 'body.accountId');
  if (account.currency !== ctx.currency) throw CurrencyMismatch();
  const { id, chartAccountId } = account;
  return { proceeds, debit: chartAccountId, accountId: id, divisionId: await divisionOfAccount(ctx, id) };
}

/** The invoice has posted its net to an account of its own, which the disposal debits. */
async function invoicedSale(ctx: TenantContext, id: string, given: Given, proceeds: bigint | undefined): Promise<Sale> {
  const document = await requirePendingRecord(ctx, id, 'body.pendingRecordId');
  if (document.kind !== 'invoice' || document.direction !== 'sale' || document.status !== 'issued') throw NotASale();
  const lines = (await selectElements(ctx, [id])).get(id) ?? [];
  const [posted, ...others] = new Set(lines.map(({ chartAccountId }) => chartAccountId));
  const ofLines = others.length === 0 ? posted : null;
  const debit = given.chartAccountId ?? ofLines ?? (await selectPostingRules(ctx)).get('sales')!;
  const left = proceeds ?? (await netLeft(ctx, id, document.baseNet));
  return { proceeds: left, debit, accountId: null, divisionId: document.divisionId };
}

/** The net of an invoice without the proceeds of other assets that were sold with it. */
async function netLeft(ctx: TenantContext, id: string, net: bigint): Promise<bigint> {
  const others = await assets.all(ctx, { disposalPendingRecordId: id }, { columns: ['proceeds'] });
  const left = net - sumOf(others, ({ proceeds }) => proceeds!);
  if (others.length > 0 && left <= 0n)
    throw ProceedsRequired('Other assets took the whole net of this invoice: give the `proceeds` of each of them.');
  return left;
}

/** Posts the whole months before the one of the disposal that are not posted yet, and takes back those after it. */
async function depreciateUpTo(ctx: TenantContext, asset: Asset, month: string): Promise<Asset> {
  let current = asset;
  while (current.state === 'active' && current.nextMonth < month) {
    await postMonth(ctx, current.nextMonth, [current]);
    current = await assets.get(ctx, asset.id);
  }
  return takeBackAfter(ctx, current, month);
}

/** The depreciation of the last month until that day, less what was posted for the whole month. */
async function depreciationUntil(ctx: TenantContext, asset: Asset, date: string): Promise<bigint> {
  const month = monthOf(date);
  const posted = await assetDepreciations.find(ctx, { assetId: asset.id, month });
  const isNext = asset.state === 'active' && asset.nextMonth === month;
  const whole = posted?.amount ?? (isNext ? nextAmount((await plansOf(ctx, [asset]))[0]!) : 0n);
  return amountUntil(whole, month, asset.inServiceOn, date) - (posted?.amount ?? 0n);
}

async function transfersOf(
  ctx: TenantContext,
  asset: Asset,
  { accumulated, depreciation, proceeds, debit, ...sale }: Sale & { accumulated: bigint; depreciation: bigint },
): Promise<Transfer[]> {
  const rules = await selectPostingRules(ctx);
  const { assetAccountId, accumulatedAccountId, expenseAccountId, divisionId } = asset;
  const bookValue = asset.cost - accumulated;
  const recovered = least(proceeds, bookValue);
  const transfer = (from: string, to: string, amount: bigint, purpose: string, division = divisionId): Transfer => ({
    debit: from,
    credit: to,
    amount,
    purpose,
    divisionId: division,
  });
  const clearing = rules.get('betweenDivisions')!;
  // The proceeds stay in their division, and the asset and the gain in that of the asset.
  const paid = (from: string, to: string, amount: bigint, purpose: string): Transfer[] => [
    transfer(from, to, amount, purpose, sale.divisionId),
    ...(sale.divisionId === divisionId
      ? []
      : [transfer(to, clearing, amount, purpose, sale.divisionId), transfer(clearing, to, amount, purpose)]),
  ];
  return [
    transfer(expenseAccountId, accumulatedAccountId, depreciation, 'depreciation'),
    transfer(accumulatedAccountId, expenseAccountId, -depreciation, 'depreciation'),
    transfer(accumulatedAccountId, assetAccountId, accumulated, 'disposal'),
    ...(debit === null
      ? []
      : [
          ...paid(debit, assetAccountId, recovered, 'disposal'),
          ...paid(debit, rules.get('assetGain')!, proceeds - recovered, 'gain'),
        ]),
    transfer(rules.get('assetLoss')!, assetAccountId, bookValue - recovered, 'loss'),
  ].filter(({ debit: from, credit, amount }) => amount > 0n && from !== credit);
}
