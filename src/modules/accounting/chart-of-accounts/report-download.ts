import type { TenantSteps } from '#platform/context.ts';
import { tableDownload } from '#platform/export/download.ts';
import { columnsOf, type TranslatedColumn } from '#platform/export/table.ts';
import type { RawAnswer } from '#platform/http/route.ts';
import type { Language } from '#platform/pages/language.ts';
import { type ReportQuery, readReport } from './report.ts';

type Report = Awaited<ReturnType<typeof readReport>>;
type Words = Record<Language, string>;
/** A line of an account, or a total, whose name has no code. */
interface Row {
  group?: Words;
  code?: string;
  name: string | Words;
  amounts: Record<string, string>;
}
type Named = { code: string; name: string };

const words = {
  total: { es: 'Total', en: 'Total' },
  income: { es: 'Ingresos', en: 'Income' },
  expense: { es: 'Costos y gastos', en: 'Costs and expenses' },
  result: { es: 'Resultado', en: 'Result' },
  assets: { es: 'Activos', en: 'Assets' },
  liabilities: { es: 'Pasivos', en: 'Liabilities' },
  equity: { es: 'Patrimonio', en: 'Equity' },
  resultOfYear: { es: 'Resultado del ejercicio', en: 'Result of the year' },
  resultOfEarlierYears: { es: 'Resultados de ejercicios anteriores', en: 'Results of earlier years' },
  totalEquity: { es: 'Total del patrimonio', en: 'Total equity' },
  totalLiabilitiesAndEquity: { es: 'Total de pasivos y patrimonio', en: 'Total liabilities and equity' },
  openingCash: { es: 'Efectivo al inicio', en: 'Opening cash' },
  operating: { es: 'Operación', en: 'Operating' },
  investing: { es: 'Inversión', en: 'Investing' },
  financing: { es: 'Financiamiento', en: 'Financing' },
  exchangeDifference: { es: 'Diferencia cambiaria', en: 'Exchange difference' },
  netChange: { es: 'Variación neta', en: 'Net change' },
  closingCash: { es: 'Efectivo al final', en: 'Closing cash' },
} satisfies Record<string, Words>;

const { text, number } = columnsOf<Row>();
const amountOf = (title: Words, name: string) => number(title, ({ amounts }) => amounts[name]);
const group = text({ es: 'Grupo', en: 'Group' }, (row, language) => row.group?.[language]);
const account = [
  text({ es: 'Código contable', en: 'Ledger code' }, ({ code }) => code),
  text({ es: 'Cuenta contable', en: 'Ledger account' }, ({ name }, language) =>
    typeof name === 'string' ? name : name[language],
  ),
];
const ofBalances = [group, ...account, amountOf({ es: 'Saldo', en: 'Balance' }, 'balance')];

const columns: Record<Report['type'], TranslatedColumn<Row>[]> = {
  'trial-balance': [
    ...account,
    amountOf({ es: 'Saldo inicial deudor', en: 'Opening debit' }, 'openingDebit'),
    amountOf({ es: 'Saldo inicial acreedor', en: 'Opening credit' }, 'openingCredit'),
    amountOf({ es: 'Debe', en: 'Debit' }, 'debit'),
    amountOf({ es: 'Haber', en: 'Credit' }, 'credit'),
    amountOf({ es: 'Saldo final deudor', en: 'Closing debit' }, 'closingDebit'),
    amountOf({ es: 'Saldo final acreedor', en: 'Closing credit' }, 'closingCredit'),
  ],
  'profit-and-loss': ofBalances,
  'balance-sheet': ofBalances,
  'cash-flow': [
    group,
    ...account,
    amountOf({ es: 'Entradas', en: 'Inflow' }, 'inflow'),
    amountOf({ es: 'Salidas', en: 'Outflow' }, 'outflow'),
    amountOf({ es: 'Neto', en: 'Net' }, 'net'),
  ],
};

const names: Record<Report['type'], string> = {
  'trial-balance': 'balanza-de-comprobacion',
  'profit-and-loss': 'estado-de-resultados',
  'balance-sheet': 'balance-general',
  'cash-flow': 'flujo-de-efectivo',
};

/** A report of the books as a file. */
export async function downloadReport(
  ctx: TenantSteps,
  { format, ...query }: ReportQuery & { format: 'csv' | 'xlsx' },
): Promise<RawAnswer> {
  const report = await ctx.transaction((unit) => readReport(unit, query));
  const period = 'from' in report ? [report.from, report.to] : [report.to];
  return tableDownload(ctx, {
    format,
    fileName: [names[report.type], ...period].join('-'),
    columns: columns[report.type],
    batches: [rowsOf(report)],
  });
}

function rowsOf(report: Report): Row[] {
  const { sum, section } = rowsIn('balance');
  const { sum: net, section: flows } = rowsIn('net');
  switch (report.type) {
    case 'trial-balance':
      return [...report.lines.map(lineOf), { name: words.total, amounts: { ...report.totals } }];
    case 'profit-and-loss':
      return [...section('income', report.income), ...section('expense', report.expense), sum('result', report.result)];
    case 'balance-sheet':
      return [
        ...section('assets', report.assets),
        ...section('liabilities', report.liabilities),
        ...section('equity', report.equity),
        sum('resultOfYear', report.resultOfYear),
        sum('resultOfEarlierYears', report.resultOfEarlierYears),
        sum('totalEquity', report.totalEquity),
        sum('totalLiabilitiesAndEquity', report.totalLiabilitiesAndEquity),
      ];
    case 'cash-flow':
      return [
        net('openingCash', report.openingCash),
        ...flows('operating', report.operating),
        ...flows('investing', report.investing),
        ...flows('financing', report.financing),
        net('exchangeDifference', report.exchangeDifference),
        net('netChange', report.netChange),
        net('closingCash', report.closingCash),
      ];
  }
}

/** The sums, and the sections with their totals, of a report with one column of amounts. */
const rowsIn = (column: 'balance' | 'net') => ({
  sum: (name: keyof typeof words, amount: string): Row => ({ name: words[name], amounts: { [column]: amount } }),
  section: (name: keyof typeof words, { lines, total }: { lines: Named[]; total: string }): Row[] =>
    grouped(words[name], lines, { [column]: total }),
});

const lineOf = <T extends Named>({ code, name, ...amounts }: T): Row => ({ code, name, amounts: amounts as never });

const grouped = (group: Words, lines: Named[], total: Record<string, string>): Row[] =>
  [...lines.map(lineOf), { name: words.total, amounts: total }].map((row) => ({ ...row, group }));
