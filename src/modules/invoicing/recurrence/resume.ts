import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { fromMinor } from '#platform/money.ts';
import { recurrencyList, selectCycleFacts } from './recurrency.sql.ts';
import { describeRecurrency } from './recurrency.ts';

/** The recurrences with their past and next cycles. */
export const resumeRecurrencies = (ctx: TenantContext, query: z.output<typeof recurrencyList.query>) =>
  recurrencyList.page(ctx, query, async (rows) => {
    const ids = rows.map(({ id }) => id);
    const facts = await selectCycleFacts(ctx, ids, ctx.today.toString());
    return rows.map((row) => {
      const { monthly, ...cycles } = facts.get(row.id)!;
      return {
        ...describeRecurrency(row),
        total: fromMinor(row.total, row.currency),
        monthly: fromMinor(monthly, ctx.currency),
        ...cycles,
      };
    });
  });
