import type { TenantSteps } from '#platform/context.ts';
import { realNow, toTimestamp } from '#platform/date.ts';
import { ecf } from '../ecf.port.ts';
import { countUnsettled } from '../sending/document.sql.ts';
import { selectCompany } from './company.sql.ts';

/** Whether the other side answers, and what waits here. */
export async function checkHealth(ctx: TenantSteps) {
  const { company, documents } = await ctx.transaction(async (unit) => {
    const [company, documents] = await Promise.all([
      selectCompany(unit.tx, unit.organizationId),
      countUnsettled(unit.tx, unit.organizationId),
    ]);
    return { company, documents };
  });
  const environment = company?.environment ?? null;
  const health = company && (await (await ctx.port(ecf)).health());
  return {
    state: health?.state ?? ('not-registered' as const),
    environment,
    detail: health?.detail ?? null,
    durationMs: health?.durationMs ?? null,
    checkedAt: toTimestamp(realNow()),
    documents,
  };
}
