import type { Contact } from '#modules/contacts/index.ts';
import type { FiscalDocument } from '#modules/invoicing/index.ts';
import { declaredAmounts } from './amounts.ts';
import countries from './countries.json' with { type: 'json' };
import { amountIssues, type IssueOf } from './issue.ts';
import { amount, amountIfAny, day, line } from './line.ts';

/** The receipts of payments abroad. */
export const abroadTypes = ['B17', 'E47'];
/** The boxes of the IR-17 for income tax withheld from non-residents. */
const boxesAbroad = new Set(['6', '7', '8', '9', '10', '22', '23', '24']);

/** A payment as the 609 declares it. */
export interface PaymentAbroad {
  name: string | null;
  idType: '1' | '2';
  taxId: string | null;
  country: string | null;
  service: string | null;
  related: boolean;
  number: string;
  date: string;
  paidOn: string;
  net: bigint;
  isrWithheld: bigint;
}

type Supplier = Pick<Contact, 'kind' | 'abroad'>;

/** A document that was settled. Suppliers abroad are companies unless their contact is a person. */
export function paymentAbroadOf(
  document: FiscalDocument,
  supplier: Supplier | undefined,
  currency: string,
): PaymentAbroad {
  const { net, withheldIsr } = declaredAmounts(document, currency);
  const { country = null, service = null, related = false } = supplier?.abroad ?? {};
  return {
    name: document.contactName,
    idType: supplier?.kind === 'person' ? '1' : '2',
    taxId: document.contactTaxId,
    country,
    service,
    related,
    number: document.fiscalNumber,
    date: document.date,
    paidOn: document.settledOn!,
    net,
    isrWithheld: withheldIsr,
  };
}

export function abroadIssues(
  { taxes, payments }: FiscalDocument,
  payment: PaymentAbroad,
  boxOfTax: ReadonlyMap<string, string>,
): IssueOf[] {
  const issues: IssueOf[] = [];
  const warn = (code: string, message: string) => issues.push({ code, message, severity: 'warning' });
  if (payment.service === null) {
    const message = 'The country and the service are not known: give the document a contact with `abroad`.';
    issues.push({ code: 'abroad_missing', message });
  } else if (numericOf(payment.country) === '' || payment.country === 'DO') {
    issues.push({ code: 'country_invalid', message: 'The country of the contact is not one abroad.' });
  }
  if (!payment.taxId) warn('supplier_tax_id_missing', 'The supplier has no tax id of their country.');
  const withheld = taxes.filter(({ kind }) => kind === 'withheld-isr');
  if (withheld.length === 0) warn('withholding_missing', 'No income tax was withheld from this payment.');
  if (withheld.some(({ taxId }) => !boxesAbroad.has(boxOfTax.get(taxId) ?? '')))
    warn('withholding_not_abroad', 'The withheld income tax is not one of payments abroad.');
  if (payments.some(({ source }) => source === 'return'))
    warn('partly_returned', 'A part was returned: the row has the whole amount and tax.');
  return [...issues, ...amountIssues([payment.net])];
}

const numericOf = (country: string | null): string => (countries as Record<string, string>)[country ?? ''] ?? '';

const TEXT_LENGTH_MAX = 50;

/** A text without the characters that end fields and lines. */
const text = (value: string | null): string => (value ?? '').replace(/[|\r\n]/g, ' ').slice(0, TEXT_LENGTH_MAX);

/** The 13 fields of a line. Presumed income, of insurers and carriers, is not known. */
export const abroadLine = (payment: PaymentAbroad): string =>
  line([
    text(payment.name),
    payment.idType,
    text(payment.taxId),
    numericOf(payment.country),
    payment.service ? `0${payment.service[0]}` : '',
    payment.service ?? '',
    payment.related ? '1' : '0',
    payment.number,
    day(payment.date),
    amount(payment.net),
    payment.isrWithheld === 0n ? '' : day(payment.paidOn),
    '',
    amountIfAny(payment.isrWithheld),
  ]);
