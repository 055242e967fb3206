import assert from 'node:assert/strict';
import { selectPostingRules, selectTotals } from '#modules/accounting/ledger/ledger.sql.ts';
import { writeRecord } from '#modules/accounting/record/write-record.ts';
import { toMinor } from '#platform/money.ts';
import { app, type Business } from '#test/harness.ts';

interface Details {
  name?: string;
  kind?: 'cash' | 'bank' | 'card' | 'payout' | 'other';
  currency?: string;
  accountNumber?: string | null;
  openingBalance?: string | number;
  openingDate?: string;
  openingRate?: string;
}

/** A bank account of a business, unless another kind is given. */
export async function openAccount(business: Business, details: Details = {}) {
  const { data, error } = await business.api.POST('/v1/account', {
    body: { name: 'Popular', kind: 'bank', ...details },
  });
  assert.ok(data, JSON.stringify(error));
  return data;
}

/** Writes an income record, or an expense record if the amount is negative, in the organization's currency. */
export async function enter(
  business: Business,
  account: { id: string; chartAccountId: string },
  entry: { amount: string; date?: string; description?: string; reference?: string; contactId?: string },
): Promise<string> {
  const amount = toMinor(entry.amount, 'DOP');
  const size = amount < 0n ? -amount : amount;
  return app.engine.within(business.id, async (ctx) => {
    const rules = await selectPostingRules(ctx);
    const [debit, credit] =
      amount > 0n ? [account.chartAccountId, rules.get('sales')!] : [rules.get('expenses')!, account.chartAccountId];
    const record = await writeRecord(ctx, {
      kind: amount > 0n ? 'income' : 'expense',
      date: entry.date ?? ctx.today.toString(),
      description: entry.description ?? '',
      reference: entry.reference ?? null,
      contactId: entry.contactId ?? null,
      amount: size,
      currency: 'DOP',
      baseAmount: size,
      accountId: account.id,
      transfers: [{ debit, credit, amount: size, purpose: 'net' }],
    });
    return record.id;
  });
}

/** The id of the first account, the cash box of a new business. */
export const cashOf = async ({ api }: Business): Promise<string> => (await api.GET('/v1/account')).data!.data[0]!.id;

export async function balancesOf(business: Business, query: Record<string, string> = {}) {
  const { data } = await business.api.GET('/v1/account/balance', { params: { query } });
  return Object.fromEntries(data!.data.map(({ name, balance }) => [name, balance]));
}

/** The balance of the account behind a posting rule, in the organization's currency, by default with all postings. */
export async function ruleBalance(business: Business, rule: string, until: string | null = null): Promise<bigint> {
  return app.engine.within(business.id, async (ctx) => {
    const accountIds = [(await selectPostingRules(ctx)).get(rule)!];
    const filter = { accountIds, divisionId: null, until };
    const [total] = await selectTotals(ctx, filter);
    return total ? total.debit - total.credit : 0n;
  });
}
