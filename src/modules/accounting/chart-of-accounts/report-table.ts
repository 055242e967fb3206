import { columnsOf, type TranslatedColumn } from '#platform/export/table.ts';
import type { Language } from '#platform/pages/language.ts';
import type { ComparedAmount } from './comparison.ts';
import type { readReport } from './report.ts';

export type Report = Awaited<ReturnType<typeof readReport>>;
export type Words = Record<Language, string>;
/** A line of an account, or a total, whose name has no code. */
export interface Row {
  group?: Words;
  code?: string;
  name: string | Words;
  /** How many headings are above it. */
  depth: number;
  amounts: Record<string, string>;
  compared?: Compared;
}
type Compared = Record<string, ComparedAmount>;
type Named = { code: string; name: string; depth?: number };

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
const group = text({ es: 'Grupo', en: 'Group' }, (row, language) => row.group?.[language]);
const account = [
  text({ es: 'Código contable', en: 'Ledger code' }, ({ code }) => code),
  text({ es: 'Cuenta contable', en: 'Ledger account' }, ({ name }, language) =>
    typeof name === 'string' ? name : name[language],
  ),
];

/** The titles of the amounts of each report. */
const ofBalances = { balance: { es: 'Saldo', en: 'Balance' } };
export const amountTitles: Record<Report['type'], Record<string, Words>> = {
  'trial-balance': {
    openingDebit: { es: 'Saldo inicial deudor', en: 'Opening debit' },
    openingCredit: { es: 'Saldo inicial acreedor', en: 'Opening credit' },
    debit: { es: 'Debe', en: 'Debit' },
    credit: { es: 'Haber', en: 'Credit' },
    closingDebit: { es: 'Saldo final deudor', en: 'Closing debit' },
    closingCredit: { es: 'Saldo final acreedor', en: 'Closing credit' },
  },
  'profit-and-loss': ofBalances,
  'balance-sheet': ofBalances,
  'cash-flow': {
    inflow: { es: 'Entradas', en: 'Inflow' },
    outflow: { es: 'Salidas', en: 'Outflow' },
    net: { es: 'Neto', en: 'Net' },
  },
};

/** Each amount, and in a comparison the amount of the other period, the difference and its percentage after it. */
export function columnsFor({ type, compareFrom, compareTo }: Report): TranslatedColumn<Row>[] {
  const period = [compareFrom, compareTo].filter((day) => day).join(' – ');
  const amounts = Object.entries(amountTitles[type]).flatMap(([name, title]) => {
    const titled = (es: string, en = es): Words => ({ es: `${title.es} ${es}`, en: `${title.en} ${en}` });
    return [
      number(title, (row) => row.amounts[name]),
      ...(compareTo
        ? [
            number(titled(period), ({ compared }) => compared?.[name]?.amount),
            number(titled('diferencia', 'difference'), ({ compared }) => compared?.[name]?.difference),
            number(titled('%'), ({ compared }) => compared?.[name]?.percent),
          ]
        : []),
    ];
  });
  return [...(type === 'trial-balance' ? [] : [group]), ...account, ...amounts];
}

export function rowsOf(report: Report): Row[] {
  switch (report.type) {
    case 'trial-balance':
      return [...report.lines.map(lineOf), { ...lineOf({ code: '', name: '', ...report.totals }), name: words.total }];
    case 'profit-and-loss':
      return [
        ...section('income', 'balance', report.income),
        ...section('expense', 'balance', report.expense),
        ...sums('balance', report, ['result']),
      ];
    case 'balance-sheet':
      return [
        ...section('assets', 'balance', report.assets),
        ...section('liabilities', 'balance', report.liabilities),
        ...section('equity', 'balance', report.equity),
        ...sums('balance', report, [
          'resultOfYear',
          'resultOfEarlierYears',
          'totalEquity',
          'totalLiabilitiesAndEquity',
        ]),
      ];
    case 'cash-flow':
      return [
        ...sums('net', report, ['openingCash']),
        ...section('operating', 'net', report.operating),
        ...section('investing', 'net', report.investing),
        ...section('financing', 'net', report.financing),
        ...sums('net', report, ['exchangeDifference', 'netChange', 'closingCash']),
      ];
  }
}

/** The lines of a section and their total, in the column of the report. */
function section(
  name: keyof typeof words,
  column: 'balance' | 'net',
  { lines, ...totals }: { lines: (Named & { compared?: Compared })[]; total: string; compared?: Compared },
): Row[] {
  return [...lines.map(lineOf), ...sums(column, totals, ['total'])].map((row) => ({ ...row, group: words[name] }));
}

/** Totals of a report or a section, in the same column. */
const sums = <N extends keyof typeof words>(
  column: 'balance' | 'net',
  totals: Record<N, string> & { compared?: Compared },
  names: N[],
): Row[] =>
  names.map((name) => ({
    name: words[name],
    depth: 0,
    amounts: { [column]: totals[name] },
    ...(totals.compared && { compared: { [column]: totals.compared[name]! } }),
  }));

const lineOf = <T extends Named & { compared?: Compared }>({
  code,
  name,
  compared,
  depth = 0,
  ...amounts
}: T): Row => ({
  code,
  name,
  depth,
  amounts: amounts as never,
  ...(compared && { compared }),
});
