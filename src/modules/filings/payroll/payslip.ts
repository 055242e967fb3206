import { incomeTaxScale, legalParameters, type TaxBracket } from '#modules/taxes/index.ts';
import type { WorkContext } from '#platform/context.ts';
import { divideRounded, fromMillionths, least, MILLION, percentOf, toMillionths } from '#platform/decimal.ts';
import { toMinor } from '#platform/money.ts';
import { hourlyPay } from './entry-kinds.ts';

const figures = [
  'tss-base-wage',
  'sfs-ceiling',
  'afp-ceiling',
  'srl-ceiling',
  'sfs-employee',
  'sfs-employer',
  'afp-employee',
  'afp-employer',
  'srl-employer',
  'infotep-employer',
  'infotep-bonus',
  'working-days',
  'working-hours',
  ...Object.values(hourlyPay),
] as const;

/** The legal parameters of salaries on a day. */
export interface PayrollLaw {
  figures: Record<(typeof figures)[number], string>;
  /** The health insurance of an additional dependant; null: nobody has any. */
  perDependant: string | null;
  scale: TaxBracket[];
  currency: string;
}

export async function payrollLaw(
  ctx: Pick<WorkContext, 'tx'>,
  date: Temporal.PlainDate,
  currency: string,
  hasDependants: boolean,
): Promise<PayrollLaw> {
  const [found, scale] = await Promise.all([legalParameters(ctx, figures, date), incomeTaxScale(ctx, date)]);
  // This parameter is known for fewer months than the others, so it is read only when it is needed.
  const insurance = hasDependants ? await legalParameters(ctx, ['sfs-dependant'], date) : null;
  return { figures: found, perDependant: insurance?.['sfs-dependant'] ?? null, scale, currency };
}

/** A month's pay, the amounts withheld from it and the employer's contributions. Minor units. */
export interface Payslip {
  salary: bigint;
  commissions: bigint;
  /** Overtime, bonuses and other pay on which only the income tax is due. */
  otherPay: bigint;
  untaxed: bigint;
  gross: bigint;
  sfs: bigint;
  afp: bigint;
  dependants: bigint;
  /** INFOTEP of bonuses. */
  infotepBonus: bigint;
  incomeTax: bigint;
  deductions: bigint;
  net: bigint;
  employerSfs: bigint;
  employerAfp: bigint;
  employerSrl: bigint;
  infotep: bigint;
}

/** The pay of a month before the law applies to it. `otherPay` includes `bonuses`. */
interface MonthlyPay extends Pick<Payslip, 'salary' | 'commissions' | 'otherPay' | 'untaxed' | 'deductions'> {
  bonuses: bigint;
  dependants: number;
}

/**
 * A month's pay. Salary and commissions count for the contributions, each up to its ceiling. The income tax of all pay but the
 * untaxed is that of a year of such months, divided.
 */
export function payslipOf(pay: MonthlyPay, law: PayrollLaw, riskPercent: string): Payslip {
  const { salary, commissions, otherPay, untaxed, deductions } = pay;
  const contributory = salary + commissions;
  const gross = contributory + otherPay + untaxed;
  const minor = (decimal: string): bigint => toMinor(decimal, law.currency);
  const upTo = (wages: string): bigint => {
    const ceiling = divideRounded(minor(law.figures['tss-base-wage']) * toMillionths(wages), MILLION);
    return least(contributory, ceiling);
  };
  const [sfsBase, afpBase] = [upTo(law.figures['sfs-ceiling']), upTo(law.figures['afp-ceiling'])];
  const sfs = percentOf(sfsBase, law.figures['sfs-employee']);
  const afp = percentOf(afpBase, law.figures['afp-employee']);
  const dependants = BigInt(pay.dependants) * minor(law.perDependant ?? '0');
  const infotepBonus = percentOf(pay.bonuses, law.figures['infotep-bonus']);
  const incomeTax = monthlyTax(contributory + otherPay - sfs - afp, law, minor);
  return {
    salary,
    commissions,
    otherPay,
    untaxed,
    gross,
    sfs,
    afp,
    dependants,
    infotepBonus,
    incomeTax,
    deductions,
    net: gross - sfs - afp - dependants - infotepBonus - incomeTax - deductions,
    employerSfs: percentOf(sfsBase, law.figures['sfs-employer']),
    employerAfp: percentOf(afpBase, law.figures['afp-employer']),
    employerSrl: percentOf(
      upTo(law.figures['srl-ceiling']),
      fromMillionths(toMillionths(law.figures['srl-employer']) + toMillionths(riskPercent)),
    ),
    infotep: percentOf(contributory, law.figures['infotep-employer']),
  };
}

/** The pay of hours: a percentage of the hourly wage, which is the monthly salary by working days and hours. Rounded once. */
export function payOfHours(
  hours: bigint,
  kind: keyof typeof hourlyPay,
  monthlySalary: bigint,
  { figures }: PayrollLaw,
): bigint {
  const perMonth = toMillionths(figures['working-days']) * toMillionths(figures['working-hours']);
  return divideRounded(monthlySalary * hours * toMillionths(figures[hourlyPay[kind]]), 100n * perMonth);
}

function monthlyTax(taxable: bigint, { scale }: PayrollLaw, minor: (decimal: string) => bigint): bigint {
  const year = taxable * 12n;
  const bracket = scale.findLast(({ above }) => year > minor(above));
  if (!bracket) return 0n;
  const beyond = (year - minor(bracket.above)) * toMillionths(bracket.rate);
  return divideRounded(minor(bracket.tax) * 100_000_000n + beyond, 1_200_000_000n);
}
