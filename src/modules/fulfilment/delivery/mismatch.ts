import type { Transfer } from '#modules/accounting/index.ts';
import { moveStock } from '#modules/inventory/index.ts';
import type { GoodsLine, PendingRecord } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { absolute, fromMillionths, toMillionths } from '#platform/decimal.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { type Delivery, deliveries } from '../tables.ts';
import type { GivenFix } from './delivery.schema.ts';
import { type DeliveryLine, type Fix, updateDeliveryLines } from './delivery.sql.ts';
import { describeDelivery, holdDelivery } from './delivery.ts';
import { MoreThanOpen } from './dispatch.ts';
import {
  account,
  addCosts,
  addTo,
  type Carried,
  costsOfParts,
  goodsIn,
  goodsInTransit,
  lossOf,
  promise,
  promiseAvailable,
  promisedIn,
  receiptOf,
  release,
  sendSold,
  sentBy,
  writeMovementRecord,
} from './goods.ts';
import { type DocumentStanding, noteFulfilled, standingOf } from './standing.ts';

export const NoMismatch = refusal(
  'no_mismatch',
  'This line has no open difference between the quantities sent and received.',
  409,
);
export const FixUnsuitable = refusal(
  'fix_unsuitable',
  'This resolution does not suit the difference: restock or write off missing units, accept extra ones.',
);

/** How the difference of a line is resolved. */
interface Correction {
  line: DeliveryLine;
  fix: Fix;
  /** More than zero. */
  quantity: string;
  /** The units that did not arrive, or arrived beyond what was sent. */
  serialNumbers: string[];
}

/** Resolves differences between what was sent and what arrived, with the stock movements they imply. */
export async function fixMismatches(ctx: TenantContext, { deliveryId, lines: given }: GivenFix) {
  const { delivery, document, lines } = await holdDelivery(ctx, deliveryId, undefined, 'body.deliveryId');
  const corrections = given.map(({ id, fix }, place): Correction => {
    const line = lines.find((one) => one.id === id);
    if (!line) throw unknownReference(`body.lines[${place}].id`, 'This line of the delivery');
    const twice = given.findIndex((one) => one.id === id) !== place;
    if (twice || line.fix || line.received === null || line.received === line.quantity) throw NoMismatch();
    const missing = toMillionths(line.quantity) - toMillionths(line.received);
    if (missing > 0n === (fix === 'accept')) throw FixUnsuitable();
    const [all, some] =
      missing > 0n
        ? [line.serialNumbers, line.receivedSerialNumbers]
        : [line.receivedSerialNumbers, line.serialNumbers];
    const serialNumbers = all.filter((unit) => !some.includes(unit));
    return { line, fix, quantity: fromMillionths(absolute(missing)), serialNumbers };
  });
  const costs = document
    ? await correctSale(ctx, delivery, document, corrections)
    : await correctTransfer(ctx, delivery, corrections);
  const fixed = corrections.map(({ line, fix }) => ({ ...line, fix, cost: line.cost + (costs.get(line.id) ?? 0n) }));
  await updateDeliveryLines(ctx, fixed, ctx.now);
  if (document) await noteFulfilled(ctx, document);
  return describeDelivery(ctx, await deliveries.update(ctx, delivery.id, { updatedAt: ctx.now }));
}

/** Between divisions: missing units return to the sender or are lost; extra units are taken from the sender. */
async function correctTransfer(
  ctx: TenantContext,
  delivery: Delivery,
  corrections: Correction[],
): Promise<Map<string, bigint>> {
  const [{ worthOf, lotsOf }, counter] = await Promise.all([
    goodsInTransit(ctx, delivery.id),
    account(ctx, 'betweenDivisions'),
  ]);
  const [divisionId, toDivisionId] = [delivery.fromDivisionId!, delivery.toDivisionId!];
  const date = ctx.today.toString();
  const goods = corrections.map(({ line, fix, quantity, serialNumbers }) => ({
    fix,
    resourceId: line.resourceId!,
    divisionId,
    quantity,
    serialNumbers,
    lots: fix === 'accept' ? [] : lotsOf(line.resourceId!, quantity),
  }));
  const goodsOfFix = (...wanted: Fix[]) =>
    goods.filter(({ fix }) => wanted.includes(fix)).map(({ fix: _, ...line }) => line);
  const back = await moveStock(ctx, {
    date,
    cause: receiptOf(delivery.id),
    documentId: delivery.id,
    movements: goodsOfFix('restock', 'write-off').map((line) => ({
      ...line,
      value: worthOf(line.resourceId, line.quantity),
      counter,
    })),
  });
  const lost = await writeOff(ctx, delivery, goodsOfFix('write-off'));
  const more = await moveStock(ctx, {
    date,
    cause: { kind: 'delivery-surplus', id: delivery.id },
    movements: goodsOfFix('accept').map((line) => ({ ...line, toDivisionId })),
  });
  await postCorrection(ctx, delivery, null, [...back.transfers, ...lost, ...more.transfers]);
  return new Map();
}

