import { generalSettings, readSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { formatMoney } from '#platform/format.ts';
import { fromMinor } from '#platform/money.ts';
import type { Schedule } from '../tables.ts';

export async function depositOf(ctx: TenantContext, { deposit }: Schedule) {
  if (deposit === null) return null;
  const amount = fromMinor(deposit, ctx.currency);
  const text = formatMoney(amount, ctx.currency, await readSettings(ctx, generalSettings));
  return { amount, currency: ctx.currency, text };
}
