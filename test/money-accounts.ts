import type { PostingRule } from '#modules/accounting/ledger/chart-seed.ts';
import { selectPostingRules } from '#modules/accounting/ledger/ledger.sql.ts';
import { writeRecord } from '#modules/accounting/record/write-record.ts';
import type { RecordRow } from '#modules/accounting/tables.ts';
import { newId } from '#platform/id.ts';
import { toMinor } from '#platform/money.ts';
import { app, type Business } from '#test/harness.ts';

export interface Drawer {
  id: string;
  chartAccountId: string;
  /** The id of its chart account. */
  code: string;
  currency: string;
}

let accounts = 0;

/** A money account with its chart account. */
export async function newDrawer(
  business: Business,
  details: { name?: string; kind?: 'cash' | 'bank' | 'card'; currency?: string; divisionId?: string } = {},
): Promise<Drawer> {
  const { name = 'Caja 1', kind = 'cash', currency = 'DOP', divisionId = null } = details;
  const [id, chartAccountId] = [newId(), newId()];
  const code = `11.${++accounts}`;
  await app.engine.within(business.id, async ({ tx, organizationId, now }) => {
    const heading = await tx
      .selectFrom('chartAccounts')
      .select(['id', 'depth'])
      .where('organizationId', '=', organizationId)
      .where('code', '=', '11')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('chartAccounts')
      .values({
        organizationId,
        id: chartAccountId,
        code,
        name,
        kind: 'asset',
        currency,
        parentId: heading.id,
        parentDepth: heading.depth,
        postable: true,
        createdAt: now,
      })
      .execute();
    await tx
      .insertInto('accounts')
      .values({ organizationId, id, name, kind, currency, chartAccountId, divisionId, createdAt: now })
      .execute();
  });
  return { id, chartAccountId, code, currency };
}

/** Books money into an account (out of it if negative), against the account of a posting rule. */
export function bookMoney(
  business: Business,
  drawer: Drawer,
  booking: { amount: string; rule: PostingRule; divisionId?: string | null; date?: string; baseAmount?: string },
): Promise<RecordRow> {
  const own = toMinor(booking.amount.replace('-', ''), drawer.currency);
  const base = booking.baseAmount ? toMinor(booking.baseAmount, 'DOP') : own;
  const comesIn = !booking.amount.startsWith('-');
  return app.engine.within(business.id, async (ctx) => {
    const other = (await selectPostingRules(ctx)).get(booking.rule)!;
    return writeRecord(ctx, {
      kind: comesIn ? 'income' : 'expense',
      date: booking.date ?? ctx.today.toString(),
      amount: own,
      currency: drawer.currency,
      baseAmount: base,
      accountId: drawer.id,
      chartAccountId: other,
      divisionId: booking.divisionId ?? null,
      transfers: [
        comesIn
          ? { debit: drawer.chartAccountId, credit: other, amount: base, debitAmount: own, purpose: 'net' }
          : { debit: other, credit: drawer.chartAccountId, amount: base, creditAmount: own, purpose: 'net' },
      ],
    });
  });
}
