import type { TenantContext } from '#platform/context.ts';
import { draftElementOf } from '../pending/change.ts';
import { draftDocument } from '../pending/draft.ts';
import { selectElements } from '../pending/element.sql.ts';
import type { PendingRecord } from '../pending/pending.sql.ts';
import { type WrittenDocument, writeDocument } from '../pending/write.ts';

/** Issues a document like another, for a cycle: with its lines and prices, the rates and taxes of its own day, and new numbers. */
export async function copyForCycle(
  ctx: TenantContext,
  model: PendingRecord,
  cycle: { date: string; dueOn: string; recurrencyId: string; cycleOn: string },
): Promise<WrittenDocument> {
  const elements = (await selectElements(ctx.tx, ctx.organizationId, [model.id])).get(model.id) ?? [];
  const draft = await draftDocument(ctx, {
    ...model,
    ...(model.contactId !== null && { contactName: null, contactTaxId: null }),
    rate: null,
    fiscalNumber: null,
    sourceId: null,
    ...cycle,
    elements: elements.map(({ taxes, ...element }) => ({
      ...draftElementOf({ ...element, taxes: [] }),
      id: undefined,
      sourceElementId: null,
      serialNumbers: [],
      taxIds: taxes.map(({ taxId }) => taxId),
    })),
  });
  return writeDocument(ctx, draft, 'issued');
}
