import { findOrganization } from '#modules/organization/index.ts';
import { legalParameters } from '#modules/taxes/index.ts';
import { mayAlso } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMinor } from '#platform/money.ts';
import { isOfPayroll } from '../payment/filing.ts';
import { ir3Of, payrollOf } from '../payroll/payroll.ts';
import { dueOn, monthOf } from '../period.ts';
import { declaredSales } from '../report/form-607.ts';
import { paidAbroadIds } from '../report/form-609.ts';
import { declaredIds, type Form, reportFacts } from '../report/report.ts';
import { type FilingKind, sentReports, taxFilings } from '../tables.ts';
import { ir17Obligation, it1Obligation } from './declaration.ts';

/** The filings that are due for a month, with date and amount, in order of their due date. */
export async function fiscalCalendar(ctx: TenantContext, period: string | undefined) {
  const month = monthOf(ctx, period);
  const paid = await taxFilings.all(ctx, { period: month.from, status: 'paid' });
  const paidOf = (kind: FilingKind) => paid.find((filing) => filing.kind === kind) ?? null;
  const { currency } = ctx;
  const [law, payroll, it1, ir17, { listed: sales }, purchases, abroad, organization, sent] = await Promise.all([
    legalParameters(ctx, ['due-day-606', 'due-day-607', 'due-day-608', 'due-day-609'], month.lastDay),
    payrollOf(ctx, month, paid),
    it1Obligation(ctx, month, paidOf('it1')),
    ir17Obligation(ctx, month, paidOf('ir17')),
    reportFacts(ctx, month).then((facts) => declaredSales(ctx, facts)),
    declaredIds(ctx, { month }, 'purchase'),
    paidAbroadIds(ctx, month),
    findOrganization(ctx.tx, ctx.organizationId),
    sentReports.all(ctx, { period: month.from }, { orderBy: ['createdAt', 'id'] }),
  ]);
  const ir3 = await ir3Of(ctx, payroll, ctx.today);
  const reads = (kind: FilingKind) => mayAlso(ctx, isOfPayroll(kind) ? 'payroll:read' : 'reports:read');
  const { christmas } = payroll;
  const today = ctx.today.toString();
  const since = Temporal.Instant.from(organization.createdAt).toZonedDateTimeISO(ctx.timeZone).toPlainDate().toString();
  const money = (minor: bigint) => fromMinor(minor, currency);
  const payment = (
    kind: FilingKind,
    name: string,
    due: Temporal.PlainDate,
    amount: bigint,
    changes: unknown[] = [],
  ) => {
    const done = paidOf(kind);
    // Nothing was due before the organization existed, unless it has documents of that time.
    const wasDue = amount > 0n || due.toString() >= since;
    const isLate = !done && wasDue && due.toString() < today;
    return {
      filing: kind,
      name,
      dueOn: due.toString(),
      amount: reads(kind) ? money(done?.amount ?? amount) : null,
      rows: null,
      status: done ? ('paid' as const) : isLate ? ('late' as const) : ('open' as const),
      filingId: done?.id ?? null,
      changed: changes.length > 0,
    };
  };
  const report = (filing: Form, name: string, rows: number | null) => {
    const last = sent.findLast(({ form }) => form === filing);
    return {
      filing,
      name,
      dueOn: dueOn(month, Number(law[`due-day-${filing}`])).toString(),
      amount: null,
      rows,
      status: last ? ('sent' as const) : ('report' as const),
      filingId: last?.id ?? null,
      changed: last !== undefined && rows !== null && rows !== last.rows,
    };
  };
  const data = [
    payment('tss', 'Tesorería de la Seguridad Social', payroll.tssDueOn, payroll.tss),
    payment('ir3', 'IR-3: retenciones de asalariados', payroll.ir3DueOn, ir3.amount),
    payment('ir17', 'IR-17: otras retenciones', ir17.due, ir17.amount, ir17.changes),
    report('606', '606: compras', purchases.length),
    report('607', '607: ventas', sales.length),
    report('608', '608: comprobantes anulados', null),
    report('609', '609: pagos al exterior', abroad.length),
    payment('it1', 'IT-1: ITBIS', it1.due, it1.amount, it1.changes),
    ...(christmas ? [payment('christmas', 'Salario de Navidad (regalía)', christmas.dueOn, christmas.amount)] : []),
  ];
  return { period: month.period, currency, data: data.toSorted((a, b) => a.dueOn.localeCompare(b.dueOn)) };
}
