import {
  DocumentFollowed,
  lockPendingRecord,
  type PendingRecord,
  selectPendingRecord,
} from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import { NotFound, unknownReference, VersionConflict } from '#platform/refusal.ts';
import { cursorOf, keyOf } from '../list-key.ts';
import { cancelDelivery, cancelOpen, NothingToCancel } from './cancel.ts';
import type { GivenDeliveryChange } from './delivery.schema.ts';
import {
  countDeliveries,
  type DeliveryFilter,
  type DeliveryLine,
  type DeliveryRow,
  lockDelivery,
  selectDeliveries,
  selectDelivery,
  selectDeliveryLines,
  updateDelivery,
} from './delivery.sql.ts';
import { selectDeliveryIds } from './fulfilled.sql.ts';
import { receive } from './receive.ts';
import { describeStanding, standingOf } from './standing.ts';

/** Confirms, takes back, cancels the rest, or changes the notes. */
export async function changeDelivery(ctx: TenantContext, { id, version, ...given }: GivenDeliveryChange) {
  const { delivery: before, document, lines } = await holdDelivery(ctx, id, version);
  let delivery = before;
  if (given.lines || given.receivedBy !== undefined) delivery = await receive(ctx, delivery, lines, given);
  if (given.status) delivery = await cancelDelivery(ctx, delivery, await linesOf(ctx, id), document);
  if (given.cancelRest) {
    if (!document) throw NothingToCancel();
    await cancelOpen(ctx, delivery, document);
  }
  if (given.notes !== undefined)
    delivery = await updateDelivery(ctx.tx, ctx.organizationId, id, { notes: given.notes }, ctx.now);
  return describeDelivery(ctx, delivery);
}

/** The delivery that a request is about, behind its invoice: whoever changes one holds both in this order. */
export async function holdDelivery(
  ctx: TenantContext,
  id: string,
  version?: number,
  path?: string,
): Promise<{ delivery: DeliveryRow; document: PendingRecord | null; lines: DeliveryLine[] }> {
  const known = await selectDelivery(ctx.tx, ctx.organizationId, id);
  if (!known) throw path ? unknownReference(path, 'This delivery') : NotFound();
  const document = known.pendingRecordId ? await lockPendingRecord(ctx, known.pendingRecordId) : null;
  const delivery = (await lockDelivery(ctx.tx, ctx.organizationId, id))!;
  if (version !== undefined && version !== delivery.version) throw VersionConflict();
  return { delivery, document, lines: await linesOf(ctx, id) };
}

const linesOf = async (ctx: TenantContext, id: string): Promise<DeliveryLine[]> =>
  (await selectDeliveryLines(ctx.tx, ctx.organizationId, [id])).get(id) ?? [];

/** An invoice of which something was delivered is neither void nor posted anew. */
export async function refuseDelivered(ctx: TenantContext, pendingRecordId: string): Promise<void> {
  const standing = await selectDeliveryIds(ctx.tx, ctx.organizationId, pendingRecordId);
  if (standing.length > 0) throw DocumentFollowed();
}

export async function readDelivery(ctx: TenantContext, id: string) {
  const delivery = await selectDelivery(ctx.tx, ctx.organizationId, id);
  if (!delivery) throw NotFound();
  return describeDelivery(ctx, delivery);
}

export async function listDeliveries(
  ctx: TenantContext,
  {
    page: wanted,
    itemsPerPage,
    count,
    cursor,
    ...query
  }: PageRequest & Omit<DeliveryFilter, 'organizationId'> & { cursor?: string | undefined },
) {
  const page = { page: cursor === undefined ? wanted : 1, itemsPerPage, count };
  const window = pageWindow(page);
  const after = keyOf(cursor);
  const filter = { ...query, organizationId: ctx.organizationId };
  const [rows, counted] = await Promise.all([
    selectDeliveries(ctx.tx, filter, { ...window, after }),
    countDeliveries(ctx.tx, filter, window.countLimit),
  ]);
  const answer = toPage(page, rows, counted);
  return {
    ...answer,
    data: answer.data.map(describeSummary),
    nextCursor: answer.hasMore ? cursorOf(answer.data.at(-1)!) : null,
  };
}

const describeSummary = (delivery: DeliveryRow) => ({ ...delivery, number: Number(delivery.number) });

/** A delivery with its lines, and how its invoice stands after it. */
export async function describeDelivery(ctx: TenantContext, delivery: DeliveryRow) {
  const { pendingRecordId } = delivery;
  const [lines, document] = await Promise.all([
    linesOf(ctx, delivery.id),
    pendingRecordId ? selectPendingRecord(ctx, pendingRecordId) : undefined,
  ]);
  return {
    ...describeSummary(delivery),
    lines: lines.map(({ cost: _, ...line }) => line),
    document: document ? describeStanding(await standingOf(ctx, document)) : [],
  };
}
