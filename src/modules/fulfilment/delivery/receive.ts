import { moveStock } from '#modules/inventory/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMillionths, least, toMillionths } from '#platform/decimal.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { type Delivery, deliveries } from '../tables.ts';
import { DeliveryCanceled } from './cancel.ts';
import type { GivenDeliveryChange } from './delivery.schema.ts';
import { type DeliveryLine, updateDeliveryLines } from './delivery.sql.ts';
import { account, goodsInTransit, receiptOf, writeMovementRecord } from './goods.ts';

export const LineReceived = refusal('line_received', 'This line was already confirmed.', 409);
export const UnitNotSent = refusal(
  'unit_not_sent',
  'A serial number was not sent with this delivery: give only those that were sent.',
);
export const UnitsUnsaid = refusal(
  'units_unsaid',
  'Each unit has a serial number: give the numbers of the units received, one for each.',
);

/**
 * Confirms the quantities that arrived. A transfer enters the stock of its division at cost, up to the quantity sent.
 * More or fewer units are a mismatch, which is resolved separately.
 */
export async function receive(
  ctx: TenantContext,
  delivery: Delivery,
  lines: DeliveryLine[],
  { lines: given = [], receivedBy }: Pick<GivenDeliveryChange, 'lines' | 'receivedBy'>,
): Promise<Delivery> {
  if (delivery.status === 'canceled') throw DeliveryCanceled();
  const confirmed = given.map((said, place): DeliveryLine => {
    const line = lines.find(({ id }) => id === said.id);
    if (!line) throw unknownReference(`body.lines[${place}].id`, 'This line of the delivery');
    if (line.received !== null || given.findIndex(({ id }) => id === said.id) !== place) throw LineReceived();
    const received = fromMillionths(toMillionths(said.received ?? line.quantity));
    return { ...line, received, receivedSerialNumbers: unitsOf(line, received, said.serialNumbers) };
  });
  if (delivery.kind === 'transfer') await takeIn(ctx, delivery, confirmed);
  await updateDeliveryLines(ctx, confirmed, ctx.now);
  const done = new Set(confirmed.map(({ id }) => id));
  const isWhole = lines.every(({ id, received }) => received !== null || done.has(id));
  return deliveries.update(ctx, delivery.id, {
    ...(receivedBy !== undefined && { receivedBy }),
    ...(isWhole && delivery.status === 'sent' && { status: 'received' as const, receivedAt: ctx.now }),
    updatedAt: ctx.now,
  });
}

/** The units that arrived: the named ones, or all that were sent. */
function unitsOf({ quantity, serialNumbers }: DeliveryLine, received: string, named: string[] | undefined): string[] {
  if (serialNumbers.length === 0 && !named) return [];
  const units = named ?? (received === quantity ? serialNumbers : received === '0' ? [] : null);
  // A pack may contain several units with serial numbers.
  const isWhole = (found: string[]) =>
    BigInt(found.length) * toMillionths(quantity) === BigInt(serialNumbers.length) * toMillionths(received);
  if (!units || !isWhole(units)) throw UnitsUnsaid();
  const arrived = units.filter((unit) => serialNumbers.includes(unit)).length;
  if (arrived < Math.min(units.length, serialNumbers.length)) throw UnitNotSent();
  return units;
}

/** Moves the goods of a transfer that arrived into stock. */
async function takeIn(ctx: TenantContext, delivery: Delivery, lines: DeliveryLine[]): Promise<void> {
  const { currency } = ctx;
  const [{ worthOf, lotsOf }, counter] = await Promise.all([
    goodsInTransit(ctx, delivery.id),
    account(ctx, 'betweenDivisions'),
  ]);
  const divisionId = delivery.toDivisionId!;
  const movements = lines.flatMap(({ quantity, received, serialNumbers, receivedSerialNumbers, ...line }) => {
    const resourceId = line.resourceId!;
    const arrived = fromMillionths(least(toMillionths(received!), toMillionths(quantity)));
    if (arrived === '0') return [];
    const units = receivedSerialNumbers.filter((unit) => serialNumbers.includes(unit));
    return {
      resourceId,
      divisionId,
      quantity: arrived,
      value: worthOf(resourceId, arrived),
      counter,
      serialNumbers: units,
      lots: lotsOf(resourceId, arrived),
    };
  });
  const date = ctx.today.toString();
  const { id: documentId } = delivery;
  const { transfers } = await moveStock(ctx, { date, cause: receiptOf(documentId), documentId, movements });
  await writeMovementRecord(ctx, { ...delivery, date, currency, divisionId }, null, transfers);
}
