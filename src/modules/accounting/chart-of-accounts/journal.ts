import type { z } from 'zod';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { keepPlans } from '#platform/db/keep-plans.ts';
import { tableDownload } from '#platform/export/download.ts';
import { batchesByCursor, columnsOf, type TranslatedColumn } from '#platform/export/table.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import { recordKindLabel } from '../record/record-kinds.ts';
import { selectChart } from './chart.sql.ts';
import { elementList, journalList } from './data-source.sql.ts';
import { describeElements, ofAccounts } from './data-source.ts';

type Query = z.output<typeof journalList.query>;
type Transfer = ReturnType<typeof describeElements>[number];
/** One side of a transfer: a line of the journal on paper. */
type Line = Transfer & { side: Transfer['debit']; debited: string | null; credited: string | null };

const BATCH = 500;

export async function listJournal(ctx: TenantContext, query: Query) {
  const [chart] = await Promise.all([selectChart(ctx), keepPlans(ctx)]);
  return listFor(query).page(ctx, ofAccounts(chart, query), (rows) => describeElements(ctx, chart, rows));
}

const listFor = ({ chartAccountId, projectId }: Pick<Query, 'chartAccountId' | 'projectId'>) =>
  chartAccountId || projectId ? elementList : journalList;

const { text, number, date } = columnsOf<Line>();

const columns: TranslatedColumn<Line>[] = [
  date({ es: 'Fecha', en: 'Date' }, ({ date }) => date),
  text({ es: 'Asiento', en: 'Entry' }, ({ entryId }) => entryId),
  text({ es: 'Tipo', en: 'Type' }, ({ recordKind }, language) => recordKindLabel(recordKind, language)),
  text({ es: 'Descripción', en: 'Description' }, ({ description }) => description),
  text({ es: 'Referencia', en: 'Reference' }, ({ reference }) => reference),
  text({ es: 'Código contable', en: 'Ledger code' }, ({ side }) => side.code),
  text({ es: 'Cuenta contable', en: 'Ledger account' }, ({ side }) => side.name),
  number({ es: 'Debe', en: 'Debit' }, ({ debited }) => debited),
  number({ es: 'Haber', en: 'Credit' }, ({ credited }) => credited),
  text({ es: 'Moneda', en: 'Currency' }, ({ side }) => side.currency),
  number({ es: 'Monto en su moneda', en: 'Amount in its currency' }, ({ side }) => side.ownAmount),
  text({ es: 'Registro', en: 'Record' }, ({ recordId }) => recordId),
];

/** The journal as a file, two lines for each transfer. Each batch is read in its own transaction, while the one before is sent. */
export async function downloadJournal(
  ctx: TenantSteps,
  { format, ...query }: Omit<Query, 'page' | 'itemsPerPage' | 'count' | 'cursor'> & { format: 'csv' | 'xlsx' },
): Promise<RawAnswer> {
  const batches = batchesByCursor((cursor) =>
    ctx.transaction(async (unit) => {
      const [chart] = await Promise.all([selectChart(unit), keepPlans(unit)]);
      return listFor(query).next(unit, { ...ofAccounts(chart, query), itemsPerPage: BATCH, cursor }, (rows) =>
        describeElements(unit, chart, rows).flatMap(linesOf),
      );
    }),
  );
  const fileName = ['diario', query.from, query.to].filter(Boolean).join('-');
  return tableDownload(ctx, { format, fileName, columns, batches });
}

const linesOf = (transfer: Transfer): Line[] => [
  { ...transfer, side: transfer.debit, debited: transfer.amount, credited: null },
  { ...transfer, side: transfer.credit, debited: null, credited: transfer.amount },
];
