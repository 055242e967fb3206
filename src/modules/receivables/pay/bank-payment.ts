import type { BankPayment } from '#modules/accounting/index.ts';
import { requirePendingRecord } from '#modules/invoicing/index.ts';
import { requireAlso } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { openTill, payHeld } from './pay.ts';

/** Pays a document with a line of the bank. */
export async function payWithBankLine(
  ctx: TenantContext,
  { documentId, accountId, amount, date, reference, path }: BankPayment,
  recordIds: string[],
): Promise<void> {
  requireAlso(ctx, 'invoicing:write');
  const document = await requirePendingRecord(ctx, documentId, `${path}.documentId`);
  const till = await openTill(ctx, document, { date, divisionId: undefined, overpayment: 'refuse' });
  const { payments } = await payHeld(ctx, till, document, [{ accountId, amount, reference }]);
  recordIds.push(...payments.flatMap(({ recordId }) => recordId ?? []));
}
