import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';
import { ecfDocuments, ecfReceived, type IssuedEcf, type ReceivedEcf } from '../tables.ts';

/** Issued documents whose XML nothing sends any more: accepted long enough ago, and delivered where they have a receiver. */
export async function selectSettledIssued(tenant: Tenant, before: Temporal.Instant, limit: number) {
  const { rows } = await sql<Pick<IssuedEcf, 'id' | 'signedXml' | 'summaryXml' | 'receiptXml'>>`
    SELECT id, signed_xml, summary_xml, receipt_xml FROM ${ecfDocuments.of(tenant)} d
    WHERE d.xml_key IS NULL AND d.state IN ('accepted', 'accepted-conditionally') AND d.decided_at < ${before}::timestamptz
      AND coalesce(d.delivery_state, 'delivered') = 'delivered'
    ORDER BY d.decided_at LIMIT ${limit}`.execute(tenant.tx);
  return rows;
}

export async function selectSettledReceived(tenant: Tenant, before: Temporal.Instant, limit: number) {
  const { rows } = await sql<Pick<ReceivedEcf, 'id' | 'xml' | 'receiptXml'>>`
    SELECT id, xml, receipt_xml FROM ${ecfReceived.of(tenant)} r
    WHERE r.xml_key IS NULL AND r.received_at < ${before}::timestamptz ORDER BY r.received_at LIMIT ${limit}`.execute(
    tenant.tx,
  );
  return rows;
}
