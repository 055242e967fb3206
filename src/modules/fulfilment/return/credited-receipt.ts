import type { FiscalDocument } from '#modules/invoicing/index.ts';

/** Whether a document is an electronic debit note. */
export const isElectronicDebit = ({ fiscalNumber }: { fiscalNumber: string | null }): boolean =>
  fiscalNumber?.startsWith('E33') ?? false;

/**
 * The receipt that a credit note on this document names, with its day. The tax authority refuses an electronic note on another
 * note: both name the receipt that they modify.
 */
export function creditedReceipt(
  document: Pick<FiscalDocument, 'modifiesFiscalNumber' | 'modifiedOn' | 'date'> & { fiscalNumber: string | null },
): { number: string | null; date: string } {
  const { fiscalNumber, modifiesFiscalNumber, modifiedOn, date } = document;
  return isElectronicDebit(document) && modifiesFiscalNumber
    ? { number: modifiesFiscalNumber, date: modifiedOn ?? date }
    : { number: fiscalNumber, date };
}
