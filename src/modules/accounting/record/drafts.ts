import { selectMembership } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { powerOfTen, sum } from '#platform/decimal.ts';
import { convertMinor, exponentOf, fromMinor, toMinor } from '#platform/money.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { AccountOfOtherDivision, divisionOfMoney } from '../account/account-division.ts';
import { costOf } from '../account/transfer.ts';
import type { PostingRule } from '../ledger/chart-seed.ts';
import { selectPostingRules } from '../ledger/ledger.sql.ts';
import type { Transfer } from '../ledger/ledger.ts';
import { type Account, accounts, type RecordRow } from '../tables.ts';
import {
  AmountOutOfRange,
  CurrencyMismatch,
  type Line,
  moneyTransfers,
  type PostingAccount,
  pairLines,
} from './posting.ts';
import type { EntryFields, GivenLine } from './record.schema.ts';
import { selectCurrent, selectPostingAccounts } from './record.sql.ts';
import type { RecordDraft } from './write-record.ts';

export const InvalidRate = refusal(
  'invalid_rate',
  'Give a rate if the currency of the account differs from the organization’s, and only then.',
);
export const TaxesDoNotFit = refusal(
  'taxes_do_not_fit',
  'The net and the taxes do not add up to the amount: correct one of them.',
);
export const EntryUnbalanced = refusal(
  'entry_unbalanced',
  'Debits and credits must have the same sum: correct the lines.',
);
export const AccountOnBothSides = refusal(
  'account_on_both_sides',
  'An account is both debited and credited in this entry: combine its lines into one.',
);

const BASE_DIGITS_MAX = 13;

/** Turns the fields that a person enters into a record and its transfers. `before`: the record that they change. */
type Draft = (ctx: TenantContext, kind: string, fields: EntryFields, before?: RecordRow) => Promise<RecordDraft>;

/** Money that came in or went out, with its category and taxes. */
const draftMoney: Draft = async (ctx, kind, fields, before) => {
  const income = kind === 'income';
  const posting = await openPosting(ctx);
  const money = await moneyAccount(ctx, posting, fields.accountId ?? null);
  const categoryId = fields.chartAccountId ?? posting.rule(income ? 'otherIncome' : 'expenses');
  const taxId = posting.rule(income ? 'salesTax' : 'purchaseTax');
  const chart = await posting.accounts([money.chartAccountId, categoryId, taxId]);
  if (!chart.has(categoryId)) throw unknownReference('body.chartAccountId', 'This account of the chart');

  const toBase = converter(money.currency, posting.baseCurrency, fields.rate ?? null);
  const amount = toMinor(fields.amount!, money.currency);
  const taxes = (fields.taxes ?? []).map((tax) => {
    const own = toMinor(tax.amount, money.currency);
    return { name: tax.name, rate: tax.rate ?? null, amount: own, baseAmount: toBase(own) };
  });
  const net = amount - sum(taxes.map((tax) => tax.amount));
  if (net < 0n || (fields.net !== undefined && toMinor(fields.net, money.currency) !== net)) {
    throw TaxesDoNotFit(`Without its taxes the amount is ${fromMinor(net, money.currency)}.`);
  }
  const baseAmount = inRange(toBase(amount), posting.baseCurrency);
  const baseNet = baseAmount - sum(taxes.map((tax) => tax.baseAmount));
  return {
    ...commonFields(ctx, fields),
    divisionId: await divisionOfMoney(ctx, money, fields.divisionId),
    kind,
    amount,
    currency: money.currency,
    baseAmount,
    rate: fields.rate ?? null,
    taxes: taxes.map((tax) => ({ ...tax, amount: String(tax.amount), baseAmount: String(tax.baseAmount) })),
    accountId: money.id,
    chartAccountId: categoryId,
    paymentMethod: fields.paymentMethod ?? null,
    transfers: [
      ...moneyTransfers({
        direction: income ? 'in' : 'out',
        account: chart.get(money.chartAccountId)!,
        currency: money.currency,
        baseCurrency: posting.baseCurrency,
        parts: [
          { account: chart.get(categoryId)!, amount: net, baseAmount: baseNet, purpose: 'net' },
          ...taxes.map((tax) => ({ ...tax, account: chart.get(taxId)!, purpose: 'tax' })),
        ],
      }),
      ...(income ? [] : await differenceToCost(ctx, posting, money, { amount, baseAmount, fields, before })),
    ],
  };
};

