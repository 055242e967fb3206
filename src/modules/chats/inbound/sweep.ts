import { z } from 'zod';
import { realNow } from '#platform/date.ts';
import { job } from '#platform/jobs/job.ts';
import { deleteProcessed, selectWaiting } from './inbound.sql.ts';
import { processInbound } from './process.ts';

/** Long enough to look into what a provider sent last week. */
const KEPT = { hours: 30 * 24 };
const AT_ONCE = 1_000;

/** Removes payloads that were processed a month ago; their messages stay. */
export const sweepPayloads = job({
  name: 'chats/sweep-payloads',
  payload: z.object({}),
  cron: { expression: '20 * * * *', timeZone: 'UTC' },
  run: async (ctx) => {
    const before = realNow().subtract(KEPT);
    for (let swept = AT_ONCE; swept === AT_ONCE && !ctx.signal.aborted; )
      swept = await ctx.transaction(({ tx }) => deleteProcessed(tx, before, AT_ONCE));
  },
});

const WAITED = { minutes: 1 };

/** Processes what waits without a job: the process that stored it ended before it could enqueue one. */
export const resumeInbound = job({
  name: 'chats/resume-inbound',
  payload: z.object({}),
  cron: { expression: '* * * * *', timeZone: 'UTC' },
  run: (steps) =>
    steps.transaction(async (ctx) => {
      for (const organizationId of await selectWaiting(ctx.tx, realNow().subtract(WAITED), AT_ONCE))
        ctx.enqueue(processInbound, { organizationId }, { group: organizationId });
    }),
});
