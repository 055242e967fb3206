import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { tableDownload } from '#platform/export/download.ts';
import { batchesByCursor, type Column, columnsOf } from '#platform/export/table.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import type { RecordRow } from '../tables.ts';
import { describeRecord } from './describe-record.ts';
import { recordKinds } from './record-kinds.ts';
import { type Named, type RecordFilter, recordList } from './record-list.sql.ts';
import { namesOf } from './report.ts';

const BATCH = 500;

type Row = ReturnType<typeof describeRecord> & { named: (id: string | null) => Named | undefined };

const kinds: Record<string, string> = recordKinds;

const statuses = { posted: 'Registrado', void: 'Anulado' };

const { text, number, date } = columnsOf<Row>();

/** The file is for people, so its titles are in Spanish. */
const columns: Column<Row>[] = [
  date('Fecha', ({ date }) => date),
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

/** Every record that matches, as a file. Each batch is read in its own transaction, while the one before is sent. */
export async function downloadRecords(
  ctx: TenantSteps,
  { format, ...matching }: RecordFilter & { format: 'csv' | 'xlsx' },
): Promise<RawAnswer> {
  const batches = batchesByCursor((cursor) =>
    ctx.transaction((unit) =>
      recordList.next(unit, { matching, sort: '-date', itemsPerPage: BATCH, cursor }, (rows) => withNames(unit, rows)),
    ),
  );
  const fileName = ['registros', matching.from, matching.to].filter(Boolean).join('-');
  return tableDownload({ format, fileName, columns, batches });
}

async function withNames(ctx: TenantContext, rows: RecordRow[]): Promise<Row[]> {
  const names = await namesOf(
    ctx,
    rows.flatMap((r) => [r.accountId, r.chartAccountId, r.divisionId, r.projectId, r.contactId]),
  );
  const named = (id: string | null) => (id === null ? undefined : names.get(id));
  return rows.map((record) => ({ ...describeRecord(record, ctx.currency), named }));
}
