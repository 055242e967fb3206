import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import type { PageWindow } from '#platform/http/page.ts';

/** The organizations that were founded with this one's code, newest first. */
export async function selectReferrals(
  tx: Tx,
  organizationId: string,
  window: PageWindow,
): Promise<{ rows: { name: string; createdAt: string }[]; counted: number }> {
  const referred = tx.selectFrom('organizations').where('referredBy', '=', organizationId);
  const [rows, { counted }] = await Promise.all([
    referred
      .select(['name', 'createdAt'])
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .offset(window.offset)
      .limit(window.limit)
      .execute(),
    tx
      .selectFrom(
        referred
          .select('id')
          .$if(window.countLimit !== null, (query) => query.limit(window.countLimit!))
          .as('found'),
      )
      .select(sql<number>`count(*)::int`.as('counted'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rows, counted };
}
