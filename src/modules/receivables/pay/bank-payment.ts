import { type BankPayment, PaymentRefused } from '#modules/accounting/index.ts';
import { lockPendingRecord, lockPendingRecords } from '#modules/invoicing/index.ts';
import { requireAlso } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { Refusal, unknownReference } from '#platform/refusal.ts';
import { payCredit } from '../credit/pay-credit.ts';
import { credits } from '../tables.ts';
import { openTill, payHeld } from './pay.ts';
import type { Till } from './tender.ts';

/** Pays documents with lines of the bank. */
export async function payWithBankLines(ctx: TenantContext, payments: BankPayment[]): Promise<void> {
  requireAlso(ctx, 'invoicing:write');
  const locked = await lockPendingRecords(
    ctx,
    payments.map(({ documentId }) => documentId),
  );
  const documents = new Map(locked.map((document) => [document.id, document]));
  const tills = new Map<string, Till>();
  for (const { documentId, accountId, amount, settles, date, reference, path, recordIds } of payments) {
    const document = documents.get(documentId);
    if (!document) throw unknownReference(`${path}.documentId`, 'This document');
    const credit = await credits.find(ctx, { pendingRecordId: documentId, status: 'active' });
    if (credit) {
      const paying = { creditId: credit.id, accountId, amount: settles ?? amount, date, reference };
      recordIds.push(...(await payCredit(ctx, paying).catch(refusedAt(path))));
      documents.set(documentId, await lockPendingRecord(ctx, documentId));
      continue;
    }
    const key = `${date} ${document.contactId}`;
    const till =
      tills.get(key) ?? (await openTill(ctx, document, { date, divisionId: undefined, overpayment: 'refuse' }));
    tills.set(key, till);
    const paid = await payHeld(ctx, till, document, [{ accountId, amount, settles, reference }]).catch(refusedAt(path));
    documents.set(documentId, paid.document);
    recordIds.push(...paid.payments.flatMap(({ recordId }) => recordId ?? []));
  }
}

const refusedAt =
  (path: string) =>
  (error: unknown): never => {
    if (!(error instanceof Refusal) || error.kind.status !== 422) throw error;
    throw PaymentRefused.at(path, error.kind.code, error.message);
  };
