import { AmountOutOfRange, type BookedNet, selectBookedNet, selectPostingRules } from '#modules/accounting/index.ts';
import { addCosts, type CausedMovement, findMovements, selectMovementsOfCauses } from '#modules/inventory/index.ts';
import { lockPendingRecord, lockPendingRecords, type PendingRecord } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import {
  divideRounded,
  greatest,
  MILLION,
  plainDecimal,
  shareOut,
  sum,
  sumOf,
  toMillionths,
} from '#platform/decimal.ts';
import { newId } from '#platform/id.ts';
import { fromMinor, inDecimals, toMinor } from '#platform/money.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { sentBy } from '../delivery/goods.ts';
import { deliveries, type LandedCost, landedCostLines, landedCosts, returns } from '../tables.ts';
import type { GivenLandedCost } from './landed-cost.schema.ts';

export const NotBought = refusal(
  'not_bought',
  'Landed costs need issued purchase invoices: choose one, or issue the draft.',
);
export const NothingArrived = refusal(
  'nothing_arrived',
  'No goods of these purchases have arrived in stock: receive them first.',
);
export const MoreThanBilled = refusal(
  'more_than_billed',
  'The bill has less cost left that was not added to goods yet: reduce the amount.',
);
export const LandedCostIsVoid = refusal('landed_cost_is_void', 'This landed cost is already void.', 409);
export const CostsLanded = refusal(
  'costs_landed',
  'The costs of this bill were added to goods: void the landed cost first.',
  409,
);

const causeOf = (id: string) => ({ kind: 'landed-cost', id });

/** Adds the cost of a bill to the goods of purchases, and takes it from the accounts that the bill was posted to. */
export async function addLandedCost(ctx: TenantContext, given: GivenLandedCost) {
  const { pendingRecordId, purchases, basis, notes } = given;
  const bill = await lockDocuments(ctx, pendingRecordId, purchases);
  const [costs, landed] = [await costsOf(ctx, bill), await landedOf(ctx, bill.id)];
  const left = sumOf(costs, ({ amount }) => amount) - sum([...landed.values()]);
  const amount = given.amount === undefined ? left : toMinor(given.amount, ctx.currency);
  if (left <= 0n || amount > left) {
    const rest = fromMinor(greatest(left, 0n), ctx.currency);
    throw MoreThanBilled.at('body.amount', 'out_of_range', `${rest} ${ctx.currency} of the bill are left.`);
  }
  if (amount === 0n) throw AmountOutOfRange();
  const arrivals = sharing(await arrivalsOf(ctx, purchases), basis, amount);
  if (arrivals.length === 0) throw NothingArrived();
  const sources = sourcesOf(costs, landed, amount);
  const id = newId();
  const recordId = await addCosts(ctx, {
    cause: causeOf(id),
    description: `Costos de compra de la factura ${bill.number}`,
    arrivals,
    sources,
    divisionId: bill.divisionId,
  });
  const row = await landedCosts.insert(ctx, {
    id,
    pendingRecordId,
    basis,
    amount,
    notes,
    recordId,
    date: ctx.today.toString(),
    sources: sources.map((source) => ({ ...source, amount: String(source.amount) })),
  });
  await landedCostLines.insertMany(
    ctx,
    arrivals.map((arrival, position) => ({
      landedCostId: id,
      position,
      movementId: arrival.id,
      pendingRecordId: arrival.purchaseId,
      amount: arrival.amount,
    })),
  );
  return describeLandedCost(ctx, row);
}

/** Voids a landed cost: the goods lose it, and it is back in the accounts of its bill. */
export async function voidLandedCost(ctx: TenantContext, id: string) {
  const { pendingRecordId } = await landedCosts.get(ctx, id);
  const bill = await lockPendingRecord(ctx, pendingRecordId);
  const { status, sources } = await landedCosts.lock(ctx, id);
  if (status === 'void') throw LandedCostIsVoid();
  const lines = await linesOf(ctx, id);
  await addCosts(ctx, {
    cause: causeOf(id),
    description: `Anulación de costos de compra de la factura ${bill.number}`,
    arrivals: lines.map(({ movement, amount }) => ({ ...movement, amount: -amount })),
    sources: sources.map(({ accountId, amount }) => ({ accountId, amount: -BigInt(amount) })),
    divisionId: bill.divisionId,
  });
  return describeLandedCost(
    ctx,
    await landedCosts.update(ctx, id, { status: 'void', voidedAt: ctx.now, updatedAt: ctx.now }),
  );
}

/** A return of the bill must leave as much of its costs as were added to goods. */
export async function refuseReturningLanded(ctx: TenantContext, bill: PendingRecord, returnRecordId: string | null) {
  if (bill.direction !== 'purchase' || returnRecordId === null) return;
  const landed = sum([...(await landedOf(ctx, bill.id)).values()]);
  if (landed === 0n) return;
  const costs = await costsOf(ctx, bill, [returnRecordId]);
  if (sumOf(costs, ({ amount }) => amount) < landed) throw CostsLanded();
}

export const hasLandedCosts = (ctx: TenantContext, pendingRecordId: string): Promise<boolean> =>
  landedCosts.exists(ctx, { pendingRecordId, status: 'posted' });

