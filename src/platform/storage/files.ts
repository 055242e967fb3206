import { z } from 'zod';
import type { TenantContext, TenantSteps } from '../context.ts';
import { realNow } from '../date.ts';
import { job } from '../jobs/job.ts';
import { claimLooseFiles, deleteClaimedFiles, deleteLooseFiles, insertLooseFiles } from './files.sql.ts';
import type { Bytes } from './storage.ts';

/**
 * Bytes and rows cannot commit together, so bytes come first. A step stores them as loose files, the transaction that writes
 * their row claims them, and whatever nobody claims in time is swept. So no row lacks its bytes, and no bytes stay without a row.
 * A key is used once: it holds a new id.
 */
const KEPT_LOOSE = { hours: 1 };
const SWEPT_AT_ONCE = 500;

/** Stores bytes that a later transaction claims. They are recorded as loose before they are written. */
export async function storeFiles(steps: TenantSteps, files: ReadonlyMap<string, Bytes>): Promise<void> {
  await steps.transaction(({ tx }) => insertLooseFiles(tx, [...files.keys()], realNow()));
  await Promise.all([...files].map(([key, bytes]) => steps.storage.write(key, bytes)));
}

/** Makes stored bytes belong to a row of this transaction. */
export async function claimFiles({ tx }: TenantContext, keys: string[]): Promise<void> {
  if ((await deleteClaimedFiles(tx, keys)) < keys.length) throw new Error(`Stored too long ago: ${keys.join(', ')}`);
}

/** Lets bytes go whose row is changed or deleted in this transaction. Readers may still have their address for a while. */
export const releaseFiles = ({ tx }: TenantContext, keys: string[]): Promise<unknown> =>
  insertLooseFiles(tx, keys, realNow());

export const sweepLooseFiles = job({
  name: 'platform/sweep-loose-files',
  payload: z.object({}),
  cron: { expression: '*/10 * * * *', timeZone: 'UTC' },
  run: async (ctx) => {
    for (let swept = SWEPT_AT_ONCE; swept === SWEPT_AT_ONCE && !ctx.signal.aborted; ) {
      const now = realNow();
      const keys = await ctx.transaction(({ tx }) => claimLooseFiles(tx, now.subtract(KEPT_LOOSE), now, SWEPT_AT_ONCE));
      for (const key of keys) await ctx.storage.delete(key);
      await ctx.transaction(({ tx }) => deleteLooseFiles(tx, keys));
      swept = keys.length;
    }
  },
});
