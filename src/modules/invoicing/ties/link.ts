import type { TenantContext } from '#platform/context.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { pendingPayments, pendingRecords } from '../tables.ts';
import { deleteLinks, insertLinks, type Link, selectLinks } from './link.sql.ts';

export const LinkToItself = refusal('link_to_itself', 'A document cannot be linked to itself: choose another one.');

/** Links a document to other objects, or removes links. Adding a link twice has no effect. */
export async function changeLinks(
  ctx: TenantContext,
  { id, add, remove }: { id: string; add: Link[]; remove: Link[] },
) {
  await pendingRecords.lock(ctx, id);
  for (const [place, link] of add.entries()) {
    if (link.id === id) throw LinkToItself();
    if (!(await exists(ctx, link))) throw unknownReference(`body.add[${place}].id`, `This ${link.kind}`);
  }
  if (remove.length > 0) await deleteLinks(ctx, id, remove);
  if (add.length > 0) await insertLinks(ctx, id, add);
  return { id, links: await selectLinks(ctx, id) };
}

/** The fields by which events and comments reference each kind. */
const fields: Record<Exclude<Link['kind'], 'payment'>, string> = {
  document: 'invoiceId',
  record: 'recordId',
  credit: 'creditId',
  return: 'returnId',
};

async function exists(ctx: TenantContext, { kind, id }: Link): Promise<boolean> {
  if (kind === 'payment') return pendingPayments.exists(ctx, id);
  return (await ctx.entityKinds.get(fields[kind])?.exists(ctx, id)) ?? false;
}
