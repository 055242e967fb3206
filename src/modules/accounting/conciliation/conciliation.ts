import { selectContactNames } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { sum } from '#platform/decimal.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import { newId } from '#platform/id.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { NotFound, refusal, unknownReference } from '#platform/refusal.ts';
import { type Account, lockAccount } from '../account/account.sql.ts';
import { findAccount } from '../account/account.ts';
import { ownBalance } from '../account/balance.ts';
import { accountConciliated, accountConciliationCanceled } from '../events.ts';
import { selectTotals } from '../ledger/ledger.sql.ts';
import {
  type Conciliation,
  insertConciliatedRecords,
  insertConciliation,
  lockRecords,
  type OpenMovement,
  releaseRecords,
  selectConciliated,
  selectConciliations,
  selectOpenMovements,
  selectStanding,
  updateCanceled,
} from './conciliation.sql.ts';
import { DAYS_APART_MAX, matchLines } from './match.ts';
import { conciliateLines, releaseLines, type StatementLine, selectLines, selectOpenLines } from './statement.sql.ts';

const RECORDS_MAX = 5_000;
/** Of the records around the lines of a page. */
const MOVEMENTS_CONSIDERED_MAX = 5_000;

export const AlreadyConciliated = refusal(409, 'already_conciliated', 'It is in a conciliation already.');
export const NothingToConciliate = refusal(422, 'nothing_to_conciliate', 'There is no open record to conciliate.');
export const ConciliationTooLarge = refusal(
  422,
  'conciliation_too_large',
  `A conciliation holds at most ${RECORDS_MAX} records: conciliate up to an earlier day first.`,
);
export const MatchDiffers = refusal(
  422,
  'match_differs',
  'The lines and the records of a match must come to the same amount.',
);
export const StatementBalanceDiffers = refusal(
  422,
  'statement_balance_differs',
  'With these records the conciliated balance is not the one of the statement.',
);
export const NothingToCancel = refusal(409, 'nothing_to_cancel', 'No conciliation of this account stands.');
export const NotLastConciliation = refusal(
  409,
  'not_last_conciliation',
  'Only the last conciliation can be canceled: cancel the later ones first.',
);

export interface GivenConciliation {
  until?: string | undefined;
  recordIds: string[];
  matches: { lineIds: string[]; recordIds: string[] }[];
  statementBalance?: string | undefined;
  details?: string | undefined;
}

/** Says that records are as the bank has them. The account is locked: of two conciliations at once, the second sees the first. */
export async function conciliate(ctx: TenantContext, accountId: string, given: GivenConciliation) {
  const account = await lockAccount(ctx, accountId);
  if (!account) throw NotFound();
  const movements = await takeMovements(ctx, account, given);
  const matched = await checkMatches(ctx, account, given, movements);
  const { last, next, balance } = await selectStanding(ctx, accountId);
  const { totalIn, totalOut } = totalsOf(movements);
  checkBalance(account, balance + totalIn - totalOut, given.statementBalance);
  const id = newId();
  const conciliation = await insertConciliation(
    ctx,
    {
      id,
      accountId,
      number: next,
      until: given.until ?? movements.at(-1)!.date,
      details: given.details ?? null,
      totalIn,
      totalOut,
      recordCount: movements.length,
      lastRecordId: movements
        .map(({ recordId }) => recordId)
        .toSorted()
        .at(-1)!,
      previousUntil: last?.until ?? null,
      createdBy: ctx.userId,
    },
    ctx.now,
  );
  const owner = { organizationId: ctx.organizationId, accountId, id };
  const records = movements.map(({ recordId, amount }) => ({
    recordId,
    amount,
    match: matched.records.get(recordId) ?? null,
  }));
  await insertConciliatedRecords(ctx.tx, owner, records);
  await conciliateLines(ctx.tx, owner, matched.lines);
  ctx.emit(accountConciliated, payloadOf(ctx, account, conciliation, movements));
  return { ...described(account, conciliation), lineCount: matched.lines.length };
}

/** The open records that are asked for by name or by date, held so that they stay as they are. */
async function takeMovements(ctx: TenantContext, account: Account, given: GivenConciliation): Promise<OpenMovement[]> {
  const { organizationId } = ctx;
  const of = { organizationId, accountId: account.id, chartAccountId: account.chartAccountId, limit: RECORDS_MAX + 1 };
  const named = new Map(
    [
      ...given.recordIds.map((id, index) => [id, `body.recordIds[${index}]`] as const),
      ...given.matches.flatMap(({ recordIds }, match) =>
        recordIds.map((id, index) => [id, `body.matches[${match}].recordIds[${index}]`] as const),
      ),
    ].map(([id, path]) => [id, path]),
  );
  const [conciliated] = await selectConciliated(ctx, [...named.keys()], account.id);
  if (conciliated) throw AlreadyConciliated(`The record ${conciliated} is in a conciliation of this account already.`);
  const dated = given.until ? await selectOpenMovements(ctx, { ...of, until: given.until }) : [];
  const recordIds = [...new Set([...named.keys(), ...dated.map(({ recordId }) => recordId)])];
  if (recordIds.length > RECORDS_MAX) throw ConciliationTooLarge();
  await lockRecords(ctx, recordIds);
  const movements = await selectOpenMovements(ctx, { ...of, recordIds });
  const found = new Set(movements.map(({ recordId }) => recordId));
  for (const [id, path] of named) if (!found.has(id)) throw unknownReference(path, 'This record of the account');
  if (movements.length === 0) throw NothingToConciliate();
  return movements;
}

