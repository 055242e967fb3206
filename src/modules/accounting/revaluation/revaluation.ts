import type { z } from 'zod';
import { selectContactNames } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { retryOnViolation } from '#platform/db/violation.ts';
import { greatest, sumOf } from '#platform/decimal.ts';
import { newId } from '#platform/id.ts';
import { fromMinor, inDecimals } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { selectChart } from '../chart-of-accounts/chart.sql.ts';
import { RateUnknown } from '../currency/currency.ts';
import { selectPostingRules } from '../ledger/ledger.sql.ts';
import { AccountNotPostable, type Transfer } from '../ledger/ledger.ts';
import { voidRecord, writeRecord } from '../record/write-record.ts';
import { accounts, type Revaluation, type RevaluationLine, revaluationLines, revaluations } from '../tables.ts';
import type { NewRevaluation } from './revaluation.schema.ts';
import { selectLastSequence } from './revaluation.sql.ts';
import { type Valuation, type Valued, valueOpen } from './valuation.ts';

export const RevaluedInFuture = refusal(
  'revalued_in_future',
  'The balances of a day in the future are not known: use today or an earlier date.',
);
export const NothingToRevalue = refusal(
  'nothing_to_revalue',
  'All open balances are booked at the rates of this day: there is nothing to post.',
);
export const TooManyToRevalue = refusal(
  'too_many_to_revalue',
  'More than 10,000 balances differ: revalue accounts, documents and balances apart with `only`.',
);

const LINES_MAX = 10_000;

export async function previewRevaluation(ctx: TenantContext, valuation: Valuation) {
  if (valuation.date > ctx.today.toString()) throw RevaluedInFuture();
  const lines = await valueOpen(ctx, valuation);
  if (lines.length > LINES_MAX) throw TooManyToRevalue();
  const unknown = lines.filter(({ value }) => value === null);
  const known = lines.filter(isValued);
  const sums = { booked: sumOf(known, ({ booked }) => booked), value: sumOf(known, ({ value }) => value) };
  const { currency } = ctx;
  return {
    date: valuation.date,
    currency,
    lines: await describeLines(ctx, lines),
    totals: inDecimals({ ...sums, ...resultOf(known), difference: sums.value - sums.booked }, currency),
    unknownRates: [...new Set(unknown.map((line) => line.currency))].toSorted(),
  };
}

/** Posts the differences between the books and the rates of a day, and their reversal on the next day. */
export async function revalue(ctx: TenantContext, { date, rates = [], only }: z.output<typeof NewRevaluation>) {
  if (date > ctx.today.toString()) throw RevaluedInFuture();
  // Read before the balances: if another revaluation of the day commits in between, inserting this number fails.
  const sequence = (await selectLastSequence(ctx, date)) + 1;
  const given = new Map(rates.map(({ currency, rate }) => [currency, rate]));
  const all = await valueOpen(ctx, { date, rates: given, only });
  const unknown = all.find(({ value }) => value === null);
  if (unknown) throw RateUnknown(`The rate of ${unknown.currency} on ${date} is not known.`);
  const lines = all.filter(isValued).filter(({ difference }) => difference !== 0n);
  if (lines.length === 0) throw NothingToRevalue();
  if (lines.length > LINES_MAX) throw TooManyToRevalue();
  await refuseArchived(ctx, lines);
  const id = newId();
  const transfers = await transfersOf(ctx, lines);
  const reversedOn = Temporal.PlainDate.from(date).add({ days: 1 }).toString();
  const record = await post(ctx, id, date, `Revaluación de moneda extranjera al ${date}`, transfers);
  const reversal = await post(ctx, id, reversedOn, `Reverso de la revaluación al ${date}`, transfers.map(reversed));
  const posted = { date, sequence, reversedOn, recordId: record.id, reversalRecordId: reversal.id };
  const made = await revaluations
    .insert(ctx, { id, ...posted, ...resultOf(lines) })
    .catch(retryOnViolation('revaluations_sequence'));
  await revaluationLines.insertMany(
    ctx,
    lines.map((line, place) => ({ ...line, revaluationId: id, line: place + 1 })),
  );
  return { ...describeRevaluation(ctx, made), lines: await describeLines(ctx, lines) };
}

