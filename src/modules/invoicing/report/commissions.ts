import { z } from 'zod';
import { selectCommissions } from '#modules/accounting/index.ts';
import { findUsers } from '#modules/identity/index.ts';
import { readSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { percentOf } from '#platform/decimal.ts';
import { decimalWithin, fromMinor } from '#platform/money.ts';
import { settingsSection } from '#platform/settings/section.ts';
import { readSettingsOf } from '#platform/settings/settings.ts';
import { type SellerMonth, selectInvoicedBySeller, selectPaidBySeller } from './report.sql.ts';

const Percent = decimalWithin({ min: 0, max: 100, decimals: 4 });

/** The commissions of sellers. */
export const salesSettings = settingsSection({
  name: 'sales',
  fields: {
    commissionPercent: Percent.default('0').describe('Of the sales of each seller, without taxes.'),
    commissionOn: z
      .enum(['paid', 'invoiced'])
      .default('paid')
      .describe('Earned when the customer pays, or when the invoice is issued.'),
  },
});

/** A seller's own rate, where it is another. */
export const userSalesSettings = settingsSection({
  name: 'sales',
  fields: { commissionPercent: Percent.nullable().default(null).describe('Null: that of the organization.') },
});

interface Span {
  from: string;
  to: string;
  sellerId?: string | undefined;
}

/** The commission of each seller and month: earned, posted, and left to post. */
export async function readCommissions(ctx: TenantContext, span: Span) {
  const { currency } = ctx;
  const [settings, posted] = await Promise.all([readSettings(ctx, salesSettings), selectCommissions(ctx, span)]);
  const select = settings.commissionOn === 'paid' ? selectPaidBySeller : selectInvoicedBySeller;
  const months = withPosted(await select(ctx, span), posted);
  const sellerIds = [...new Set(months.map(({ sellerId }) => sellerId))];
  const [sellers, rates] = await Promise.all([
    findUsers(ctx.tx, sellerIds),
    readSettingsOf(ctx, sellerIds, userSalesSettings),
  ]);
  const names = new Map(sellers.map(({ id, name }) => [id, name]));
  const postedOf = new Map(posted.map(({ sellerId, month, amount }) => [`${sellerId} ${month}`, amount]));
  return {
    currency,
    commissionOn: settings.commissionOn,
    data: months.map(({ sellerId, month, documents, net }) => {
      const percent = rates.get(sellerId)?.commissionPercent ?? settings.commissionPercent;
      const earned = percentOf(net, percent);
      const already = postedOf.get(`${sellerId} ${month}`) ?? 0n;
      return {
        sellerId,
        sellerName: names.get(sellerId) ?? null,
        month,
        documents,
        sales: fromMinor(net, currency),
        percent,
        earned: fromMinor(earned, currency),
        posted: fromMinor(already, currency),
        left: fromMinor(earned - already, currency),
      };
    }),
  };
}

/** Includes months with a posted commission but no sales. */
function withPosted(months: SellerMonth[], posted: { sellerId: string; month: string }[]): SellerMonth[] {
  const known = new Set(months.map(({ sellerId, month }) => `${sellerId} ${month}`));
  const others = posted
    .filter(({ sellerId, month }) => !known.has(`${sellerId} ${month}`))
    .map(({ sellerId, month }) => ({ sellerId, month, documents: 0, net: 0n }));
  return [...months, ...others].toSorted((a, b) =>
    `${a.month} ${a.sellerId}`.localeCompare(`${b.month} ${b.sellerId}`),
  );
}
