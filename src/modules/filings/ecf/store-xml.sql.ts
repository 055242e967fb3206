import { rowsOf, type Tenant } from '#platform/db/table.ts';
import {
  type Annulment,
  ecfAnnulments,
  ecfDocuments,
  ecfReceived,
  type IssuedEcf,
  type ReceivedEcf,
} from '../tables.ts';

/** Issued documents that are decided or have failed, and are not on their way to the buyer. */
export const selectSettledIssued = (tenant: Tenant, before: Temporal.Instant, limit: number) =>
  rowsOf<Pick<IssuedEcf, 'id' | 'signedXml' | 'summaryXml' | 'receiptXml'>>(tenant.tx)`
    SELECT id, signed_xml, summary_xml, receipt_xml FROM ${ecfDocuments.of(tenant)} d
    WHERE d.xml_key IS NULL AND d.state IN ('accepted', 'accepted-conditionally', 'rejected', 'failed')
      AND d.signed_at < ${before}::timestamptz AND coalesce(d.decided_at, d.signed_at) < ${before}::timestamptz
      AND coalesce(d.delivery_state, 'delivered') <> 'waiting'
    ORDER BY d.signed_at LIMIT ${limit}`;

export const selectSettledReceived = (tenant: Tenant, before: Temporal.Instant, limit: number) =>
  rowsOf<Pick<ReceivedEcf, 'id' | 'xml' | 'receiptXml'>>(tenant.tx)`
    SELECT id, xml, receipt_xml FROM ${ecfReceived.of(tenant)} r
    WHERE r.xml_key IS NULL AND r.received_at < ${before}::timestamptz ORDER BY r.received_at LIMIT ${limit}`;

/** Answers to received documents that nobody sends any more. */
export const selectSettledApprovals = (tenant: Tenant, before: Temporal.Instant, limit: number) =>
  rowsOf<Pick<ReceivedEcf, 'id' | 'approvalXml'>>(tenant.tx)`
    SELECT id, approval_xml FROM ${ecfReceived.of(tenant)} r
    WHERE r.approval_key IS NULL AND r.approval_xml IS NOT NULL AND r.approved_at < ${before}::timestamptz
      AND r.approval_state <> 'waiting' AND r.issuer_state IS DISTINCT FROM 'waiting'
    ORDER BY r.approved_at LIMIT ${limit}`;

export const selectSettledAnnulments = (tenant: Tenant, before: Temporal.Instant, limit: number) =>
  rowsOf<Pick<Annulment, 'id' | 'xml'>>(tenant.tx)`
    SELECT id, xml FROM ${ecfAnnulments.of(tenant)} a
    WHERE a.xml_key IS NULL AND a.state <> 'sending' AND a.annulled_at < ${before}::timestamptz
    ORDER BY a.annulled_at LIMIT ${limit}`;
