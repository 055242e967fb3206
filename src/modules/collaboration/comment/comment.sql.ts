import { sql } from 'kysely';
import type { TenantContext } from '#platform/context.ts';
import { isSeen } from '#platform/db/seen.ts';

/** A condition on the comment `t`: the caller may see what it is about. */
export const seenThings = (ctx: TenantContext) => isSeen(ctx, sql`t.entity_kind`, sql`t.entity_id`) ?? sql`true`;
