import { findContact } from '#modules/contacts/index.ts';
import { selectCreditNotes, selectWithheldNotesOf } from '#modules/fulfilment/index.ts';
import { type FiscalDocument, selectFiscalDocuments, selectWithheldPurchases } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { sumOf } from '#platform/decimal.ts';
import { fromMinor } from '#platform/money.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { declaredAmounts, signOf } from '../report/amounts.ts';

const DOCUMENTS_MAX = 2_000;
export const TooManyWithheld = refusal(
  'too_many_documents',
  `More than ${DOCUMENTS_MAX.toLocaleString('en')} documents of that time have withheld tax: choose fewer days.`,
);

export interface WithholdingQuery {
  beneficiaryId: string;
  from?: string | undefined;
  to?: string | undefined;
}

interface WithheldTax {
  documentId: string;
  fiscalNumber: string;
  date: string;
  paidOn: string;
  tax: 'isr' | 'itbis';
  rate: string;
  base: bigint;
  amount: bigint;
}

/** The tax withheld from a supplier in a period, as the IR-17 and the IT-1 declare it: when the document is settled. */
export async function withholdingsOf(ctx: TenantContext, { beneficiaryId, ...query }: WithholdingQuery) {
  const contact = await findContact(ctx, beneficiaryId);
  if (!contact) throw unknownReference('query.beneficiaryId', 'This contact');
  const { to = ctx.today.toString() } = query;
  const { from = Temporal.PlainDate.from(to).with({ month: 1, day: 1 }).toString() } = query;
  const [purchaseIds, noteIds] = await Promise.all([
    selectWithheldPurchases(ctx, { contactId: contact.id, from, to, limit: DOCUMENTS_MAX + 1 }),
    selectWithheldNotesOf(ctx, contact.id, to),
  ]);
  if (purchaseIds.length + noteIds.length > DOCUMENTS_MAX) throw TooManyWithheld();
  const [purchases, notes] = await Promise.all([
    selectFiscalDocuments(ctx, purchaseIds),
    selectCreditNotes(ctx, noteIds),
  ]);
  const isDue = ({ settledOn }: FiscalDocument) => settledOn !== null && settledOn >= from && settledOn <= to;
  const rows = [...purchases, ...notes]
    .filter(isDue)
    .sort((a, b) => (a.settledOn! < b.settledOn! ? -1 : a.settledOn! > b.settledOn! ? 1 : 0))
    .flatMap((document) => taxesOf(document, ctx.currency));
  const totalOf = (tax: WithheldTax['tax']) => sumOf(rows, (row) => (row.tax === tax ? row.amount : 0n));
  return { contact, from, to, currency: ctx.currency, rows, isr: totalOf('isr'), itbis: totalOf('itbis') };
}

function taxesOf(document: FiscalDocument, currency: string): WithheldTax[] {
  const sign = signOf(document);
  return declaredAmounts(document, currency).withheld.map(({ kind, rate, base, amount }) => ({
    documentId: document.id,
    fiscalNumber: document.fiscalNumber,
    date: document.date,
    paidOn: document.settledOn!,
    tax: kind === 'withheld-isr' ? 'isr' : 'itbis',
    rate,
    base: sign * base,
    amount: sign * amount,
  }));
}

export async function readWithholdings(ctx: TenantContext, query: WithholdingQuery) {
  const { contact, currency, rows, ...found } = await withholdingsOf(ctx, query);
  const money = (minor: bigint) => fromMinor(minor, currency);
  return {
    beneficiaryId: contact.id,
    name: contact.name,
    taxId: contact.taxId,
    from: found.from,
    to: found.to,
    currency,
    isr: money(found.isr),
    itbis: money(found.itbis),
    total: money(found.isr + found.itbis),
    rows: rows.map((row) => ({ ...row, base: money(row.base), amount: money(row.amount) })),
  };
}
