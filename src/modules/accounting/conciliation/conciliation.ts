import { z } from 'zod';
import { selectContactNames } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { absolute, sum } from '#platform/decimal.ts';
import { newId } from '#platform/id.ts';
import { fromMinor, inDecimals, toMinor } from '#platform/money.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { shortened } from '#platform/text.ts';
import { Amount } from '../account/account.schema.ts';
import { lockAccount } from '../account/account.sql.ts';
import { ownBalance } from '../account/balance.ts';
import { accountConciliated, accountConciliationCanceled } from '../events.ts';
import { type BankPayment, fillInOpenInvoices, type OpenDebts, payFromBank } from '../hooks.ts';
import { selectTotals } from '../ledger/ledger.sql.ts';
import { selectPostingAccounts } from '../record/record.sql.ts';
import { createRecord } from '../record/record.ts';
import {
  type Account,
  accounts,
  type Conciliation,
  conciliatedRecords,
  conciliations,
  records,
  type StatementLine,
  statementLines,
} from '../tables.ts';
import { bookedBefore } from './booked-before.ts';
import { commonWords } from './common-words.ts';
import type { NewConciliation } from './conciliation.schema.ts';
import {
  conciliationList,
  lineList,
  type OpenMovement,
  selectBookedLines,
  selectConciliatedMovements,
  selectOpenMovements,
  selectProgress,
} from './conciliation.sql.ts';
import { DAYS_APART_MAX, matchLines, wordsOf } from './match.ts';

const RECORDS_MAX = 5_000;
/** References of banks can be longer than that of a record, and are cut. */
const REFERENCE_LENGTH_MAX = 100;
const MOVEMENTS_CONSIDERED_MAX = 5_000;

export const AlreadyConciliated = refusal(
  'already_conciliated',
  'A line or record is already in a conciliation: leave it out, or cancel that conciliation first.',
  409,
);
export const NothingToConciliate = refusal(
  'nothing_to_conciliate',
  'There is no open record to conciliate up to this day.',
);
export const ConciliationTooLarge = refusal(
  'conciliation_too_large',
  `A conciliation holds at most ${RECORDS_MAX} records: conciliate up to an earlier day first.`,
);
export const MatchDiffers = refusal(
  'match_differs',
  'The lines and the records of a match must have the same sum: correct the match, or book the rest with its `difference`.',
);
export const StatementBalanceDiffers = refusal(
  'statement_balance_differs',
  'With these records the conciliated balance differs from the balance of the statement: add or remove records, or correct the balance.',
);
export const NothingToCancel = refusal('nothing_to_cancel', 'This account has no conciliation to cancel.', 409);
export const NotLastConciliation = refusal(
  'not_last_conciliation',
  'Only the last conciliation can be canceled: cancel the later ones first.',
  409,
);

type GivenConciliation = z.output<typeof NewConciliation>;
type GivenDifference = NonNullable<GivenConciliation['matches'][number]['difference']>;

/** Confirms that records agree with the bank. The account is locked, so a concurrent conciliation sees this one. */
export async function conciliate(ctx: TenantContext, accountId: string, asked: GivenConciliation) {
  // Before the account is locked: every payment locks its document first.
  const { paid, given } = await payDocuments(ctx, accountId, asked);
  const account = await lockAccount(ctx, accountId);
  const known = await takeMovements(ctx, account, given);
  const { booked, ...matched } = await checkMatches(ctx, account, given, known);
  const movements = [...known, ...booked];
  if (movements.length === 0) throw NothingToConciliate();
  const { last, next, balance } = await selectProgress(ctx, accountId);
  const { totalIn, totalOut } = totalsOf(movements);
  checkBalance(account, balance + totalIn - totalOut, given.statementBalance);
  const id = newId();
  const conciliation = await conciliations.insert(ctx, {
    id,
    accountId,
    number: next,
    until: given.until ?? latest(movements),
    details: given.details ?? null,
    totalIn,
    totalOut,
    recordCount: movements.length,
    lastRecordId: movements
      .map(({ recordId }) => recordId)
      .toSorted()
      .at(-1)!,
    previousUntil: last?.until ?? null,
  });
  const rows = movements.map(({ recordId, amount }) => {
    const match = matched.records.get(recordId) ?? null;
    return { accountId, conciliationId: id, recordId, amount, match };
  });
  await conciliatedRecords.insertMany(ctx, rows);
  await statementLines.updateMany(
    ctx,
    matched.lines.map((line) => ({ ...line, conciliationId: id })),
  );
  ctx.emit(accountConciliated, payloadOf(ctx, account, conciliation, movements));
  const bookedRecordIds = [...paid, ...booked.map(({ recordId }) => recordId)];
  return { ...describe(account, { ...conciliation, lineCount: matched.lines.length }), bookedRecordIds };
}

