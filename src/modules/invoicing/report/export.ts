import { selectDivisionNames } from '#modules/accounting/index.ts';
import type { TenantSteps } from '#platform/context.ts';
import { tableDownload } from '#platform/export/download.ts';
import { batchesByKey, type Column } from '#platform/export/table.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import { describePendingRecord } from '../pending/describe.ts';
import { selectPendingRecords } from '../pending/list.sql.ts';
import { filterOf, type PendingQuery } from '../pending/list.ts';

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

const text = (title: string, value: (row: Row) => string | null | undefined): Column<Row> => ({
  title,
  kind: 'text',
  value: (row) => value(row) ?? null,
});
const number = (title: string, value: (row: Row) => string): Column<Row> => ({ title, kind: 'number', value });

/** For people who open it in a spreadsheet, so in their language. */
const columns: Column<Row>[] = [
  { title: 'Fecha', kind: 'date', value: ({ date }) => date },
  { title: 'Vence', kind: 'date', value: ({ dueOn }) => dueOn },
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

/** Every document that matches, as a file. Each batch is read in a transaction of its own, while the one before is sent. */
export async function exportDocuments(
  ctx: TenantSteps,
  { format, ...query }: PendingQuery & { format: 'csv' | 'xlsx' },
): Promise<RawAnswer> {
  const batches = batchesByKey(BATCH, (last: Row | null) =>
    ctx.transaction(async (unit): Promise<Row[]> => {
      const { filter } = await filterOf(unit, query);
      const [documents, currency, divisions] = await Promise.all([
        selectPendingRecords(unit.tx, filter, { after: last, offset: 0, limit: BATCH }),
        unit.currency,
        selectDivisionNames(unit),
      ]);
      return documents.map((document) => ({
        ...describePendingRecord(document, currency),
        division: (document.divisionId && divisions.get(document.divisionId)) ?? null,
      }));
    }),
  );
  const fileName = ['documentos', query.from, query.to].filter(Boolean).join('-');
  return tableDownload({ format, fileName, columns, batches });
}
