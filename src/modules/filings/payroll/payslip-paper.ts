import { formatTaxId, issuerOf, type Organization } from '#modules/organization/index.ts';
import { sumOf } from '#platform/decimal.ts';
import { formatNumber, type Notation } from '#platform/format.ts';
import { formatMinor } from '#platform/money.ts';
import { bilingual, type Language } from '#platform/pages/language.ts';
import type { Letterhead } from '#platform/pdf/sheet.ts';
import type { Month } from '../period.ts';
import type { EntryKind } from '../tables.ts';
import type { ChristmasSalary } from './christmas.ts';
import { ruleOf } from './entry-kinds.ts';
import type { Pay } from './pay.ts';
import { isCedula } from './tss-line.ts';

/** The payslips of a month as they are printed, already formatted. */
export interface PayslipPaper extends Letterhead {
  words: (typeof words)['es'];
  slips: PrintedSlip[];
}

interface PrintedSlip {
  name: string;
  facts: string[];
  pay: PrintedLine[];
  gross: string;
  deductions: PrintedLine[];
  deducted: string;
  net: string;
}

interface PrintedLine {
  label: string;
  amount: string;
}

const words = bilingual({
  title: ['Volante de pago', 'Payslip'],
  fileName: ['volantes-de-pago', 'payslips'],
  taxId: ['RNC', 'RNC'],
  cedula: ['Cédula', 'Id card'],
  document: ['Documento', 'Document'],
  days: ['Días trabajados', 'Days worked'],
  pay: ['Ingresos', 'Pay'],
  salary: ['Salario', 'Salary'],
  gross: ['Total de ingresos', 'Gross pay'],
  deductions: ['Deducciones', 'Deductions'],
  sfs: ['Seguro familiar de salud (SFS)', 'Health insurance (SFS)'],
  afp: ['Fondo de pensiones (AFP)', 'Pension (AFP)'],
  dependants: ['Dependientes adicionales (SFS)', 'Additional dependants (SFS)'],
  infotepBonus: ['INFOTEP de la bonificación', 'INFOTEP of the bonus'],
  incomeTax: ['Impuesto sobre la renta (ISR)', 'Income tax (ISR)'],
  deducted: ['Total de deducciones', 'Deductions in all'],
  net: ['Neto a recibir', 'Net pay'],
  receivedBy: ['Recibido conforme', 'Received by'],
  christmas: ['Salario de Navidad (regalía pascual)', 'Christmas salary'],
  christmasFileName: ['regalia-pascual', 'christmas-salary'],
  earned: ['Salarios y comisiones del año', 'Salaries and commissions of the year'],
});

const kinds: Record<Language, Record<EntryKind, string>> = bilingual({
  commission: ['Comisión', 'Commission'],
  overtime: ['Horas extras al 35 %', 'Overtime at 35 %'],
  'overtime-double': ['Horas extras al 100 %', 'Overtime at 100 %'],
  night: ['Recargo nocturno', 'Night surcharge'],
  holiday: ['Recargo de días feriados', 'Holiday surcharge'],
  bonus: ['Bonificación', 'Bonus'],
  taxable: ['Otros ingresos', 'Other pay'],
  untaxed: ['Ingresos no gravados', 'Untaxed pay'],
  christmas: ['Salario de Navidad (regalía pascual)', 'Christmas salary'],
  loan: ['Cuota de préstamo', 'Loan instalment'],
  advance: ['Avance de salario', 'Salary advance'],
  deduction: ['Otra deducción', 'Other deduction'],
});

const WITHHELD = ['sfs', 'afp', 'dependants', 'infotepBonus', 'incomeTax'] as const;

interface Facts {
  organization: Organization;
  month: Month;
  currency: string;
  language: Language;
  notation: Notation;
}

export const composePayslips = (pays: Pay[], facts: Facts): PayslipPaper => ({
  words: words[facts.language],
  title: words[facts.language].title,
  issuer: issuerOf(facts.organization, words[facts.language].taxId),
  subtitle: facts.month.firstDay.toLocaleString(facts.language, { month: 'long', year: 'numeric' }),
  slips: pays.map((pay) => composeSlip(pay, facts)),
});

export const fileNameOf = ({ language, month }: Facts): string => `${words[language].fileName}-${month.period}.pdf`;

/** The payslips of the Christmas salary, from which nothing is deducted. */
export function composeChristmas(pays: ChristmasSalary['pays'], facts: Facts): PayslipPaper {
  const { language, currency, notation } = facts;
  const say = words[language];
  const money = (amount: bigint) => formatMinor(amount, currency, notation);
  const slips = pays.map(({ name, taxId, earned, amount }) => ({
    name,
    facts: [...taxIdOf(taxId, facts), `${say.earned}: ${money(earned)}`],
    pay: [{ label: say.christmas, amount: money(amount) }],
    gross: money(amount),
    deductions: [],
    deducted: money(0n),
    net: money(amount),
  }));
  return { ...composePayslips([], facts), slips };
}

export const christmasFileNameOf = ({ language, month }: Facts): string =>
  `${words[language].christmasFileName}-${month.firstDay.year}.pdf`;

function taxIdOf(taxId: string | null, { language }: Facts): string[] {
  if (taxId === null) return [];
  const { cedula, document } = words[language];
  return [isCedula(taxId) ? `${cedula}: ${formatTaxId(taxId)}` : `${document}: ${taxId}`];
}

function composeSlip({ name, taxId, days, slip, entries }: Pay, facts: Facts): PrintedSlip {
  const { language, currency, notation } = facts;
  const say = words[language];
  const money = (amount: bigint) => formatMinor(amount, currency, notation);
  const line = (label: string, amount: bigint): PrintedLine[] =>
    amount === 0n ? [] : [{ label, amount: money(amount) }];
  const linesOf = (wanted: (kind: EntryKind) => boolean) =>
    entries
      .filter(({ kind }) => wanted(kind))
      .flatMap(({ kind, hours, amount, description }) => {
        const worked = hours && `${formatNumber(hours, notation)} h`;
        return line([kinds[language][kind], worked, description].filter(Boolean).join(', '), amount);
      });
  const isDeduction = (kind: EntryKind) => ruleOf(kind).group === 'deduction';
  return {
    name,
    facts: [...taxIdOf(taxId, facts), `${say.days}: ${days}`],
    pay: [...line(say.salary, slip.salary), ...linesOf((kind) => !isDeduction(kind))],
    gross: money(slip.gross),
    deductions: [...WITHHELD.flatMap((field) => line(say[field], slip[field])), ...linesOf(isDeduction)],
    deducted: money(sumOf([...WITHHELD], (field) => slip[field]) + slip.deductions),
    net: money(slip.net),
  };
}
