import { realNow, toTimestamp } from '#platform/date.ts';
import { app, type Business, eventually } from './harness.ts';

export async function moveClock(business: Business, to: Temporal.Instant): Promise<void> {
  await app.clock.move(business.id, to);
  await dueTicksDone(business);
}

/** Moves the clock of a Dominican business to the noon of a day. */
export const moveToDay = (business: Business, day: string): Promise<void> =>
  moveClock(
    business,
    Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: 'America/Santo_Domingo', plainTime: '12:00' }).toInstant(),
  );

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
