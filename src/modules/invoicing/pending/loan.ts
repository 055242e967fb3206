import type { TenantContext } from '#platform/context.ts';
import { insertPendingRecord, type PendingContent, type PendingRecord, takeNumber } from './pending.sql.ts';
import { indexDocument } from './write.ts';

/** A loan as a document: it has no lines, only an amount. Minor units. */
export interface Loan
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
    | 'reference'
    | 'notes'
  > {
  id: string;
  recordId: string;
  amount: bigint;
  baseAmount: bigint;
}

/** Writes the document of a loan that is posted already. Its number is taken last, because others wait for it. */
export async function issueLoan(ctx: TenantContext, { amount, baseAmount, ...given }: Loan): Promise<PendingRecord> {
  const kind = 'loan' as const;
  const number = await takeNumber(ctx, { kind, direction: given.direction });
  const document = await insertPendingRecord(
    ctx,
    {
      ...blankDocument,
      ...given,
      ...{ kind, number, status: 'issued', issuedAt: ctx.now, createdBy: ctx.userId, dueOn: given.date },
      ...{ subtotal: amount, net: amount, total: amount, baseNet: baseAmount, baseTotal: baseAmount },
    },
    ctx.now,
  );
  await indexDocument(ctx, given.id, document);
  return document;
}

/** The fields that a loan does not use. */
const blankDocument = {
  fiscalType: null,
  fiscalNumber: null,
  fiscalExpiresOn: null,
  numeralsId: null,
  modifiesFiscalNumber: null,
  expenseType: null,
  incomeType: null,
  paymentForm: null,
  pricesIncludeTax: false,
  discount: 0n,
  tax: 0n,
  withheld: 0n,
  baseTax: 0n,
  baseWithheld: 0n,
  sellerId: null,
  stage: null,
  terms: '',
  templateId: null,
  attachments: [],
  deliverLater: false,
  sourceId: null,
  recurrencyId: null,
  cycleOn: null,
};
