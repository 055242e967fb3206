import type { TenantContext } from '#platform/context.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import { newId } from '#platform/id.ts';
import { toMinor } from '#platform/money.ts';
import { NotFound, refusal, unknownReference, VersionConflict } from '#platform/refusal.ts';
import { selectUses } from '../chart-of-accounts/chart.sql.ts';
import { AccountInUse } from '../chart-of-accounts/chart.ts';
import { converted } from '../currency/convert.ts';
import { valueOn } from '../currency/currency.ts';
import { refuseIfArchived } from '../division/closed-balances.ts';
import { accountCreated } from '../events.ts';
import { selectTotals } from '../ledger/ledger.sql.ts';
import { selectPostingRules } from '../ledger/seed.sql.ts';
import { writeRecord } from '../record/write-record.ts';
import { divisions } from '../tables.ts';
import {
  type Account,
  type AccountFilter,
  type AccountKind,
  insertAccount,
  lockAccount,
  selectAccount,
  selectAccounts,
  selectFirstOfKind,
  updateAccount,
} from './account.sql.ts';
import { followAccount, makeChartAccount, takeRuleAccount } from './chart-account.ts';

export const AccountArchived = refusal(422, 'account_archived', 'This account is archived: it takes no movements.');
export const AccountHasBalance = refusal(
  422,
  'account_has_balance',
  'An account with money in it cannot be archived: move the balance first.',
);

export interface NewAccount {
  name: string;
  kind: AccountKind;
  currency?: string | undefined;
  divisionId?: string | null | undefined;
  bankName?: string | null | undefined;
  accountNumber?: string | null | undefined;
  openingBalance?: string | undefined;
  openingDate?: string | undefined;
  openingRate?: string | undefined;
}

/** Registers an account with its own account of the chart, and what was in it already. */
export async function createAccount(ctx: TenantContext, given: NewAccount): Promise<Account> {
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
  account: Omit<NewAccount, 'currency'> & { currency: string; chartAccountId: string },
): Promise<Account> =>
  insertAccount(
    ctx,
    {
      id: newId(),
      name: account.name,
      kind: account.kind,
      currency: account.currency,
      chartAccountId: account.chartAccountId,
      divisionId: account.divisionId ?? null,
      bankName: account.bankName ?? null,
      accountNumber: account.accountNumber ?? null,
      archived: false,
    },
    ctx.now,
  );

async function writeOpening(ctx: TenantContext, account: Account, opening: bigint, given: NewAccount): Promise<void> {
  const date = given.openingDate ?? ctx.today.toString();
  const amount = opening < 0n ? -opening : opening;
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

/** A new organization has a cash box, and what is paid in cash without naming one goes into it. */
export async function seedCashAccount(ctx: TenantContext): Promise<void> {
  const currency = ctx.currency;
  const chartAccountId = await takeRuleAccount(ctx, { kind: 'cash', currency });
  if (chartAccountId) await registerAccount(ctx, { name: 'Caja', kind: 'cash', currency, chartAccountId });
}

const holderNames = { payout: 'Procesador de pagos', card: 'Tarjetas por cobrar' };

/** The account that stands for what a processor holds; the first time it is needed, it is made. */
export async function processorAccount(
  ctx: TenantContext,
  currency: string,
  kind: 'payout' | 'card' = 'payout',
): Promise<Account> {
  const known = await selectFirstOfKind(ctx, kind, currency);
  if (known) return known;
  const taken = await takeRuleAccount(ctx, { kind, currency });
  // Whoever held the lock of the rule may have made it meanwhile.
  const made = await selectFirstOfKind(ctx, kind, currency);
  if (made) return made;
  const name = `${holderNames[kind]} ${currency}`;
  const chartAccountId = taken ?? (await makeChartAccount(ctx, { kind, name, currency }));
  const account = await registerAccount(ctx, { name, kind, currency, chartAccountId });
  ctx.emit(accountCreated, { accountId: account.id, ...(ctx.userId && { userId: ctx.userId }) });
  return account;
}

export interface AccountChange {
  id: string;
  version?: number | undefined;
  name?: string | undefined;
  divisionId?: string | null | undefined;
  bankName?: string | null | undefined;
  accountNumber?: string | null | undefined;
  archived?: boolean | undefined;
}

export async function changeAccount(ctx: TenantContext, { id, version, ...change }: AccountChange): Promise<Account> {
  const before = await lockAccount(ctx, id);
  if (!before) throw NotFound();
  if (version !== undefined && version !== before.version) throw VersionConflict();
  await requireDivision(ctx, change.divisionId);
  if (change.archived && !before.archived) await requireIdle(ctx, before);
  const after = await updateAccount(ctx, id, change as Partial<Account>, ctx.now);
  await followAccount(ctx, before, after);
  return after;
}

async function requireIdle(ctx: TenantContext, { chartAccountId }: Account): Promise<void> {
  const { rules } = await selectUses(ctx, chartAccountId);
  if (rules.length > 0) throw AccountInUse(`Operations are posted to it by these rules: ${rules.join(', ')}.`);
  const filter = { accountIds: [chartAccountId], divisionId: null, until: null };
  const [total] = await selectTotals(ctx, filter);
  if (total && (total.ownDebit !== total.ownCredit || total.debit !== total.credit)) throw AccountHasBalance();
}

async function requireDivision(ctx: TenantContext, divisionId: string | null | undefined): Promise<void> {
  if (!divisionId) return;
  const division = await divisions.find(ctx, divisionId);
  if (!division) throw unknownReference('body.divisionId', 'This division');
  refuseIfArchived(division);
}

export async function findAccount(ctx: TenantContext, id: string): Promise<Account> {
  const account = await selectAccount(ctx, id);
  if (!account) throw NotFound();
  return account;
}

/** An account that a body names, and that can take movements. */
export async function requireAccount(ctx: TenantContext, id: string, path: string): Promise<Account> {
  const account = await selectAccount(ctx, id);
  if (!account) throw unknownReference(path, 'This account');
  if (account.archived)
    throw AccountArchived(undefined, { errors: [{ path, code: 'archived', message: 'Archived.' }] });
  return account;
}

export async function listAccounts(ctx: TenantContext, query: PageRequest & AccountFilter) {
  const { rows, counted } = await selectAccounts(ctx, query, pageWindow(query));
  return toPage(query, rows, counted);
}
