import type { z } from 'zod';
import { findResources } from '#modules/catalog/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMillionths, plainDecimal, sumOf, toMillionths } from '#platform/decimal.ts';
import { givenFields } from '#platform/http/change.ts';
import { type CauseDocument, fillInCauses } from '../hooks.ts';
import { type Lot, lotPositions, lots } from '../tables.ts';
import { watchExpiries } from './expiry.ts';
import type { LotChange } from './lot.schema.ts';
import { type TracedMovement, tracedList } from './lot.sql.ts';

export const readLot = async (ctx: TenantContext, id: string) =>
  (await describeLots(ctx, [await lots.get(ctx, id)]))[0]!;

export async function changeLot(ctx: TenantContext, id: string, { version, ...change }: z.output<typeof LotChange>) {
  const before = await lots.lock(ctx, id, version);
  const after = { ...before, ...givenFields(change) };
  const { expiresOn, blocked, note } = after;
  const blockedReason = blocked ? after.blockedReason : null;
  const changed = await lots.change(ctx, id, { expiresOn, blocked, blockedReason, note, updatedAt: ctx.now });
  await watchExpiries(ctx, [expiresOn]);
  return (await describeLots(ctx, [changed]))[0]!;
}

export async function describeLots(ctx: TenantContext, rows: Lot[]) {
  const [resources, positions] = await Promise.all([
    findResources(ctx, [...new Set(rows.map(({ resourceId }) => resourceId))]),
    lotPositions.all(ctx, { lotId: rows.map(({ id }) => id) }, { orderBy: ['divisionId'] }),
  ]);
  const byLot = Map.groupBy(positions, ({ lotId }) => lotId);
  const today = ctx.today.toString();
  return rows.map(({ warnedOf: _, ...lot }) => {
    const { name, code, unit } = resources.get(lot.resourceId)!;
    const held = byLot.get(lot.id) ?? [];
    return {
      ...lot,
      resource: { name, code, unit },
      expired: lot.expiresOn !== null && lot.expiresOn < today,
      quantity: fromMillionths(sumOf(held, ({ quantity }) => toMillionths(quantity))),
      divisions: held.map(({ divisionId, quantity }) => ({ divisionId, quantity: plainDecimal(quantity) })),
    };
  });
}

/** Where a lot came from and who received it. */
export async function traceLot(ctx: TenantContext, lotId: string, query: z.output<typeof tracedList.query>) {
  await lots.get(ctx, lotId);
  return tracedList.page(ctx, { ...query, lotId }, (rows) => describeTraced(ctx, rows));
}

async function describeTraced(ctx: TenantContext, rows: TracedMovement[]) {
  const causes = rows.map(({ causeKind, causeId }) => ({
    kind: causeKind,
    id: causeId,
    document: null as CauseDocument | null,
  }));
  await fillInCauses(ctx, causes);
  return rows.map(({ causeKind, causeId, ...row }, place) => {
    const { document } = causes[place]!;
    return { ...row, cause: { kind: causeKind, id: causeId }, document };
  });
}
