import { selectDivisionNames } from '#modules/accounting/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { tableDownload } from '#platform/export/download.ts';
import { batchesByCursor, columnsOf, type TranslatedColumn } from '#platform/export/table.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import { bilingual, type Language } from '#platform/pages/language.ts';
import { describePendingRecord } from '../pending/describe.ts';
import { type DocumentFilter, documentList } from '../pending/list.sql.ts';
import type { PendingRecord } from '../tables.ts';

const BATCH = 500;

type Row = ReturnType<typeof describePendingRecord> & { division: string | null };

/** How tables for people name the values of documents. */
export const documentWords: Record<'kind' | 'direction' | 'state', Record<Language, Record<string, string>>> = {
  kind: {
    es: { invoice: 'Factura', quote: 'Cotización', order: 'Pedido', loan: 'Préstamo' },
    en: { invoice: 'Invoice', quote: 'Quote', order: 'Order', loan: 'Loan' },
  },
  direction: { es: { sale: 'Venta', purchase: 'Compra' }, en: { sale: 'Sale', purchase: 'Purchase' } },
  state: bilingual({
    draft: ['Borrador', 'Draft'],
    void: ['Anulado', 'Void'],
    open: ['Abierto', 'Open'],
    partial: ['Abonado', 'Partly paid'],
    paid: ['Pagado', 'Paid'],
    'past-due': ['Vencido', 'Past due'],
    converted: ['Convertido', 'Converted'],
  }),
};

const { text, number, date } = columnsOf<Row>();

/** For people who open it in a spreadsheet, so in their language. */
const columns: TranslatedColumn<Row>[] = [
  date({ es: 'Fecha', en: 'Date' }, ({ date }) => date),
  date({ es: 'Vence', en: 'Due on' }, ({ dueOn }) => dueOn),
  text({ es: 'Documento', en: 'Document' }, ({ kind }, language) => documentWords.kind[language][kind]),
  text({ es: 'Sentido', en: 'Direction' }, ({ direction }, language) => documentWords.direction[language][direction]),
  number({ es: 'Número', en: 'Number' }, ({ number: own }) => (own === null ? null : String(own))),
  text({ es: 'Comprobante', en: 'Fiscal receipt' }, ({ fiscalNumber }) => fiscalNumber),
  text({ es: 'Estado', en: 'Status' }, ({ state }, language) => documentWords.state[language][state]),
  text({ es: 'Contacto', en: 'Contact' }, ({ contactName }) => contactName),
  text({ es: 'RNC o cédula', en: 'RNC or cédula' }, ({ contactTaxId }) => contactTaxId),
  text({ es: 'División', en: 'Branch' }, ({ division }) => division),
  text({ es: 'Etapa', en: 'Stage' }, ({ stage }) => stage),
  text({ es: 'Referencia', en: 'Reference' }, ({ reference }) => reference),
  text({ es: 'Moneda', en: 'Currency' }, ({ currency }) => currency),
  number('Subtotal', ({ subtotal }) => subtotal),
  number({ es: 'Descuento', en: 'Discount' }, ({ discount }) => discount),
  number({ es: 'Impuestos', en: 'Taxes' }, ({ tax }) => tax),
  number('Total', ({ total }) => total),
  number({ es: 'Retenido', en: 'Withheld' }, ({ withheld }) => withheld),
  number({ es: 'Pagado', en: 'Paid' }, ({ paid }) => paid),
  number({ es: 'Pendiente', en: 'Balance due' }, ({ balance }) => balance),
  number({ es: 'Total en moneda base', en: 'Total in base currency' }, ({ baseTotal }) => baseTotal),
  text('Id', ({ id }) => id),
];

/** All matching documents as a file. Each batch is read in its own transaction, while the previous one is sent. */
export async function exportDocuments(
  ctx: TenantSteps,
  { format, ...query }: DocumentFilter & { format: 'csv' | 'xlsx' },
): Promise<RawAnswer> {
  const batches = batchesByCursor((cursor) =>
    ctx.transaction((unit) =>
      documentList.next(unit, { ...query, cursor, sort: '-date', itemsPerPage: BATCH }, (rows) => describe(unit, rows)),
    ),
  );
  const fileName = ['documentos', query.from, query.to].filter(Boolean).join('-');
  return tableDownload(ctx, { format, fileName, columns, batches });
}

async function describe(ctx: TenantContext, documents: PendingRecord[]): Promise<Row[]> {
  const divisions = await selectDivisionNames(ctx);
  return documents.map((document) => ({
    ...describePendingRecord(document, ctx.currency),
    division: (document.divisionId && divisions.get(document.divisionId)) ?? null,
  }));
}
