import { issuerOf, type Organization } from '#modules/organization/index.ts';
import { formatAmount, formatDate, type Notation } from '#platform/format.ts';
import { bilingual, type Language } from '#platform/pages/language.ts';
import type { TablePaper } from '#platform/pdf/table-paper.ts';
import { amountTitles, type Report, type Row, rowsOf } from './report-table.ts';

const words = bilingual({
  taxId: ['RNC/Cédula', 'Tax id'],
  until: [(to: string) => `Al ${to}`, (to: string) => `At ${to}`],
  between: [
    (from: string, to: string) => `Del ${from} al ${to}`,
    (from: string, to: string) => `From ${from} to ${to}`,
  ],
  amountsIn: [(currency: string) => `Valores en ${currency}`, (currency: string) => `Amounts in ${currency}`],
  division: ['Sucursal', 'Branch'],
  code: ['Código', 'Code'],
  account: ['Cuenta', 'Account'],
  difference: ['Diferencia', 'Difference'],
  signatures: [
    ['Preparado por', 'Autorizado por'],
    ['Prepared by', 'Approved by'],
  ],
});

const titlesOf = bilingual({
  'trial-balance': ['Balanza de comprobación', 'Trial balance'],
  'profit-and-loss': ['Estado de resultados', 'Income statement'],
  'balance-sheet': ['Balance general', 'Balance sheet'],
  'cash-flow': ['Flujo de efectivo', 'Cash flows'],
});

/** Wide enough for a thousand million with its cents. */
const AMOUNT_WIDTH = 84;
const INDENT = '\u00A0\u00A0';

interface Facts {
  organization: Organization;
  settings: Notation & { language: Language };
  division: string | undefined;
}

/** A report of the books as a letter with a table. A comparison is of the last amount of each line, so that it fits. */
export function composeReport(report: Report, { organization, settings, division }: Facts): TablePaper {
  const { language } = settings;
  const say = words[language];
  const day = (date: string) => formatDate(date, settings);
  const spanOf = (from: string | undefined, to: string) =>
    from ? say.between(day(from), day(to)) : say.until(day(to));
  const titles = Object.entries(amountTitles[report.type]);
  const shown = report.compareTo ? titles.slice(-1) : titles;
  const right = (title: string) => ({ title, width: AMOUNT_WIDTH, align: 'right' as const });
  const cellsOf = ({ amounts, compared }: Row): string[] =>
    shown.flatMap(([name]) => {
      const own = amounts[name] === undefined ? '' : formatAmount(amounts[name], settings);
      if (!report.compareTo) return [own];
      const { amount, difference, percent } = compared![name]!;
      const share = percent === null ? '' : `${formatAmount(percent, settings)} %`;
      return [own, formatAmount(amount, settings), formatAmount(difference, settings), share];
    });
  return {
    title: titlesOf[language][report.type],
    subtitle: spanOf('from' in report ? report.from : undefined, report.to),
    issuer: issuerOf(organization, say.taxId),
    party: { name: say.amountsIn(report.currency), facts: division ? [`${say.division}: ${division}`] : [] },
    landscape: titles.length > 3,
    columns: [
      { title: say.code, width: 50 },
      { title: say.account },
      ...shown.map(([, title]) => right(title[language])),
      ...(report.compareTo
        ? [right(spanOf(report.compareFrom, report.compareTo)), right(say.difference), { ...right('%'), width: 60 }]
        : []),
    ],
    rows: rowsOf(report).map((row) => {
      const name = typeof row.name === 'string' ? row.name : row.name[language];
      const isTotal = row.code === undefined && row.group;
      const label = isTotal ? `${name} ${isTotal[language].toLowerCase()}` : INDENT.repeat(row.depth) + name;
      return [row.code ?? '', label, ...cellsOf(row)];
    }),
    totals: [],
    signatures: say.signatures,
  };
}
