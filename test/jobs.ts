import type { z } from 'zod';
import { newId } from '#platform/id.ts';
import type { Job } from '#platform/jobs/job.ts';
import { createLog } from '#platform/log.ts';
import { app } from '#test/harness.ts';

/** What a worker does when the time has come. */
export async function runNow<S extends z.core.$ZodType>(
  job: Job<S>,
  payload: z.core.input<S>,
  { engine } = app,
  { lastAttempt = false } = {},
): Promise<void> {
  const claim = { id: newId(), retryCount: 0 };
  const taken = { id: newId(), name: job.name, payload, attempt: 1, lastAttempt, claim };
  await engine.runJob(job as unknown as Job, taken, new AbortController().signal, createLog('silent', false));
}
