import type { TenantContext } from '#platform/context.ts';
import { copyOf, sameAs } from '../pending/copy.ts';
import { draftDocument } from '../pending/draft.ts';
import { selectElements } from '../pending/element.sql.ts';
import type { PendingRecord } from '../pending/pending.sql.ts';
import { type WrittenDocument, writeDocument } from '../pending/write.ts';

/** Issues a document like another for a cycle: with its lines and prices, the rates and taxes of its own day, and new numbers. */
export async function copyForCycle(
  ctx: TenantContext,
  model: PendingRecord,
  cycle: { date: string; dueOn: string; recurrencyId: string; cycleOn: string },
): Promise<WrittenDocument> {
  const elements = (await selectElements(ctx.tx, ctx.organizationId, [model.id])).get(model.id) ?? [];
  const { fiscalType, paymentForm, deliverLater } = model;
  const draft = await draftDocument(ctx, {
    ...sameAs(model),
    // Whoever is known may have another name by now.
    ...(model.contactId !== null && { contactName: null, contactTaxId: null }),
    ...{ fiscalType, paymentForm, deliverLater },
    ...cycle,
    elements: elements.map(copyOf),
  });
  return writeDocument(ctx, draft, 'issued');
}
