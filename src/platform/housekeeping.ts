import { z } from 'zod';
import { deleteOldNonces } from './auth/callers.sql.ts';
import { realNow } from './date.ts';
import { deleteOldAnswers } from './http/idempotency.sql.ts';
import { ANSWERS_KEPT } from './http/idempotency.ts';
import { deleteFullBuckets } from './http/limits/rate-limit.sql.ts';
import { type Job, job } from './jobs/job.ts';
import { sweepLooseFiles } from './storage/files.ts';

/** Deletes rows that would otherwise grow without limit: replay answers, used nonces, full buckets. */
const forgetOldRequests = job({
  name: 'platform/forget-old-requests',
  payload: z.object({}),
  cron: { expression: '*/10 * * * *', timeZone: 'UTC' },
  run: (ctx) =>
    ctx.transaction(async ({ tx }) => {
      await deleteOldAnswers(tx, realNow().subtract(ANSWERS_KEPT));
      await deleteOldNonces(tx, realNow().subtract({ minutes: 15 }));
      await deleteFullBuckets(tx);
    }),
});

export const housekeeping: Job[] = [forgetOldRequests, sweepLooseFiles];
