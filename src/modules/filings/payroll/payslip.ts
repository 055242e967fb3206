import { incomeTaxScale, legalParameters, type TaxBracket } from '#modules/taxes/index.ts';
import type { WorkContext } from '#platform/context.ts';
import { divideRounded, fromMillionths, least, MILLION, percentOf, toMillionths } from '#platform/decimal.ts';
import { toMinor } from '#platform/money.ts';

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
  'sfs-dependant',
] as const;

/** The legal parameters of salaries on a day. */
export interface PayrollLaw {
  figures: Record<(typeof figures)[number], string>;
  scale: TaxBracket[];
  currency: string;
}

export async function payrollLaw(
  ctx: Pick<WorkContext, 'tx'>,
  date: Temporal.PlainDate,
  currency: string,
): Promise<PayrollLaw> {
  const [found, scale] = await Promise.all([legalParameters(ctx, figures, date), incomeTaxScale(ctx, date)]);
  return { figures: found, scale, currency };
}

/** The amounts withheld from a month's pay and the employer's contributions. Minor units. */
export interface Payslip {
  gross: bigint;
  sfs: bigint;
  afp: bigint;
  dependants: bigint;
  incomeTax: bigint;
  net: bigint;
  employerSfs: bigint;
  employerAfp: bigint;
  employerSrl: bigint;
  infotep: bigint;
}

/** A month's pay. Each contribution ends at its ceiling; the income tax is that of a year of such months, divided. */
export function payslipOf(
  employee: { gross: bigint; dependants: number },
  law: PayrollLaw,
  riskPercent: string,
): Payslip {
  const { gross } = employee;
  const minor = (decimal: string): bigint => toMinor(decimal, law.currency);
  const upTo = (wages: string): bigint => {
    const ceiling = divideRounded(minor(law.figures['tss-base-wage']) * toMillionths(wages), MILLION);
    return least(gross, ceiling);
  };
  const [sfsBase, afpBase] = [upTo(law.figures['sfs-ceiling']), upTo(law.figures['afp-ceiling'])];
  const sfs = percentOf(sfsBase, law.figures['sfs-employee']);
  const afp = percentOf(afpBase, law.figures['afp-employee']);
  const dependants = BigInt(employee.dependants) * minor(law.figures['sfs-dependant']);
  const incomeTax = monthlyTax(gross - sfs - afp, law, minor);
  return {
    gross,
    sfs,
    afp,
    dependants,
    incomeTax,
    net: gross - sfs - afp - dependants - incomeTax,
    employerSfs: percentOf(sfsBase, law.figures['sfs-employer']),
    employerAfp: percentOf(afpBase, law.figures['afp-employer']),
    employerSrl: percentOf(
      upTo(law.figures['srl-ceiling']),
      fromMillionths(toMillionths(law.figures['srl-employer']) + toMillionths(riskPercent)),
    ),
    infotep: percentOf(gross, law.figures['infotep-employer']),
  };
}

function monthlyTax(taxable: bigint, { scale }: PayrollLaw, minor: (decimal: string) => bigint): bigint {
  const year = taxable * 12n;
  const bracket = scale.findLast(({ above }) => year > minor(above));
  if (!bracket) return 0n;
  const beyond = (year - minor(bracket.above)) * toMillionths(bracket.rate);
  return divideRounded(minor(bracket.tax) * 100_000_000n + beyond, 1_200_000_000n);
}