/** Pays the documents that lines of the bank pay: their payments are then records of the match. */
async function payDocuments(ctx: TenantContext, accountId: string, given: GivenConciliation) {
  if (given.matches.every(({ payments }) => payments.length === 0)) return { paid: [], given };
  const lines = await linesOf(ctx, accountId, given);
  const payments = given.matches.map((match, index) => {
    const path = `body.matches[${index}]`;
    const ofMatch = match.lineIds.map((id, place) => openLine(lines.get(id), `${path}.lineIds[${place}]`));
    const common = { accountId, date: latest(ofMatch), reference: referenceOf(ofMatch[0]!) };
    return match.payments.map((payment, place): BankPayment => {
      return { ...payment, ...common, path: `${path}.payments[${place}]`, recordIds: [] };
    });
  });
  await payFromBank(ctx, payments.flat());
  const bookedBy = (made: BankPayment[]) => made.flatMap(({ recordIds }) => recordIds);
  const matches = given.matches.map((match, index) => {
    return { ...match, recordIds: [...match.recordIds, ...bookedBy(payments[index]!)] };
  });
  return { paid: bookedBy(payments.flat()), given: { ...given, matches } };
}

/** The lines of the account that the matches name. */
async function linesOf(ctx: TenantContext, accountId: string, { matches }: GivenConciliation) {
  const found = await statementLines.all(ctx, { accountId, id: matches.flatMap(({ lineIds }) => lineIds) });
  return new Map(found.map((line) => [line.id, line]));
}

const referenceOf = ({ reference }: StatementLine): string | undefined =>
  shortened(reference ?? '', REFERENCE_LENGTH_MAX) || undefined;

const latest = (items: { date: string }[]): string =>
  items
    .map(({ date }) => date)
    .toSorted()
    .at(-1)!;

/** Locks the open records that the request selects by id or by date. */
async function takeMovements(ctx: TenantContext, account: Account, given: GivenConciliation): Promise<OpenMovement[]> {
  const { id: accountId, chartAccountId } = account;
  const of = { accountId, chartAccountId, limit: RECORDS_MAX + 1 };
  const named = new Map([
    ...given.recordIds.map((id, index) => [id, `body.recordIds[${index}]`] as const),
    ...given.matches.flatMap(({ recordIds }, match) =>
      recordIds.map((id, index) => [id, `body.matches[${match}].recordIds[${index}]`] as const),
    ),
  ]);
  const known = await conciliatedRecords.find(ctx, { accountId, recordId: [...named.keys()] });
  if (known) throw AlreadyConciliated(`The record ${known.recordId} is already in a conciliation of this account.`);
  const dated = given.until ? await selectOpenMovements(ctx, { ...of, until: given.until }) : [];
  const recordIds = [...new Set([...named.keys(), ...dated.map(({ recordId }) => recordId)])];
  if (recordIds.length > RECORDS_MAX) throw ConciliationTooLarge();
  await records.all(ctx, { id: recordIds }, { columns: ['id'], orderBy: ['id'], lock: 'FOR SHARE' });
  const movements = await selectOpenMovements(ctx, { ...of, recordIds });
  const found = new Set(movements.map(({ recordId }) => recordId));
  for (const [id, path] of named) if (!found.has(id)) throw unknownReference(path, 'This record of the account');
  return movements;
}

/** The two sides of each match must be equal, or the difference is booked. Returns the number of the match of each line and record. */
async function checkMatches(ctx: TenantContext, account: Account, given: GivenConciliation, movements: OpenMovement[]) {
  const lines = await linesOf(ctx, account.id, given);
  const amounts = new Map(movements.map(({ recordId, amount }) => [recordId, amount]));
  await requireChartAccounts(ctx, given);
  const matched = { lines: new Map<string, number>(), records: new Map<string, number>() };
  const booked: OpenMovement[] = [];
  for (const [index, { lineIds, recordIds, difference }] of given.matches.entries()) {
    const path = `body.matches[${index}]`;
    const ofMatch = lineIds.map((id, place) => openLine(lines.get(id), `${path}.lineIds[${place}]`));
    const [ofBank, ofBooks] = [sum(ofMatch.map(({ amount }) => amount)), sum(recordIds.map((id) => amounts.get(id)!))];
    if ((ofBank !== ofBooks) !== (difference !== undefined)) throw matchDiffers(account, path, ofBank, ofBooks);
    const more = difference ? [await bookDifference(ctx, account, ofMatch, difference, ofBank - ofBooks)] : [];
    booked.push(...more);
    for (const id of lineIds) matched.lines.set(id, index + 1);
    for (const id of [...recordIds, ...more.map(({ recordId }) => recordId)]) matched.records.set(id, index + 1);
  }
  return { lines: [...matched.lines].map(([id, match]) => ({ id, match })), records: matched.records, booked };
}

