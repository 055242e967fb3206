import { z } from 'zod';
import { type ChangedSettings, readSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { plainDecimal } from '#platform/decimal.ts';
import { decimalWithin } from '#platform/money.ts';
import { settingsSection } from '#platform/settings/section.ts';
import { readSettingsOf } from '#platform/settings/settings.ts';
import { commissionRates } from '../tables.ts';

const Percent = decimalWithin({ min: 0, max: 100, decimals: 4 });

export const salesSettings = settingsSection({
  name: 'sales',
  description: 'The commissions of sellers.',
  fields: {
    commissionPercent: Percent.default('0').describe(
      'Of the sales of each seller, without taxes. A new rate holds from the current month on.',
    ),
    commissionOn: z
      .enum(['paid', 'invoiced'])
      .default('paid')
      .describe('Earned when the customer pays, or when the invoice is issued.'),
  },
});

/** A seller's own rate, where it is another. */
export const userSalesSettings = settingsSection({
  name: 'sales',
  description: 'The commission of this member as a seller.',
  fields: { commissionPercent: Percent.nullable().default(null).describe('Null: that of the organization.') },
});

const BEGINNING = '1900-01-01';

/** Keeps the rate of the months before a change. The first rate that is set has always held. */
export async function keepCommissionRate(ctx: TenantContext, { section, userId, ...change }: ChangedSettings) {
  if (section !== 'sales' || !('commissionPercent' in change.new)) return;
  const percent = change.new.commissionPercent as string | null;
  const row = { sellerId: userId, percent };
  const isFirst = !(await commissionRates.exists(ctx, { sellerId: userId }));
  const before = await percentBefore(ctx, change.old.commissionPercent as string | null);
  if (isFirst && before === '0') {
    await commissionRates.insert(ctx, { ...row, fromMonth: BEGINNING });
    return;
  }
  const former = { ...row, percent: change.old.commissionPercent as string | null };
  if (isFirst) await commissionRates.insert(ctx, { ...former, fromMonth: BEGINNING });
  const fromMonth = ctx.today.with({ day: 1 }).toString();
  await commissionRates.delete(ctx, { sellerId: userId, fromMonth });
  await commissionRates.insert(ctx, { ...row, fromMonth });
}

/** A seller without a rate had that of the organization. */
const percentBefore = async (ctx: TenantContext, own: string | null): Promise<string> =>
  own ?? (await readSettings(ctx, salesSettings)).commissionPercent;

/** The rate of a seller in a month (`2026-11`): the last one set before its end. */
export async function readRates(ctx: TenantContext, sellerIds: string[]) {
  const [settings, own, rates] = await Promise.all([
    readSettings(ctx, salesSettings),
    readSettingsOf(ctx, sellerIds, userSalesSettings),
    commissionRates.all(ctx, {}, { orderBy: ['-fromMonth'] }),
  ]);
  const bySeller = Map.groupBy(rates, ({ sellerId }) => sellerId);
  const rateOn = (sellerId: string | null, month: string, otherwise: string | null): string | null => {
    const known = bySeller.get(sellerId)?.find(({ fromMonth }) => fromMonth <= `${month}-01`);
    return known ? known.percent && plainDecimal(known.percent) : otherwise;
  };
  return (sellerId: string, month: string): string =>
    rateOn(sellerId, month, own.get(sellerId)!.commissionPercent) ??
    rateOn(null, month, settings.commissionPercent) ??
    '0';
}
