import type { TenantContext } from '#platform/context.ts';
import { type PageRequest, pageWindow, toPage } from '#platform/http/page.ts';
import { fromMinor } from '#platform/money.ts';
import { type RecurrencyFilter, selectCycleFacts, selectRecurrencies } from './recurrency.sql.ts';
import { describeRecurrency } from './recurrency.ts';

/** The recurrences with what has come of them and what comes next. */
export async function resumeRecurrencies(ctx: TenantContext, query: PageRequest & RecurrencyFilter) {
  const filter = { ...query, today: ctx.today.toString() };
  const [{ rows, counted }, baseCurrency] = await Promise.all([
    selectRecurrencies(ctx, filter, pageWindow(query)),
    ctx.currency,
  ]);
  const page = toPage(query, rows, counted);
  const facts = await selectCycleFacts(
    ctx,
    page.data.map(({ id }) => id),
  );
  const data = page.data.map((row) => ({
    ...describeRecurrency(row),
    total: fromMinor(row.total, row.currency),
    monthly: fromMinor(row.monthly, baseCurrency),
    ...facts.get(row.id)!,
  }));
  return { ...page, data };
}
