import type { TenantContext } from '#platform/context.ts';
import { type PendingRecord, pendingRecords } from '../tables.ts';
import { indexDocument } from './index-documents.ts';
import { type PendingContent, takeNumber } from './pending.sql.ts';

/** A loan as a document without lines. Amounts are minor units. */
interface Loan
  extends Pick<
    PendingContent,
    | 'date'
    | 'direction'
    | 'currency'
    | 'rate'
    | 'divisionId'
    | 'projectId'
    | 'contactId'
    | 'contactName'
    | 'contactTaxId'
    | 'contactTaxIdKind'
    | 'reference'
    | 'notes'
  > {
  id: string;
  recordId: string;
  amount: bigint;
  baseAmount: bigint;
}

/** Writes the document of a posted loan. */
export async function issueLoan(ctx: TenantContext, { amount, baseAmount, ...given }: Loan): Promise<PendingRecord> {
  const kind = 'loan' as const;
  const number = await takeNumber(ctx, { kind, direction: given.direction });
  const document = await pendingRecords.insert(ctx, {
    ...given,
    kind,
    number,
    status: 'issued',
    issuedAt: ctx.now,
    dueOn: given.date,
    subtotal: amount,
    discount: 0n,
    net: amount,
    tax: 0n,
    total: amount,
    baseNet: baseAmount,
    baseTax: 0n,
    baseTotal: baseAmount,
  });
  await indexDocument(ctx, given.id, document);
  return document;
}
