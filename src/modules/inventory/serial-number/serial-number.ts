import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { NotFound } from '#platform/refusal.ts';
import { enterMovements } from '../resource-record/record.ts';
import { SerialNumberNotInStock } from '../stock/refusals.ts';
import { type SerialKey, type SerialUnit, serialEvents, serialNumbers } from '../tables.ts';
import type { SerialNumberChange } from './serial-number.schema.ts';

const HISTORY_MAX = 1_000;

export async function readSerial(ctx: TenantContext, { resourceId, serialNumber }: SerialKey) {
  const key = { resourceId, serialNumber };
  const [serial, newest] = await Promise.all([
    serialNumbers.find(ctx, key),
    serialEvents.all(ctx, key, { orderBy: ['-number'], limit: HISTORY_MAX }),
  ]);
  if (!serial) throw NotFound();
  const history = newest.reverse().map(({ movementId, causeKind, causeId, createdAt, ...event }) => ({
    ...event,
    recordId: movementId,
    cause: { kind: causeKind, id: causeId },
    at: createdAt,
  }));
  return { ...describeSerial(serial), history };
}

/** Changes the note and the warranty of a unit, or scraps it. */
export async function changeSerial(ctx: TenantContext, key: SerialKey, change: z.output<typeof SerialNumberChange>) {
  const { status, ...fields } = change;
  const { resourceId, divisionId, serialNumber } = await serialNumbers.get(ctx, key);
  if (status) {
    if (!divisionId) throw SerialNumberNotInStock();
    await enterMovements(
      ctx,
      [{ type: 'OUT', resourceId, divisionId, quantity: '1', serialNumbers: [serialNumber], departure: 'scrapped' }],
      { path: 'body' },
    );
  }
  await serialNumbers.update(ctx, key, { ...fields, updatedAt: ctx.now });
  return readSerial(ctx, key);
}

export const describeSerial = ({ causeKind, causeId, ...serial }: SerialUnit) => ({
  ...serial,
  reservedFor: causeKind && causeId ? { kind: causeKind, id: causeId } : null,
});
