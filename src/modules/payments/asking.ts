import type { JobContext, TenantContext, VisitorContext } from '#platform/context.ts';
import type { Port } from '#platform/ports/port.ts';

/** Work that reaches providers in steps, in a request as in a job: no transaction is open while it waits. */
export interface Steps {
  transaction<T>(work: (ctx: TenantContext) => Promise<T>): Promise<T>;
  port<T>(port: Port<T>): Promise<T>;
}

export const stepsIn = (ctx: JobContext | VisitorContext, organizationId: string): Steps => ({
  transaction: (work) => ctx.within(organizationId, work),
  port: (port) => ctx.port(organizationId, port),
});
