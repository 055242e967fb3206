import type { TenantContext } from '#platform/context.ts';
import { refusal } from '#platform/refusal.ts';
import { KEY_LENGTH_MAX, keyBetween, keysBetween } from './keys.ts';
import { type Gap, selectAround, selectGap, updatePositions } from './place.sql.ts';

export interface Place {
  beforeId?: string | undefined;
  afterId?: string | undefined;
}

export const NeighbourMoved = refusal(
  'neighbour_moved',
  'The neighbour was moved or deleted: read the order again.',
  409,
);

/** How many neighbours on each side are renumbered first. */
const NEIGHBOURS = 200;
const WIDENED_BY = 8;
/** New keys must leave room to grow. */
const NEW_KEY_LENGTH_MAX = 20;

/** The key of a place in a column, whose row the caller has locked. */
export async function positionIn(ctx: TenantContext, columnId: string, place: Place): Promise<string> {
  const key = between(await gapAt(ctx, columnId, place));
  if (key.length <= KEY_LENGTH_MAX) return key;
  await renumber(ctx, columnId, key);
  return between(await gapAt(ctx, columnId, place));
}

const between = ({ before, after }: Gap): string => keyBetween(before, after);

async function gapAt(ctx: TenantContext, columnId: string, place: Place): Promise<Gap> {
  const gap = await selectGap(ctx, columnId, place);
  if (!gap) throw NeighbourMoved();
  return gap;
}

/** Gives the neighbours of a place shorter keys: only as many of them as it takes, not the whole column. */
async function renumber(ctx: TenantContext, columnId: string, around: string): Promise<void> {
  for (let count = NEIGHBOURS; ; count *= WIDENED_BY) {
    const { rows, before, after } = await selectAround(ctx, columnId, around, count);
    const keys = keysBetween(before, after, rows.length);
    const isWhole = before === null && after === null;
    if (isWhole || keys.every((key) => key.length <= NEW_KEY_LENGTH_MAX)) {
      const positions = rows.map(({ id }, index) => ({ id, position: keys[index]! }));
      return updatePositions(ctx, positions, ctx.now);
    }
  }
}
