import type { FiscalDocument, FiscalKey } from '#modules/invoicing/index.ts';
import { fiscalTypeOf } from '#modules/taxes/index.ts';
import type { Month } from '../period.ts';
import {
  type AccountKinds,
  declaredAmounts,
  type Forms,
  formsOf,
  isSettledBy,
  modifiedBy,
  withheldAtPayment,
} from './amounts.ts';
import { amountIssues, type IssueOf, idTypeOf, numberIssues, taxIdIssues } from './issue.ts';
import { amount, amountIfAny, day, line } from './line.ts';

const incomeTypes = ['01', '02', '03', '04', '05', '06'];
const OPERATIONS = '01';

/** A sale as the 607 declares it. */
export interface Sale {
  taxId: string | null;
  idType: string;
  number: string;
  modified: string | null;
  incomeType: string;
  date: string;
  withheldOn: string | null;
  net: bigint;
  itbis: bigint;
  itbisWithheld: bigint;
  isrWithheld: bigint;
  isc: bigint;
  other: bigint;
  tip: bigint;
  forms: Forms;
}

export interface SaleFacts {
  month: Month;
  currency: string;
  ownTaxId: string;
  accounts: AccountKinds;
  consumerThreshold: bigint;
}

const DAILY_SUMMARY = 'B12';

export function saleOf(document: FiscalDocument, facts: SaleFacts): Sale {
  const amounts = declaredAmounts(document, facts.currency);
  const isSettled = isSettledBy(document, facts.month);
  const hasWithheld = amounts.withheldItbis + amounts.withheldIsr > 0n;
  const paid = withheldAtPayment(document, facts.month);
  const isSummary = document.fiscalNumber.startsWith(DAILY_SUMMARY);
  const taxId = isSummary ? facts.ownTaxId : document.contactTaxId;
  return {
    taxId,
    idType: idTypeOf(taxId, isSummary ? null : document.contactTaxIdKind),
    number: document.fiscalNumber,
    modified: modifiedBy(document),
    incomeType: document.incomeType ?? OPERATIONS,
    date: document.date,
    withheldOn: isSettled && hasWithheld ? document.settledOn : paid.on,
    net: amounts.net,
    itbis: amounts.itbis,
    itbisWithheld: paid.itbis + (isSettled ? amounts.withheldItbis : 0n),
    isrWithheld: paid.isr + (isSettled ? amounts.withheldIsr : 0n),
    isc: amounts.isc,
    other: amounts.other,
    tip: amounts.tip,
    forms: formsOf(document, facts.month, facts.accounts),
  };
}

const isConsumer = (number: string): boolean => fiscalTypeOf(number)?.needsBuyerTaxId === 'above-threshold';

/** Consumer invoices below the legal total are declared as one sum. Notes on them are rows of their own. */
export const isSmallSale = (
  { fiscalNumber, baseTotal }: FiscalKey,
  { consumerThreshold }: Pick<SaleFacts, 'consumerThreshold'>,
): boolean => isConsumer(fiscalNumber) && baseTotal < consumerThreshold;

export function saleIssues(document: FiscalDocument, sale: Sale): IssueOf[] {
  const type = fiscalTypeOf(sale.number);
  const needsTaxId = type && (type.needsBuyerTaxId === 'always' || type.needsBuyerTaxId === 'above-threshold');
  const issues: IssueOf[] = [
    ...(needsTaxId || sale.taxId ? taxIdIssues(sale.taxId, sale.idType, 'buyer') : []),
    ...numberIssues(document),
    ...amountIssues([sale.net, sale.itbis]),
  ];
  if (!incomeTypes.includes(sale.incomeType)) {
    issues.push({ code: 'income_type_invalid', message: 'The type of income is one of 01 to 06.' });
  }
  const { modifiesFiscalNumber, modifiedOn } = document;
  if (!sale.modified && modifiedOn && fiscalTypeOf(modifiesFiscalNumber ?? '')?.twin === type?.code) {
    const message = `It replaces ${modifiesFiscalNumber}, which is declared as well: void that one.`;
    issues.push({ code: 'replaced_receipt_declared', message, severity: 'warning' });
  }
  return issues;
}

/** The 23 fields of a line. The two perceptions are not in force. */
export const saleLine = (sale: Sale): string =>
  line([
    sale.taxId ?? '',
    sale.idType,
    sale.number,
    sale.modified ?? '',
    sale.incomeType,
    day(sale.date),
    day(sale.withheldOn),
    amount(sale.net),
    amount(sale.itbis),
    amountIfAny(sale.itbisWithheld),
    '',
    amountIfAny(sale.isrWithheld),
    '',
    amountIfAny(sale.isc),
    amountIfAny(sale.other),
    amountIfAny(sale.tip),
    amountIfAny(sale.forms.cash),
    amountIfAny(sale.forms.transfer),
    amountIfAny(sale.forms.card),
    amountIfAny(sale.forms.credit),
    amountIfAny(sale.forms.bonds),
    amountIfAny(sale.forms.barter),
    amountIfAny(sale.forms.other),
  ]);
