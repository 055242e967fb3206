import { payUrlFor, selectPendingRecord } from '#modules/invoicing/index.ts';
import { generalSettings, readSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { formatMinor } from '#platform/money.ts';
import type { Booking } from '../tables.ts';

/** The rest of the deposit for which a place is held, and where it is paid. Null: nothing is to be paid. */
export async function depositDue(ctx: TenantContext, { state, invoiceId }: Booking) {
  if (state !== 'held' || invoiceId === null) return null;
  const [invoice, payUrl, notation] = await Promise.all([
    selectPendingRecord(ctx, invoiceId),
    payUrlFor(ctx, invoiceId),
    readSettings(ctx, generalSettings),
  ]);
  const { due, paid, currency } = invoice!;
  return { payUrl, text: formatMinor(due - paid, currency, notation) };
}