/**
 * Money leaves an account in another currency at its cost; the difference to the given rate is an exchange gain or loss. It keeps
 * this cost while the same money leaves on the same day, whatever was bought since.
 */
async function differenceToCost(
  ctx: TenantContext,
  { rule, baseCurrency }: Posting,
  { id, chartAccountId, currency }: MoneyAccount,
  leaving: { amount: bigint; baseAmount: bigint; fields: EntryFields; before: RecordRow | undefined },
): Promise<Transfer[]> {
  if (id === null || currency === baseCurrency) return [];
  const { amount, baseAmount, fields, before } = leaving;
  const date = fields.date ?? ctx.today.toString();
  const isSame = before?.accountId === id && before.date === date;
  if (before && isSame && before.amount === amount && before.baseAmount === baseAmount) {
    const posted = (await selectCurrent(ctx, before)).filter(({ purpose }) => purpose === 'exchange');
    return posted.map(({ debitId, creditId, amount: difference, debitAmount, creditAmount, purpose }) => {
      return { debit: debitId, credit: creditId, amount: difference, debitAmount, creditAmount, purpose };
    });
  }
  const account = { id, chartAccountId, currency };
  const left = { from: account, to: account, date, sent: amount, received: amount };
  const cost = (await costOf(ctx, left, 0n, fields.rate)).sent;
  const purpose = 'exchange';
  if (cost < baseAmount)
    return [
      { debit: chartAccountId, credit: rule('exchangeGain'), amount: baseAmount - cost, debitAmount: 0n, purpose },
    ];
  if (cost > baseAmount)
    return [
      { debit: rule('exchangeLoss'), credit: chartAccountId, amount: cost - baseAmount, creditAmount: 0n, purpose },
    ];
  return [];
}

export const ContactRequiredInJournal = refusal(
  'journal_contact_required',
  'An entry on receivables or payables needs its contact: give a `contactId`.',
);

/** Debits and credits as an accountant writes them. */
const draftJournal: Draft = async (ctx, kind, fields) => {
  const posting = await openPosting(ctx);
  const given = fields.lines!;
  const owed = new Set([posting.rule('receivable'), posting.rule('payable')]);
  if (!fields.contactId && given.some(({ chartAccountId }) => owed.has(chartAccountId))) throw contactMissing();
  const chart = await posting.accounts(given.map((line) => line.chartAccountId));
  const lines = given.map((line, index) => readLine(posting.baseCurrency, chart, line, index));
  const [debits, credits] = [
    lines.filter((_, index) => given[index]!.debit),
    lines.filter((_, index) => given[index]!.credit),
  ];
  const [debited, credited] = [sum(debits.map(({ amount }) => amount)), sum(credits.map(({ amount }) => amount))];
  if (debited !== credited) {
    const format = (minor: bigint) => fromMinor(minor, posting.baseCurrency);
    throw EntryUnbalanced(`The debits make ${format(debited)}, the credits ${format(credited)}.`);
  }
  if (debits.some((line) => credits.some(({ accountId }) => accountId === line.accountId))) throw AccountOnBothSides();
  const amount = inRange(debited, posting.baseCurrency);
  return {
    ...commonFields(ctx, fields),
    divisionId: await divisionOfLines(ctx, given, fields.divisionId),
    kind,
    amount,
    currency: posting.baseCurrency,
    baseAmount: amount,
    transfers: pairLines(debits, credits),
  };
};

const contactMissing = () =>
  ContactRequiredInJournal(undefined, {
    errors: [{ path: 'body.contactId', code: 'required', message: 'The lines name receivables or payables.' }],
  });

/** The division of the drawers that are among the lines of an entry. One entry is about one division. */
async function divisionOfLines(
  ctx: TenantContext,
  lines: GivenLine[],
  given: string | null | undefined,
): Promise<string | null> {
  const owners = await accounts.all(ctx, { chartAccountId: lines.map((line) => line.chartAccountId) });
  const owned = owners.filter(({ divisionId }) => divisionId !== null);
  const other = owned.find(({ divisionId }) => divisionId !== owned[0]!.divisionId);
  if (other) throw AccountOfOtherDivision(`${other.name} belongs to another division than ${owned[0]!.name}.`);
  const cash = owners.find(({ kind }) => kind === 'cash');
  return divisionOfMoney(ctx, owned[0] ?? cash ?? null, given, 'body.divisionId');
}

