import type { TenantContext } from '#platform/context.ts';
import { sumOf } from '#platform/decimal.ts';
import { bookValue } from '../division/book-value.ts';
import { selectHoldings } from '../division/holdings.sql.ts';
import { selectPostingRules } from '../ledger/ledger.sql.ts';
import { writeRecord } from '../record/write-record.ts';
import type { RunningLine } from './running-balance.ts';

/** Posts a difference between count and books as cash over or cash short. */
export async function postDifference(
  ctx: TenantContext,
  divisionId: string,
  line: RunningLine,
  difference: bigint,
): Promise<string> {
  const { account } = line;
  const rules = await selectPostingRules(ctx);
  const isOver = difference > 0n;
  const amount = isOver ? difference : -difference;
  const value = await bookValueOf(ctx, line, amount);
  const other = rules.get(isOver ? 'cashOver' : 'cashShort')!;
  const record = await writeRecord(ctx, {
    kind: 'cash-difference',
    date: ctx.today.toString(),
    description: `${isOver ? 'Sobrante' : 'Faltante'} en ${account.name}`,
    amount,
    currency: account.currency,
    baseAmount: value,
    accountId: account.id,
    chartAccountId: other,
    divisionId,
    transfers: [
      isOver
        ? { debit: account.chartAccountId, credit: other, amount: value, debitAmount: amount, purpose: 'difference' }
        : { debit: other, credit: account.chartAccountId, amount: value, creditAmount: amount, purpose: 'difference' },
    ],
  });
  return record.id;
}

/** At the rate of what the division holds of the account, else of what the organization holds. */
async function bookValueOf(ctx: TenantContext, { account, holding }: RunningLine, amount: bigint): Promise<bigint> {
  const isBase = account.currency === ctx.currency;
  if (isBase || (holding.own !== 0n && holding.base !== 0n)) return bookValue(amount, [holding], isBase);
  const elsewhere = await selectHoldings(ctx, {
    chartAccountIds: [account.chartAccountId],
    divisionId: null,
    until: null,
  });
  const whole = { own: sumOf(elsewhere, ({ own }) => own), base: sumOf(elsewhere, ({ base }) => base) };
  return bookValue(amount, [whole], isBase);
}
