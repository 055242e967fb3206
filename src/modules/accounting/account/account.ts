import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { configured } from '#platform/db/configured.ts';
import { absolute } from '#platform/decimal.ts';
import { archivedAtBy } from '#platform/http/change.ts';
import { toMinor } from '#platform/money.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { AccountInUse } from '../chart-of-accounts/chart.ts';
import { converted } from '../currency/convert.ts';
import { valueOn } from '../currency/currency.ts';
import { refuseIfArchived } from '../division/closed-balances.ts';
import { accountCreated } from '../events.ts';
import { selectPostingRules, selectTotals } from '../ledger/ledger.sql.ts';
import { writeRecord } from '../record/write-record.ts';
import { type Account, accounts, divisions, postingRules } from '../tables.ts';
import type { AccountChange, NewAccount } from './account.schema.ts';
import { lockAccount } from './account.sql.ts';
import { followAccount, makeChartAccount, takeRuleAccount } from './chart-account.ts';

export const AccountArchived = refusal(
  'account_archived',
  'This account is archived: use another one, or restore it first.',
);
export const AccountHasBalance = refusal(
  'account_has_balance',
  'An account with a balance cannot be archived: move the balance first.',
);

type GivenAccount = z.output<typeof NewAccount>;

/** Registers an account with its own account of the chart, and posts its opening balance. */
export async function createAccount(ctx: TenantContext, given: GivenAccount): Promise<Account> {
  await requireDivision(ctx, given.divisionId);
  const currency = given.currency ?? ctx.currency;
  const { name, kind } = given;
  const chartAccountId = await makeChartAccount(ctx, { name, kind, currency });
  const account = await registerAccount(ctx, { ...given, currency, chartAccountId });
  ctx.emit(accountCreated, { accountId: account.id, ...(ctx.userId && { userId: ctx.userId }) });
  const opening = toMinor(given.openingBalance ?? '0', currency);
  if (opening !== 0n) await writeOpening(ctx, account, opening, given);
  return account;
}

const registerAccount = (
  ctx: TenantContext,
  { name, kind, currency, chartAccountId, divisionId, bankName, accountNumber }: Registration,
): Promise<Account> =>
  accounts.insert(ctx, {
    name,
    kind,
    currency,
    chartAccountId,
    divisionId,
    bankName,
    accountNumber,
  });

type Registration = Omit<GivenAccount, 'currency'> & { currency: string; chartAccountId: string };

async function writeOpening(ctx: TenantContext, account: Account, opening: bigint, given: GivenAccount): Promise<void> {
  const date = given.openingDate ?? ctx.today.toString();
  const amount = absolute(opening);
  const base = ctx.currency;
  const value =
    given.openingRate && account.currency !== base
      ? converted(amount, given.openingRate, account.currency, base)
      : await valueOn(ctx, amount, account.currency, date);
  const equity = (await selectPostingRules(ctx)).get('openingBalances')!;
  const transfer =
    opening > 0n
      ? { debit: account.chartAccountId, credit: equity, debitAmount: amount }
      : { debit: equity, credit: account.chartAccountId, creditAmount: amount };
  await writeRecord(ctx, {
    kind: 'opening',
    date,
    description: `Saldo inicial de ${account.name}`,
    amount,
    currency: account.currency,
    baseAmount: value,
    accountId: account.id,
    chartAccountId: equity,
    divisionId: account.divisionId,
    transfers: [{ ...transfer, amount: value, purpose: 'opening' }],
  });
}

/** A new organization has a cash account: the default for cash payments. */
export async function seedCashAccount(ctx: TenantContext): Promise<void> {
  const currency = ctx.currency;
  const chartAccountId = await takeRuleAccount(ctx, { kind: 'cash', currency });
  if (chartAccountId) await registerAccount(ctx, { name: 'Caja', kind: 'cash', currency, chartAccountId });
}

const holderNames = { payout: 'Procesador de pagos', card: 'Tarjetas por cobrar' };

/** The oldest account of a kind and currency that is in use. */
const oldestOf = (ctx: TenantContext, kind: Account['kind'], currency: string): Promise<Account | undefined> =>
  accounts.find(ctx, { kind, currency, archivedAt: null }, { orderBy: ['id'] });

/** The account of the money that a processor holds; created when it is first needed. */
export async function processorAccount(
  ctx: TenantContext,
  currency: string,
  kind: 'payout' | 'card' = 'payout',
): Promise<Account> {
  const known = await oldestOf(ctx, kind, currency);
  if (known) return known;
  const taken = await takeRuleAccount(ctx, { kind, currency });
  // Another transaction may have made it while this one waited for the lock of the rule.
  const made = await oldestOf(ctx, kind, currency);
  if (made) return made;
  const name = `${holderNames[kind]} ${currency}`;
  const chartAccountId = taken ?? (await makeChartAccount(ctx, { kind, name, currency }));
  const account = await registerAccount(ctx, { name, kind, currency, chartAccountId });
  ctx.emit(accountCreated, { accountId: account.id, ...(ctx.userId && { userId: ctx.userId }) });
  return account;
}

export async function changeAccount(
  ctx: TenantContext,
  { id, version, archived, ...fields }: z.output<typeof AccountChange>,
): Promise<Account> {
  const before = await lockAccount(ctx, id, version);
  await requireDivision(ctx, fields.divisionId);
  if (archived && !before.archivedAt) await requireIdle(ctx, before);
  const after = await accounts.change(ctx, id, { ...fields, archivedAt: archivedAtBy(ctx, archived, before) });
  await followAccount(ctx, before, after);
  return after;
}

async function requireIdle(ctx: TenantContext, { chartAccountId }: Account): Promise<void> {
  const rules = await postingRules.all(ctx, { chartAccountId }, { columns: ['name'], orderBy: ['name'] });
  if (rules.length > 0) {
    throw AccountInUse(`Operations are posted to it by these rules: ${rules.map(({ name }) => name).join(', ')}.`);
  }
  const filter = { accountIds: [chartAccountId], divisionId: null, until: null };
  const [total] = await selectTotals(ctx, filter);
  if (total && (total.ownDebit !== total.ownCredit || total.debit !== total.credit)) throw AccountHasBalance();
}

async function requireDivision(ctx: TenantContext, divisionId: string | null | undefined): Promise<void> {
  if (!divisionId) return;
  const division = await divisions.find(ctx, divisionId);
  if (!division) throw unknownReference('body.divisionId', 'This branch');
  refuseIfArchived(division);
}

export const findAccount = (ctx: TenantContext, id: string): Promise<Account> => accounts.get(ctx, id);

/** The account that a body names, unless it is archived. */
export async function requireAccount(ctx: TenantContext, id: string, path: string): Promise<Account> {
  const known = await configured(
    ctx,
    'money accounts',
    async () => new Map((await accounts.all(ctx)).map((each) => [each.id, each])),
  );
  const account = known.get(id);
  if (!account) throw unknownReference(path, 'This account');
  if (account.archivedAt)
    throw AccountArchived(undefined, { errors: [{ path, code: 'archived', message: 'Archived.' }] });
  return account;
}

export const describeAccount = ({ archivedAt, ...account }: Account) => ({ ...account, archived: archivedAt !== null });
