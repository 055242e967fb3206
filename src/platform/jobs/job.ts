import { z } from 'zod';
import type { JobFacts, Steps, TenantSteps } from '../context.ts';
import type { JobSpec, TenantJobSpec } from './job-spec.ts';

/** Work that happens after the transaction, once it has committed: at least once, again after a failure. */
export interface Job<S extends z.core.$ZodType = z.core.$ZodType> extends JobSpec<S> {
  run(ctx: JobContext, payload: z.core.output<S>): Promise<void>;
}

export type JobContext = Steps & JobFacts;

type Declaration<S, R> = { name: string; payload: S; run: R } & Partial<Omit<JobSpec, 'name' | 'payload'>>;

const defaults = { queue: 'default', attempts: 8, backoffSeconds: 5, timeoutSeconds: 300 } as const;

/** A job of the service itself. Work for an organization is a `tenantJob`. */
export function job<S extends z.core.$ZodType>(declaration: Declaration<S, Job<S>['run']>): Job<S> {
  return { ...defaults, ...declaration };
}

export interface TenantJob<S extends z.ZodRawShape = z.ZodRawShape> extends TenantJobSpec<S> {
  run(ctx: JobContext, payload: z.output<TenantJobSpec<S>['payload']>): Promise<void>;
}

export type TenantJobContext = TenantSteps & JobFacts;

/**
 * A job of one organization: the one whose transaction enqueues it. The queue stores the organization with the payload, and the
 * job takes its steps in it.
 */
export function tenantJob<S extends z.ZodRawShape = Record<never, never>>(
  declaration: Omit<Declaration<S, never>, 'payload' | 'run'> & {
    payload?: S;
    run(ctx: TenantJobContext, payload: z.output<z.ZodObject<S>>): Promise<void>;
  },
): TenantJob<S> {
  const { payload = {} as S, run, ...rest } = declaration;
  return {
    ...defaults,
    ...rest,
    perOrganization: true,
    payload: z.object({ ...payload, organizationId: z.uuid() }),
    run: ({ signal, jobId, attempt, lastAttempt, sendMail, enter }, given) => {
      const { organizationId, ...own } = given as { organizationId: string };
      const ctx = { ...enter(organizationId), signal, jobId, attempt, lastAttempt, sendMail };
      return run(ctx, own as z.output<z.ZodObject<S>>);
    },
  };
}
