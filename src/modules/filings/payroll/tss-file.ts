import { cleanTaxId } from '#modules/contacts/index.ts';
import { findOrganization } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { sumOf } from '#platform/decimal.ts';
import { RawAnswer } from '#platform/http/route.ts';
import { type FieldError, refusal } from '#platform/refusal.ts';
import { readSettings } from '#platform/settings/settings.ts';
import { type Month, monthAndYear, monthOf } from '../period.ts';
import { TaxIdMissing } from '../report/report.ts';
import { taxesSettings } from '../settings.ts';
import { type Employee, type EntryKind, employees, taxFilings } from '../tables.ts';
import type { Pay } from './pay.ts';
import { NobodyOnPayroll, payrollOf } from './payroll.ts';
import { bonusLine, type DocumentType, fileOf, type Insured, isCedula, payLine, properName } from './tss-line.ts';

export const EmployeeDataMissing = refusal(
  'employee_data_missing',
  'Employees lack data that the file needs: complete what `errors` says.',
);
export const NoBonuses = refusal('no_bonuses', 'Nobody has a bonus in this month: enter the bonuses first.');

/** The youngest person that the TSS registers. */
const YEARS_MIN = 10;
const ERRORS_MAX = 100;

/** The monthly payroll (autodeterminación) as the file that the social security (TSS) takes. */
export async function tssFile(ctx: TenantContext, period: string | undefined): Promise<RawAnswer> {
  const month = monthOf(ctx, period);
  const [taxId, settings, { pays, christmas }] = await Promise.all([
    ownTaxId(ctx),
    readSettings(ctx, taxesSettings),
    readPayroll(ctx, month),
  ]);
  const slips = new Map(pays.map((pay) => [pay.employeeId, pay]));
  const christmasOf = new Map(christmas?.pays.map(({ employeeId, amount }) => [employeeId, amount]));
  const paid = [...new Set([...slips.keys(), ...christmasOf.keys()])].filter(
    (id) => incomeOf(slips.get(id)) + (christmasOf.get(id) ?? 0n) > 0n,
  );
  if (paid.length === 0) throw NobodyOnPayroll();
  const insured = await insuredOf(ctx, month, paid);
  const lines = insured.map(({ employee, ...person }) => {
    const pay = slips.get(employee.id);
    const isWholeMonth = pay?.days === month.lastDay.day;
    return payLine(person, {
      payrollCode: employee.payrollCode ?? settings.payrollCode,
      incomeType: employee.incomeType ?? (isWholeMonth ? 'normal' : 'partial-month'),
      contributory: pay ? pay.slip.salary + pay.slip.commissions : 0n,
      otherPay: pay?.slip.otherPay ?? 0n,
      untaxed: pay ? pay.slip.untaxed - paidOfKind(pay, 'christmas') : 0n,
      christmas: (christmasOf.get(employee.id) ?? 0n) + (pay ? paidOfKind(pay, 'christmas') : 0n),
    });
  });
  return attached('AM', taxId, month, lines);
}

/** The bonuses of a month, of which the social security collects the part of INFOTEP. */
export async function infotepFile(ctx: TenantContext, period: string | undefined): Promise<RawAnswer> {
  const month = monthOf(ctx, period);
  const [taxId, { pays }] = await Promise.all([ownTaxId(ctx), readPayroll(ctx, month)]);
  const bonuses = new Map(pays.map((pay) => [pay.employeeId, paidOfKind(pay, 'bonus')]));
  const paid = [...bonuses.keys()].filter((id) => bonuses.get(id)! > 0n);
  if (paid.length === 0) throw NoBonuses();
  const insured = await insuredOf(ctx, month, paid);
  const lines = insured.map(({ employee, ...person }) => bonusLine(person, bonuses.get(employee.id)!));
  return attached('BO', taxId, month, lines);
}

const readPayroll = async (ctx: TenantContext, month: Month) =>
  payrollOf(ctx, month, await taxFilings.all(ctx, { period: month.from, status: 'paid' }));

const incomeOf = (pay: Pay | undefined): bigint => pay?.slip.gross ?? 0n;

const paidOfKind = ({ entries }: Pay, wanted: EntryKind): bigint =>
  sumOf(entries, ({ kind, amount }) => (kind === wanted ? amount : 0n));

async function ownTaxId({ tx, organizationId }: TenantContext): Promise<string> {
  const taxId = cleanTaxId((await findOrganization(tx, organizationId)).taxId ?? '');
  if (!/^(\d{9}|\d{11})$/.test(taxId)) throw TaxIdMissing();
  return taxId;
}

function attached(process: 'AM' | 'BO', taxId: string, month: Month, lines: string[]): RawAnswer {
  return new RawAnswer(fileOf(process, taxId, month, lines), {
    'content-type': 'text/plain; charset=iso-8859-1',
    'content-disposition': `attachment; filename="${process}_${taxId}_${monthAndYear(month)}.txt"`,
  });
}

/** The employees as they are now: an identity that was corrected after the salaries were paid is the right one. */
async function insuredOf(
  ctx: TenantContext,
  month: Month,
  ids: string[],
): Promise<(Insured & { employee: Employee })[]> {
  const found = await employees.all(ctx, { id: ids }, { orderBy: ['id'] });
  const errors = found.flatMap((employee) => errorsOf(employee, month));
  if (errors.length > 0) throw EmployeeDataMissing(errors[0]!.message, { errors: errors.slice(0, ERRORS_MAX) });
  return found.map((employee) => ({
    ...employee,
    employee,
    documentType: documentTypeOf(employee)!,
    documentNumber: employee.taxId!,
  }));
}

/** Null where the number does not show which document it is. */
function documentTypeOf({ documentType, taxId }: Employee): DocumentType | null {
  if (documentType || !taxId) return documentType;
  if (isCedula(taxId)) return 'cedula';
  return /[A-Z]/.test(taxId) ? 'passport' : null;
}

/** The TSS takes the names of a cédula from the civil registry, and those of others from the file. */
function errorsOf(employee: Employee, { firstDay }: Month): FieldError[] {
  const { id, name, taxId, bornOn } = employee;
  const error = (field: string, message: string) => ({
    path: `employees[${id}].${field}`,
    code: 'missing',
    message: `${name}: ${message}`,
  });
  if (!taxId) return [error('taxId', 'give the cédula, the passport or the NSS.')];
  const type = documentTypeOf(employee);
  if (!type) return [error('documentType', `say whether ${taxId} is a passport or an NSS.`)];
  if (type === 'cedula') return isCedula(taxId) ? [] : [error('taxId', 'a cédula has 11 digits.')];
  if (type === 'nss' && !/^\d{1,10}$/.test(taxId)) return [error('taxId', 'an NSS has at most 10 digits.')];
  const latest = firstDay.subtract({ years: YEARS_MIN }).toString();
  return [
    ...(['givenNames', 'firstSurname'] as const).flatMap((field) =>
      properName(employee[field]) ? [] : error(field, `give \`${field}\`, which the TSS asks for without a cédula.`),
    ),
    ...(employee.sex ? [] : [error('sex', 'give `sex`, which the TSS asks for without a cédula.')]),
    ...(bornOn && bornOn > '1900-12-31' && bornOn <= latest
      ? []
      : [error('bornOn', 'give the day of birth, which the TSS asks for without a cédula.')]),
  ];
}
