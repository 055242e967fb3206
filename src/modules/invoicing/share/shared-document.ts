import { z } from 'zod';
import { CalendarDate } from '#platform/date.ts';
import { fromMinor, inDecimals } from '#platform/money.ts';
import { chargedTaxes, notesOf, type Printable, titleOf } from '../voucher/compose.ts';
import { issuerOf } from '../voucher/stationery.ts';

const Party = z.object({
  name: z.string().describe('As printed on the document.'),
  taxId: z.string().nullable().describe('The RNC or cédula; null: not known.'),
  address: z.string().nullable().describe('Null: not known.'),
  phone: z.string().nullable().describe('Null: not known.'),
  email: z.string().nullable().describe('Null: not known.'),
});

/** A document as the holder of its link sees it: the content of the printed document and nothing else. */
export const SharedDocument = z.object({
  title: z.string().describe('What the document is called on paper, such as “Factura de consumo”.'),
  kind: z.string().describe('`invoice`, `quote`, `order` or `loan`.'),
  direction: z.string().describe('`sale` to a customer, `purchase` from a supplier.'),
  state: z.string().describe('`open`, `partial`, `paid`, `past-due`, … as users of the organization see it.'),
  number: z.number().int().nullable().describe('The issuer’s own number; null: a draft.'),
  fiscalNumber: z.string().nullable(),
  modifiesFiscalNumber: z.string().nullable().describe('The receipt that it corrects or replaces; null: none.'),
  date: CalendarDate.describe('The day of the document.'),
  dueOn: CalendarDate.describe('The last day to pay it; of a quote, to accept it.'),
  issuer: Party.describe('The organization.'),
  customer: Party.nullable().describe('The other party; null: nobody is named.'),
  reference: z.string().nullable().describe('A number of the customer, such as their order; null: none.'),
  notes: z.string().describe('Printed below the lines.'),
  terms: z.string().describe('Printed below the notes.'),
  currency: z.string(),
  elements: z
    .array(
      z.object({
        description: z.string().describe('The text of the line.'),
        notes: z.array(z.string()).describe('Its serial numbers and lots, in words.'),
        quantity: z.string(),
        unit: z.string().nullable().describe('What the quantity counts; null: not said.'),
        unitPrice: z.string().describe('With the taxes, if the document says so.'),
        discount: z.string().describe('What is taken from the line.'),
        net: z.string().describe('Without taxes.'),
        tax: z.string().describe('The taxes of the line.'),
        total: z.string().describe('With taxes.'),
      }),
    )
    .describe('The lines, in their order.'),
  taxes: z
    .array(
      z.object({
        name: z.string(),
        rate: z.string().describe('Percent.'),
        amount: z.string().describe('The tax of all lines; of a withholding, what is withheld.'),
      }),
    )
    .describe('The taxes of all lines, by tax.'),
  subtotal: z.string().describe('The lines as priced, before discounts.'),
  discount: z.string().describe('The discounts of all lines.'),
  tax: z.string().describe('The taxes, without those that are withheld.'),
  total: z.string().describe('With taxes.'),
  withheld: z.string().describe('What the customer withholds for the tax authority.'),
  due: z.string().describe('The total less what is withheld.'),
  paid: z.string().describe('What is paid.'),
  balance: z.string().describe('What is still due.'),
  payments: z
    .array(
      z.object({
        date: CalendarDate.describe('The day of the payment.'),
        method: z.string().nullable().describe('How it was paid; null: not given.'),
        amount: z.string().describe('What it settled.'),
      }),
    )
    .describe('Shown if the template shows payments.'),
  electronic: z
    .object({
      url: z.string().describe('The page of the tax authority on which it can be checked.'),
      securityCode: z.string().describe('The first characters of the signature; the tax authority asks for them.'),
      signedAt: z.string().nullable().describe('When it was signed; null: not yet.'),
    })
    .nullable()
    .describe('Where an electronic document can be checked with the tax authority.'),
  appearance: z
    .object({
      logoUrl: z.string().nullable().describe('The logo of the issuer; null: none, or not shown.'),
      accentColor: z.string().describe('`#rrggbb`'),
      dateFormat: z.enum(['dd/MM/yyyy', 'MM/dd/yyyy', 'yyyy-MM-dd']).describe('How the issuer writes dates.'),
      decimalSeparator: z.enum(['.', ',']).describe('How the issuer writes decimals.'),
    })
    .describe('The logo and the colour of the issuer, and how it writes dates and numbers.'),
  pdfUrl: z.string().describe('The same on paper.'),
  payUrl: z.string().nullable().describe('Where what is due can be paid online; null where it cannot.'),
});

export function describeShared(
  printable: Printable,
  links: { pdfUrl: string; payUrl: string | null; logoUrl: string | null },
): z.input<typeof SharedDocument> {
  const { document, elements, payments, organization, customer, stamp, language, template, notation } = printable;
  const { currency } = document;
  return {
    ...inDecimals(document, currency),
    title: titleOf(document, language),
    number: document.number === null ? null : Number(document.number),
    issuer: issuerOf(organization),
    customer,
    elements: elements.map((element) => ({ ...inDecimals(element, currency), notes: notesOf(element, printable) })),
    taxes: chargedTaxes(elements).map(({ name, rate, amount }) => ({
      name,
      rate,
      amount: fromMinor(amount, currency),
    })),
    payments: payments.map(({ date, method, amount }) => ({ date, method, amount: fromMinor(amount, currency) })),
    electronic: stamp,
    appearance: {
      logoUrl: template.showLogo ? links.logoUrl : null,
      accentColor: template.accentColor,
      ...notation,
    },
    pdfUrl: links.pdfUrl,
    payUrl: links.payUrl,
  };
}
