import { z } from 'zod';
import { DocumentIsVoid, DocumentSettled, voidPendingRecord } from '#modules/invoicing/index.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { isRefusal } from '#platform/ports/port.ts';

/** Voids the invoice of a deposit whose hold has ended. One that was paid at the last moment stays, and is dealt with there. */
export const voidDeposit = tenantJob({
  name: 'bookings/void-deposit',
  payload: { invoiceId: z.uuid() },
  run: async (ctx, { invoiceId }) => {
    try {
      await ctx.transaction((unit) => voidPendingRecord(unit, { id: invoiceId }));
    } catch (error) {
      if (!isRefusal(error, DocumentIsVoid, DocumentSettled)) throw error;
    }
  },
});
