import { rowOf, type Tenant } from '#platform/db/table.ts';

/** Counts a try and returns the code to compare with, unless it is used, expired or out of tries. */
export const takeTry = ({ tx, organizationId }: Tenant, pageId: string, requestHash: Buffer, now: Temporal.Instant) =>
  rowOf<{ id: string; contactId: string; codeHash: Buffer }>(tx)`
    UPDATE page_codes SET tries = tries + 1
    WHERE organization_id = ${organizationId} AND page_id = ${pageId} AND request_hash = ${requestHash} AND tries < 5
      AND proof_hash IS NULL AND expires_at > ${now}::timestamptz
    RETURNING id, contact_id, code_hash`;
