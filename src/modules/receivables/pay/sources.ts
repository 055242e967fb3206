import {
  type Account,
  AmountOutOfRange,
  converted,
  divisionInUse,
  divisionOfMoney,
  RateUnknown,
  rateBetween,
  requireAccount,
  tillOf,
  valueOn,
} from '#modules/accounting/index.ts';
import { type PendingRecord, selectElements, selectPayments, settledValue } from '#modules/invoicing/index.ts';
import { requireAlso } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { divideRounded, least, sumOf } from '#platform/decimal.ts';
import { convertMinor, fromMinor, toMinor } from '#platform/money.ts';
import { type RefusalKind, refusal } from '#platform/refusal.ts';
import { costOfMoney, sideOf } from '../bridge.ts';
import { heldIn } from '../contact-balance/contact-balance.sql.ts';
import {
  BalanceTooLow,
  balanceRules,
  creditBalance,
  keepMovement,
  spendBalance,
} from '../contact-balance/contact-balance.ts';
import { holdCard, keepCardMovement, takeFromCard } from '../gift-card/movement.ts';
import { contactBalances } from '../tables.ts';
import type { AccountLine, BalanceLine, GiftCardLine, WithheldLine, WriteOffLine } from './pay.schema.ts';
import type { Tender, Till } from './tender.ts';

const Overpaid = refusal('overpaid', 'This is more than is due: choose with `overpayment` what to do with the rest.');
export const NotForPurchases = refusal(
  'not_for_purchases',
  'A purchase is paid from an account or from the advance at its supplier, and gives no change: correct the means or the amount.',
);
const WITHHELD_BY_US =
  'Tax that you withhold from a supplier is a tax of the lines of the purchase: add it to their `taxIds`.';
const ChangeFromCash = refusal(
  'change_from_cash',
  'Change can only be given from a cash account: choose one, or keep the rest as balance.',
);
export const ContactRequired = refusal(
  'contact_required',
  'This needs the contact of the document: set its contact first.',
);
const GiftCardOtherCurrency = refusal(
  'gift_card_other_currency',
  'A gift card can only pay documents in its own currency: pay by other means.',
);

/** The refusals of the means of payment. */
export const sourceRefusals: RefusalKind[] = [
  Overpaid,
  NotForPurchases,
  ChangeFromCash,
  ContactRequired,
  GiftCardOtherCurrency,
  BalanceTooLow,
  AmountOutOfRange,
  RateUnknown,
];

const nothing = { accountId: null, method: null, reference: null };

/** Money into an account, or out of it for a purchase, in the currency of the account. */
export async function fromAccount(
  ctx: TenantContext,
  till: Till,
  document: PendingRecord,
  line: AccountLine,
  path: string,
): Promise<Tender> {
  const account = await requireAccount(ctx, line.accountId, `${path}.accountId`);
  const drawer = await drawerOf(ctx, account, line, path);
  const divisionId = await divisionOf(ctx, till, document, { account, drawer }, path);
  const { given, settles } = await amountsOf(ctx, till, document, account, line);
  const excess = settles > document.balance;
  if (excess && document.direction === 'purchase' && till.overpayment !== 'balance')
    throw NotForPurchases.at(path, 'overpaid');
  if (excess && till.overpayment === 'refuse') throw overpaid(document, path);
  if (excess && till.overpayment === 'change' && !drawer && account.kind !== 'cash')
    throw ChangeFromCash.at(`${path}.accountId`, 'not_cash');
  const kept = excess ? await shareKept(ctx, till, document, account, { given, settles, line }) : given;
  const value = await worthOf(ctx, till, document, account, { given, settles });
  const keptValue = kept === given ? value : divideRounded(value * kept, given);
  const { paymentMethod: method = account.kind, reference = null } = line;
  const tender: Tender = {
    source: 'account',
    sourceId: null,
    settles: excess ? document.balance : settles,
    side: sideOf(ctx, account, { value: keptValue, own: kept }),
    record: { amount: kept, currency: account.currency, accountId: account.id, method, reference, divisionId },
  };
  if (excess && drawer && till.overpayment === 'change')
    return withChange(ctx, till, document, { account, drawer, tender, given, settles, value });
  if (kept === given) return tender;
  if (till.overpayment === 'change') return { ...tender, change: { amount: given - kept, currency: account.currency } };
  return withOverpayment(ctx, till, document, { account, tender, given, value });
}

