import { type BankPayment, PaymentRefused, requireAccount } from '#modules/accounting/index.ts';
import { lockPendingRecord, lockPendingRecords, type PendingRecord } from '#modules/invoicing/index.ts';
import { requireAlso } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { Refusal, unknownReference } from '#platform/refusal.ts';
import { payCredit } from '../credit/pay-credit.ts';
import { credits } from '../tables.ts';
import { openTill, payHeld } from './pay.ts';
import { exchanged } from './sources.ts';
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
  for (const payment of payments) {
    const { documentId, accountId, amount, settles, date, reference, path, recordIds } = payment;
    const document = documents.get(documentId);
    if (!document) throw unknownReference(`${path}.documentId`, 'This document');
    const credit = await credits.find(ctx, { pendingRecordId: documentId, status: 'active' });
    if (credit) {
      recordIds.push(...(await payInstalments(ctx, document, credit.id, payment).catch(refusedAt(path))));
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

/** For an account in another currency, `amount` is what moved in it, and `settles` what that pays of the document. */
async function payInstalments(
  ctx: TenantContext,
  { currency }: PendingRecord,
  creditId: string,
  { accountId, amount, settles, date, reference }: BankPayment,
): Promise<string[]> {
  const paying = { creditId, accountId, date, reference };
  const account = await requireAccount(ctx, accountId, 'body.accountId');
  if (account.currency === currency) return payCredit(ctx, { ...paying, amount: amount ?? settles });
  if (amount === undefined) return payCredit(ctx, { ...paying, amount: settles });
  const moved = toMinor(amount, account.currency);
  const settled = settles ?? fromMinor(await exchanged(ctx, { date }, moved, account.currency, currency), currency);
  return payCredit(ctx, { ...paying, amount: settled, moved });
}

const refusedAt =
  (path: string) =>
  (error: unknown): never => {
    if (!(error instanceof Refusal) || error.kind.status !== 422) throw error;
    throw PaymentRefused.at(path, error.kind.code, error.message);
  };
