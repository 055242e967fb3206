import type { TenantContext } from '#platform/context.ts';
import { NotFound } from '#platform/refusal.ts';
import { selectSeenFiles } from './file.sql.ts';

/** A file that is hidden from the caller does not exist for them. */
export async function requireSeen(ctx: TenantContext, id: string): Promise<void> {
  if (!(await selectSeenFiles(ctx, [id])).has(id)) throw NotFound();
}
