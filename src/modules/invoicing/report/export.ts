import { selectDivisionNames } from '#modules/accounting/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { tableDownload } from '#platform/export/download.ts';
import { batchesByCursor, type Column, columnsOf } from '#platform/export/table.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import { describePendingRecord } from '../pending/describe.ts';
import { type DocumentFilter, documentList } from '../pending/list.sql.ts';
import type { PendingRecord } from '../tables.ts';

const BATCH = 500;

type Row = ReturnType<typeof describePendingRecord> & { division: string | null };

const kinds: Record<string, string> = { invoice: 'Factura', quote: 'Cotización', order: 'Pedido', loan: 'Préstamo' };
const directions: Record<string, string> = { sale: 'Venta', purchase: 'Compra' };
const states: Record<string, string> = {
  draft: 'Borrador',
  void: 'Anulado',
  open: 'Abierto',
  partial: 'Abonado',
  paid: 'Pagado',
  'past-due': 'Vencido',
  converted: 'Convertido',
};

const { text, number, date } = columnsOf<Row>();

/** For people who open it in a spreadsheet, so in their language. */
const columns: Column<Row>[] = [
  date('Fecha', ({ date }) => date),
  date('Vence', ({ dueOn }) => dueOn),
  text('Documento', ({ kind }) => kinds[kind]),
  text('Sentido', ({ direction }) => directions[direction]),
  text('Número', ({ number: own }) => (own === null ? null : String(own))),
  text('Comprobante', ({ fiscalNumber }) => fiscalNumber),
  text('Estado', ({ state }) => states[state]),
  text('Contacto', ({ contactName }) => contactName),
  text('RNC o cédula', ({ contactTaxId }) => contactTaxId),
  text('División', ({ division }) => division),
  text('Etapa', ({ stage }) => stage),
  text('Referencia', ({ reference }) => reference),
  text('Moneda', ({ currency }) => currency),
  number('Subtotal', ({ subtotal }) => subtotal),
  number('Descuento', ({ discount }) => discount),
  number('Impuestos', ({ tax }) => tax),
  number('Total', ({ total }) => total),
  number('Retenido', ({ withheld }) => withheld),
  number('Pagado', ({ paid }) => paid),
  number('Pendiente', ({ balance }) => balance),
  number('Total en moneda base', ({ baseTotal }) => baseTotal),
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
  return tableDownload({ format, fileName, columns, batches });
}

async function describe(ctx: TenantContext, documents: PendingRecord[]): Promise<Row[]> {
  const divisions = await selectDivisionNames(ctx);
  return documents.map((document) => ({
    ...describePendingRecord(document, ctx.currency),
    division: (document.divisionId && divisions.get(document.divisionId)) ?? null,
  }));
}
