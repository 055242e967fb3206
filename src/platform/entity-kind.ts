import type { Tx } from './db/database.ts';
import { unknownReference } from './refusal.ts';

/** A kind of thing that has an id: `invoiceId` in bodies and events. */
export interface EntityKind {
  field: string;
  exists(tenant: { tx: Tx; organizationId: string }, id: string): Promise<boolean>;
}

/** Refuses the first id that does not exist in the organization. No id of a kind exists before a module declares that kind. */
export async function requireExisting(
  ctx: { tx: Tx; organizationId: string; entityKinds: ReadonlyMap<string, EntityKind> },
  { field, ids, path, what }: { field: string; ids: readonly string[]; path: string; what: string },
): Promise<void> {
  const kind = ctx.entityKinds.get(field);
  const known = await Promise.all(ids.map((id) => kind?.exists(ctx, id) ?? false));
  const place = known.indexOf(false);
  if (place >= 0) throw unknownReference(`${path}[${place}]`, what);
}
