import { onlyDivision, requireDivisions } from '#modules/accounting/index.ts';
import { requireResources } from '#modules/catalog/index.ts';
import { DivisionRequired, lotsOfPart, type PendingRecord, requirePendingRecord } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMillionths, toMillionths } from '#platform/decimal.ts';
import { newId } from '#platform/id.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { afterGoodsSent, fillInDestination } from '../hooks.ts';
import { type Delivery, deliveries } from '../tables.ts';
import { cancelOpen } from './cancel.ts';
import type { GivenDelivery, GivenDispatchLine } from './delivery.schema.ts';
import { type DeliveryLine, insertDeliveryLines, takeDeliveryNumber } from './delivery.sql.ts';
import { describeDelivery } from './delivery.ts';
import {
  addCosts,
  costsOfParts,
  goodsIn,
  moveIntoTransit,
  type Part,
  promisedIn,
  receiveBought,
  release,
  sendSold,
  writeMovementRecord,
} from './goods.ts';
import { type DocumentStanding, noteFulfilled, standingOf } from './standing.ts';

export const NotDeliverable = refusal(
  'not_deliverable',
  'Only an issued invoice with `deliverLater` can be delivered: other invoices move their goods when they are issued.',
);
export const MoreThanOpen = refusal(
  'more_than_open',
  'The quantity is more than is still to be delivered of the line: reduce it.',
);
export const NothingOpen = refusal('nothing_open', 'Everything on this invoice is already delivered or canceled.');
export const SameDivision = refusal('same_division', 'The two branches are the same: choose another one.');

export const DeliveryUnclear = refusal(
  'delivery_unclear',
  'Give an invoice and lines with `elementId`, or two branches and lines with `resourceId` and `quantity`.',
);

/** Dispatches goods of an invoice, or to another division. */
export function dispatch(ctx: TenantContext, given: GivenDelivery) {
  const { pendingRecordId, fromDivisionId, toDivisionId, lines, cancelRest } = given;
  if (pendingRecordId) {
    if (lines?.some(({ elementId, resourceId }) => !elementId || resourceId)) throw DeliveryUnclear();
    if (lines?.length === 0 && !cancelRest) throw DeliveryUnclear();
    return dispatchInvoice(ctx, pendingRecordId, given);
  }
  const isClear = lines?.every(({ elementId, resourceId, quantity }) => resourceId && quantity && !elementId);
  if (!fromDivisionId || !toDivisionId || cancelRest || !isClear || lines?.length === 0) throw DeliveryUnclear();
  return dispatchTransfer(ctx, given, fromDivisionId, toDivisionId);
}

async function dispatchInvoice(ctx: TenantContext, pendingRecordId: string, given: GivenDelivery) {
  const document = await requirePendingRecord(ctx, pendingRecordId, 'body.pendingRecordId');
  if (document.kind !== 'invoice' || document.status !== 'issued' || !document.deliverLater) throw NotDeliverable();
  const divisions = await divisionsOf(ctx, document, given);
  const standing = await standingOf(ctx, document);
  const open = everythingOpen(standing);
  if (open.length === 0 && !given.lines?.length) throw NothingOpen();
  const id = newId();
  const date = given.date ?? ctx.today.toString();
  const head = { id, date, kind: document.direction, pendingRecordId, ...divisions };
  if (given.lines?.length === 0) return cancelWhole(ctx, document, given, head);
  const parts = partsOf(given.lines ?? open, standing).map((part) => ({ ...part, id: newId() }));
  const goods = goodsIn(standing, parts);
  const sold = document.direction === 'sale';
  let costs = new Map<string, bigint>();
  let transfers: Parameters<typeof writeMovementRecord>[3];
  if (sold) {
    await release(ctx, document, await promisedIn(ctx, document, divisions.fromDivisionId), goods);
    const places = given.lines && new Map(given.lines.map(({ elementId }, place) => [elementId!, place]));
    const shipment = { id, date, divisionId: divisions.fromDivisionId! };
    const sent = await sendSold(ctx, shipment, document, goods, places);
    transfers = sent.transfers;
    costs = costsOfParts(sent.costs, parts);
    await addCosts(ctx, sent.costs);
  } else {
    const shipment = { id, date, divisionId: divisions.toDivisionId! };
    transfers = await receiveBought(ctx, shipment, document, standing, goods);
  }
  const lines = parts.map(
    ({ id: lineId, elementId, quantity, serialNumbers }): DeliveryLine => ({
      ...unconfirmed,
      id: lineId,
      elementId,
      resourceId: standing.lines.get(elementId)!.element.resourceId,
      quantity,
      serialNumbers,
      // A purchase is recorded when its goods have arrived.
      ...(!sold && { received: quantity, receivedSerialNumbers: serialNumbers }),
      cost: costs.get(lineId) ?? 0n,
    }),
  );
  const address = given.address === undefined && sold ? await destinationOf(ctx, pendingRecordId) : given.address;
  const delivery = await writeDelivery(ctx, { ...given, address }, head, { lines, transfers, document });
  if (given.cancelRest) await cancelOpen(ctx, delivery, document);
  await noteFulfilled(ctx, document);
  if (sold) await afterGoodsSent(ctx, { ...delivery, pendingRecordId, lines, news: 'sent' });
  return describeDelivery(ctx, delivery);
}

async function destinationOf(ctx: TenantContext, pendingRecordId: string): Promise<string | null> {
  const destination = { pendingRecordId, address: null };
  await fillInDestination(ctx, destination);
  return destination.address;
}

