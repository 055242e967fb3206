import { notify } from '#modules/collaboration/index.ts';
import { brandOf, findPrintable, lockPendingRecord, type PendingRecord } from '#modules/invoicing/index.ts';
import type { TenantContext, WorkContext } from '#platform/context.ts';
import { findOwner } from '#platform/owner.sql.ts';
import { NotFound, refusal, VersionConflict } from '#platform/refusal.ts';
import { isAcceptable } from '../page/describe.ts';
import { openPage, pageUrlOf } from '../page/open.ts';
import { pageAcceptances } from '../tables.ts';
import { contentOf, isOutdated } from './content.ts';

export const NotAcceptable = refusal('not_acceptable', 'Only an issued quote that was not converted can be accepted.');

/**
 * A visitor accepts the quote that they saw. A repetition, also on another of its pages, changes nothing: the first acceptance counts
 * until the quote says something else.
 */
export async function acceptQuote(work: WorkContext, shareId: string, given: { name: string; version: number }) {
  const { ctx, page } = await openPage(work, shareId);
  const { id: pageId, pendingRecordId } = page;
  if (!pendingRecordId) throw NotFound();
  const document = await lockPendingRecord(ctx, pendingRecordId);
  const content = contentOf(await findPrintable(ctx, pendingRecordId));
  const known = await pageAcceptances.find(ctx, { pendingRecordId });
  const head = { organization: await brandOf(ctx), pageUrl: pageUrlOf(ctx, shareId) };
  if (known && !isOutdated(known, content)) return { ...head, name: known.name, acceptedAt: known.acceptedAt };
  if (!isAcceptable(document)) throw NotAcceptable();
  if (document.version !== given.version) throw VersionConflict();
  const { address, userAgent } = work.request;
  const accepted = { name: given.name, documentVersion: given.version, address, userAgent: userAgent.slice(0, 500) };
  if (known) await pageAcceptances.updateAll(ctx, { pendingRecordId }, { pendingRecordId: null });
  const row = { pageId, pendingRecordId, ...accepted, content, acceptedAt: ctx.now };
  const { name, acceptedAt } = await pageAcceptances.insert(ctx, row);
  await notifySeller(ctx, document, name);
  return { ...head, name, acceptedAt };
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
