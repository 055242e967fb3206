import type { CauseDocument } from '#modules/inventory/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { pendingRecords } from '../tables.ts';

/** The documents of stock movements that invoices caused. */
export async function fillInInvoices(
  ctx: TenantContext,
  causes: { kind: string; id: string; document: CauseDocument | null }[],
): Promise<void> {
  const own = causes.filter(({ kind }) => kind === 'invoice');
  const documents = await causeDocuments(
    ctx,
    own.map(({ id }) => id),
  );
  for (const cause of own) cause.document = documents.get(cause.id) ?? null;
}

/** Documents with their contacts, as the causes of stock movements. */
export async function causeDocuments(ctx: TenantContext, ids: string[]): Promise<Map<string, CauseDocument>> {
  const columns = ['id', 'number', 'fiscalNumber', 'contactId', 'contactName'] as const;
  const found = await pendingRecords.all(ctx, { id: [...new Set(ids)] }, { columns: [...columns] });
  return new Map(
    found.map(({ id, number, ...document }) => [
      id,
      {
        ...document,
        number: number === null ? null : Number(number),
        pendingRecordId: id,
        deliveryId: null,
        returnId: null,
      },
    ]),
  );
}