/** Locks the bill and the purchases, always in one order. Answers the bill. */
async function lockDocuments(ctx: TenantContext, billId: string, purchases: string[]): Promise<PendingRecord> {
  const documents = await lockPendingRecords(ctx, [...new Set([billId, ...purchases])]);
  const byId = new Map(documents.map((document) => [document.id, document]));
  const purchaseAt = (id: string, path: string): PendingRecord => {
    const document = byId.get(id);
    if (!document) throw unknownReference(path, 'This document');
    const { kind, direction, status } = document;
    if (kind !== 'invoice' || direction !== 'purchase' || status !== 'issued')
      throw NotBought.at(path, 'not_bought', 'is no issued purchase invoice');
    return document;
  };
  for (const [place, id] of purchases.entries()) purchaseAt(id, `body.purchases[${place}]`);
  return purchaseAt(billId, 'body.pendingRecordId');
}

/** The costs of a bill by account: its lines that are neither goods for the stock nor fixed assets, less those that were returned. */
async function costsOf(ctx: TenantContext, bill: PendingRecord, newReturns: string[] = []): Promise<BookedNet[]> {
  const returned = await returns.all(ctx, { pendingRecordId: bill.id, status: 'issued' }, { columns: ['recordId'] });
  const credited = [...returned.map(({ recordId }) => recordId), ...newReturns].filter((id) => id !== null);
  const [booked, rules] = await Promise.all([
    selectBookedNet(ctx, { bill: bill.recordId!, returned: credited }),
    selectPostingRules(ctx),
  ]);
  // Goods that are paid for and still to come, and fixed assets.
  const others = [rules.get('supplierAdvances'), rules.get('fixedAssets')];
  return booked.filter(({ accountId, amount }) => amount > 0n && !others.includes(accountId));
}

/** How much of a bill was added to goods so far, by the account that it was taken from. */
async function landedOf(ctx: TenantContext, pendingRecordId: string): Promise<Map<string, bigint>> {
  const posted = await landedCosts.all(ctx, { pendingRecordId, status: 'posted' }, { columns: ['sources'] });
  const byAccount = Map.groupBy(
    posted.flatMap(({ sources }) => sources),
    ({ accountId }) => accountId,
  );
  return new Map([...byAccount].map(([id, taken]) => [id, sumOf(taken, ({ amount }) => BigInt(amount))]));
}

/** All parts together take from each account in proportion; an account that gave too much, because of returns, gets it back. */
function sourcesOf(costs: BookedNet[], landed: Map<string, bigint>, amount: bigint): BookedNet[] {
  const shares = shareOut(
    sum([...landed.values()]) + amount,
    costs.map((cost) => cost.amount),
  );
  const given = new Map(costs.map(({ accountId }, place) => [accountId, shares[place]!]));
  return [...new Set([...given.keys(), ...landed.keys()])]
    .map((accountId) => ({ accountId, amount: (given.get(accountId) ?? 0n) - (landed.get(accountId) ?? 0n) }))
    .filter((source) => source.amount !== 0n);
}

type Arrival = CausedMovement & { purchaseId: string };

/** The goods of purchases that have arrived: with the invoice, or with its deliveries. */
async function arrivalsOf(ctx: TenantContext, purchases: string[]): Promise<Arrival[]> {
  const match = { pendingRecordId: purchases, status: ['sent', 'received'] } as const;
  const delivered = await deliveries.all(ctx, match, { columns: ['id', 'pendingRecordId'] });
  const purchaseOf = new Map([
    ...purchases.map((id) => [id, id] as const),
    ...delivered.map(({ id, pendingRecordId }) => [id, pendingRecordId!] as const),
  ]);
  const moved = await selectMovementsOfCauses(ctx, [
    ...purchases.map((id) => ({ kind: 'invoice', id })),
    ...delivered.map(({ id }) => sentBy(id)),
  ]);
  return moved.map((movement) => ({ ...movement, purchaseId: purchaseOf.get(movement.causeId)! }));
}

function sharing(arrivals: Arrival[], basis: LandedCost['basis'], amount: bigint): (Arrival & { amount: bigint })[] {
  const quantities = arrivals.map(({ quantity }) => toMillionths(quantity));
  const values = arrivals.map(({ value }) => value);
  // Free goods have no value by which a cost could be allocated.
  const shares = shareOut(amount, basis === 'value' && sum(values) > 0n ? values : quantities);
  return arrivals
    .map((arrival, place) => ({ ...arrival, amount: shares[place]! }))
    .filter((share) => share.amount > 0n);
}

async function linesOf(ctx: TenantContext, landedCostId: string) {
  const lines = await landedCostLines.all(ctx, { landedCostId }, { orderBy: ['position'] });
  const movements = await findMovements(
    ctx,
    lines.map(({ movementId }) => movementId),
  );
  const byId = new Map(movements.map((movement) => [movement.id, movement]));
  return lines.map((line) => ({ ...line, movement: byId.get(line.movementId)! }));
}

export function describeSummary({ currency }: TenantContext, { sources: _, ...row }: LandedCost) {
  return { ...inDecimals(row, currency), currency };
}

export async function describeLandedCost(ctx: TenantContext, row: LandedCost) {
  const { currency } = ctx;
  const lines = await linesOf(ctx, row.id);
  return {
    ...describeSummary(ctx, row),
    lines: lines.map(({ pendingRecordId, movementId, amount, movement }) => {
      const { resourceId, divisionId, quantity, value, addedCost } = movement;
      return {
        pendingRecordId,
        movementId,
        resourceId,
        divisionId,
        quantity: plainDecimal(quantity),
        value: fromMinor(value, currency),
        amount: fromMinor(amount, currency),
        unitCost: fromMinor(divideRounded((value + addedCost) * MILLION, toMillionths(quantity)), currency),
      };
    }),
  };
}
