import { selectCommissions } from '#modules/accounting/index.ts';
import { findUsers } from '#modules/identity/index.ts';
import { readSettings } from '#modules/organization/index.ts';
import { mayAlso, requireAlso } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { percentOf, sum } from '#platform/decimal.ts';
import { type PageRequest, pageInMemory } from '#platform/http/page.ts';
import { fromMinor } from '#platform/money.ts';
import { readRates, salesSettings } from './commission-rates.ts';
import { type SellerMonth, selectInvoicedBySeller, selectPaidBySeller, selectReturnedBySeller } from './report.sql.ts';

interface Span {
  from: string;
  to: string;
  sellerId?: string | undefined;
}

/** A page of the commissions of each seller and month: earned, posted, and left to post. */
export async function readCommissions(ctx: TenantContext, given: Span & PageRequest & { cursor?: string | undefined }) {
  const { currency } = ctx;
  const span = { ...given, sellerId: visibleSeller(ctx, given.sellerId) };
  const [settings, posted] = await Promise.all([readSettings(ctx, salesSettings), selectCommissions(ctx, span)]);
  const { commissionOn } = settings;
  const [sold, returned] = await Promise.all([
    (commissionOn === 'paid' ? selectPaidBySeller : selectInvoicedBySeller)(ctx, span),
    selectReturnedBySeller(ctx, span, commissionOn),
  ]);
  const months = summed([...sold, ...returned, ...posted.map((month) => ({ ...month, documents: 0, net: 0n }))]);
  const page = pageInMemory(span, months, ({ sellerId, month }) => `${sellerId} ${month}`);
  const sellerIds = [...new Set(page.data.map(({ sellerId }) => sellerId))];
  const [sellers, percentOn] = await Promise.all([findUsers(ctx.tx, sellerIds), readRates(ctx, sellerIds)]);
  const names = new Map(sellers.map(({ id, name }) => [id, name]));
  const postedOf = new Map(posted.map(({ sellerId, month, amount }) => [`${sellerId} ${month}`, amount]));
  return {
    currency,
    commissionOn,
    ...page,
    data: page.data.map(({ sellerId, month, documents, net }) => {
      const percent = percentOn(sellerId, month);
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

/** People without the reports see their own commissions only. */
function visibleSeller(ctx: TenantContext, wanted: string | undefined): string | undefined {
  if (ctx.userId === null || mayAlso(ctx, 'reports:read')) return wanted;
  if (wanted !== undefined && wanted !== ctx.userId) requireAlso(ctx, 'reports:read');
  return ctx.userId;
}

/** One line for each seller and month: with sales, returns or a posted commission. */
const summed = (months: SellerMonth[]): SellerMonth[] =>
  [...Map.groupBy(months, ({ sellerId, month }) => `${month} ${sellerId}`)]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([, same]) => ({
      sellerId: same[0]!.sellerId,
      month: same[0]!.month,
      documents: same.reduce((count, { documents }) => count + documents, 0),
      net: sum(same.map(({ net }) => net)),
    }));
