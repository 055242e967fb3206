import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PageWindow } from '#platform/http/page.ts';

/** The organizations that were founded with this one's code, newest first. */
export async function selectReferrals(
  tx: Tx,
  organizationId: string,
  window: PageWindow,
): Promise<{ rows: { name: string; createdAt: string }[]; counted: number }> {
  const referred = tx.selectFrom('organizations').where('referredBy', '=', organizationId);
  const [rows, counted] = await Promise.all([
    referred
      .select(['name', 'createdAt'])
      .orderBy('createdAt', 'desc')
      .orderBy('id')
      .offset(window.offset)
      .limit(window.limit)
      .execute(),
    countRows(tx, referred.select('id'), window.countLimit),
  ]);
  return { rows, counted };
}