/** The cash account that gives the change, if it is another one than the account of the payment. */
async function drawerOf(
  ctx: TenantContext,
  account: Account,
  { changeAccountId }: AccountLine,
  linePath: string,
): Promise<Account | null> {
  if (changeAccountId === undefined || changeAccountId === account.id) return null;
  const path = `${linePath}.changeAccountId`;
  const drawer = await requireAccount(ctx, changeAccountId, path);
  if (drawer.kind !== 'cash') throw ChangeFromCash.at(path, 'not_cash');
  if (drawer.currency !== ctx.currency)
    throw ChangeFromCash.at(path, 'other_currency', `Change from another account is in ${ctx.currency}.`);
  return drawer;
}

interface PaidWithChange {
  account: Account;
  drawer: Account;
  /** Of the part that settles the document. */
  tender: Tender;
  given: bigint;
  settles: bigint;
  value: bigint;
}

/** All that was given stays in its account, and another account gives the change: dollars come in, pesos go out. */
async function withChange(
  ctx: TenantContext,
  till: Till,
  document: PendingRecord,
  { account, drawer, tender, given, settles, value }: PaidWithChange,
): Promise<Tender> {
  const { currency } = drawer;
  const rest = given - tender.record.amount;
  const isSame = account.currency === currency;
  const amount = isSame ? rest : await exchanged(ctx, till, settles - document.balance, document.currency, currency);
  if (amount <= 0n || amount > value) throw AmountOutOfRange();
  const more = {
    debit: account.chartAccountId,
    credit: drawer.chartAccountId,
    amount,
    ...(!isSame && { debitAmount: rest }),
    purpose: 'change',
  };
  return {
    ...tender,
    side: { ...tender.side, value: value - amount },
    record: { ...tender.record, amount: given, more },
    change: { amount, currency },
  };
}

/** An overpayment becomes balance of the customer, or our advance at the supplier, in the currency in which it was paid. */
async function withOverpayment(
  ctx: TenantContext,
  till: Till,
  { direction }: PendingRecord,
  { account, tender, given, value }: Pick<PaidWithChange, 'account' | 'tender' | 'given' | 'value'>,
): Promise<Tender> {
  if (!till.contactId) throw ContactRequired();
  const amount = given - tender.record.amount;
  const baseAmount = value - tender.side.value;
  if (baseAmount <= 0n) throw AmountOutOfRange();
  const { contactId } = till;
  const { currency, chartAccountId: money } = account;
  const credited = await creditBalance(ctx, 'overpayment', { direction, contactId, currency, amount, baseAmount });
  const held = till.rules.get(balanceRules[direction])!;
  const own = currency === ctx.currency ? undefined : amount;
  const sides =
    direction === 'sale'
      ? { debit: money, credit: held, debitAmount: own }
      : { debit: held, credit: money, creditAmount: own };
  const transfer = { ...sides, amount: baseAmount, purpose: 'overpayment' };
  return {
    ...tender,
    record: { ...tender.record, amount: given, more: transfer },
    keep: ({ id }) => keepMovement(ctx, credited, id),
  };
}

/** The division of the account, else the given one, or that of the document. The account of the change belongs to it. */
async function divisionOf(
  ctx: TenantContext,
  till: Till,
  document: PendingRecord,
  { account, drawer }: { account: Account; drawer: Account | null },
  path: string,
): Promise<string | null> {
  const own = account.divisionId
    ? await divisionOfMoney(ctx, account, till.divisionId, `${path}.accountId`)
    : ((await divisionFor(ctx, till, document)) ?? (till.divisionId === null ? null : await tillOf(ctx, account)));
  return drawer ? divisionOfMoney(ctx, drawer, own, `${path}.changeAccountId`) : own;
}

/** The given division, or that of the document. */
const divisionFor = async (ctx: TenantContext, till: Till, document: PendingRecord): Promise<string | null> =>
  till.divisionId === undefined ? divisionInUse(ctx, document.divisionId) : till.divisionId;

