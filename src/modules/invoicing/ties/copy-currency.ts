import type { TenantContext } from '#platform/context.ts';
import { fromMillionths, least, proportion, roundMillionths, toMillionths } from '#platform/decimal.ts';
import { exponentOf } from '#platform/money.ts';
import type { DocumentToDraft, DraftElement } from '../pending/document-draft.ts';
import { rateOf } from '../pending/references.ts';
import type { PendingRecord } from '../tables.ts';

/**
 * The lines of a copy in its own currency: prices and discounts are converted from the rate of the original to that of the
 * copy, rounded to the minor unit.
 */
export async function inCurrencyOfCopy(
  ctx: TenantContext,
  source: PendingRecord,
  { currency = source.currency, date = ctx.today.toString(), rate: given = null }: Partial<DocumentToDraft>,
  lines: DraftElement[],
): Promise<DraftElement[]> {
  if (currency === source.currency) return lines;
  const rate = (await rateOf(ctx, given, { currency, date })) ?? '1';
  const converted = (decimal: string): bigint =>
    roundMillionths(proportion(toMillionths(decimal), source.rate ?? '1', rate), exponentOf(currency));
  return lines.map(({ unitPrice = '0', discount, quantity = '1', ...line }) => {
    const price = converted(unitPrice);
    const amount = roundMillionths(proportion(price, quantity, '1'), exponentOf(currency));
    return {
      ...line,
      quantity,
      unitPrice: fromMillionths(price),
      // Rounding must not make a discount exceed the amount of its line.
      discount: discount?.amount ? { amount: fromMillionths(least(converted(discount.amount), amount)) } : discount,
    };
  });
}
