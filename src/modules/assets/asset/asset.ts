import type { z } from 'zod';
import {
  AccountNotPostable,
  requireDivisionAndProject,
  selectChart,
  selectPostingRules,
} from '#modules/accounting/index.ts';
import { requirePendingRecord } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { onViolation } from '#platform/db/violation.ts';
import { givenFields } from '#platform/http/change.ts';
import { fromMinor, inDecimals, toMinor } from '#platform/money.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { indexText } from '#platform/search/search.sql.ts';
import { plansOf, wakeForMonth } from '../depreciation/depreciation.ts';
import { endOf, monthAfter, monthOf, plannedMonths } from '../depreciation/schedule.ts';
import { type Asset, assetDepreciations, assets } from '../tables.ts';
import type { AssetChange, NewAsset } from './asset.schema.ts';
import { planOf, taxCategories } from './plan.ts';

export const CodeTaken = refusal('asset_code_taken', 'Another asset has this code: choose another one.', 409);
export const TooManyAssets = refusal('too_many_assets', 'There are 10,000 assets: delete some first.');
export const DatesOutOfOrder = refusal(
  'dates_out_of_order',
  'An asset is in service from its acquisition on, and `openingThrough` is a month from then until now: correct the dates.',
);
export const ValuesOutOfOrder = refusal(
  'values_out_of_order',
  'The salvage value and what is depreciated already must not exceed the cost: correct one of them.',
);
export const AccountKindDiffers = refusal(
  'account_kind_differs',
  'The cost and the accumulated depreciation need accounts of the kind asset, the depreciation one of the kind expense, all in the organization’s currency.',
);
export const NotAPurchase = refusal(
  'not_a_purchase',
  'An asset is bought with an issued purchase invoice: choose one, or leave it out.',
);
export const AssetDepreciated = refusal(
  'asset_depreciated',
  'Depreciation of this asset was posted: only its cost, life, method, salvage value and descriptions can change.',
  409,
);
export const AssetDisposed = refusal('asset_disposed', 'This asset was disposed of: undo its disposal first.', 409);

const ASSETS_MAX = 10_000;

type Given = Partial<z.output<typeof NewAsset>>;

export async function createAsset(ctx: TenantContext, given: z.output<typeof NewAsset>) {
  if ((await assets.countForLimit(ctx)) >= ASSETS_MAX) throw TooManyAssets();
  const values = { ...given, ...(await checkReferences(ctx, given)), ...valuesOf(ctx, given) };
  const category = given.category ?? (given.taxCategory ? taxCategories[given.taxCategory].name : '');
  const asset = await assets.insert(ctx, { ...values, category }).catch(onViolation('assets_code', CodeTaken));
  return described(ctx, asset);
}

/** Fields that decide the values of past months: fixed once depreciation was posted. */
const fixed = [
  'acquiredOn',
  'inServiceOn',
  'openingDepreciation',
  'openingThrough',
  'assetAccountId',
  'accumulatedAccountId',
] as const;
const planned = ['cost', 'salvageValue', 'method', 'lifeMonths', 'yearlyRate'] as const;

export async function changeAsset(ctx: TenantContext, { id, version, ...change }: z.output<typeof AssetChange>) {
  const before = await assets.lock(ctx, id, version);
  const given = givenFields(change);
  const changes = (names: readonly (keyof Given)[]) => names.some((name) => name in given);
  if (before.state === 'disposed' && changes([...fixed, ...planned])) throw AssetDisposed();
  const isPosted = await assetDepreciations.exists(ctx, { assetId: id });
  if (isPosted && changes(fixed)) throw AssetDepreciated();
  const references = await checkReferences(ctx, given, before);
  const isFixed = isPosted || before.state === 'disposed';
  const values = isFixed ? replanned(ctx, before, given) : valuesOf(ctx, given, before);
  const row = { ...given, ...references, ...values, updatedAt: ctx.now };
  return described(ctx, await assets.change(ctx, id, row).catch(onViolation('assets_code', CodeTaken)));
}

/** Only while nothing was posted: postings stay in the books. */
export async function removeAsset(ctx: TenantContext, id: string): Promise<void> {
  const asset = await assets.lock(ctx, id);
  if (asset.state === 'disposed') throw AssetDisposed();
  if (await assetDepreciations.exists(ctx, { assetId: id })) throw AssetDepreciated();
  await assets.remove(ctx, id);
  await indexText(ctx, 'asset', id, []);
}

/** The values and the plan of an asset of which nothing was posted. */
function valuesOf(ctx: TenantContext, given: Given, before?: Asset) {
  const minor = (name: 'cost' | 'salvageValue' | 'openingDepreciation') =>
    given[name] === undefined ? (before?.[name] ?? 0n) : toMinor(given[name], ctx.currency);
  const [cost, salvageValue, openingDepreciation] = [
    minor('cost'),
    minor('salvageValue'),
    minor('openingDepreciation'),
  ];
  const acquiredOn = given.acquiredOn ?? before!.acquiredOn;
  const inServiceOn = given.inServiceOn ?? before?.inServiceOn ?? acquiredOn;
  const lastMonth = ctx.today.with({ day: 1 }).subtract({ days: 1 }).toString();
  const asked = given.openingThrough === undefined ? before?.openingThrough : given.openingThrough;
  const opening = asked ?? (openingDepreciation > 0n ? lastMonth : null);
  const openingThrough = opening && endOf(opening);
  if (inServiceOn < acquiredOn) throw DatesOutOfOrder();
  if (openingThrough && (openingThrough < inServiceOn || openingThrough > endOf(ctx.today.toString())))
    throw DatesOutOfOrder();
  if (cost <= 0n || salvageValue + openingDepreciation > cost) throw ValuesOutOfOrder();
  const nextMonth = openingThrough ? monthAfter(monthOf(openingThrough)) : monthOf(inServiceOn);
  const values = { cost, salvageValue, openingDepreciation, acquiredOn, inServiceOn, openingThrough, nextMonth };
  return { ...values, accumulated: openingDepreciation, ...planOf(mergedPlan(given, before)) };
}