/** The amount that moves in the account, and how much of the document it settles. */
async function amountsOf(
  ctx: TenantContext,
  till: Till,
  document: PendingRecord,
  account: Account,
  line: AccountLine,
): Promise<{ given: bigint; settles: bigint }> {
  const exchange = (minor: bigint, from: string, to: string) => exchanged(ctx, till, minor, from, to);
  const wanted = line.settles === undefined ? undefined : positive(toMinor(line.settles, document.currency));
  if (line.amount === undefined) {
    const settles = wanted ?? document.balance;
    return { given: await exchange(settles, document.currency, account.currency), settles };
  }
  const given = positive(toMinor(line.amount, account.currency));
  if (account.currency === document.currency) return { given, settles: given };
  return { given, settles: wanted ?? (await exchange(given, account.currency, document.currency)) };
}

function positive(minor: bigint): bigint {
  if (minor <= 0n) throw AmountOutOfRange();
  return minor;
}

type OnDay = Pick<Till, 'date'>;

export async function exchanged(
  ctx: TenantContext,
  { date }: OnDay,
  minor: bigint,
  from: string,
  to: string,
): Promise<bigint> {
  return from === to ? minor : converted(minor, await rateBetween(ctx, from, to, date), from, to);
}

/**
 * The part that settles the document, in the currency of the account; the rest is change or an overpayment. Without an agreed
 * `settles` it is converted from the balance: `settles` is rounded to a cent, which is worth more in the other currency.
 */
async function shareKept(
  ctx: TenantContext,
  till: Till,
  { balance, currency }: PendingRecord,
  account: Account,
  { given, settles, line }: { given: bigint; settles: bigint; line: AccountLine },
): Promise<bigint> {
  if (line.settles !== undefined || account.currency === currency) return divideRounded(given * balance, settles);
  const rate = await rateBetween(ctx, currency, account.currency, till.date);
  return least(given, convertMinor(balance, currency, rate, account.currency));
}

/** The book value of the amount. Money that leaves an account in another currency is valued at its cost. */
async function worthOf(
  ctx: TenantContext,
  till: Till,
  document: PendingRecord,
  account: Account,
  { given, settles }: { given: bigint; settles: bigint },
): Promise<bigint> {
  const base = ctx.currency;
  const { date } = till;
  if (account.currency === base) return given;
  if (document.direction === 'purchase') return costOfMoney(ctx, account, given, date);
  return document.currency === base ? settles : valueOn(ctx, given, account.currency, date);
}

const overpaid = ({ balance, currency }: PendingRecord, path: string) =>
  Overpaid.at(`${path}.amount`, 'too_much', `${fromMinor(balance, currency)} ${currency} are due.`);

/** Locks the cards of a payment in the order of their codes, to avoid deadlocks. */
export async function holdCards(ctx: TenantContext, cards: { code: string; path: string }[]): Promise<void> {
  for (const { code, path } of cards.toSorted((a, b) => (a.code < b.code ? -1 : 1))) await holdCard(ctx, code, path);
}

export async function fromGiftCard(
  ctx: TenantContext,
  till: Till,
  document: PendingRecord,
  line: GiftCardLine,
  path: string,
): Promise<Tender> {
  if (document.direction === 'purchase') throw NotForPurchases.at(`${path}.giftCardCode`);
  const card = await holdCard(ctx, line.giftCardCode, `${path}.giftCardCode`);
  const { currency } = card;
  if (currency !== document.currency) throw GiftCardOtherCurrency();
  const all = least(card.balance, document.balance);
  const amount = line.amount === undefined ? all : toMinor(line.amount, currency);
  if (amount > document.balance) throw overpaid(document, path);
  const taken = await takeFromCard(ctx, card, amount, 'redeem');
  const divisionId = await divisionFor(ctx, till, document);
  return {
    source: 'gift-card',
    sourceId: card.id,
    settles: amount,
    side: { chartAccountId: till.rules.get('giftCards')!, value: -taken.baseAmount },
    record: { ...nothing, amount, currency, method: 'gift-card', divisionId },
    keep: (record) => keepCardMovement(ctx, taken, record),
  };
}

