import { z } from 'zod';
import { selectOrganizationIds } from '../tenants.sql.ts';
import { type Job, job, type TenantJob } from './job.ts';

const ORGANIZATIONS_AT_ONCE = 1_000;
const Everyone = z.object({ after: z.uuid().nullable().default(null) });

/** Runs a job for every organization by a schedule. Each has a job of its own, so one that fails delays no other. */
export function everyOrganization(
  name: string,
  expression: string,
  one: TenantJob<Record<never, never>>,
): Job<typeof Everyone> {
  const everyone: Job<typeof Everyone> = job({
    name,
    payload: Everyone,
    cron: { expression, timeZone: 'UTC' },
    run: (ctx, { after }) =>
      ctx.transaction(async (unit) => {
        const ids = await selectOrganizationIds(unit.tx, after, ORGANIZATIONS_AT_ONCE);
        for (const organizationId of ids) unit.enqueue(one, { organizationId }, { group: one.name });
        if (ids.length === ORGANIZATIONS_AT_ONCE) unit.enqueue(everyone, { after: ids.at(-1)! });
      }),
  });
  return everyone;
}
