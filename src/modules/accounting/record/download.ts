import type { TenantSteps } from '#platform/context.ts';
import { tableDownload } from '#platform/export/download.ts';
import { batchesByKey, type Column } from '#platform/export/table.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import { describeRecord } from './describe-record.ts';
import { type Named, selectRecords } from './record-list.sql.ts';
import { filterOf, namesOf, type RecordQuery } from './report.ts';

const BATCH = 500;

type Row = ReturnType<typeof describeRecord> & { named: (id: string | null) => Named | undefined };

const kinds: Record<string, string> = {
  income: 'Ingreso',
  expense: 'Gasto',
  journal: 'Asiento',
  commission: 'Comisión',
  transfer: 'Transferencia',
  opening: 'Saldo inicial',
};

const statuses = { posted: 'Registrado', void: 'Anulado' };

const text = (title: string, value: (row: Row) => string | null | undefined): Column<Row> => ({
  title,
  kind: 'text',
  value: (row) => value(row) ?? null,
});
const number = (title: string, value: (row: Row) => string): Column<Row> => ({ title, kind: 'number', value });

/** For people who open it in a spreadsheet, so in their language. */
const columns: Column<Row>[] = [
  { title: 'Fecha', kind: 'date', value: ({ date }) => date },
  text('Tipo', ({ kind }) => kinds[kind] ?? kind),
  text('Descripción', ({ description }) => description),
  text('Referencia', ({ reference }) => reference),
  text('Cuenta', ({ accountId, named }) => named(accountId)?.name),
  text('Código contable', ({ chartAccountId, named }) => named(chartAccountId)?.code),
  text('Cuenta contable', ({ chartAccountId, named }) => named(chartAccountId)?.name),
  text('División', ({ divisionId, named }) => named(divisionId)?.name),
  text('Proyecto', ({ projectId, named }) => named(projectId)?.name),
  text('Contacto', ({ contactId, named }) => named(contactId)?.name),
  text('Forma de pago', ({ paymentMethod }) => paymentMethod),
  text('Moneda', ({ currency }) => currency),
  number('Neto', ({ net }) => net),
  text('Impuestos', ({ taxes }) => taxes.map(({ name, amount }) => `${name} ${amount}`).join(', ')),
  number('Monto', ({ amount }) => amount),
  number('Monto en moneda base', ({ baseAmount }) => baseAmount),
  text('Estado', ({ status }) => statuses[status]),
  text('Id', ({ id }) => id),
];

/** Every record that matches, as a file. Each batch is read in a transaction of its own, while the one before is sent. */
export async function downloadRecords(
  ctx: TenantSteps,
  { format, ...query }: RecordQuery & { format: 'csv' | 'xlsx' },
): Promise<RawAnswer> {
  const filter = filterOf(ctx.organizationId, query);
  const batches = batchesByKey(BATCH, (last: Row | null) =>
    ctx.transaction(async (unit): Promise<Row[]> => {
      const [records, currency] = await Promise.all([
        selectRecords(unit.tx, filter, { after: last, offset: 0, limit: BATCH }),
        unit.currency,
      ]);
      const names = await namesOf(
        unit,
        records.flatMap((r) => [r.accountId, r.chartAccountId, r.divisionId, r.projectId, r.contactId]),
      );
      const named = (id: string | null) => (id === null ? undefined : names.get(id));
      return records.map((record) => ({ ...describeRecord(record, currency), named }));
    }),
  );
  const fileName = ['registros', query.from, query.to].filter(Boolean).join('-');
  return tableDownload({ format, fileName, columns, batches });
}
