import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import type { EnqueueOptions, TenantJobSpec } from '#platform/jobs/job-spec.ts';

/** The job that works on a thread, as it is enqueued; `advance.ts` has its work. */
export const advanceSpec = {
  name: 'automations/advance',
  payload: { threadId: z.uuid() },
  queue: 'deliveries',
  attempts: 8,
  backoffSeconds: 5,
  timeoutSeconds: 120,
} as const;

const spec: TenantJobSpec<typeof advanceSpec.payload> = {
  ...advanceSpec,
  payload: z.object({ ...advanceSpec.payload, organizationId: z.uuid() }),
  perOrganization: true,
};

/** Threads of one organization at once, so that it does not delay the others. */
const THREADS_AT_ONCE = 4;

export function enqueueThread(ctx: TenantContext, threadId: string, startAt?: Temporal.Instant): void {
  const options: EnqueueOptions = { group: `automations/${ctx.organizationId}`, groupConcurrency: THREADS_AT_ONCE };
  ctx.enqueue(spec, { threadId }, { ...options, ...(startAt && { startAt }) });
}