function matchDiffers({ currency }: Account, path: string, ofBank: bigint, ofBooks: bigint) {
  const message =
    ofBank === ofBooks
      ? 'Both sides have the same sum, so there is no difference to book.'
      : `The bank says ${fromMinor(ofBank, currency)}, the books ${fromMinor(ofBooks, currency)}.`;
  return MatchDiffers.at(path, 'match_differs', message);
}

async function requireChartAccounts(ctx: TenantContext, { matches }: GivenConciliation): Promise<void> {
  const wanted = matches.flatMap(({ difference }) => difference?.chartAccountId ?? []);
  const known = new Set((await selectPostingAccounts(ctx, wanted)).map(({ id }) => id));
  matches.forEach(({ difference }, index) => {
    if (difference && !known.has(difference.chartAccountId))
      throw unknownReference(`body.matches[${index}].difference.chartAccountId`, 'This account of the chart');
  });
}

/** Books what the bank has more (income) or less (an expense) than the books, on the day of the bank. */
async function bookDifference(
  ctx: TenantContext,
  { id: accountId, currency }: Account,
  lines: StatementLine[],
  { description = lines[0]!.description, ...fields }: GivenDifference,
  amount: bigint,
): Promise<OpenMovement> {
  const date = latest(lines);
  const { id: recordId, ...record } = await createRecord(ctx, {
    ...fields,
    kind: amount > 0n ? 'income' : 'expense',
    accountId,
    date,
    description,
    reference: referenceOf(lines[0]!),
    amount: fromMinor(absolute(amount), currency),
  });
  return { recordId, date, description, reference: record.reference, paymentMethod: null, contactId: null, amount };
}

function openLine(line: StatementLine | undefined, path: string): StatementLine {
  if (!line) throw unknownReference(path, 'This line of the account');
  if (line.conciliationId) throw AlreadyConciliated(`The line ${line.id} is already in a conciliation.`);
  return line;
}

function checkBalance({ currency }: Account, conciliated: bigint, statementBalance: string | undefined): void {
  if (statementBalance === undefined || toMinor(statementBalance, currency) === conciliated) return;
  throw StatementBalanceDiffers(
    `The statement says ${fromMinor(toMinor(statementBalance, currency), currency)}, the conciliated records ${fromMinor(conciliated, currency)}.`,
  );
}

/** Cancels the last conciliation: its records can change again, and its lines are open again. */
export async function cancelConciliation(ctx: TenantContext, accountId: string, id: string | undefined) {
  const account = await lockAccount(ctx, accountId);
  const { last } = await selectProgress(ctx, accountId);
  if (!last) throw NothingToCancel();
  if (id !== undefined && id !== last.id) throw NotLastConciliation();
  const movements = await selectConciliatedMovements(ctx, last.id);
  await conciliatedRecords.delete(ctx, { conciliationId: last.id });
  await statementLines.updateAll(ctx, { conciliationId: last.id }, { conciliationId: null, match: null });
  const conciliation = await conciliations.update(ctx, last.id, { canceledBy: ctx.userId, canceledAt: ctx.now });
  ctx.emit(accountConciliationCanceled, payloadOf(ctx, account, conciliation, movements));
  return describe(account, { ...conciliation, lineCount: 0 });
}

export const OpenLinesQuery = z.strictObject({
  ...lineList.query.shape,
  amount: Amount.optional().describe('Exactly this amount, in or out.'),
});

/** The lines that are in no conciliation yet, each with the records that may match it. */
export async function listTransactions(
  ctx: TenantContext,
  accountId: string,
  { amount, ...query }: z.output<typeof OpenLinesQuery>,
) {
  const account = await accounts.get(ctx, accountId);
  const { currency, chartAccountId } = account;
  const matching = {
    ...query,
    accountId,
    conciliated: false,
    amount: amount === undefined ? undefined : toMinor(amount, currency),
  };
  const page = await lineList.page(ctx, matching, (lines) => withCandidates(ctx, account, lines));
  const ledger = { accountIds: [chartAccountId], divisionId: null, until: null };
  const [[total], { balance }] = await Promise.all([selectTotals(ctx, ledger), selectProgress(ctx, accountId)]);
  return {
    ...page,
    currency,
    booksBalance: fromMinor(ownBalance(total), currency),
    conciliatedBalance: fromMinor(balance, currency),
  };
}