/** The balance of the customer, or our advance at the supplier. */
export async function fromBalance(
  ctx: TenantContext,
  till: Till,
  document: PendingRecord,
  line: BalanceLine,
  path: string,
): Promise<Tender> {
  if (!till.contactId) throw ContactRequired();
  const { contactId } = till;
  const { direction, currency } = document;
  const amount =
    line.amount === undefined ? await affordable(ctx, contactId, document) : toMinor(line.amount, currency);
  if (amount > document.balance) throw overpaid(document, path);
  const spent = await spendBalance(ctx, 'payment', { direction, contactId, currency, amount: positive(amount) });
  const divisionId = await divisionFor(ctx, till, document);
  return {
    source: 'balance',
    sourceId: null,
    settles: amount,
    side: { chartAccountId: till.rules.get(balanceRules[direction])!, value: -spent.baseAmount },
    record: { ...nothing, amount, currency, method: 'balance', divisionId },
    keep: ({ id }) => keepMovement(ctx, spent, id),
  };
}

/** The balance of the document, or what is held for it if that is less. */
async function affordable(
  ctx: TenantContext,
  contactId: string,
  { direction, currency, balance }: PendingRecord,
): Promise<bigint> {
  const row = await contactBalances.find(ctx, { contactId, currency });
  const held = row ? heldIn(direction, row).balance : 0n;
  if (held === 0n) throw BalanceTooLow();
  return least(held, balance);
}

/** Tax that the customer pays to the tax authority for us: a claim on the authority replaces the claim on the customer. */
export async function withheldByCustomer(
  ctx: TenantContext,
  till: Till,
  document: PendingRecord,
  line: WithheldLine,
  path: string,
): Promise<Tender> {
  if (document.direction === 'purchase')
    throw NotForPurchases.at(`${path}.withheld`, 'not_for_purchases', WITHHELD_BY_US);
  const { currency } = document;
  const amount = positive(toMinor(line.amount, currency));
  if (amount > document.balance) throw overpaid(document, path);
  await refuseWithheldBeyondTax(ctx, document, { ...line, amount }, path);
  // At the rate of the document, because the customer withholds a part of its amount.
  const value = settledValue(document, amount);
  const divisionId = await divisionFor(ctx, till, document);
  const { reference = null } = line;
  return {
    source: `withheld-${line.withheld}`,
    sourceId: null,
    settles: amount,
    side: { chartAccountId: till.rules.get('taxWithheldFromUs')!, value },
    record: { ...nothing, amount, currency, method: 'withheld', reference, divisionId },
  };
}

/** The 607 declares ITBIS withheld as a part of that of the receipt, and income tax as a part of its net. */
async function refuseWithheldBeyondTax(
  ctx: TenantContext,
  { id, fiscalType, net, currency }: PendingRecord,
  { withheld, amount }: { withheld: WithheldLine['withheld']; amount: bigint },
  path: string,
): Promise<void> {
  // Without a receipt nothing is declared, and the lines may have no taxes: an invoice of another system.
  if (fiscalType === null) return;
  const [elements, payments] = await Promise.all([selectElements(ctx, [id]), selectPayments(ctx, id)]);
  const taxes = (elements.get(id) ?? []).flatMap((element) => element.taxes);
  const ofKind = (wanted: string) => sumOf(taxes, (tax) => (tax.kind === wanted ? tax.amount : 0n));
  const source = `withheld-${withheld}`;
  const earlier = payments.filter((payment) => payment.source === source && payment.voidedAt === null);
  const most =
    (withheld === 'itbis' ? ofKind('itbis') : net) - ofKind(source) - sumOf(earlier, (payment) => payment.amount);
  if (amount > most)
    throw Overpaid.at(
      `${path}.amount`,
      'too_much',
      `At most ${fromMinor(most, currency)} ${currency} can be withheld.`,
    );
}

/** A part that nobody pays: a loss, or other income where we do not pay it. */
export async function writtenOff(
  ctx: TenantContext,
  till: Till,
  document: PendingRecord,
  line: WriteOffLine,
  path: string,
): Promise<Tender> {
  requireAlso(ctx, 'accounting:write');
  const { currency, balance, direction } = document;
  const amount = line.amount === undefined ? balance : positive(toMinor(line.amount, currency));
  if (amount > balance) throw overpaid(document, path);
  const rule = direction === 'sale' ? 'expenses' : 'otherIncome';
  const divisionId = await divisionFor(ctx, till, document);
  const { reference = null } = line;
  return {
    source: 'write-off',
    sourceId: null,
    settles: amount,
    side: { chartAccountId: till.rules.get(rule)!, value: settledValue(document, amount) },
    record: { ...nothing, amount, currency, method: 'write-off', reference, divisionId },
  };
}
