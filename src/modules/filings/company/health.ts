import type { TenantSteps } from '#platform/context.ts';
import { realNow, toTimestamp } from '#platform/date.ts';
import { ecf } from '../ecf.port.ts';
import { documentList } from '../sending/document.sql.ts';
import { ecfCompanies } from '../tables.ts';

const COUNTED_MAX = 10_000;

/** Whether the tax authority responds, and how many documents are not settled. */
export async function checkHealth(ctx: TenantSteps) {
  const { company, documents } = await ctx.transaction(async (unit) => {
    const count = (state: 'waiting' | 'sent' | 'failed') => documentList.count(unit, { state }, COUNTED_MAX);
    const [company, waiting, sent, failed] = await Promise.all([
      ecfCompanies.find(unit, {}),
      count('waiting'),
      count('sent'),
      count('failed'),
    ]);
    return { company, documents: { waiting, sent, failed } };
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
