import { type BankPayment, PaymentRefused } from '#modules/accounting/index.ts';
import { lockPendingRecords } from '#modules/invoicing/index.ts';
import { requireAlso } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { Refusal, unknownReference } from '#platform/refusal.ts';
import { openTill, payHeld } from './pay.ts';

/** Pays documents with lines of the bank. */
export async function payWithBankLines(ctx: TenantContext, payments: BankPayment[]): Promise<void> {
  requireAlso(ctx, 'invoicing:write');
  const locked = await lockPendingRecords(
    ctx,
    payments.map(({ documentId }) => documentId),
  );
  const documents = new Map(locked.map((document) => [document.id, document]));
  for (const { documentId, accountId, amount, date, reference, path, recordIds } of payments) {
    const document = documents.get(documentId);
    if (!document) throw unknownReference(`${path}.documentId`, 'This document');
    const till = await openTill(ctx, document, { date, divisionId: undefined, overpayment: 'refuse' });
    const paid = await payHeld(ctx, till, document, [{ accountId, amount, reference }]).catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.kind.status !== 422) throw error;
      throw PaymentRefused.at(path, error.kind.code, error.message);
    });
    documents.set(documentId, paid.document);
    recordIds.push(...paid.payments.flatMap(({ recordId }) => recordId ?? []));
  }
}
