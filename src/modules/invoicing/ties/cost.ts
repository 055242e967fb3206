import { lockRecord, type RecordRow, selectExpenses, selectRecord } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { percentage, sum } from '#platform/decimal.ts';
import { newId } from '#platform/id.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { NotFound, refusal, unknownReference } from '#platform/refusal.ts';
import { type PendingElement, selectElements } from '../pending/element.sql.ts';
import { lockPendingRecord } from '../pending/lock.ts';
import { lockPendingRecords, type PendingRecord } from '../pending/pending.sql.ts';
import { findSold, partsOf } from '../posting/goods.ts';
import {
  type Cost,
  type CostElement,
  deleteCosts,
  insertCosts,
  selectCostElements,
  selectCosts,
  selectRecordCosts,
} from './cost.sql.ts';

export const OnlySalesHaveCosts = refusal(422, 'only_sales_have_costs', 'Costs are tied to a sale that is not void.');
export const CostTooLarge = refusal(422, 'cost_too_large', 'More than it cost cannot be counted as the cost of sales.');
export const NotACost = refusal(
  422,
  'not_a_cost',
  'A cost is an expense, commission or journal entry made by hand, or a line of a purchase that went into no stock.',
);

interface GivenCost {
  costElementId?: string;
  recordId?: string;
  amount?: string | undefined;
}

/** Ties lines of purchases or records of the books to a sale, in whole or in part, as what it has cost. */
export async function linkCosts(
  ctx: TenantContext,
  { id, elementId = null, costs }: { id: string; elementId?: string | null | undefined; costs: GivenCost[] },
) {
  const sources = await lockSources(ctx, id, costs);
  const [sale, baseCurrency] = [sources.sale, ctx.currency];
  if (sale.direction !== 'sale' || sale.status === 'void') throw OnlySalesHaveCosts();
  const elements = (await selectElements(ctx, [id])).get(id) ?? [];
  if (elementId !== null && !elements.some((element) => element.id === elementId))
    throw unknownReference('body.elementId', 'This line');
  const drawn = costs.map((cost, place): Omit<Cost, 'description'> => {
    const source = sources.of(cost, place);
    const left = source.value - source.used;
    const amount = cost.amount === undefined ? left : toMinor(cost.amount, baseCurrency);
    if (amount > left || amount <= 0n) throw CostTooLarge(`There are ${fromMinor(left, baseCurrency)} left of it.`);
    source.used += amount;
    const { costElementId = null, recordId = null } = cost;
    return { id: newId(), elementId, costElementId, recordId, amount };
  });
  await insertCosts(ctx, id, drawn, { userId: ctx.userId, at: ctx.now });
  return marginOf(ctx, sale, elements);
}

export async function unlinkCosts(ctx: TenantContext, { id, costIds }: { id: string; costIds: string[] }) {
  const sale = await lockPendingRecord(ctx, id);
  const gone = await deleteCosts(ctx, id, costIds);
  const missing = costIds.findIndex((costId) => !gone.includes(costId));
  if (missing >= 0) throw unknownReference(`body.costIds[${missing}]`, 'This cost');
  const elements = (await selectElements(ctx, [id])).get(id) ?? [];
  return marginOf(ctx, sale, elements);
}

/** Holds the sale and what shall be its costs, documents first, so that no cost is counted twice. */
async function lockSources(ctx: TenantContext, id: string, costs: GivenCost[]) {
  const elementIds = costs.flatMap(({ costElementId }) => costElementId ?? []);
  const documents = (await selectCostElements(ctx, elementIds)).map((line) => line.pendingRecordId);
  const sale = (await lockPendingRecords(ctx, [id, ...documents])).find((each) => each.id === id);
  if (!sale) throw NotFound();
  const lines = await selectCostElements(ctx, elementIds);
  const sold = await findSold(ctx, lines);
  const isInStock = (line: CostElement): boolean => partsOf('purchase', line, sold).length > 0;
  const elements = new Map(lines.map((line) => [line.id, isInStock(line) ? NOT_A_COST : line]));
  const records = await lockExpenses(ctx, [...new Set(costs.flatMap(({ recordId }) => recordId ?? []))].toSorted());
  return {
    sale,
    of: ({ costElementId, recordId }: GivenCost, place: number) => {
      const source = costElementId ? elements.get(costElementId) : records.get(recordId!);
      const path = `body.costs[${place}].${costElementId ? 'costElementId' : 'recordId'}`;
      if (!source) throw unknownReference(path, 'This cost');
      if (source === NOT_A_COST)
        throw NotACost(undefined, { errors: [{ path, code: 'not_a_cost', message: 'This is no cost of its own.' }] });
      return source;
    },
  };
}

/** Something that exists, and that is counted otherwise or not at all. */
const NOT_A_COST = { value: 0n, used: 0n };

/** Records as expenses: what was entered by hand and is an expense in the books, without its taxes. */
async function lockExpenses(ctx: TenantContext, ids: string[]) {
  const sources = new Map<string, typeof NOT_A_COST>();
  if (ids.length === 0) return sources;
  const records: RecordRow[] = [];
  for (const id of ids) {
    const record = await lockRecord(ctx, id);
    if (record?.status === 'posted') records.push(record);
  }
  const [expenses, used] = await Promise.all([selectExpenses(ctx, ids), selectRecordCosts(ctx, ids)]);
  for (const { id, sourceKind } of records) {
    const value = expenses.get(id) ?? 0n;
    const counts = sourceKind === null && value > 0n;
    sources.set(id, counts ? { value, used: used.get(id) ?? 0n } : NOT_A_COST);
  }
  return sources;
}

/** What a sale earns: its net less what its goods and everything tied to it have cost, in the organization's currency. */
export async function marginOf(ctx: TenantContext, sale: PendingRecord, elements: PendingElement[]) {
  const [tied, baseCurrency] = await Promise.all([selectCosts(ctx, sale.id), ctx.currency]);
  const records = await Promise.all(tied.map(({ recordId }) => (recordId ? selectRecord(ctx, recordId) : null)));
  const costs = tied
    .map((cost, place) => ({ ...cost, record: records[place] }))
    .filter(({ record }) => record?.status !== 'void');
  const told = (minor: bigint) => fromMinor(minor, baseCurrency);
  const cost = sum(costs.map(({ amount }) => amount)) + sum(elements.map((element) => element.cost));
  const margin = sale.baseNet - cost;
  return {
    id: sale.id,
    currency: baseCurrency,
    net: told(sale.baseNet),
    cost: told(cost),
    margin: told(margin),
    marginPercent: percentage(margin, sale.baseNet),
    costs: costs.map(({ record, description, amount, ...each }) => ({
      ...each,
      amount: told(amount),
      description: description ?? record?.description ?? '',
    })),
  };
}
