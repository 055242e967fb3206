import { sql } from 'kysely';
import { list } from '#platform/db/list.ts';

/** The organizations that were created with this one's referral code. */
export const referralList = list<{ name: string; createdAt: string }>()({
  from: ({ organizationId }) => sql`(SELECT * FROM organizations WHERE referred_by = ${organizationId}) t`,
  select: sql`t.name, t.created_at`,
  filters: {},
  sort: { created: { by: sql`t.created_at`, type: 'timestamp with time zone' } },
  order: '-created',
});
