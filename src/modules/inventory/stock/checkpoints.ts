import type { TenantContext } from '#platform/context.ts';
import { positionKey, type StockCheckpoint, type StoredHolding, stockCheckpoints } from '../tables.ts';
import { deleteCheckpoints, selectCheckpoints } from './checkpoint.sql.ts';
import type { Checkpoint } from './replay.ts';
import type { Holding } from './valuation.ts';

/** The latest checkpoint of these resources before a day. Null: a revaluation begins with their first movement. */
export async function findCheckpoint(
  ctx: TenantContext,
  resourceIds: string[],
  since: string,
): Promise<Checkpoint | null> {
  const found = await selectCheckpoints(ctx, resourceIds, since);
  if (found.length === 0) return null;
  return { date: found[0]!.date, holdings: new Map(found.flatMap(holdingsOf)) };
}

/**
 * Replaces the checkpoints after the one that a revaluation began with by those that it has passed. There is none where goods were
 * missing: their cost is known later, and it may be a part of the cost of other goods.
 */
export async function keepCheckpoints(
  ctx: TenantContext,
  resourceIds: string[],
  begun: Checkpoint | null,
  passed: Checkpoint[],
): Promise<void> {
  await deleteCheckpoints(ctx, resourceIds, begun?.date ?? '-infinity');
  await stockCheckpoints.insertMany(
    ctx,
    passed.flatMap(({ date, holdings }) =>
      resourceIds.flatMap((resourceId) => {
        const own = [...holdings].filter(([position]) => position.startsWith(resourceId));
        if (own.some(([, { quantity }]) => quantity < 0n)) return [];
        return { resourceId, date, holdings: own.map(stored) };
      }),
    ),
  );
}

/** Before movements of a day are added or reversed without a revaluation: the checkpoints from that day on are no longer true. */
export const dropCheckpoints = (ctx: TenantContext, resourceIds: string[], day: string): Promise<unknown> =>
  deleteCheckpoints(ctx, resourceIds, Temporal.PlainDate.from(day).subtract({ days: 1 }).toString());

export const stored = ([position, holding]: [string, Holding]): StoredHolding => ({
  divisionId: position.split(' ')[1]!,
  quantity: String(holding.quantity),
  value: String(holding.value),
  unitCost: String(holding.unitCost),
  layers: holding.layers.map((layer) => ({ ...layer, quantity: String(layer.quantity), value: String(layer.value) })),
});

const holdingsOf = ({ resourceId, holdings }: StockCheckpoint) =>
  holdings.map(({ divisionId, quantity, value, unitCost, layers }): [string, Holding] => [
    positionKey({ resourceId, divisionId }),
    {
      quantity: BigInt(quantity),
      value: BigInt(value),
      unitCost: BigInt(unitCost),
      layers: layers.map((layer) => ({ ...layer, quantity: BigInt(layer.quantity), value: BigInt(layer.value) })),
    },
  ]);
