import { findOrganization, generalSettings, paperPdf, readSettings } from '#modules/organization/index.ts';
import { computation } from '#platform/compute/computation.ts';
import type { TenantContext } from '#platform/context.ts';
import type { LaterAnswer } from '#platform/http/route.ts';
import { refusal } from '#platform/refusal.ts';
import { monthOf } from '../period.ts';
import { taxFilings } from '../tables.ts';
import { ChristmasInDecember, NobodyOnPayroll, payrollOf } from './payroll.ts';
import {
  christmasFileNameOf,
  composeChristmas,
  composePayslips,
  fileNameOf,
  type PayslipPaper,
} from './payslip-paper.ts';
import type draw from './payslips.compute.ts';

const SLIPS_MAX = 500;
export const TooManyPayslips = refusal(
  'too_many_payslips',
  `A file has at most ${SLIPS_MAX} payslips: ask for each employee with \`employeeId\`.`,
);

interface PayslipsQuery {
  period?: string | undefined;
  employeeId?: string | undefined;
  part: 'salaries' | 'christmas';
}

const drawing = computation<typeof draw>(import.meta.resolve('./payslips.compute.ts'), { deadlineMs: 30_000 });

/** The payslips of a month or of the Christmas salary as a PDF for printing, of everybody or of one employee. */
export async function printPayslips(
  ctx: TenantContext,
  { period, employeeId, part }: PayslipsQuery,
): Promise<LaterAnswer> {
  const month = monthOf(ctx, period);
  const paid = await taxFilings.all(ctx, { period: month.from, status: 'paid' });
  const [{ pays, christmas, currency }, organization, settings] = await Promise.all([
    payrollOf(ctx, month, paid),
    findOrganization(ctx.tx, ctx.organizationId),
    readSettings(ctx, generalSettings),
  ]);
  const facts = { organization, month, currency, language: settings.language, notation: settings };
  const print = (paper: PayslipPaper, fileName: string) =>
    paperPdf(ctx, { kind: 'payslips', paper, drawing, fileName });
  if (part === 'salaries') return print(composePayslips(wantedOf(pays, employeeId), facts), fileNameOf(facts));
  if (!christmas) throw ChristmasInDecember();
  return print(composeChristmas(wantedOf(christmas.pays, employeeId), facts), christmasFileNameOf(facts));
}

function wantedOf<P extends { employeeId: string }>(pays: P[], employeeId: string | undefined): P[] {
  const wanted = employeeId ? pays.filter((pay) => pay.employeeId === employeeId) : pays;
  if (wanted.length === 0) throw NobodyOnPayroll();
  if (wanted.length > SLIPS_MAX) throw TooManyPayslips();
  return wanted;
}
