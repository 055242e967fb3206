import { lockRecord, type RecordRow, selectExpenses, selectRecord } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { percentage, sum } from '#platform/decimal.ts';
import { newId } from '#platform/id.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { NotFound, refusal, requireKnown, unknownReference } from '#platform/refusal.ts';
import { type PendingElement, selectElements } from '../pending/element.sql.ts';
import { lockPendingRecords } from '../pending/find.ts';
import { findSold, partsOf } from '../posting/goods.ts';
import { type PendingRecord, pendingCosts, pendingRecords } from '../tables.ts';
import {
  type Cost,
  type CostElement,
  type DescribedCost,
  selectCostElements,
  selectCosts,
  selectRecordCosts,
} from './cost.sql.ts';
import { selectReturnedNet } from './returned.sql.ts';

export const OnlySalesHaveCosts = refusal(
  'only_sales_have_costs',
  'Only a sale that is not void can have costs: choose another document.',
);
export const CostTooLarge = refusal(
  'cost_too_large',
  'The costs cannot exceed the amount of the purchase or record: reduce them.',
);
export const NotACost = refusal(
  'not_a_cost',
  'A cost is an expense, commission or journal entry entered by hand, or a line of a purchase that is not in stock.',
);

interface GivenCost {
  costElementId?: string;
  recordId?: string;
  amount?: string | undefined;
}

/** Counts lines of purchases or records, in whole or in part, as costs of a sale. */
export async function linkCosts(
  ctx: TenantContext,
  { id, elementId = null, costs }: { id: string; elementId?: string | null | undefined; costs: GivenCost[] },
) {
  const sources = await lockSources(ctx, id, costs);
  const { sale } = sources;
  if (sale.direction !== 'sale' || sale.status === 'void') throw OnlySalesHaveCosts();
  const elements = (await selectElements(ctx, [id])).get(id) ?? [];
  if (elementId !== null && !elements.some((element) => element.id === elementId))
    throw unknownReference('body.elementId', 'This line');
  const drawn = costs.map((cost, place): Cost => {
    const source = sources.of(cost, place);
    const left = source.value - source.used;
    const amount = cost.amount === undefined ? left : toMinor(cost.amount, ctx.currency);
    if (amount > left || amount <= 0n) throw CostTooLarge(`There are ${fromMinor(left, ctx.currency)} left of it.`);
    source.used += amount;
    const { costElementId = null, recordId = null } = cost;
    return { id: newId(), elementId, costElementId, recordId, amount };
  });
  await pendingCosts.insertMany(
    ctx,
    drawn.map((cost) => ({ ...cost, pendingRecordId: id })),
  );
  return marginOf(ctx, sale, elements);
}

export async function unlinkCosts(ctx: TenantContext, { id, costIds }: { id: string; costIds: string[] }) {
  const sale = await pendingRecords.lock(ctx, id);
  const match = { pendingRecordId: id, id: costIds };
  const known = await pendingCosts.all(ctx, match, { columns: ['id'] });
  requireKnown(costIds, new Set(known.map((cost) => cost.id)), 'body.costIds', 'This cost');
  await pendingCosts.delete(ctx, match);
  const elements = (await selectElements(ctx, [id])).get(id) ?? [];
  return marginOf(ctx, sale, elements);
}

/** Locks the sale and its new costs, documents first, so that no cost is counted twice. */
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

/** An existing source that is counted elsewhere or not at all. */
const NOT_A_COST = { value: 0n, used: 0n };

/** The records that were entered by hand as expenses, without their taxes. */
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

const marginOf = async (ctx: TenantContext, document: PendingRecord, elements: PendingElement[]) => {
  const [costs, returnedNet] = await Promise.all([selectCosts(ctx, document.id), selectReturnedNet(ctx, document.id)]);
  return describeMargin(ctx, { document, elements, costs, returnedNet });
};

interface SaleWithCosts {
  document: PendingRecord;
  elements: PendingElement[];
  costs: DescribedCost[];
  returnedNet: bigint;
}

/**
 * The margin of a sale: its net less returns, the cost of its goods and its linked costs, in the organization's currency.
 * Goods that came back are no longer in the cost of the lines.
 */
export async function describeMargin(
  ctx: TenantContext,
  { document: sale, elements, costs: linked, returnedNet }: SaleWithCosts,
) {
  const records = await Promise.all(linked.map(({ recordId }) => (recordId ? selectRecord(ctx, recordId) : null)));
  const costs = linked
    .map((cost, place) => ({ ...cost, record: records[place] }))
    .filter(({ record }) => record?.status !== 'void');
  const format = (minor: bigint) => fromMinor(minor, ctx.currency);
  const cost = sum(costs.map(({ amount }) => amount)) + sum(elements.map((element) => element.cost));
  const kept = sale.baseNet - returnedNet;
  const margin = kept - cost;
  return {
    id: sale.id,
    currency: ctx.currency,
    net: format(sale.baseNet),
    returned: format(returnedNet),
    cost: format(cost),
    margin: format(margin),
    marginPercent: percentage(margin, kept),
    costs: costs.map(({ record, description, amount, ...each }) => ({
      ...each,
      amount: format(amount),
      description: description ?? record?.description ?? '',
    })),
  };
}
