import type { OpenDebts } from '#modules/accounting/index.ts';
import { selectPendingRecords } from '#modules/invoicing/index.ts';
import { mayAlso } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { credits } from '../tables.ts';
import { selectDueInstalments } from './credit.sql.ts';

/** For documents in instalments, what is due or falls due next replaces the whole balance. */
export async function addInstalments(
  ctx: TenantContext,
  { currency, balances }: { currency: string; balances: bigint[] },
  open: OpenDebts,
): Promise<void> {
  if (!mayAlso(ctx, 'invoicing:read')) return;
  const ids = [
    ...open.invoices.map(({ documentId }) => documentId),
    ...open.contacts.flatMap(({ documentIds }) => documentIds),
  ];
  const [planned, due] = await Promise.all([
    credits.all(ctx, { pendingRecordId: ids, status: 'active' }, { columns: ['pendingRecordId'] }),
    selectDueInstalments(ctx, currency, balances),
  ]);
  const inInstalments = new Set(planned.map(({ pendingRecordId }) => pendingRecordId));
  open.invoices = open.invoices.filter(({ documentId }) => !inInstalments.has(documentId));
  open.contacts = open.contacts.filter(({ documentIds }) => !documentIds.some((id) => inInstalments.has(id)));
  const balanceOf = new Map(due.map(({ documentId, balance }) => [documentId, balance]));
  for (const document of await selectPendingRecords(ctx, [...balanceOf.keys()])) {
    const { id: documentId, number, fiscalNumber, date, contactId, contactName } = document;
    const balance = balanceOf.get(documentId)!;
    open.invoices.push({ documentId, number, fiscalNumber, date, contactId, contactName, balance });
  }
}
