import type { JobContext, TenantContext, VisitorContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { isRefusal, type Port, ProviderTimeout, ProviderUnavailable } from '#platform/ports/port.ts';
import { Refusal } from '#platform/refusal.ts';

/** Work that reaches providers in steps, in a request as in a job: no transaction is open while it waits. */
export interface Steps {
  transaction<T>(work: (ctx: TenantContext) => Promise<T>): Promise<T>;
  port<T>(port: Port<T>): Promise<T>;
}

export const stepsIn = (ctx: JobContext | VisitorContext, organizationId: string): Steps => ({
  transaction: (work) => ctx.within(organizationId, work),
  port: (port) => ctx.port(organizationId, port),
});

const KEY_LIVES_HOURS = 23;

/** A provider forgets its keys after a day: asked later, it would do it a second time. */
export const keyIsForgotten = (askedAt: string): boolean => hoursSince(askedAt) > KEY_LIVES_HOURS;

export const hoursSince = (at: string): number => realNow().since(Temporal.Instant.from(at)).total('hours');

/** After a timeout nobody knows; every other refusal of a provider means that nothing was done. */
export const isNo = (error: unknown): error is Refusal =>
  error instanceof Refusal && !isRefusal(error, ProviderTimeout, ProviderUnavailable);
