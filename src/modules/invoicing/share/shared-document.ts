import { z } from 'zod';
import { CalendarDate } from '#platform/date.ts';
import { fromMinor, inDecimals } from '#platform/money.ts';
import { notesOf, type Printable, taxesOf, titleOf } from '../voucher/compose.ts';
import { issuerOf } from '../voucher/stationery.ts';

const Party = z.object({
  name: z.string(),
  taxId: z.string().nullable(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
});

/** A document as the holder of its link sees it: the content of the printed document and nothing else. */
export const SharedDocument = z.object({
  title: z.string(),
  kind: z.string(),
  direction: z.string(),
  state: z.string(),
  number: z.number().int().nullable(),
  fiscalNumber: z.string().nullable(),
  modifiesFiscalNumber: z.string().nullable(),
  date: CalendarDate,
  dueOn: CalendarDate,
  issuer: Party,
  customer: Party.nullable(),
  reference: z.string().nullable(),
  notes: z.string(),
  terms: z.string(),
  currency: z.string(),
  elements: z.array(
    z.object({
      description: z.string(),
      notes: z.array(z.string()).describe('Its serial numbers and lots, in words.'),
      quantity: z.string(),
      unit: z.string().nullable(),
      unitPrice: z.string(),
      discount: z.string(),
      net: z.string(),
      tax: z.string(),
      total: z.string(),
    }),
  ),
  taxes: z.array(z.object({ name: z.string(), rate: z.string(), amount: z.string() })),
  subtotal: z.string(),
  discount: z.string(),
  tax: z.string(),
  total: z.string(),
  withheld: z.string(),
  due: z.string(),
  paid: z.string(),
  balance: z.string(),
  payments: z.array(z.object({ date: CalendarDate, method: z.string().nullable(), amount: z.string() })),
  electronic: z
    .object({ url: z.string(), securityCode: z.string(), signedAt: z.string().nullable() })
    .nullable()
    .describe('Where an electronic document can be checked with the tax authority.'),
  appearance: z
    .object({
      logoUrl: z.string().nullable(),
      accentColor: z.string().describe('`#rrggbb`'),
      dateFormat: z.enum(['dd/MM/yyyy', 'MM/dd/yyyy', 'yyyy-MM-dd']),
      decimalSeparator: z.enum(['.', ',']),
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
    taxes: taxesOf(elements).map(({ name, rate, amount }) => ({ name, rate, amount: fromMinor(amount, currency) })),
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
