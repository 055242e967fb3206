import type { FiscalDocument } from '#modules/invoicing/index.ts';
import { fiscalTypeOf, type TaxCredit } from '#modules/taxes/index.ts';
import { sumOf } from '#platform/decimal.ts';
import { convertMinor } from '#platform/money.ts';
import { type Month, toMonth } from '../period.ts';
import { type AccountKinds, declaredAmounts, formOf, isSettledBy, modifiedBy } from './amounts.ts';
import { amountIssues, type IssueOf, idTypeOf, numberIssues, taxIdIssues } from './issue.ts';
import { amount, amountIfAny, day, line } from './line.ts';

const expenseTypes = ['01', '02', '03', '04', '05', '06', '07', '08', '09', '10', '11'];

/** A purchase as the 606 declares it. */
export interface Purchase {
  taxId: string | null;
  idType: string;
  expenseType: string | null;
  number: string;
  modified: string | null;
  date: string;
  paidOn: string | null;
  services: bigint;
  goods: bigint;
  net: bigint;
  itbis: bigint;
  itbisWithheld: bigint;
  /** Of `itbisToAdvance`, what is deducted only in proportion to the taxed sales of the month. */
  itbisProportional: bigint;
  itbisToCost: bigint;
  itbisToAdvance: bigint;
  withholdingType: string;
  isrWithheld: bigint;
  isc: bigint;
  other: bigint;
  tip: bigint;
  paymentForm: string;
}

/** The facts that all purchases of a report share. */
export interface PurchaseFacts {
  month: Month;
  currency: string;
  ownTaxId: string;
  accounts: AccountKinds;
  /** The items that are services, as far as documents with them were read. */
  services: Set<string>;
  cashLimit: bigint;
  creditOfTax: ReadonlyMap<string, TaxCredit>;
  /** The percentage of ITBIS that is not withheld from companies that bill electronically; zero: there is none. */
  itbisNotWithheld: string;
  /** Whether suppliers may issue paper receipts. */
  hasPaperReceipts: boolean;
}

/** Petty expenses and payments abroad are declared with the own tax id. */
const ownNumbered = new Set(['B13', 'E43', 'B17', 'E47']);
const paidAbroad = new Set(['B17', 'E47']);
const informal = new Set(['B11', 'E41']);
const RNC = '1';
const CASH = '01';
/** ITBIS on these cannot be advanced: it is part of the cost. */
const notCreditable = new Set(['B02', 'E32', 'B13', 'E43']);
/** Without an item, what is bought for sale or as an asset is goods. */
const goodsByExpense = new Set(['09', '10']);

export function purchaseOf(document: FiscalDocument, facts: PurchaseFacts): Purchase {
  const type = boughtAs(document);
  const amounts = declaredAmounts(document, facts.currency);
  const isSettled = isSettledBy(document, facts.month);
  const isAbroad = paidAbroad.has(type);
  const isOwn = ownNumbered.has(type);
  const taxId = isOwn ? facts.ownTaxId : document.contactTaxId;
  const services = servicesOf(document, facts);
  const paymentForm = paymentFormOf(document, facts);
  const itbisWith = (credit: TaxCredit) =>
    sumOf(amounts.itbisByTax, ({ taxId, amount }) => (facts.creditOfTax.get(taxId) === credit ? amount : 0n));
  const isCost = !givesCredit(document, facts);
  const itbisToCost = isCost ? amounts.itbis : itbisWith('none');
  const ofLocal = (minor: bigint) => (isAbroad ? 0n : minor);
  return {
    taxId,
    idType: idTypeOf(taxId, isOwn ? null : document.contactTaxIdKind),
    expenseType: document.expenseType,
    number: document.fiscalNumber,
    modified: modifiedBy(document),
    date: document.date,
    paidOn: isSettled ? document.settledOn : null,
    services,
    goods: amounts.net - services,
    net: amounts.net,
    itbis: amounts.itbis,
    itbisWithheld: isSettled ? ofLocal(amounts.withheldItbis) : 0n,
    itbisProportional: isCost ? 0n : itbisWith('proportional'),
    itbisToCost: ofLocal(itbisToCost),
    itbisToAdvance: amounts.itbis - itbisToCost,
    withholdingType: isSettled ? (withholdingTypes(document)[0] ?? '') : '',
    isrWithheld: isSettled ? amounts.withheldIsr : 0n,
    isc: ofLocal(amounts.isc),
    other: ofLocal(amounts.other),
    tip: ofLocal(amounts.tip),
    paymentForm,
  };
}

/** The type of receipt of the purchase: a note is declared as the document that it modifies. */
const boughtAs = (document: FiscalDocument): string => (modifiedBy(document) ?? document.fiscalNumber).slice(0, 3);

/** Whether its ITBIS can be advanced at all. A note follows the document that it modifies, as that was declared. */
function givesCredit(document: FiscalDocument, facts: PurchaseFacts): boolean {
  const { reversed } = document;
  if (reversed) return givesCredit(reversed, { ...facts, month: toMonth(Temporal.PlainYearMonth.from(reversed.date)) });
  if (notCreditable.has(boughtAs(document))) return false;
  const { net, itbis } = declaredAmounts(document, facts.currency);
  return paymentFormOf(document, facts) !== CASH || net + itbis <= facts.cashLimit;
}

function servicesOf(document: FiscalDocument, { services: known, currency }: PurchaseFacts): bigint {
  const isServiceItem = (resourceId: string | null) =>
    resourceId === null ? !goodsByExpense.has(document.expenseType ?? '') : known.has(resourceId);
  const services = sumOf(document.items, ({ resourceId, net }) => (isServiceItem(resourceId) ? net : 0n));
  if (services === document.net) return document.baseNet;
  return document.rate === null ? services : convertMinor(services, document.currency, document.rate, currency);
}

