import { hasValidCheckDigit, type TaxIdKind, taxIdKindOf } from '#modules/contacts/index.ts';
import type { FiscalDocument } from '#modules/invoicing/index.ts';
import { fiscalTypeOf, normalizeFiscalNumber } from '#modules/taxes/index.ts';

/** Why the tax authority would send a row back, or ask about it. */
export interface Issue {
  documentId: string | null;
  fiscalNumber: string | null;
  severity: 'rejected' | 'warning';
  code: string;
  message: string;
}

export type IssueOf = Pick<Issue, 'code' | 'message'> & { severity?: 'warning' };

const idTypes: Record<TaxIdKind, string> = { rnc: '1', cedula: '2', passport: '3', foreign: '3' };

/** RNC: 1, cédula: 2, anything else: 3. Empty where there is none. Without a kind the form of the number decides. */
export const idTypeOf = (taxId: string | null, kind: TaxIdKind | null): string =>
  taxId ? idTypes[kind ?? taxIdKindOf(taxId, 'DO')] : '';

/** Checks an RNC or a cédula. A wrong check digit is only a warning: such numbers have been issued. */
export function taxIdIssues(taxId: string | null, type: string, whose: 'supplier' | 'buyer'): IssueOf[] {
  if (type === '') return [{ code: `${whose}_tax_id_missing`, message: `The ${whose} has no RNC or cédula.` }];
  if (type === '3') {
    return whose === 'buyer'
      ? []
      : [{ code: 'supplier_tax_id_invalid', message: 'The tax id of the supplier is neither an RNC nor a cédula.' }];
  }
  if (hasValidCheckDigit(taxId!, type === '1' ? 'rnc' : 'cedula') !== false) return [];
  const message = `The check digit of the ${whose}’s tax id does not fit: it may be mistyped.`;
  return [{ code: `${whose}_tax_id_check_digit`, message, severity: 'warning' }];
}

/** Checks the number of a document and the number that a note modifies. */
export function numberIssues({ fiscalNumber, modifiesFiscalNumber }: FiscalDocument): IssueOf[] {
  const issues: IssueOf[] = [];
  if (normalizeFiscalNumber(fiscalNumber) !== fiscalNumber) {
    issues.push({ code: 'fiscal_number_invalid', message: 'This is no fiscal number of the tax authority.' });
  }
  const isNote = fiscalTypeOf(fiscalNumber)?.note != null;
  if (isNote && !modifiesFiscalNumber) {
    issues.push({ code: 'modified_number_missing', message: 'A note says which document it modifies.' });
  }
  if (modifiesFiscalNumber && normalizeFiscalNumber(modifiesFiscalNumber) !== modifiesFiscalNumber) {
    issues.push({ code: 'modified_number_invalid', message: 'The modified number is no fiscal number.' });
  }
  return issues;
}

/** Twelve places, two of them behind the point. */
const AMOUNT_MAX = 99_999_999_999n;

export const amountIssues = (amounts: bigint[]): IssueOf[] =>
  amounts.some((amount) => amount > AMOUNT_MAX)
    ? [{ code: 'amount_too_long', message: 'An amount has more than twelve places.' }]
    : [];

export const issuesOf = (document: FiscalDocument, found: IssueOf[]): Issue[] =>
  found.map((issue) => ({
    severity: 'rejected',
    ...issue,
    documentId: document.id,
    fiscalNumber: document.fiscalNumber,
  }));
