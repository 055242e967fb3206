import { findOrganization, generalSettings, paperPdf, readSettings } from '#modules/organization/index.ts';
import { computation } from '#platform/compute/computation.ts';
import type { TenantContext } from '#platform/context.ts';
import type { LaterAnswer } from '#platform/http/route.ts';
import { refusal } from '#platform/refusal.ts';
import { monthOf } from '../period.ts';
import { taxFilings } from '../tables.ts';
import { NobodyOnPayroll, payrollOf } from './payroll.ts';
import { composePayslips, fileNameOf } from './payslip-paper.ts';
import type draw from './payslips.compute.ts';

const SLIPS_MAX = 500;
export const TooManyPayslips = refusal(
  422,
  'too_many_payslips',
  `A file has at most ${SLIPS_MAX} payslips: ask for each employee with \`employeeId\`.`,
);

const drawing = computation<typeof draw>(import.meta.resolve('./payslips.compute.ts'), { deadlineMs: 30_000 });

/** The payslips of a month as a PDF for printing, of everybody or of one employee. */
export async function printPayslips(
  ctx: TenantContext,
  { period, employeeId }: { period?: string | undefined; employeeId?: string | undefined },
): Promise<LaterAnswer> {
  const month = monthOf(ctx, period);
  const paid = await taxFilings.all(ctx, { period: month.from, status: 'paid' });
  const [{ pays, currency }, organization, settings] = await Promise.all([
    payrollOf(ctx, month, paid),
    findOrganization(ctx.tx, ctx.organizationId),
    readSettings(ctx, generalSettings),
  ]);
  const wanted = employeeId ? pays.filter((pay) => pay.employeeId === employeeId) : pays;
  if (wanted.length === 0) throw NobodyOnPayroll();
  if (wanted.length > SLIPS_MAX) throw TooManyPayslips();
  const facts = { organization, month, currency, language: settings.language, notation: settings };
  const paper = composePayslips(wanted, facts);
  return paperPdf(ctx, { kind: 'payslips', paper, drawing, fileName: fileNameOf(facts) });
}
