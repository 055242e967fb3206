import { z } from 'zod';
import { job } from '#platform/jobs/job.ts';
import { deleteExpiredChallenges } from './passkey/passkey.sql.ts';
import { deleteOldFailures } from './user/login.sql.ts';
import { deleteOldPins } from './user/pin.sql.ts';
import { deleteExpiredSessions } from './user/session.sql.ts';

export const forgetOldCredentials = job({
  name: 'identity/forget-old-credentials',
  payload: z.object({}),
  cron: { expression: '17 * * * *', timeZone: 'UTC' },
  run: (ctx) =>
    ctx.transaction(async ({ tx, now }) => {
      await deleteExpiredSessions(tx, now);
      await deleteExpiredChallenges(tx, now);
      await deleteOldPins(tx, now.subtract({ hours: 24 }));
      await deleteOldFailures(tx, now.subtract({ hours: 24 }));
    }),
});
