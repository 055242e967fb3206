import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { ecfTestSets } from '../tables.ts';
import { selectTestSetDocuments } from './test-set.sql.ts';

/** The next document of a run. A document that is not accepted ends the run, as it does with the tax authority. */
export async function advanceTestSet(ctx: TenantContext, testSetId: string): Promise<{ id: string } | null> {
  const documents = await selectTestSetDocuments(ctx, testSetId);
  const hasFailed = documents.some(({ state }) => state === 'rejected' || state === 'failed');
  const next = documents.find(({ state }) => state === 'waiting' || state === 'sent');
  if (next && !hasFailed) return next;
  const finished = { state: hasFailed ? 'failed' : 'passed', finishedAt: realNow() } as const;
  await ecfTestSets.updateAll(ctx, { id: testSetId, state: 'running' }, finished);
  return null;
}