/** Each match must come out exactly; answers which match each line and record belongs to. */
async function checkMatches(ctx: TenantContext, account: Account, given: GivenConciliation, movements: OpenMovement[]) {
  const lineIds = given.matches.flatMap((match) => match.lineIds);
  const found = await selectLines(ctx, account.id, lineIds);
  const lines = new Map(found.map((line) => [line.id, line]));
  const amounts = new Map(movements.map(({ recordId, amount }) => [recordId, amount]));
  given.matches.forEach((match, index) => {
    const path = `body.matches[${index}]`;
    const ofBank = sum(match.lineIds.map((id, place) => openLine(lines.get(id), `${path}.lineIds[${place}]`).amount));
    const ofBooks = sum(match.recordIds.map((id) => amounts.get(id)!));
    if (ofBank === ofBooks) return;
    const [bank, books] = [fromMinor(ofBank, account.currency), fromMinor(ofBooks, account.currency)];
    const message = `The bank says ${bank}, the books ${books}.`;
    throw MatchDiffers(message, { errors: [{ path, code: 'match_differs', message }] });
  });
  const numbered = given.matches.map((match, index) => ({ ...match, number: index + 1 }));
  return {
    lines: numbered.flatMap(({ lineIds: ids, number }) => ids.map((id) => ({ id, match: number }))),
    records: new Map(numbered.flatMap(({ recordIds, number }) => recordIds.map((id) => [id, number] as const))),
  };
}

function openLine(line: StatementLine | undefined, path: string): StatementLine {
  if (!line) throw unknownReference(path, 'This line of the account');
  if (line.conciliationId) throw AlreadyConciliated(`The line ${line.id} is in a conciliation already.`);
  return line;
}

function checkBalance({ currency }: Account, conciliated: bigint, statementBalance: string | undefined): void {
  if (statementBalance === undefined || toMinor(statementBalance, currency) === conciliated) return;
  throw StatementBalanceDiffers(
    `The statement says ${fromMinor(toMinor(statementBalance, currency), currency)}, the conciliated records ${fromMinor(conciliated, currency)}.`,
  );
}

/** Takes the last conciliation back: its records can change again, and its lines are open again. */
export async function cancelConciliation(ctx: TenantContext, accountId: string, id: string | undefined) {
  const account = await lockAccount(ctx, accountId);
  if (!account) throw NotFound();
  const { last } = await selectStanding(ctx, accountId);
  if (!last) throw NothingToCancel();
  if (id !== undefined && id !== last.id) throw NotLastConciliation();
  const movements = await releaseRecords(ctx, last.id);
  await releaseLines(ctx, last.id);
  const canceled = { canceledBy: ctx.userId, canceledAt: ctx.now };
  const conciliation = await updateCanceled(ctx, last.id, canceled);
  ctx.emit(accountConciliationCanceled, payloadOf(ctx, account, conciliation, movements));
  return { ...described(account, conciliation), lineCount: 0 };
}

/** The lines that are not yet found in the books, each with the records that it may be. */
export async function listTransactions(
  ctx: TenantContext,
  accountId: string,
  query: PageRequest & { from?: string | undefined; to?: string | undefined },
) {
  const account = await findAccount(ctx, accountId);
  const { currency, chartAccountId } = account;
  const { organizationId } = ctx;
  const { from, to } = query;
  const { rows, counted } = await selectOpenLines(ctx.tx, { organizationId, accountId, from, to }, pageWindow(query));
  const lines = rows.slice(0, query.itemsPerPage);
  const movements = await movementsAround(ctx, account, lines);
  const candidates = matchLines(lines, await withContacts(ctx, movements));
  const records = new Map(movements.map((movement) => [movement.recordId, movement]));
  const told = (movement: OpenMovement) => ({ ...movement, amount: fromMinor(movement.amount, currency) });
  const data = rows.map((line) => ({
    ...line,
    amount: fromMinor(line.amount, currency),
    candidates: (candidates.get(line.id) ?? []).map(({ recordIds, ...candidate }) => ({
      ...candidate,
      records: recordIds.map((id) => told(records.get(id)!)),
    })),
  }));
  const ledger = { accountIds: [chartAccountId], divisionId: null, until: null };
  const [[total], { balance }] = await Promise.all([selectTotals(ctx, ledger), selectStanding(ctx, accountId)]);
  return {
    ...toPage(query, data, counted),
    currency,
    booksBalance: fromMinor(ownBalance(total), currency),
    conciliatedBalance: fromMinor(balance, currency),
  };
}

/** Banks name who paid: the name of the contact is as good as what the record says. */
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
  return selectOpenMovements(ctx, {
    accountId: account.id,
    chartAccountId: account.chartAccountId,
    from: Temporal.PlainDate.from(lines[0]!.date).subtract(days).toString(),
    until: Temporal.PlainDate.from(lines.at(-1)!.date).add(days).toString(),
    limit: MOVEMENTS_CONSIDERED_MAX,
  });
}

export async function listConciliations(
  ctx: TenantContext,
  accountId: string,
  query: PageRequest & { canceled?: boolean | undefined },
) {
  const account = await findAccount(ctx, accountId);
  const filter = { organizationId: ctx.organizationId, accountId, canceled: query.canceled };
  const { rows, counted } = await selectConciliations(ctx.tx, filter, pageWindow(query));
  const data = rows.map((row) => ({ ...described(account, row), lineCount: row.lineCount }));
  return toPage(query, data, counted);
}

const described = ({ currency }: Account, conciliation: Conciliation) => ({
  ...conciliation,
  currency,
  totalIn: fromMinor(conciliation.totalIn, currency),
  totalOut: fromMinor(conciliation.totalOut, currency),
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
