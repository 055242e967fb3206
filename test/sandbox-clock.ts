import { realNow, toTimestamp } from '#platform/date.ts';
import { app, type Business, eventually } from './harness.ts';

export async function moveClock(business: Business, to: Temporal.Instant): Promise<void> {
  await app.clock.move(business.id, to);
  await dueTicksDone(business);
}

/** Waits until everything due is done: the service's own sweep may run it while `tickDue` finds nothing left. */
export const dueTicksDone = (business: Business) =>
  eventually(() =>
    app.database.lookUp(async (tx) => {
      const due = await tx
        .selectFrom('organizationTicks')
        .select('organizationId')
        .where('organizationId', '=', business.id)
        .where('dueReallyAt', '<=', toTimestamp(realNow()))
        .executeTakeFirst();
      return due === undefined;
    }),
  );
