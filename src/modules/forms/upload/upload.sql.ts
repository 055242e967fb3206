import { isAfter } from '#platform/date.ts';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { formUploads, type Upload } from '../tables.ts';

const AT_ONCE = 100;

/** Uploads that nobody submitted in time, and when the next one is due. */
export async function selectExpiredUploads(
  tenant: Tenant,
  now: Temporal.Instant,
): Promise<{ expired: Upload[]; nextAt: string | null }> {
  const rows = await rowsOf<Upload>(tenant.tx)`
    SELECT ${formUploads.columns('u')} FROM ${formUploads.of(tenant)} u WHERE u.submission_id IS NULL
    ORDER BY u.expires_at LIMIT ${AT_ONCE + 1} FOR UPDATE SKIP LOCKED`;
  const isDue = ({ expiresAt }: Upload): boolean => !isAfter(expiresAt, now);
  const expired = rows.slice(0, AT_ONCE).filter(isDue);
  return { expired, nextAt: rows[expired.length]?.expiresAt ?? null };
}
