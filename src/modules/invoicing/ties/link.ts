import type { TenantContext } from '#platform/context.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { lockPendingRecord } from '../pending/lock.ts';
import { deleteLinks, insertLinks, type Link, type LinkKind, paymentExists, selectLinks } from './link.sql.ts';

export const LinkToItself = refusal(422, 'link_to_itself', 'A document is not tied to itself.');

/** Ties a document to what it has to do with, and unties it. Tied twice, it is tied once. */
export async function changeLinks(
  ctx: TenantContext,
  { id, add, remove }: { id: string; add: Link[]; remove: Link[] },
) {
  await lockPendingRecord(ctx, id);
  for (const [place, link] of add.entries()) {
    if (link.id === id) throw LinkToItself();
    if (!(await exists(ctx, link))) throw unknownReference(`body.add[${place}].id`, `This ${link.kind}`);
  }
  if (remove.length > 0) await deleteLinks(ctx, id, remove);
  if (add.length > 0) await insertLinks(ctx, id, add, { userId: ctx.userId, at: ctx.now });
  return { id, links: await selectLinks(ctx, id) };
}

/** How each kind is called where others point at it. */
const fields: Record<Exclude<LinkKind, 'payment'>, string> = {
  document: 'invoiceId',
  record: 'recordId',
  credit: 'creditId',
  return: 'returnId',
};

async function exists(ctx: TenantContext, { kind, id }: Link): Promise<boolean> {
  if (kind === 'payment') return paymentExists(ctx, id);
  return (await ctx.entityKinds.get(fields[kind])?.exists(ctx, id)) ?? false;
}