/** Cancels everything that is open without delivering it: the delivery is recorded as canceled. */
async function cancelWhole(ctx: TenantContext, document: PendingRecord, given: GivenDelivery, head: DeliveryHead) {
  const delivery = await writeDelivery(ctx, given, head, { lines: [], transfers: [], document });
  await cancelOpen(ctx, delivery, document);
  await noteFulfilled(ctx, document);
  return describeDelivery(ctx, delivery);
}

async function dispatchTransfer(
  ctx: TenantContext,
  given: GivenDelivery,
  fromDivisionId: string,
  toDivisionId: string,
) {
  if (fromDivisionId === toDivisionId) throw SameDivision();
  await requireDivisions(ctx, [fromDivisionId], 'body.fromDivisionId');
  await requireDivisions(ctx, [toDivisionId], 'body.toDivisionId');
  const said = given.lines!;
  await requireResources(
    ctx,
    said.map(({ resourceId }) => resourceId!),
    'body.lines[].resourceId',
  );
  const id = newId();
  const date = given.date ?? ctx.today.toString();
  const lines = said.map(
    ({ resourceId, quantity, serialNumbers = [] }): DeliveryLine => ({
      ...unconfirmed,
      id: newId(),
      elementId: null,
      resourceId: resourceId!,
      quantity: quantity!,
      serialNumbers,
    }),
  );
  const goods = lines.map((line, place) => ({ ...line, resourceId: line.resourceId!, lots: said[place]!.lots }));
  const transfers = await moveIntoTransit(ctx, { id, date, divisionId: fromDivisionId }, goods);
  const head = { id, date, kind: 'transfer' as const, pendingRecordId: null, fromDivisionId, toDivisionId };
  return describeDelivery(ctx, await writeDelivery(ctx, given, head, { lines, transfers, document: null }));
}

const unconfirmed = { received: null, receivedSerialNumbers: [], fix: null, fixedAt: null, cost: 0n };

type DeliveryHead = Pick<Delivery, 'id' | 'date' | 'kind' | 'pendingRecordId' | 'fromDivisionId' | 'toDivisionId'>;

/** Writes the delivery, with its record and its number. */
async function writeDelivery(
  ctx: TenantContext,
  { address = null, carrier = null, trackingNumber = null, trackingUrl = null, notes = '' }: GivenDelivery,
  head: DeliveryHead,
  written: {
    lines: DeliveryLine[];
    transfers: Parameters<typeof writeMovementRecord>[3];
    document: PendingRecord | null;
  },
): Promise<Delivery> {
  const { currency } = ctx;
  const divisionId = head.fromDivisionId ?? head.toDivisionId;
  const { document, transfers, lines } = written;
  const recordId = await writeMovementRecord(ctx, { ...head, number: null, currency, divisionId }, document, transfers);
  const isHere = head.kind === 'purchase' && lines.length > 0;
  const delivery = await deliveries.insert(ctx, {
    ...head,
    address,
    carrier,
    trackingNumber,
    trackingUrl,
    notes,
    status: lines.length === 0 ? 'canceled' : isHere ? 'received' : 'sent',
    receivedAt: isHere ? ctx.now : null,
    recordId,
    number: await takeDeliveryNumber(ctx),
  });
  await insertDeliveryLines(ctx, delivery.id, lines);
  return delivery;
}

const everythingOpen = ({ lines }: DocumentStanding): GivenDispatchLine[] =>
  [...lines.values()].filter(({ open }) => open > 0n).map(({ element }) => ({ elementId: element.id }));

/** Deducts each part from its open quantity, so that two parts of one line cannot exceed it. */
function partsOf(given: GivenDispatchLine[], { lines, sold }: DocumentStanding): Part[] {
  return given.map((line, place): Part => {
    const path = `body.lines[${place}]`;
    const standing = lines.get(line.elementId!);
    if (!standing) throw unknownReference(`${path}.elementId`, 'This line with goods of the invoice');
    const quantity = line.quantity === undefined ? standing.open : toMillionths(line.quantity);
    if (quantity > standing.open || quantity <= 0n) {
      const message = `Still to be delivered of it: ${fromMillionths(standing.open)}.`;
      throw MoreThanOpen.at(`${path}.quantity`, 'out_of_range', message);
    }
    const { element } = standing;
    const unsent = element.serialNumbers.filter((serialNumber) => !standing.serialNumbers.includes(serialNumber));
    const serialNumbers = line.serialNumbers ?? (quantity === standing.open ? unsent : []);
    const before = standing.ordered - standing.open;
    standing.open -= quantity;
    standing.serialNumbers.push(...serialNumbers);
    const parts = sold.parts.get(element.id)!;
    const lots = line.lots ?? lotsOfPart({ ...element, parts }, sold.resources, { before, quantity });
    return { elementId: element.id, quantity: fromMillionths(quantity), serialNumbers, lots };
  });
}

/** The division that a sale leaves or that a purchase arrives in: the given one, else that of the document. */
async function divisionsOf(
  ctx: TenantContext,
  document: PendingRecord,
  { fromDivisionId, toDivisionId }: GivenDelivery,
): Promise<Pick<Delivery, 'fromDivisionId' | 'toDivisionId'>> {
  const sold = document.direction === 'sale';
  const said = sold ? fromDivisionId : toDivisionId;
  if (said) await requireDivisions(ctx, [said], sold ? 'body.fromDivisionId' : 'body.toDivisionId');
  const divisionId = said ?? document.divisionId ?? (await onlyDivision(ctx));
  if (!divisionId) throw DivisionRequired();
  return sold ? { fromDivisionId: divisionId, toDivisionId: null } : { fromDivisionId: null, toDivisionId: divisionId };
}
