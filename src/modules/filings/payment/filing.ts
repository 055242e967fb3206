import { type Account, requireAccount, type Transfer, voidRecord, writeRecord } from '#modules/accounting/index.ts';
import { legalParameters } from '#modules/taxes/index.ts';
import { mayAlso, requireAlso } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { least, percentOf } from '#platform/decimal.ts';
import { fromMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { undoLoans } from '../payroll/loans.ts';
import { type Month, monthsLate } from '../period.ts';
import { type Filing, type FilingKind, taxFilings } from '../tables.ts';
import { isPaidAfter } from './filing.sql.ts';

export const AlreadyPaid = refusal('filing_already_paid', 'This month is paid: void that payment first.', 409);
export const FilingIsVoid = refusal('filing_is_void', 'This payment is already void.', 409);
export const LaterFilingPaid = refusal(
  'later_filing_paid',
  'A later payment uses the credit of this month, or depends on it: void that payment first.',
  409,
);
export const AccountNotInCurrency = refusal(
  'account_not_in_currency',
  'Taxes are paid from an account in the organization’s currency.',
);

const titles: Record<FilingKind, string> = {
  it1: 'Pago de ITBIS (IT-1)',
  ir17: 'Pago de retenciones (IR-17)',
  payroll: 'Nómina',
  tss: 'Pago a la Tesorería de la Seguridad Social',
  ir3: 'Pago de ISR de asalariados (IR-3)',
  christmas: 'Salario de Navidad',
};

interface FilingToPay {
  kind: FilingKind;
  month: Month;
  paidOn: string;
  amount: bigint;
  credit?: bigint;
  figures: Record<string, unknown>;
  transfers: Transfer[];
}

/** Stores a declaration as paid and posts it. Of two concurrent payments for the same month one is refused. */
export async function payFiling(ctx: TenantContext, account: Account, filing: FilingToPay): Promise<Filing> {
  const { kind, month, paidOn, amount, credit = 0n, figures } = filing;
  const kept = await taxFilings.insertUnlessTaken(ctx, {
    kind,
    period: month.from,
    paidOn,
    amount,
    credit,
    figures,
    accountId: account.id,
  });
  if (!kept) throw AlreadyPaid();
  const transfers = filing.transfers.filter((transfer) => transfer.amount > 0n);
  if (transfers.length === 0) return kept;
  const record = await writeRecord(ctx, {
    kind: kind === 'payroll' || kind === 'christmas' ? 'payroll' : 'tax-payment',
    date: paidOn,
    description: `${titles[kind]} de ${month.period}`,
    amount,
    currency: account.currency,
    baseAmount: amount,
    accountId: account.id,
    sourceKind: 'tax-filing',
    sourceId: kept.id,
    transfers,
  });
  return taxFilings.update(ctx, kept.id, { recordId: record.id });
}

/** The account that taxes are paid from. */
export async function payingAccount(ctx: TenantContext, accountId: string): Promise<Account> {
  const account = await requireAccount(ctx, accountId, 'body.accountId');
  if (account.currency !== ctx.currency) throw AccountNotInCurrency();
  return account;
}

/** Surcharge and interest for each month or part of a month of delay. */
export async function lateFees(
  ctx: TenantContext,
  amount: bigint,
  due: Temporal.PlainDate,
  paidOn: Temporal.PlainDate,
): Promise<{ surcharge: bigint; interest: bigint }> {
  const months = monthsLate(due, paidOn);
  if (months === 0 || amount <= 0n) return { surcharge: 0n, interest: 0n };
  const law = await legalParameters(ctx, ['late-surcharge', 'late-surcharge-cap', 'late-interest'], paidOn);
  const times = BigInt(months);
  const cap = percentOf(amount, law['late-surcharge-cap']);
  return {
    surcharge: least(percentOf(amount * times, law['late-surcharge']), cap),
    interest: percentOf(amount * times, law['late-interest']),
  };
}

const payrollKinds: readonly FilingKind[] = ['payroll', 'tss', 'ir3', 'christmas'];

/** The amounts and figures of these filings reveal salaries. */
export const isOfPayroll = (kind: FilingKind): boolean => payrollKinds.includes(kind);

/** The kinds of payments that the caller may read, of those asked for. */
export function readableKinds(ctx: TenantContext, asked: FilingKind | FilingKind[] | undefined): FilingKind[] {
  const kinds = asked === undefined ? (Object.keys(titles) as FilingKind[]) : [asked].flat();
  if (mayAlso(ctx, 'payroll:read')) return kinds;
  const readable = kinds.filter((kind) => !isOfPayroll(kind));
  if (readable.length === 0) requireAlso(ctx, 'payroll:read');
  return readable;
}

/** Voids a payment, so that the month can be declared again. */
export async function voidFiling(ctx: TenantContext, id: string) {
  const filing = await taxFilings.lock(ctx, id);
  if (isOfPayroll(filing.kind)) requireAlso(ctx, 'payroll:write');
  if (filing.status === 'void') throw FilingIsVoid();
  await refuseIfUsed(ctx, filing);
  if (filing.kind === 'payroll') await undoLoans(ctx, filing);
  if (filing.recordId) await voidRecord(ctx, filing.recordId);
  return describeFiling(ctx, await taxFilings.update(ctx, id, { status: 'void', voidedAt: ctx.now }));
}

/** The credit that an IT-1 leaves for ITBIS withheld by others. */
export function withheldCreditIn({ figures }: Filing): string {
  const { totals } = figures as { totals?: { newWithheldCredit?: string } };
  return totals?.newWithheldCredit ?? '0';
}

export const leavesCredit = (filing: Filing): boolean => filing.credit > 0n || Number(withheldCreditIn(filing)) > 0;

async function refuseIfUsed(ctx: TenantContext, filing: Filing): Promise<void> {
  const { kind, period } = filing;
  const isUsed =
    (leavesCredit(filing) && (await isPaidAfter(ctx, kind, period))) ||
    (kind === 'payroll' && (await taxFilings.exists(ctx, { kind: ['tss', 'ir3'], period, status: 'paid' })));
  if (isUsed) throw LaterFilingPaid();
}

export const describeFiling = ({ currency }: TenantContext, filing: Filing) => ({
  ...filing,
  period: filing.period.slice(0, 7),
  amount: fromMinor(filing.amount, currency),
  credit: fromMinor(filing.credit, currency),
});
