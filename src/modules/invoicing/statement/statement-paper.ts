import { formatTaxId, issuerOf, type Organization } from '#modules/organization/index.ts';
import { formatAmount, formatDate, type Notation } from '#platform/format.ts';
import { formatMinor, fromMinor } from '#platform/money.ts';
import { bilingual, type Language } from '#platform/pages/language.ts';
import type { TablePaper } from '#platform/pdf/table-paper.ts';
import { methodIn } from '../voucher/compose.ts';
import type { Statement, StatementLine } from './statement.ts';

const words = bilingual({
  title: ['Estado de cuenta', 'Account statement'],
  fileName: ['estado-de-cuenta', 'statement'],
  taxId: ['RNC/Cédula', 'Tax id'],
  columns: {
    date: ['Fecha', 'Date'],
    what: ['Concepto', 'Description'],
    charge: ['Cargo', 'Charge'],
    payment: ['Abono', 'Payment'],
    balance: ['Balance', 'Balance'],
  },
  until: [(from: string, to: string) => `Del ${from} al ${to}`, (from: string, to: string) => `${from} to ${to}`],
  kinds: { invoice: ['Factura', 'Invoice'], loan: ['Préstamo', 'Loan'] },
  payment: ['Pago', 'Payment'],
  refund: ['Reembolso', 'Refund'],
  of: ['de', 'of'],
  opening: ['Balance anterior', 'Opening balance'],
  charged: ['Cargos', 'Charges'],
  paid: ['Abonos', 'Payments'],
  closing: ['Balance', 'Balance'],
  overdue: ['Vencido a la fecha', 'Past due now'],
  prepaid: { sale: ['Balance a favor', 'Paid in advance'], purchase: ['Anticipo sin usar', 'Unused advance'] },
});

interface Facts {
  organization: Organization;
  language: Language;
  notation: Notation;
}

export function composeStatement(statement: Statement, { organization, language, notation }: Facts): TablePaper {
  const say = words[language];
  const { contact, direction, currency, from, to } = statement;
  const amount = (minor: bigint) => formatAmount(fromMinor(minor, currency), notation);
  const money = (minor: bigint) => formatMinor(minor, currency, notation);
  return {
    title: say.title,
    subtitle: say.until(formatDate(from, notation), formatDate(to, notation)),
    issuer: issuerOf(organization, say.taxId),
    party: {
      name: contact.name,
      facts: contact.taxId ? [`${say.taxId}: ${formatTaxId(contact.taxId, contact.taxIdKind)}`] : [],
    },
    columns: columnsOf(say.columns),
    rows: [
      [formatDate(from, notation), say.opening, '', '', amount(statement.opening)],
      ...statement.lines.map((line) => [
        formatDate(line.date, notation),
        describeLine(line, language),
        line.amount > 0n ? amount(line.amount) : '',
        line.amount < 0n ? amount(-line.amount) : '',
        amount(line.balance),
      ]),
    ],
    totals: [
      { label: say.charged, amount: money(statement.charged) },
      { label: say.paid, amount: money(statement.paid) },
      { label: say.closing, amount: money(statement.closing), strong: true },
      ...(statement.overdue > 0n ? [{ label: say.overdue, amount: money(statement.overdue) }] : []),
      ...(statement.prepaid > 0n ? [{ label: say.prepaid[direction], amount: money(statement.prepaid) }] : []),
    ],
  };
}

const columnsOf = ({
  date,
  what,
  charge,
  payment,
  balance,
}: (typeof words)['es']['columns']): TablePaper['columns'] => [
  { title: date, width: 66 },
  { title: what },
  ...[charge, payment, balance].map((title) => ({ title, width: 84, align: 'right' as const })),
];

/** `Factura 12, B0100000007`, `Pago de factura 12, Efectivo`, `Reembolso de factura 12, Tarjeta` or `Devolución de factura 12`. */
function describeLine(line: StatementLine, language: Language): string {
  const say = words[language];
  const { documentKind, number, fiscalNumber, source, method, reference } = line;
  const document = [say.kinds[documentKind], number].filter((part) => part !== null).join(' ');
  if (source === null) return [document, fiscalNumber, reference].filter(Boolean).join(', ');
  const means = methodIn(language, method);
  const isPaid = means === null || PAID.has(source);
  const payment = line.amount > 0n ? say.refund : say.payment;
  const what = `${isPaid ? payment : means} ${say.of} ${document.toLowerCase()}`;
  return [what, isPaid && means, reference].filter(Boolean).join(', ');
}

/** The sources that are means of payment; the others settle without one. */
const PAID: ReadonlySet<string> = new Set(['account', 'card', 'gift-card', 'balance', 'credit']);

export const fileNameOf = (language: Language, { to }: Statement): string => `${words[language].fileName}-${to}.pdf`;
