import {
  type Account,
  CurrencyMismatch,
  converted,
  divisionInUse,
  type PostingRule,
  type RecordDraft,
  requireRate,
  selectPostingRules,
  type Transfer,
  tillOf,
} from '#modules/accounting/index.ts';
import type { PendingRecord } from '#modules/invoicing/index.ts';
import { settledValue } from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { shareOut } from '#platform/decimal.ts';
import { bridge, costOfMoney, type Side, sideOf } from '../bridge.ts';
import { type Parts, totalOf } from './amortisation.ts';

/** The posting rule of the account that holds the unpaid capital of a document. */
export function capitalRule({ kind, direction }: Pick<PendingRecord, 'kind' | 'direction'>): PostingRule {
  if (kind === 'loan') return direction === 'sale' ? 'loansGranted' : 'loansReceived';
  return direction === 'sale' ? 'receivable' : 'payable';
}

/** Received interest and late fees are income; paid ones are a cost of borrowing. */
const resultRules = {
  sale: { lateFee: 'lateFees', interest: 'interestIncome' },
  purchase: { lateFee: 'interestExpense', interest: 'interestExpense' },
} as const satisfies Record<string, Record<'lateFee' | 'interest', PostingRule>>;

/** An account that receives or pays the money, or an account of the chart where it was owed. */
type MoneySource = Account | { id: null; chartAccountId: string; currency: string };

export interface Paying {
  account: MoneySource;
  date: string;
  method: string;
  reference: string | null;
  /** The amount that moved in an account in another currency than the document. Default: at the rate of the day. */
  moved?: bigint | undefined;
}

/** The record of a payment: late fees and interest are income or expense, capital reduces the debt. */
export async function draftPayment(
  ctx: TenantContext,
  document: PendingRecord,
  parts: Parts,
  paying: Paying,
): Promise<RecordDraft> {
  const { account, date, method, reference } = paying;
  const base = ctx.currency;
  const rules = await selectPostingRules(ctx);
  if (account.currency !== document.currency && account.currency !== base) throw CurrencyMismatch();
  const agreed = account.currency === document.currency ? undefined : paying.moved;
  const isAgreed = document.currency === base || agreed !== undefined;
  const rate = isAgreed ? null : await requireRate(ctx, document.currency, date);
  const worth = (amount: bigint): bigint =>
    rate === null || amount === 0n ? amount : converted(amount, rate, document.currency, base);
  const money = (own: bigint, value: bigint): Side => sideOf(ctx, account, { value, own });
  const amount = totalOf(parts);
  const all = [parts.lateFee, parts.interest, parts.capital];
  const [ofLateFee, ofInterest] = agreed === undefined ? all.map(worth) : shareOut(agreed, all);
  const values = { lateFee: ofLateFee!, interest: ofInterest! };
  const value = agreed ?? worth(amount);
  const paysIn = document.direction === 'sale';
  const atCost = !paysIn && account.id !== null && account.currency !== base;
  const [lateFee, interest, capital] = atCost
    ? shareOut(await costOfMoney(ctx, account, amount, date), all)
    : [values.lateFee, values.interest, value - values.lateFee - values.interest];
  const moved = { lateFee: lateFee!, interest: interest!, capital: capital! };
  const transfers = (['lateFee', 'interest'] as const).flatMap((part): Transfer[] => {
    if (parts[part] === 0n) return [];
    const result = { chartAccountId: rules.get(resultRules[document.direction][part])!, value: values[part] };
    return move(paysIn, money(parts[part], moved[part]), result, part === 'lateFee' ? 'late-fee' : 'interest', rules);
  });
  if (parts.capital > 0n) {
    const owed = { chartAccountId: rules.get(capitalRule(document))!, value: settledValue(document, parts.capital) };
    transfers.push(...move(paysIn, money(parts.capital, moved.capital), owed, 'capital', rules));
  }
  return {
    ...headOf(document),
    divisionId:
      (account.id === null ? null : await tillOf(ctx, account)) ?? (await divisionInUse(ctx, document.divisionId)),
    kind: 'credit-payment',
    date,
    description: paysIn ? `Cobro de crédito${named(document)}` : `Pago de crédito${named(document)}`,
    amount: account.currency === document.currency ? amount : value,
    currency: account.currency,
    baseAmount: value,
    rate: account.currency === base ? null : rate,
    accountId: account.id,
    chartAccountId: rules.get(capitalRule(document))!,
    paymentMethod: method,
    reference,
    transfers,
  };
}

const move = (paysIn: boolean, money: Side, other: Side, purpose: string, rules: Map<string, string>): Transfer[] =>
  paysIn ? bridge(money, other, purpose, rules) : bridge(other, money, purpose, rules);

/** The fields that every record about a document takes from it. */
const headOf = (document: PendingRecord) => ({
  divisionId: document.divisionId,
  projectId: document.projectId,
  contactId: document.contactId,
  sourceKind: document.kind,
  sourceId: document.id,
});

const named = ({ contactName }: PendingRecord): string => (contactName ? ` a ${contactName}` : '');

/** The record of a write-off: a loss, or income if the business owed the amount. */
export async function draftWriteOff(ctx: TenantContext, document: PendingRecord, date: string): Promise<RecordDraft> {
  const rules = await selectPostingRules(ctx);
  const base = ctx.currency;
  const value = settledValue(document, document.balance);
  const capital = rules.get(capitalRule(document))!;
  const transfer =
    document.direction === 'sale'
      ? { debit: rules.get('expenses')!, credit: capital }
      : { debit: capital, credit: rules.get('otherIncome')! };
  return {
    ...headOf(document),
    divisionId: await divisionInUse(ctx, document.divisionId),
    kind: 'write-off',
    date,
    description: `Crédito incobrable${named(document)}`,
    amount: value,
    currency: base,
    baseAmount: value,
    chartAccountId: document.direction === 'sale' ? transfer.debit : transfer.credit,
    transfers: [{ ...transfer, amount: value, purpose: 'write-off' }],
  };
}
