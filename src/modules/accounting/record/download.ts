import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { joinSets } from '#platform/db/keep-plans.ts';
import { tableDownload } from '#platform/export/download.ts';
import { batchesByCursor, columnsOf, type RowBatches, type TranslatedColumn } from '#platform/export/table.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import { selectMovedMonths } from '../conciliation/open-records.sql.ts';
import type { Account, RecordRow } from '../tables.ts';
import { recordKindLabel } from './record-kinds.ts';
import { type Named, type RecordFilter, recordList } from './record-list.sql.ts';
import { conciliatedAccount, describeListed, namesOf } from './report.ts';

const BATCH = 500;

type Row = Awaited<ReturnType<typeof describeListed>>[number] & { named: (id: string | null) => Named | undefined };

const statuses = { es: { posted: 'Registrado', void: 'Anulado' }, en: { posted: 'Posted', void: 'Void' } };

const { text, number, date } = columnsOf<Row>();

const columns: TranslatedColumn<Row>[] = [
  date({ es: 'Fecha', en: 'Date' }, ({ date }) => date),
  text({ es: 'Tipo', en: 'Type' }, ({ kind }, language) => recordKindLabel(kind, language)),
  text({ es: 'Descripción', en: 'Description' }, ({ description }) => description),
  text({ es: 'Referencia', en: 'Reference' }, ({ reference }) => reference),
  text({ es: 'Cuenta', en: 'Account' }, ({ accountId, named }) => named(accountId)?.name),
  text({ es: 'Código contable', en: 'Ledger code' }, ({ chartAccountId, named }) => named(chartAccountId)?.code),
  text({ es: 'Cuenta contable', en: 'Ledger account' }, ({ chartAccountId, named }) => named(chartAccountId)?.name),
  text({ es: 'División', en: 'Branch' }, ({ divisionId, named }) => named(divisionId)?.name),
  text({ es: 'Proyecto', en: 'Project' }, ({ projectId, named }) => named(projectId)?.name),
  text({ es: 'Contacto', en: 'Contact' }, ({ contactId, named }) => named(contactId)?.name),
  text({ es: 'Forma de pago', en: 'Payment method' }, ({ paymentMethod }) => paymentMethod),
  text({ es: 'Moneda', en: 'Currency' }, ({ currency }) => currency),
  number({ es: 'Neto', en: 'Net' }, ({ net }) => net),
  text({ es: 'Impuestos', en: 'Taxes' }, ({ taxes }) =>
    taxes.map(({ name, amount }) => `${name} ${amount}`).join(', '),
  ),
  number({ es: 'Monto', en: 'Amount' }, ({ amount }) => amount),
  number({ es: 'Monto en moneda base', en: 'Amount in base currency' }, ({ baseAmount }) => baseAmount),
  text({ es: 'Estado', en: 'Status' }, ({ status }, language) => statuses[language][status]),
  text('Id', ({ id }) => id),
];

const amountInAccount = number(
  { es: 'Monto en la cuenta', en: 'Amount in the account' },
  ({ amountInAccount }) => amountInAccount,
);

/** Every record that matches, as a file. Each batch is read in its own transaction, while the one before is sent. */
export async function downloadRecords(
  ctx: TenantSteps,
  { format, ...matching }: RecordFilter & { format: 'csv' | 'xlsx' },
): Promise<RawAnswer> {
  const account = await ctx.transaction((unit) => conciliatedAccount(unit, matching));
  const batches = account ? openBatches(ctx, matching, account) : batchesOf(ctx, matching, null);
  const fileName = [account ? 'por-conciliar' : 'registros', matching.from, matching.to].filter(Boolean).join('-');
  return tableDownload(ctx, { format, fileName, columns: account ? [...columns, amountInAccount] : columns, batches });
}

/** Whole sets are joined for each batch: month by month, so that the cost grows with the records, not with their square. */
async function* openBatches(ctx: TenantSteps, matching: RecordFilter, account: Account): RowBatches<Row> {
  const moved = { accountId: account.id, until: matching.to ?? null };
  const months = await ctx.transaction((unit) => selectMovedMonths(unit, moved));
  for (const month of months) yield* batchesOf(ctx, { ...matching, month }, account);
}

const batchesOf = (ctx: TenantSteps, matching: RecordFilter, account: Account | null): RowBatches<Row> =>
  batchesByCursor((cursor) =>
    ctx.transaction(async (unit) => {
      if (account) await joinSets(unit);
      return recordList.next(unit, { matching, sort: '-date', itemsPerPage: BATCH, cursor }, (rows) =>
        withNames(unit, rows, account),
      );
    }),
  );

async function withNames(ctx: TenantContext, rows: RecordRow[], account: Account | null): Promise<Row[]> {
  const names = await namesOf(
    ctx,
    rows.flatMap((r) => [r.accountId, r.chartAccountId, r.divisionId, r.projectId, r.contactId]),
  );
  const named = (id: string | null) => (id === null ? undefined : names.get(id));
  return (await describeListed(ctx, rows, account)).map((record) => ({ ...record, named }));
}