async function withCandidates(ctx: TenantContext, account: Account, lines: StatementLine[]) {
  if (lines.length === 0) return [];
  const open: OpenDebts = { invoices: [], contacts: [] };
  const balances = [...new Set(lines.map(({ amount }) => amount))];
  const [movements, booked] = await Promise.all([
    movementsAround(ctx, account, lines),
    selectBookedLines(ctx, account.id),
    fillInOpenInvoices(ctx, { currency: account.currency, balances }, open),
  ]);
  const likeliestInvoices = likeliest(open.invoices);
  const likeliestContacts = likeliest(open.contacts);
  const bookingOf = bookedBefore(booked);
  const candidates = matchLines(lines, await withContacts(ctx, movements));
  const byRecord = new Map(movements.map((movement) => [movement.recordId, movement]));
  const format = (minor: bigint) => fromMinor(minor, account.currency);
  return lines.map((line) => ({
    ...line,
    amount: format(line.amount),
    invoices: likeliestInvoices(line).map((invoice) => ({
      ...invoice,
      number: invoice.number === null ? null : Number(invoice.number),
      balance: format(invoice.balance),
    })),
    contacts: likeliestContacts(line).map((contact) => ({ ...contact, balance: format(contact.balance) })),
    booking: bookingOf(line),
    candidates: candidates.get(line.id)!.map(({ recordIds, ...candidate }) => ({
      ...candidate,
      records: recordIds.map((id) => ({ ...byRecord.get(id)!, amount: format(byRecord.get(id)!.amount) })),
    })),
  }));
}

const DEBTS_MAX = 5;

/** Finds the debts of the amount of a line: those whose contact it names come first, then the others in the order given. */
function likeliest<D extends { balance: bigint; contactName: string | null }>(open: D[]) {
  const nameOf = ({ contactName }: D) => wordsOf({ description: contactName ?? '', reference: null });
  const byBalance = new Map(
    [...Map.groupBy(open, ({ balance }) => balance)].map(([balance, debts]) => [
      balance,
      { debts, named: commonWords(debts, nameOf) },
    ]),
  );
  return (line: StatementLine): D[] => {
    const found = byBalance.get(line.amount);
    if (!found) return [];
    const named = [...found.named(wordsOf(line))].toSorted(([, a], [, b]) => b - a).slice(0, DEBTS_MAX);
    return [...new Set([...named.map(([debt]) => debt), ...found.debts.slice(0, DEBTS_MAX)])].slice(0, DEBTS_MAX);
  };
}

/** Bank texts often contain the name of the payer, so the contact's name takes part in the comparison of texts. */
async function withContacts(ctx: TenantContext, movements: OpenMovement[]): Promise<OpenMovement[]> {
  const ids = [...new Set(movements.flatMap(({ contactId }) => contactId ?? []))];
  const contacts = await selectContactNames(ctx, ids);
  const names = new Map(contacts.map(({ id, name }) => [id, name]));
  return movements.map((movement) => ({
    ...movement,
    description: `${movement.description} ${names.get(movement.contactId ?? '') ?? ''}`,
  }));
}

async function movementsAround(ctx: TenantContext, account: Account, lines: StatementLine[]): Promise<OpenMovement[]> {
  if (lines.length === 0) return [];
  const days = { days: DAYS_APART_MAX };
  const inOrder = lines.map(({ date }) => date).toSorted();
  return selectOpenMovements(ctx, {
    accountId: account.id,
    chartAccountId: account.chartAccountId,
    from: Temporal.PlainDate.from(inOrder[0]!).subtract(days).toString(),
    until: Temporal.PlainDate.from(inOrder.at(-1)!).add(days).toString(),
    limit: MOVEMENTS_CONSIDERED_MAX,
  });
}

export async function listConciliations(
  ctx: TenantContext,
  accountId: string,
  query: z.output<typeof conciliationList.query>,
) {
  const account = await accounts.get(ctx, accountId);
  return conciliationList.page(ctx, { ...query, accountId }, (rows) => rows.map((row) => describe(account, row)));
}

const describe = ({ currency }: Account, conciliation: Conciliation & { lineCount: number }) => ({
  ...inDecimals(conciliation, currency),
  currency,
});

const payloadOf = (ctx: TenantContext, account: Account, conciliation: Conciliation, movements: OpenMovement[]) => ({
  accountId: account.id,
  ...(ctx.userId && { userId: ctx.userId }),
  ...(conciliation.details && { details: conciliation.details }),
  transactions: movements.map(({ recordId, amount, date, description, paymentMethod }) => ({
    recordId,
    amount: fromMinor(amount, account.currency),
    date,
    description,
    paymentMethod,
  })),
  totalIn: fromMinor(conciliation.totalIn, account.currency),
  totalOut: fromMinor(conciliation.totalOut, account.currency),
  ...(conciliation.previousUntil && { lastConciliationDate: conciliation.previousUntil }),
  lastRecordRegisteredId: conciliation.lastRecordId,
});

function totalsOf(movements: OpenMovement[]): { totalIn: bigint; totalOut: bigint } {
  const amounts = movements.map(({ amount }) => amount);
  return {
    totalIn: sum(amounts.filter((amount) => amount > 0n)),
    totalOut: -sum(amounts.filter((amount) => amount < 0n)),
  };
}