async function refuseArchived(ctx: TenantContext, lines: RevaluationLine[]): Promise<void> {
  const used = new Set(lines.map(({ chartAccountId }) => chartAccountId));
  const archived = (await selectChart(ctx)).find(({ id, archivedAt }) => archivedAt && used.has(id));
  if (archived)
    throw AccountNotPostable(`${archived.code} ${archived.name} has a balance but is archived: restore it.`);
}

/** Voids both records, so the revaluation no longer counts in the books. */
export async function undoRevaluation(ctx: TenantContext, id: string): Promise<void> {
  const { recordId, reversalRecordId } = await revaluations.lock(ctx, id);
  await voidRecord(ctx, recordId);
  await voidRecord(ctx, reversalRecordId);
  await revaluationLines.delete(ctx, { revaluationId: id });
  await revaluations.remove(ctx, id);
}

export async function readRevaluation(ctx: TenantContext, id: string) {
  const revaluation = await revaluations.get(ctx, id);
  const lines = await revaluationLines.all(ctx, { revaluationId: id }, { orderBy: ['line'] });
  return { ...describeRevaluation(ctx, revaluation), lines: await describeLines(ctx, lines) };
}

export const describeRevaluation = ({ currency }: TenantContext, { sequence: _, ...revaluation }: Revaluation) => ({
  ...inDecimals({ ...revaluation, difference: revaluation.gain - revaluation.loss }, currency),
  currency,
});

const isValued = (line: Valued): line is RevaluationLine => line.value !== null;

const resultOf = (lines: RevaluationLine[]) => ({
  gain: sumOf(lines, ({ difference }) => greatest(difference, 0n)),
  loss: sumOf(lines, ({ difference }) => greatest(-difference, 0n)),
});

const post = (ctx: TenantContext, sourceId: string, date: string, description: string, transfers: Transfer[]) => {
  const amount = sumOf(transfers, (transfer) => transfer.amount);
  const money = { amount, currency: ctx.currency, baseAmount: amount };
  const source = { sourceKind: 'revaluation', sourceId };
  return writeRecord(ctx, { kind: 'revaluation', date, description, ...money, ...source, transfers });
};

/** An account in another currency changes only its value: its own amount is zero. */
async function transfersOf(ctx: TenantContext, lines: RevaluationLine[]): Promise<Transfer[]> {
  const rules = await selectPostingRules(ctx);
  return lines.map(({ kind, chartAccountId, contactId, divisionId, difference }) => {
    const about = { purpose: 'revaluation', contactId, divisionId };
    const gain = { debit: chartAccountId, credit: rules.get('unrealizedExchangeGain')!, amount: difference };
    const loss = { debit: rules.get('unrealizedExchangeLoss')!, credit: chartAccountId, amount: -difference };
    if (kind !== 'account') return { ...about, ...(difference > 0n ? gain : loss) };
    return difference > 0n ? { ...about, ...gain, debitAmount: 0n } : { ...about, ...loss, creditAmount: 0n };
  });
}

const reversed = ({ debit, credit, debitAmount, creditAmount, ...transfer }: Transfer): Transfer => ({
  ...transfer,
  debit: credit,
  credit: debit,
  ...(creditAmount !== undefined && { debitAmount: creditAmount }),
  ...(debitAmount !== undefined && { creditAmount: debitAmount }),
});

async function describeLines(ctx: TenantContext, lines: Valued[]) {
  const ids = [...new Set(lines.flatMap(({ contactId }) => contactId ?? []))];
  const [chart, money, contacts] = await Promise.all([
    selectChart(ctx),
    accounts.all(ctx, {}),
    ids.length > 0 ? selectContactNames(ctx, ids) : [],
  ]);
  const names = new Map(contacts.map(({ id, name }) => [id, name]));
  return lines.map(({ amount, booked, value, difference, ...line }) => {
    const { code, name } = chart.find(({ id }) => id === line.chartAccountId)!;
    return {
      ...line,
      code,
      name,
      accountId: money.find(({ chartAccountId }) => chartAccountId === line.chartAccountId)?.id ?? null,
      contactName: (line.contactId && names.get(line.contactId)) ?? null,
      amount: fromMinor(amount, line.currency),
      booked: fromMinor(booked, ctx.currency),
      value: value === null ? null : fromMinor(value, ctx.currency),
      difference: difference === null ? null : fromMinor(difference, ctx.currency),
    };
  });
}
