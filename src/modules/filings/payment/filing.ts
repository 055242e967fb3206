import { type Account, requireAccount, type Transfer, voidRecord, writeRecord } from '#modules/accounting/index.ts';
import { legalParameters } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { least, percentOf } from '#platform/decimal.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import { newId } from '#platform/id.ts';
import { fromMinor } from '#platform/money.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { type Month, monthsLate } from '../period.ts';
import {
  type Filing,
  type FilingFilter,
  type FilingKind,
  insertFiling,
  isPaidAfter,
  lockFiling,
  selectFilings,
  updateFiling,
} from './filing.sql.ts';

export const AlreadyPaid = refusal(409, 'filing_already_paid', 'This month is paid: take that payment back first.');
export const FilingIsVoid = refusal(409, 'filing_is_void', 'This payment was taken back already.');
export const LaterFilingPaid = refusal(
  409,
  'later_filing_paid',
  'What is left over from this month is used in a later one, or a later part is paid: take that back first.',
);
export const AccountNotInCurrency = refusal(
  422,
  'account_not_in_currency',
  'Taxes are paid from an account in the organization’s currency.',
);

const titles: Record<FilingKind, string> = {
  it1: 'Pago de ITBIS (IT-1)',
  ir17: 'Pago de retenciones (IR-17)',
  payroll: 'Nómina',
  tss: 'Pago a la Tesorería de la Seguridad Social',
  ir3: 'Pago de ISR de asalariados (IR-3)',
};

export interface FilingToPay {
  kind: FilingKind;
  month: Month;
  paidOn: string;
  amount: bigint;
  credit?: bigint;
  figures: object;
  transfers: Transfer[];
}

/** Keeps a declaration as paid, and posts it. Two at once for the same month: one of them is refused. */
export async function payFiling(ctx: TenantContext, account: Account, filing: FilingToPay): Promise<Filing> {
  const { organizationId, tx } = ctx;
  const { kind, month, paidOn, amount, figures } = filing;
  const kept = await insertFiling(
    tx,
    organizationId,
    {
      id: newId(),
      kind,
      period: month.from,
      paidOn,
      amount,
      credit: filing.credit ?? 0n,
      figures,
      accountId: account.id,
      createdBy: ctx.userId,
    },
    ctx.now,
  );
  if (!kept) throw AlreadyPaid();
  const transfers = filing.transfers.filter((transfer) => transfer.amount > 0n);
  if (transfers.length === 0) return kept;
  const record = await writeRecord(ctx, {
    kind: kind === 'payroll' ? 'payroll' : 'tax-payment',
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
  return updateFiling(tx, organizationId, kept.id, { recordId: record.id });
}

/** The account that taxes are paid from. */
export async function payingAccount(ctx: TenantContext, accountId: string): Promise<Account> {
  const [account, currency] = await Promise.all([requireAccount(ctx, accountId, 'body.accountId'), ctx.currency]);
  if (account.currency !== currency) throw AccountNotInCurrency();
  return account;
}

/** What being late adds: a surcharge and interest for each month or fraction. */
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

/** Takes a payment back, so that the month can be declared anew. */
export async function voidFiling(ctx: TenantContext, id: string) {
  const filing = await lockFiling(ctx.tx, ctx.organizationId, id);
  if (!filing) throw NotFound();
  if (filing.status === 'void') throw FilingIsVoid();
  await refuseIfUsed(ctx, filing);
  if (filing.recordId) await voidRecord(ctx, filing.recordId);
  const voided = await updateFiling(ctx.tx, ctx.organizationId, id, { status: 'void', voidedAt: ctx.now });
  return describeFiling(voided, ctx.currency);
}

/** What an IT-1 has left over of what was withheld from suppliers. */
export function withheldCreditIn({ figures }: Filing): string {
  const { totals } = figures as { totals?: { newWithheldCredit?: string } };
  return totals?.newWithheldCredit ?? '0';
}

export const leavesCredit = (filing: Filing): boolean => filing.credit > 0n || Number(withheldCreditIn(filing)) > 0;

async function refuseIfUsed(ctx: TenantContext, filing: Filing): Promise<void> {
  const all = { offset: 0, limit: 1, countLimit: 1 };
  const standing = async (kind: FilingKind, period: string) =>
    (await selectFilings(ctx.tx, ctx.organizationId, { kind, period, status: 'paid' }, all)).rows.length > 0;
  const isUsed =
    (leavesCredit(filing) && (await isPaidAfter(ctx.tx, ctx.organizationId, filing.kind, filing.period))) ||
    (filing.kind === 'payroll' && ((await standing('tss', filing.period)) || (await standing('ir3', filing.period))));
  if (isUsed) throw LaterFilingPaid();
}

export async function listFilings(ctx: TenantContext, query: PageRequest & FilingFilter) {
  const filter = { ...query, ...(query.period && { period: `${query.period}-01` }) };
  const [{ rows, counted }, currency] = await Promise.all([
    selectFilings(ctx.tx, ctx.organizationId, filter, pageWindow(query)),
    ctx.currency,
  ]);
  return toPage(
    query,
    rows.map((filing) => describeFiling(filing, currency)),
    counted,
  );
}

export const describeFiling = (filing: Filing, currency: string) => ({
  ...filing,
  period: filing.period.slice(0, 7),
  amount: fromMinor(filing.amount, currency),
  credit: fromMinor(filing.credit, currency),
  figures: filing.figures as Record<string, unknown>,
});
