import type { TenantContext } from '#platform/context.ts';
import { absolute } from '#platform/decimal.ts';
import { convertMinor } from '#platform/money.ts';
import { baseBalance, ownBalance } from '../account/balance.ts';
import { selectChart } from '../chart-of-accounts/chart.sql.ts';
import { postable } from '../currency/convert.ts';
import { rateOn } from '../currency/currency.ts';
import { fillInOpenAmounts, type OpenAmount } from '../hooks.ts';
import { selectPostingRules, selectTotals } from '../ledger/ledger.sql.ts';
import { accounts, type RevaluationLine } from '../tables.ts';
import { selectPostedOn } from './revaluation.sql.ts';

/** A line whose value is null where the rate of its currency is not known. */
export type Valued = Omit<RevaluationLine, 'value' | 'difference'> & {
  value: bigint | null;
  difference: bigint | null;
};

type Unvalued = Omit<Valued, 'rate' | 'value' | 'difference'>;

type Kind = RevaluationLine['kind'];

export interface Valuation {
  date: string;
  /** Instead of the rates of the day, by currency. */
  rates?: Map<string, string>;
  /** Only this kind, or these; undefined: all. */
  only?: Kind | Kind[] | undefined;
}

/** Everything that is open in another currency at the end of a day, with its value in the books and at the rate of that day. */
export async function valueOpen(ctx: TenantContext, { date, rates, only }: Valuation): Promise<Valued[]> {
  const kinds = only && [only].flat();
  const open = [...(await accountsOn(ctx, date)), ...(await owedOn(ctx, date))].filter(
    ({ kind, amount, booked }) => (amount !== 0n || booked !== 0n) && (!kinds || kinds.includes(kind)),
  );
  const currencies = [...new Set(open.map(({ currency }) => currency))];
  const known = new Map(
    await Promise.all(
      currencies.map(
        async (currency) =>
          [currency, rates?.get(currency) ?? (await rateOn(ctx, currency, date))?.rate ?? null] as const,
      ),
    ),
  );
  return open.map((line) => valued(line, line.amount === 0n ? null : known.get(line.currency)!, ctx.currency));
}

function valued(line: Unvalued, rate: string | null, base: string): Valued {
  if (rate === null && line.amount !== 0n) return { ...line, rate, value: null, difference: null };
  const size = absolute(line.amount);
  const converted = rate === null ? 0n : convertMinor(size, line.currency, rate, base);
  const value = (line.amount < 0n ? -1n : 1n) * (converted && postable(converted));
  return { ...line, rate, value, difference: value - line.booked };
}

/** Accounts of the balance sheet in another currency. Income, expense and equity keep the rate of their day. */
async function accountsOn(ctx: TenantContext, date: string): Promise<Unvalued[]> {
  const [chart, money] = await Promise.all([selectChart(ctx), accounts.all(ctx, {})]);
  const foreign = chart.filter(
    ({ kind, currency }) => currency !== ctx.currency && (kind === 'asset' || kind === 'liability'),
  );
  const accountIds = foreign.map(({ id }) => id);
  const totals = await selectTotals(ctx, { accountIds, divisionId: null, until: date });
  return foreign.map(({ id, currency }) => {
    const total = totals.find(({ accountId }) => accountId === id);
    const divisionId = money.find(({ chartAccountId }) => chartAccountId === id)?.divisionId ?? null;
    const place = { kind: 'account' as const, chartAccountId: id, contactId: null, divisionId, currency, documents: 0 };
    return { ...place, amount: ownBalance(total), booked: baseBalance(total) };
  });
}

/** Debts of contacts and to them, with what earlier revaluations of the day have added to their value. */
async function owedOn(ctx: TenantContext, date: string): Promise<Unvalued[]> {
  const open: OpenAmount[] = [];
  await fillInOpenAmounts(ctx, Temporal.PlainDate.from(date), open);
  const [rules, posted] = await Promise.all([selectPostingRules(ctx), selectPostedOn(ctx, date)]);
  const keyOf = ({ kind, chartAccountId, contactId, divisionId, currency }: Omit<Unvalued, 'amount' | 'booked'>) =>
    [kind, chartAccountId, contactId, divisionId, currency].join();
  const lines = new Map<string, Unvalued>();
  // Several posting rules may name one account.
  const add = (line: Unvalued) => {
    const { amount, booked, documents } = lines.get(keyOf(line)) ?? { amount: 0n, booked: 0n, documents: 0 };
    const sums = { amount: amount + line.amount, booked: booked + line.booked, documents: documents + line.documents };
    lines.set(keyOf(line), { ...line, ...sums });
  };
  for (const { rule, ...amounts } of open) add({ ...amounts, chartAccountId: rules.get(rule)! });
  for (const { posted: booked, ...place } of posted)
    if (place.kind !== 'account') add({ ...place, booked, amount: 0n, documents: 0 });
  return [...lines.values()];
}
