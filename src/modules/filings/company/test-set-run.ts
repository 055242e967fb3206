import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { finishTestSet, selectTestSetDocuments } from './test-set.sql.ts';

/** The next document of a run, or its end: one that is not accepted ends it, as it does with the authority. */
export async function advanceTestSet(ctx: TenantContext, testSetId: string): Promise<{ id: string } | null> {
  const documents = await selectTestSetDocuments(ctx.tx, ctx.organizationId, testSetId);
  const lost = documents.some(({ state }) => state === 'rejected' || state === 'failed');
  const next = documents.find(({ state }) => state === 'waiting' || state === 'sent');
  if (next && !lost) return next;
  await finishTestSet(ctx.tx, ctx.organizationId, testSetId, lost ? 'failed' : 'passed', realNow());
  return null;
}