/**
 * A changed life, method or value counts from the next month that is not posted, and of a depreciated asset from now on. The cost
 * changes when its bill was corrected: what the past months took too much or too little is spread over the rest of the life.
 */
function replanned(ctx: TenantContext, before: Asset, given: Given) {
  const minor = (name: 'cost' | 'salvageValue') =>
    given[name] === undefined ? before[name] : toMinor(given[name], ctx.currency);
  const [cost, salvageValue] = [minor('cost'), minor('salvageValue')];
  if (salvageValue + before.accumulated > cost) throw ValuesOutOfOrder();
  const thisMonth = monthOf(ctx.today.toString());
  const nextMonth = before.state === 'depreciated' && before.nextMonth < thisMonth ? thisMonth : before.nextMonth;
  const { openingDepreciation } = before;
  return { cost, salvageValue, openingDepreciation, nextMonth, ...planOf(mergedPlan(given, before)) };
}

/** A method that changes takes no rate from the method before. */
function mergedPlan(given: Given, before?: Asset) {
  const { method, lifeMonths, yearlyRate, taxCategory } = { ...before, ...given };
  const rate = method === 'straight-line' && given.yearlyRate === undefined ? null : yearlyRate;
  return { method, lifeMonths, yearlyRate: rate, taxCategory };
}

/** Refuses unknown references, and fills in the accounts. */
async function checkReferences(ctx: TenantContext, given: Given, before?: Asset) {
  const { pendingRecordId } = given;
  await requireDivisionAndProject(ctx, given);
  if (pendingRecordId && pendingRecordId !== before?.pendingRecordId) {
    const bought = await requirePendingRecord(ctx, pendingRecordId, 'body.pendingRecordId');
    if (bought.kind !== 'invoice' || bought.direction !== 'purchase' || bought.status !== 'issued')
      throw NotAPurchase();
  }
  return accountsOf(ctx, given, before);
}

const accountFields = [
  { name: 'assetAccountId', rule: 'fixedAssets', kind: 'asset' },
  { name: 'accumulatedAccountId', rule: 'accumulatedDepreciation', kind: 'asset' },
  { name: 'expenseAccountId', rule: 'depreciation', kind: 'expense' },
] as const;

async function accountsOf(ctx: TenantContext, given: Given, before?: Asset) {
  const [chart, rules] = await Promise.all([selectChart(ctx), selectPostingRules(ctx)]);
  const chosen = accountFields.map(({ name, rule, kind }) => {
    const id = given[name] ?? before?.[name] ?? rules.get(rule)!;
    const account = chart.find((each) => each.id === id);
    if (!account) throw unknownReference(`body.${name}`, 'The account');
    if (!account.postable || account.archivedAt) throw AccountNotPostable();
    if (account.kind !== kind || account.currency !== ctx.currency) throw AccountKindDiffers();
    return [name, id] as const;
  });
  return Object.fromEntries(chosen) as Record<(typeof accountFields)[number]['name'], string>;
}

/** An asset after a change: its words are indexed, and its next month will be posted when it has ended. */
export async function described(ctx: TenantContext, asset: Asset) {
  const { name, code, serialNumber, category, location, custodian } = asset;
  await indexText(ctx, 'asset', asset.id, [name, code, serialNumber, category, location, custodian]);
  if (asset.state === 'active') wakeForMonth(ctx, asset);
  return describeAsset(ctx, asset);
}

export function describeAsset({ currency }: TenantContext, asset: Asset) {
  const { accumulated, disposedOn, disposalKind, proceeds, disposalDepreciation, nextMonth, ...row } = asset;
  const { disposalRecordId, disposalPendingRecordId, ...fields } = row;
  const bookValue = asset.cost - accumulated;
  const disposal = disposedOn === null ? null : { date: disposedOn, kind: disposalKind!, recordId: disposalRecordId! };
  return {
    ...inDecimals(fields, currency),
    currency,
    accumulatedDepreciation: fromMinor(accumulated, currency),
    bookValue: fromMinor(disposal ? 0n : bookValue, currency),
    nextMonth: asset.state === 'active' ? nextMonth : null,
    disposal: disposal && {
      ...disposal,
      ...inDecimals({ proceeds: proceeds!, depreciation: disposalDepreciation! }, currency),
      gain: fromMinor(proceeds! - bookValue, currency),
      pendingRecordId: disposalPendingRecordId,
    },
  };
}

/** An asset with its posted months and those that are planned. */
export async function readAsset(ctx: TenantContext, id: string) {
  const asset = await assets.get(ctx, id);
  const posted = await assetDepreciations.all(ctx, { assetId: id }, { orderBy: ['month'] });
  let accumulated = asset.openingDepreciation;
  const past = posted.map(({ month, amount, postedOn, recordId }) => {
    accumulated += amount;
    return { month, amount, accumulated, postedOn, recordId };
  });
  const planned = asset.state === 'active' ? [...plannedMonths((await plansOf(ctx, [asset]))[0]!)] : [];
  const ahead = planned.map((month) => ({ ...month, postedOn: null, recordId: null }));
  const schedule = [...past, ...ahead].map((month) => inDecimals(month, ctx.currency));
  return { ...describeAsset(ctx, asset), schedule };
}
