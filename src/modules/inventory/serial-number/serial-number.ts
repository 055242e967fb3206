import { z } from 'zod';
import { findResources } from '#modules/catalog/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromCursor, type PageRequest, pageWindow, toCursor, toPage } from '#platform/http/page.ts';
import { NotFound } from '#platform/refusal.ts';
import { enterMovements } from '../resource-record/record.ts';
import { SerialNumberNotInStock } from '../stock/refusals.ts';
import type { SerialKey } from '../stock/serials.sql.ts';
import {
  countSerials,
  type Serial,
  type SerialFilter,
  selectSerial,
  selectSerialHistory,
  selectSerials,
  updateSerial,
} from './serial-number.sql.ts';

const Key = z.tuple([z.string(), z.uuid()]);

export async function listSerials(
  ctx: TenantContext,
  query: PageRequest & SerialFilter & { cursor?: string | undefined },
) {
  const { cursor, page: wanted, itemsPerPage, count, ...filter } = query;
  const request = { page: cursor === undefined ? wanted : 1, itemsPerPage, count };
  const [serialNumber, resourceId] = cursor === undefined ? [] : fromCursor(cursor, Key);
  const after = serialNumber && resourceId ? { serialNumber, resourceId } : null;
  const window = pageWindow(request);
  const [rows, counted] = await Promise.all([
    selectSerials(ctx.tx, ctx.organizationId, filter, { ...window, after }),
    countSerials(ctx.tx, ctx.organizationId, filter, window.countLimit),
  ]);
  const page = toPage(request, rows, counted);
  const last = page.data.at(-1);
  return {
    ...page,
    data: page.data.map(describeSerial),
    nextCursor: page.hasMore && last ? toCursor([last.serialNumber, last.resourceId]) : null,
  };
}

export async function listSerialsOf(
  ctx: TenantContext,
  resourceId: string,
  query: PageRequest & Omit<SerialFilter, 'resourceId'> & { cursor?: string | undefined },
) {
  if (!(await findResources(ctx, [resourceId])).has(resourceId)) throw NotFound();
  return listSerials(ctx, { ...query, resourceId });
}

export async function readSerial(ctx: TenantContext, key: SerialKey) {
  const [serial, history] = await Promise.all([
    selectSerial(ctx.tx, ctx.organizationId, key),
    selectSerialHistory(ctx.tx, ctx.organizationId, key),
  ]);
  if (!serial) throw NotFound();
  return {
    ...describeSerial(serial),
    history: history.map(({ kind, divisionId, movementId, causeKind, causeId, userId, createdAt }) => ({
      kind,
      divisionId,
      recordId: movementId,
      cause: { kind: causeKind, id: causeId },
      userId,
      at: createdAt,
    })),
  };
}

/** Notes something about a unit, or scraps it. */
export async function changeSerial(
  ctx: TenantContext,
  key: SerialKey,
  change: {
    note?: string | null | undefined;
    warrantyUntil?: string | null | undefined;
    status?: 'scrapped' | undefined;
  },
) {
  const { status, ...noted } = change;
  const serial = await selectSerial(ctx.tx, ctx.organizationId, key);
  if (!serial) throw NotFound();
  if (status) {
    if (!serial.divisionId) throw SerialNumberNotInStock();
    const { resourceId, divisionId, serialNumber } = serial;
    await enterMovements(
      ctx,
      [{ type: 'OUT', resourceId, divisionId, quantity: '1', serialNumbers: [serialNumber], departure: 'scrapped' }],
      { path: 'body' },
    );
  }
  await updateSerial(ctx.tx, ctx.organizationId, key, { ...noted, updatedAt: ctx.now });
  return readSerial(ctx, key);
}

const describeSerial = ({ causeKind, causeId, ...serial }: Serial) => ({
  ...serial,
  reservedFor: causeKind && causeId ? { kind: causeKind, id: causeId } : null,
});
