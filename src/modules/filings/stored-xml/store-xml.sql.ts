import { type RawBuilder, sql } from 'kysely';
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

/** A document whose texts are in the storage, with a name that no other document has. */
export interface StoredXml {
  id: string;
  name: string;
  keys: string[];
}

type Select = (tenant: Tenant, after: string | null, limit: number) => Promise<StoredXml[]>;

export const selectIssuedXmls: Select = (tenant, after, limit) =>
  select(tenant, after, limit, {
    from: sql`${ecfDocuments.of(tenant)} d`,
    name: sql`d.number || ' ' || d.id`,
    keys: sql`ARRAY[d.xml_key]`,
  });

export const selectReceivedXmls: Select = (tenant, after, limit) =>
  select(tenant, after, limit, {
    from: sql`${ecfReceived.of(tenant)} d`,
    name: sql`d.issuer_tax_id || ' ' || d.number || ' ' || d.id`,
    keys: sql`array_remove(ARRAY[d.xml_key, d.approval_key], NULL)`,
  });

export const selectAnnulmentXmls: Select = (tenant, after, limit) =>
  select(tenant, after, limit, {
    from: sql`${ecfAnnulments.of(tenant)} d`,
    name: sql`d.first_number || ' ' || d.id`,
    keys: sql`ARRAY[d.xml_key]`,
  });

const select = (
  { tx }: Tenant,
  after: string | null,
  limit: number,
  { from, name, keys }: { from: RawBuilder<unknown>; name: RawBuilder<unknown>; keys: RawBuilder<unknown> },
) =>
  rowsOf<StoredXml>(tx)`
    SELECT d.id, ${name} AS name, ${keys} AS keys FROM ${from}
    WHERE (${keys})[1] IS NOT NULL AND (${after}::uuid IS NULL OR d.id > ${after}::uuid)
    ORDER BY d.id LIMIT ${limit}`;