function readLine(baseCurrency: string, chart: Map<string, PostingAccount>, given: GivenLine, index: number): Line {
  const account = chart.get(given.chartAccountId);
  if (!account) throw unknownReference(`body.lines[${index}].chartAccountId`, 'This account of the chart');
  const amount = inRange(toMinor(given.debit ?? given.credit!, baseCurrency), baseCurrency);
  const foreign = account.currency !== baseCurrency;
  if (foreign !== (given.ownAmount !== undefined)) {
    throw CurrencyMismatch(
      foreign
        ? `Line ${index + 1} needs its ownAmount in ${account.currency}.`
        : `Line ${index + 1} has an ownAmount, but its account is in ${baseCurrency}.`,
    );
  }
  return { accountId: account.id, amount, ownAmount: foreign ? toMinor(given.ownAmount!, account.currency) : amount };
}

/** A seller's commission: an expense that is owed through the payroll. */
const draftCommission: Draft = async (ctx, kind, fields) => {
  const membership = await selectMembership(ctx.tx, ctx.organizationId, fields.sellerId!);
  if (!membership) throw unknownReference('body.sellerId', 'This member');
  const posting = await openPosting(ctx);
  const [expenseId, owedId] = [posting.rule('commissions'), posting.rule('payrollPayable')];
  const chart = await posting.accounts([expenseId, owedId]);
  const currency = posting.baseCurrency;
  const amount = inRange(toMinor(fields.amount!, currency), currency);
  const part = { account: chart.get(expenseId)!, amount, baseAmount: amount, purpose: 'commission' };
  return {
    ...commonFields(ctx, fields),
    divisionId: await divisionOfMoney(ctx, null, fields.divisionId),
    kind,
    amount,
    currency,
    baseAmount: amount,
    chartAccountId: expenseId,
    sellerId: fields.sellerId!,
    transfers: moneyTransfers({
      direction: 'out',
      account: chart.get(owedId)!,
      currency,
      baseCurrency: currency,
      parts: [part],
    }),
  };
};

/** The draft of each kind of record that is entered by hand. */
export const drafts: ReadonlyMap<string, Draft> = new Map([
  ['income', draftMoney],
  ['expense', draftMoney],
  ['journal', draftJournal],
  ['commission', draftCommission],
]);

const commonFields = (ctx: TenantContext, fields: EntryFields) => ({
  date: fields.date ?? ctx.today.toString(),
  description: fields.description ?? '',
  reference: fields.reference ?? null,
  projectId: fields.projectId ?? null,
  contactId: fields.contactId ?? null,
  attachments: fields.attachments ?? [],
});

/** The posting rules and accounts of the chart. */
async function openPosting(ctx: TenantContext) {
  const rules = await selectPostingRules(ctx);
  return {
    baseCurrency: ctx.currency,
    rule: (name: PostingRule): string => rules.get(name)!,
    accounts: async (ids: string[]): Promise<Map<string, PostingAccount>> =>
      new Map((await selectPostingAccounts(ctx, ids)).map((account) => [account.id, account])),
  };
}

type Posting = Awaited<ReturnType<typeof openPosting>>;
type MoneyAccount = Pick<Account, 'chartAccountId' | 'currency' | 'divisionId' | 'kind'> & { id: string | null };

/** The account of the money; by default the cash account of the posting rules, which a money account may own. */
async function moneyAccount(ctx: TenantContext, posting: Posting, accountId: string | null): Promise<MoneyAccount> {
  if (accountId === null) {
    const chartAccountId = posting.rule('cash');
    const owner = await accounts.find(ctx, { chartAccountId });
    return owner ?? { id: null, chartAccountId, currency: posting.baseCurrency, divisionId: null, kind: 'cash' };
  }
  const account = await accounts.find(ctx, accountId);
  if (!account) throw unknownReference('body.accountId', 'This account');
  return account;
}

function converter(currency: string, baseCurrency: string, rate: string | null): (minor: bigint) => bigint {
  if ((rate === null) !== (currency === baseCurrency))
    throw InvalidRate.at('body.rate', rate === null ? 'required' : 'not_allowed');
  return rate === null ? (minor) => minor : (minor) => convertMinor(minor, currency, rate, baseCurrency);
}

function inRange(minor: bigint, currency: string): bigint {
  if (minor <= 0n || minor >= powerOfTen(BASE_DIGITS_MAX + exponentOf(currency))) throw AmountOutOfRange();
  return minor;
}
