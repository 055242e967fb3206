import { notify } from '#modules/collaboration/index.ts';
import { brandOf, lockPendingRecord, type PendingRecord } from '#modules/invoicing/index.ts';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import { findOwner } from '#platform/owner.sql.ts';
import { NotFound, refusal, VersionConflict } from '#platform/refusal.ts';
import { isAcceptable } from '../page/describe.ts';
import { openPage, pageUrlOf } from '../page/open.ts';
import { pageAcceptances } from '../tables.ts';

export const NotAcceptable = refusal('not_acceptable', 'Only an issued quote that was not converted can be accepted.');

/** A visitor accepts the quote that they saw. A repetition, also on another of its pages, changes nothing: the first acceptance counts. */
export async function acceptQuote(work: WorkContext, shareId: string, given: { name: string; version: number }) {
  const { ctx, page } = await openPage(work, shareId);
  const { id: pageId, pendingRecordId } = page;
  if (!pendingRecordId) throw NotFound();
  const document = await lockPendingRecord(ctx, pendingRecordId);
  const known = await pageAcceptances.find(ctx, { pendingRecordId });
  if (!known && !isAcceptable(document)) throw NotAcceptable();
  if (!known && document.version !== given.version) throw VersionConflict();
  const { address, userAgent } = work.request;
  const accepted = { name: given.name, documentVersion: given.version, address, userAgent: userAgent.slice(0, 500) };
  const { name, acceptedAt } =
    known ?? (await pageAcceptances.insert(ctx, { pageId, pendingRecordId, ...accepted, acceptedAt: ctx.now }));
  if (!known) await notifySeller(ctx, document, name);
  return { organization: await brandOf(ctx), pageUrl: pageUrlOf(ctx, shareId), name, acceptedAt };
}

async function notifySeller(ctx: TenantContext, document: PendingRecord, name: string): Promise<void> {
  const owner = await findOwner(ctx.tx, ctx.organizationId);
  const userIds = [document.sellerId, document.createdBy, owner?.userId].filter(
    (id) => id !== null && id !== undefined,
  );
  await notify(ctx, [...new Set(userIds)].slice(0, 1), {
    kind: 'quote-accepted',
    es: {
      title: `Aceptaron la cotización ${document.number}`,
      body: `${name} aceptó la cotización en su página. Ya puedes convertirla en un pedido o una factura.`,
    },
    en: {
      title: `Quote ${document.number} was accepted`,
      body: `${name} accepted the quote on its page. You can convert it into an order or an invoice now.`,
    },
    data: { pendingRecordId: document.id },
  });
}
