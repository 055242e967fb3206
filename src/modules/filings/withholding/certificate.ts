import {
  findOrganization,
  formatTaxId,
  generalSettings,
  issuerOf,
  paperPdf,
  readSettings,
} from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { formatAmount, formatDate, formatNumber } from '#platform/format.ts';
import type { LaterAnswer } from '#platform/http/route.ts';
import { formatMinor, fromMinor } from '#platform/money.ts';
import { drawTable } from '#platform/pdf/draw-table.ts';
import { refusal } from '#platform/refusal.ts';
import { type WithholdingQuery, withholdingsOf } from './withholding.ts';

export const NothingWithheld = refusal(
  'nothing_withheld',
  'Nothing was withheld from this contact in that time: there is nothing to certify.',
);

const words = {
  es: {
    title: 'Certificación de retenciones',
    fileName: 'retenciones',
    taxId: 'RNC/Cédula',
    until: (from: string, to: string) => `Del ${from} al ${to}`,
    text: (issuer: string, today: string) =>
      `${issuer} certifica que retuvo los impuestos siguientes de los pagos a este proveedor, y que los declara a la Dirección General de Impuestos Internos (DGII). Emitida el ${today}.`,
    columns: ['Pagado', 'Comprobante', 'Impuesto', 'Base', 'Retenido'],
    taxes: { isr: 'ISR', itbis: 'ITBIS' },
    totals: { isr: 'ISR retenido', itbis: 'ITBIS retenido', all: 'Total retenido' },
    signature: 'Firma y sello',
  },
  en: {
    title: 'Withholding certificate',
    fileName: 'withholdings',
    taxId: 'Tax id',
    until: (from: string, to: string) => `${from} to ${to}`,
    text: (issuer: string, today: string) =>
      `${issuer} certifies that it withheld the following taxes from its payments to this supplier, and declares them to the tax authority (DGII). Issued on ${today}.`,
    columns: ['Paid', 'Receipt', 'Tax', 'Base', 'Withheld'],
    taxes: { isr: 'Income tax (ISR)', itbis: 'ITBIS' },
    totals: { isr: 'Income tax withheld', itbis: 'ITBIS withheld', all: 'Total withheld' },
    signature: 'Signature and stamp',
  },
};

/** The certificate for a supplier of the taxes withheld from it, as a PDF. */
export async function printCertificate(ctx: TenantContext, query: WithholdingQuery): Promise<LaterAnswer> {
  const [found, organization, settings] = await Promise.all([
    withholdingsOf(ctx, query),
    findOrganization(ctx.tx, ctx.organizationId),
    readSettings(ctx, generalSettings),
  ]);
  if (found.rows.length === 0) throw NothingWithheld();
  const { contact, currency, from, to, isr, itbis } = found;
  const say = words[settings.language];
  const amount = (minor: bigint) => formatAmount(fromMinor(minor, currency), settings);
  const money = (minor: bigint) => formatMinor(minor, currency, settings);
  const issuer = issuerOf(organization, say.taxId);
  const day = (date: string) => formatDate(date, settings);
  const taxId = contact.taxId && formatTaxId(contact.taxId, contact.taxIdKind);
  const paper = {
    title: say.title,
    subtitle: say.until(day(from), day(to)),
    issuer,
    party: { name: contact.name, facts: taxId ? [`${say.taxId}: ${taxId}`] : [] },
    text: say.text(issuer.name, day(ctx.today.toString())),
    columns: say.columns.map((title, place) => {
      if (place === 1) return { title };
      return place < 3 ? { title, width: place === 0 ? 70 : 120 } : { title, width: 96, align: 'right' as const };
    }),
    rows: found.rows.map((row) => [
      day(row.paidOn),
      row.fiscalNumber,
      `${say.taxes[row.tax]} ${formatNumber(row.rate, settings)} %`,
      amount(row.base),
      amount(row.amount),
    ]),
    totals: [
      { label: say.totals.isr, amount: money(isr) },
      { label: say.totals.itbis, amount: money(itbis) },
      { label: say.totals.all, amount: money(isr + itbis), strong: true },
    ],
    signatures: [say.signature],
  };
  return paperPdf(ctx, { kind: 'withholdings', paper, drawing: drawTable, fileName: `${say.fileName}-${to}.pdf` });
}
