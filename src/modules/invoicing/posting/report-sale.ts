import { z } from 'zod';
import { ConversionsNotConfigured, selectReportingDivisions, sendConversion } from '#modules/accounting/index.ts';
import { contactDataOf } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { subscriber } from '#platform/events/subscriber.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { fromMinor } from '#platform/money.ts';
import { isRefusal, ProviderRefused } from '#platform/ports/port.ts';
import { NotFound } from '#platform/refusal.ts';
import { invoiceCreated, invoiceUpdated } from '../events.ts';
import { pendingRecords } from '../tables.ts';

/** Reports issued sales of divisions that have a conversions endpoint. Most organizations have none and end at once. */
export const followSales = subscriber({
  name: 'invoicing/follow-sales',
  follows: [invoiceCreated, invoiceUpdated],
  handle: async (ctx, events) => {
    const reporting = await selectReportingDivisions(ctx);
    if (reporting.size === 0) return;
    const issued = events.filter(({ payload }) => !('new' in payload) || payload.new.status === 'issued');
    const id = [...new Set(issued.map(({ payload }) => payload.invoiceId))];
    const sales = await pendingRecords.all(ctx, { id, kind: 'invoice', direction: 'sale', status: 'issued' });
    for (const sale of sales)
      if (sale.divisionId && reporting.has(sale.divisionId)) ctx.enqueue(reportSale, { id: sale.id });
  },
});

/** The id of the document is the id of the event, so that a repeated report counts once. */
export const reportSale = tenantJob({
  name: 'invoicing/report-sale',
  payload: { id: z.uuid() },
  run: async (ctx, { id }) => {
    const sale = await ctx.transaction((unit) => findSale(unit, id));
    if (!sale) return;
    const { divisionId, ...event } = sale;
    try {
      await sendConversion(ctx, divisionId, () => event);
    } catch (error) {
      // The endpoint does not want it, or was removed meanwhile: asking again would change nothing.
      if (!isRefusal(error, ProviderRefused, ConversionsNotConfigured, NotFound)) throw error;
      ctx.log.warn({ pendingRecordId: id, reason: error.message }, 'a sale was not reported as a conversion');
    }
  },
});

/** A sale without an e-mail address cannot be attributed to anyone, so it is not reported. */
async function findSale(ctx: TenantContext, id: string) {
  const sale = await pendingRecords.find(ctx, id);
  if (sale?.status !== 'issued' || !sale.divisionId || !sale.contactId) return null;
  const email = (await contactDataOf(ctx, [sale.contactId])).find(({ kind }) => kind === 'email')?.value;
  if (!email) return null;
  const { divisionId, currency, issuedAt } = sale;
  const at = issuedAt ? Temporal.Instant.from(issuedAt) : ctx.now;
  return { id, divisionId, name: 'Purchase', at, email, value: { amount: fromMinor(sale.total, currency), currency } };
}
