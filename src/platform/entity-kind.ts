import type { Caller } from './auth/actor.ts';
import type { RawBuilder, Tx } from './db/transaction.ts';
import { ReferenceNotFound, unknownReference } from './refusal.ts';

/** The organization, and who asks. */
export interface Viewer {
  tx: Tx;
  organizationId: string;
  caller: Caller | null;
  userId: string | null;
}

/** A kind of thing that has an id: `invoiceId` in bodies and events. */
export interface EntityKind {
  field: string;
  /** Whether there is such a thing, and the caller may see it. */
  exists(viewer: Viewer, id: string): Promise<boolean>;
  /**
   * A condition on an id: the caller may see the thing. Null: they may see all of them, as everybody may where a kind does not
   * declare it. Comments on hidden things and their files are hidden too.
   */
  isSeen?(viewer: Viewer, id: RawBuilder<unknown>): RawBuilder<boolean> | null;
}

/** A thing by its kind, as events name it (`invoiceId`), and its id. */
export interface Thing {
  entityKind: string;
  entityId: string;
}

type Knowing = Viewer & { entityKinds: ReadonlyMap<string, EntityKind> };

/** Refuses a kind that no module declares, and a thing that does not exist in the organization. */
export async function requireThing(ctx: Knowing, { entityKind, entityId }: Thing, path: string): Promise<void> {
  const kind = ctx.entityKinds.get(entityKind);
  if (!kind) {
    const message = `must be one of ${[...ctx.entityKinds.keys()].join(', ')}`;
    throw ReferenceNotFound(`${path}.entityKind ${message}.`, {
      errors: [{ path: `${path}.entityKind`, code: 'invalid_value', message }],
    });
  }
  if (!(await kind.exists(ctx, entityId))) throw unknownReference(`${path}.entityId`, 'This thing');
}

/** Refuses an id that does not exist in the organization. */
export async function requireReference(
  ctx: Knowing,
  { field, id, path, what }: { field: string; id: string; path: string; what: string },
): Promise<void> {
  if (!(await ctx.entityKinds.get(field)?.exists(ctx, id))) throw unknownReference(path, what);
}

/** Refuses the first of several ids that does not exist in the organization. No id of a kind exists before a module declares that kind. */
export async function requireExisting(
  ctx: Knowing,
  { field, ids, path, what }: { field: string; ids: readonly string[]; path: string; what: string },
): Promise<void> {
  const kind = ctx.entityKinds.get(field);
  const known = await Promise.all(ids.map((id) => kind?.exists(ctx, id) ?? false));
  const place = known.indexOf(false);
  if (place >= 0) throw unknownReference(`${path}[${place}]`, what);
}
