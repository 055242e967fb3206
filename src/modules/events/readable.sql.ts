import { type RawBuilder, sql } from 'kysely';
import { mayAlso } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { rowsOf } from '#platform/db/table.ts';
import { events } from './tables.ts';

const ids = new Map<string, RawBuilder<unknown>>();

/** The id of a thing that an event is about, composed once: the feed is read often, and mostly by people who see everything. */
function idIn(field: string): RawBuilder<unknown> {
  const known = ids.get(field) ?? sql`(e.payload->>${sql.lit(field)})::uuid`;
  ids.set(field, known);
  return known;
}

/**
 * The conditions under which the reader may see the events `e`. `events:read` shows a person neither what another permission
 * protects nor what happens to things that they cannot see, such as tasks of other people's boards. An API key sees all: somebody
 * chose its permissions.
 */
export function readableBy(ctx: TenantContext): RawBuilder<unknown>[] {
  if (ctx.caller?.actor.kind === 'apiKey') return [];
  const hidden = ctx.eventTypes.filter(({ readBy }) => readBy && !mayAlso(ctx, readBy)).map(({ type }) => type);
  const ofThings = [...ctx.entityKinds.values()].flatMap(({ field, isSeen }) => {
    const seen = isSeen?.(ctx, idIn(field));
    return seen ? [sql`(${idIn(field)} IS NULL OR ${seen})`] : [];
  });
  return hidden.length === 0 ? ofThings : [sql`e.type <> ALL (${hidden}::text[])`, ...ofThings];
}

/** Which of these events the reader may see. */
export async function selectReadable(ctx: TenantContext, seqs: readonly bigint[]): Promise<Set<bigint>> {
  const conditions = sql.join([sql`e.seq = ANY (${seqs}::bigint[])`, ...readableBy(ctx)], sql` AND `);
  const rows = await rowsOf<{ seq: bigint }>(ctx.tx)`
    SELECT e.seq FROM ${events.of(ctx)} e WHERE ${conditions}`;
  return new Set(rows.map(({ seq }) => seq));
}