/** To a customer: missing units return to stock or are lost, and are owed again; extra units count as delivered. */
async function correctSale(
  ctx: TenantContext,
  delivery: Delivery,
  document: PendingRecord,
  corrections: Correction[],
): Promise<Map<string, bigint>> {
  const standing = await standingOf(ctx, document);
  refuseMoreThanOpen(standing, corrections);
  const partsOfFix = (...wanted: Fix[]) =>
    corrections
      .filter(({ fix }) => wanted.includes(fix))
      .map(({ line: { id, elementId }, ...part }) => ({ ...part, id, elementId: elementId!, lots: [] }));
  const goodsOfFix = (...wanted: Fix[]): GoodsLine[] => goodsIn(standing, partsOfFix(...wanted));
  const promisedAt = await promisedIn(ctx, document, delivery.fromDivisionId);
  const divisionId = delivery.fromDivisionId!;
  const date = ctx.today.toString();
  const [{ worthOf, lotsOf }, counter] = await Promise.all([
    goodsInTransit(ctx, delivery.id),
    account(ctx, 'costOfSales'),
  ]);
  const inLots = (line: GoodsLine): GoodsLine => ({ ...line, lots: lotsOf(line.resourceId, line.quantity) });
  const [restocked, gone] = [goodsOfFix('restock').map(inLots), goodsOfFix('write-off').map(inLots)];
  const [missing, more] = [[...restocked, ...gone], goodsOfFix('accept')];
  const values = missing.map(({ resourceId, quantity }) => worthOf(resourceId, quantity));
  const back = await moveStock(ctx, {
    date,
    cause: sentBy(delivery.id),
    documentId: document.id,
    movements: missing.map(({ elementId: _, ...line }, place) => ({
      ...line,
      divisionId,
      value: values[place]!,
      counter,
    })),
  });
  const lost = await writeOff(ctx, delivery, gone);
  await release(ctx, document, promisedAt, more);
  const sent = await sendSold(ctx, { id: delivery.id, date, divisionId }, document, more);
  const isBack = promisedAt === divisionId;
  if (isBack) await promise(ctx, document, promisedAt, restocked);
  await promiseAvailable(ctx, document, promisedAt, isBack ? gone : missing);
  await postCorrection(ctx, delivery, document, [...back.transfers, ...lost, ...sent.transfers]);
  const saved = new Map<string, bigint>();
  for (const [place, { elementId }] of missing.entries()) addTo(saved, elementId, values[place]!);
  await addCosts(ctx, sent.costs);
  await addCosts(ctx, negated(saved));
  return new Map([
    ...costsOfParts(sent.costs, partsOfFix('accept')),
    ...negated(costsOfParts(saved, partsOfFix('restock', 'write-off'))),
  ]);
}

const negated = (costs: Map<string, bigint>) => new Map([...costs].map(([id, cost]) => [id, -cost]));

function refuseMoreThanOpen({ lines }: DocumentStanding, corrections: Correction[]): void {
  for (const { line, fix, quantity } of corrections) {
    const standing = lines.get(line.elementId!)!;
    if (fix !== 'accept') continue;
    standing.open -= toMillionths(quantity);
    if (standing.open < 0n) throw MoreThanOpen();
  }
}

/** Posts lost units, which were returned to stock before, as a loss. */
async function writeOff(ctx: TenantContext, delivery: Delivery, goods: Carried[]): Promise<Transfer[]> {
  const counter = await account(ctx, 'inventoryAdjustments');
  const { transfers } = await moveStock(ctx, {
    date: ctx.today.toString(),
    cause: lossOf(delivery.id),
    movements: goods.map((line) => ({
      ...line,
      divisionId: delivery.fromDivisionId!,
      quantity: `-${line.quantity}`,
      counter,
      departure: 'scrapped' as const,
    })),
  });
  return transfers;
}

const postCorrection = async (
  ctx: TenantContext,
  delivery: Delivery,
  document: PendingRecord | null,
  transfers: Transfer[],
) =>
  writeMovementRecord(
    ctx,
    {
      ...delivery,
      date: ctx.today.toString(),
      currency: ctx.currency,
      divisionId: delivery.fromDivisionId,
    },
    document,
    transfers,
  );
