import type { z } from 'zod';

/** The declaration of a job without the work itself: all that is needed to enqueue it. */
export interface JobSpec<S extends z.core.$ZodType = z.core.$ZodType> {
  readonly name: string;
  readonly payload: S;
  /** Slow work has a lane of its own, so that it does not delay quick work. */
  readonly queue: Queue;
  readonly attempts: number;
  readonly backoffSeconds: number;
  readonly timeoutSeconds: number;
  /** Runs in a closed organization too; every other job waits until it is reopened. */
  readonly whileClosed?: boolean | undefined;
  /** Enqueued by a schedule instead of by request: once, however many processes run. */
  readonly cron?: { expression: string; timeZone: string } | undefined;
}

/** A job of one organization. `S` is its own payload, without the organization. */
export interface TenantJobSpec<S extends z.ZodRawShape = z.ZodRawShape>
  extends JobSpec<z.ZodObject<S & { organizationId: z.ZodUUID }>> {
  /** The id of the organization is part of the payload, and comes from the context that enqueues it. */
  readonly perOrganization: true;
}

export type Queue = 'default' | 'deliveries';

export const GROUP_CONCURRENCY_MAX = 25;

export interface EnqueueOptions {
  startAt?: Temporal.Instant;
  /** Jobs of one group never take all places of their lane, so a receiver that hangs delays only itself. */
  group?: string;
  /** How many jobs of the group may run at once, up to `GROUP_CONCURRENCY_MAX`. */
  groupConcurrency?: number;
}

export interface EnqueuedJob {
  job: JobSpec;
  payload: unknown;
  options: EnqueueOptions;
}