const withholdingTypes = ({ taxes }: FiscalDocument): string[] => [
  ...new Set(taxes.filter(({ kind }) => kind === 'withheld-isr').map(({ fiscalCode }) => fiscalCode ?? '')),
];

const codes = { cash: '01', transfer: '02', card: '03', credit: '04', barter: '05', bonds: '07', other: '07' } as const;

/** A credit note, of the same document or one that left an advance at the supplier. */
const byCreditNote: ReadonlySet<string> = new Set(['return', 'balance']);

/** One form of payment, credit or mixed: as given, or as it was paid by the end of the month. */
function paymentFormOf(document: FiscalDocument, { month, accounts }: PurchaseFacts): string {
  if (document.paymentForm && /^0[1-7]$/.test(document.paymentForm)) return document.paymentForm;
  const payments = document.payments.filter(({ date, source }) => date <= month.to && source !== 'write-off');
  if (payments.length === 0) return codes.credit;
  const ways = new Set(
    payments.map((payment) => (byCreditNote.has(payment.source) ? '06' : codes[formOf(payment, accounts)])),
  );
  const [only] = ways;
  return ways.size === 1 && isSettledBy(document, month) ? only! : '07';
}

export function purchaseIssues(document: FiscalDocument, purchase: Purchase, facts: PurchaseFacts): IssueOf[] {
  const issues: IssueOf[] = [...taxIdIssues(purchase.taxId, purchase.idType, 'supplier'), ...numberIssues(document)];
  if (!expenseTypes.includes(purchase.expenseType ?? '')) {
    issues.push({
      code: 'expense_type_missing',
      message: 'It is not said what was bought: give expenseType, 01 to 11.',
    });
  }
  const types = withholdingTypes(document);
  if (
    purchase.isrWithheld > 0n &&
    types.some((type) => !/^0[1-9]$/.test(type)) &&
    !paidAbroad.has(boughtAs(document))
  ) {
    issues.push({ code: 'withholding_type_missing', message: 'The withheld income tax has no type of the 606.' });
  }
  if (types.length > 1) {
    issues.push({ code: 'withholding_types_mixed', message: 'A row can have only one type of withheld income tax.' });
  }
  const type = fiscalTypeOf(purchase.number);
  if (type?.needsBuyerTaxId === 'above-threshold' && purchase.itbis > 0n) {
    const message = 'A consumer invoice gives no credit: its ITBIS goes to the cost.';
    issues.push({ code: 'consumer_invoice', message, severity: 'warning' });
  }
  if (informal.has(purchase.number.slice(0, 3)) && purchase.idType === RNC) {
    const message =
      'A receipt of purchases is for sellers who are not registered: this one has an RNC and must give a receipt.';
    issues.push({ code: 'supplier_registered', message, severity: 'warning' });
  }
  if (purchase.paymentForm === CASH && purchase.net + purchase.itbis > facts.cashLimit) {
    const message = 'Paid in cash above the legal limit: it is neither deductible nor creditable.';
    issues.push({ code: 'paid_in_cash', message, severity: 'warning' });
  }
  issues.push(...electronicIssues(document, purchase, facts));
  return [...issues, ...amountIssues([purchase.net, purchase.itbis])];
}

/** Warnings that follow from electronic billing of suppliers. */
function electronicIssues(document: FiscalDocument, purchase: Purchase, facts: PurchaseFacts): IssueOf[] {
  const issues: IssueOf[] = [];
  const type = fiscalTypeOf(purchase.number);
  if (type?.issuedBy !== 'seller') return [];
  const isSpared = ({ kind, rate, amount }: FiscalDocument['taxes'][number]) =>
    kind === 'withheld-itbis' && amount > 0n && Number(rate) === Number(facts.itbisNotWithheld);
  if (type.series === 'E' && purchase.idType === RNC && purchase.itbisWithheld > 0n && document.taxes.some(isSpared)) {
    const message = `${facts.itbisNotWithheld} % of ITBIS is not withheld from a company that bills with an e-CF (Norm 02-2026), except for construction.`;
    issues.push({ code: 'withheld_from_electronic', message, severity: 'warning' });
  }
  const isOld = document.date < facts.month.from;
  if (type.series === 'B' && type.twin !== null && !facts.hasPaperReceipts && !isOld) {
    const message = 'Suppliers must bill electronically: a paper receipt is valid only in contingency.';
    issues.push({ code: 'paper_receipt', message, severity: 'warning' });
  }
  return issues;
}

/** The 23 fields of a line. The two perceptions in purchases are not in force. */
export const purchaseLine = (purchase: Purchase): string =>
  line([
    purchase.taxId ?? '',
    purchase.idType,
    purchase.expenseType ?? '',
    purchase.number,
    purchase.modified ?? '',
    day(purchase.date),
    day(purchase.paidOn),
    amountIfAny(purchase.services),
    amountIfAny(purchase.goods),
    amount(purchase.net),
    amount(purchase.itbis),
    amountIfAny(purchase.itbisWithheld),
    amountIfAny(purchase.itbisProportional),
    amountIfAny(purchase.itbisToCost),
    amountIfAny(purchase.itbisToAdvance),
    '',
    purchase.withholdingType,
    amountIfAny(purchase.isrWithheld),
    '',
    amountIfAny(purchase.isc),
    amountIfAny(purchase.other),
    amountIfAny(purchase.tip),
    purchase.paymentForm,
  ]);
