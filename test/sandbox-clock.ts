import { toTimestamp } from '#platform/date.ts';
import { app, type Business, eventually } from './harness.ts';

/** Moves the clock of a sandbox and waits until everything due is done, because the service's own sweep may already run it. */
export async function moveClock(business: Business, to: Temporal.Instant): Promise<void> {
  await app.clock.move(business.id, to);
  await eventually(() =>
    app.database.lookUp(async (tx) => {
      const due = await tx
        .selectFrom('organizationTicks')
        .select('organizationId')
        .where('organizationId', '=', business.id)
        .where('dueReallyAt', '<=', toTimestamp(Temporal.Now.instant()))
        .executeTakeFirst();
      return due === undefined;
    }),
  );
}
