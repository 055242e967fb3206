import type { CauseDocument } from '#modules/inventory/index.ts';
import { causeDocuments } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { deliveries, returns } from './tables.ts';

const none: CauseDocument = {
  pendingRecordId: null,
  number: null,
  fiscalNumber: null,
  contactId: null,
  contactName: null,
  deliveryId: null,
  returnId: null,
};

/** The documents of stock movements that deliveries and returns caused. */
export async function fillInFulfilment(
  ctx: TenantContext,
  causes: { kind: string; id: string; document: CauseDocument | null }[],
): Promise<void> {
  const idsOf = (kind: string) => causes.filter((cause) => cause.kind.startsWith(kind)).map(({ id }) => id);
  const columns = ['id', 'pendingRecordId'] as const;
  const [sent, returned] = await Promise.all([
    deliveries.all(ctx, { id: idsOf('delivery') }, { columns: [...columns] }),
    returns.all(ctx, { id: idsOf('return') }, { columns: [...columns] }),
  ]);
  const invoiceOf = new Map([...sent, ...returned].map(({ id, pendingRecordId }) => [id, pendingRecordId]));
  const documents = await causeDocuments(
    ctx,
    [...invoiceOf.values()].filter((id) => id !== null),
  );
  for (const cause of causes) {
    if (!invoiceOf.has(cause.id)) continue;
    const own = cause.kind.startsWith('return') ? { returnId: cause.id } : { deliveryId: cause.id };
    cause.document = { ...none, ...documents.get(invoiceOf.get(cause.id) ?? ''), ...own };
  }
}
