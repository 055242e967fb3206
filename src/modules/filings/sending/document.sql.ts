import { sql } from 'kysely';
import { z } from 'zod';
import { countByDay, type DayCount, type UsageSpan } from '#modules/billing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { dates, list, listOf, oneOf } from '#platform/db/list.ts';
import { rowOf, rowsOf, type Tenant } from '#platform/db/table.ts';
import { EcfEnvironment, EcfType, ENcf } from '../ecf/ecf.schema.ts';
import { ecfAnnulments, ecfDocuments, type IssuedEcf } from '../tables.ts';
import { EcfDeliveryState, EcfState } from './document.schema.ts';

/** A page does not read the documents themselves. */
const listed = [
  'id',
  'sourceKind',
  'sourceId',
  'environment',
  'type',
  'number',
  'issuedOn',
  'buyerTaxId',
  'total',
  'summarised',
  'securityCode',
  'qrUrl',
  'signedAt',
  'state',
  'trackId',
  'messages',
  'numberUsed',
  'problem',
  'attempts',
  'nextAttemptAt',
  'sentAt',
  'decidedAt',
  'approval',
  'approvalReason',
  'approvalAt',
  'deliveryState',
  'deliveryProblem',
  'deliveredAt',
  'receiptSignedBy',
  'createdAt',
] as const;
export type ListedEcf = Pick<IssuedEcf, (typeof listed)[number]>;

/** Without the documents of certification runs. */
export const documentList = list<ListedEcf>()({
  from: (tenant) => sql`${ecfDocuments.of(tenant)} t`,
  select: sql.join(listed.map((column) => sql.ref(`t.${column}`))),
  where: () => sql`t.test_set_id IS NULL`,
  filters: {
    state: oneOf('state', EcfState),
    delivery: oneOf('deliveryState', EcfDeliveryState),
    type: oneOf('type', EcfType),
    number: oneOf('number', ENcf),
    sourceId: oneOf('sourceId', z.uuid(), 'The invoice or other document that it was made from.'),
    ...dates('issuedOn'),
  },
  sort: { created: { by: sql.ref('t.createdAt'), type: 'timestamp with time zone' } },
  order: '-created',
});

/** Documents that wait for a company or for another certificate, oldest first. */
export const selectUnsigned = (tenant: Tenant, after: string | null, limit: number) =>
  rowsOf<{ id: string }>(tenant.tx)`
    SELECT d.id FROM ${ecfDocuments.of(tenant)} d
    WHERE d.state = 'waiting' AND d.signed_xml IS NULL AND d.test_set_id IS NULL
      AND (${after}::uuid IS NULL OR d.id > ${after}::uuid)
    ORDER BY d.id LIMIT ${limit}`;

/** The document that a note modifies, locked: its state does not change until this transaction ends. */
export const lockModified = (tenant: Tenant, number: string, environment: string) =>
  rowOf<Pick<IssuedEcf, 'state'>>(tenant.tx)`
    SELECT d.state FROM ${ecfDocuments.of(tenant)} d
    WHERE d.number = ${number} AND (d.environment IS NULL OR d.environment = ${environment}) AND d.test_set_id IS NULL
    LIMIT 1 FOR SHARE`;

type NoteOn = Pick<IssuedEcf, 'id' | 'state' | 'sourceKind' | 'sourceId' | 'content'>;

/** The notes that wait for a document to be decided, or failed before they were sent. */
export const selectNotesOn = (tenant: Tenant, number: string) =>
  rowsOf<NoteOn>(tenant.tx)`
    SELECT d.id, d.state, d.source_kind, d.source_id, d.content FROM ${ecfDocuments.of(tenant)} d
    WHERE (d.state = 'waiting' OR (d.state = 'failed' AND d.handed_in_at IS NULL))
      AND d.type IN ('33', '34') AND d.test_set_id IS NULL AND d.content -> 'reference' ->> 'number' = ${number}`;

/** Whether the tax authority may have a document with one of these numbers. A document that was never sent uses no number there. */
export async function isAnyUsed(
  tenant: Tenant,
  environment: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ${ecfDocuments.of(tenant)} d
    WHERE d.environment = ${environment} AND d.number >= ${from} AND d.number <= ${to}
      AND (d.state NOT IN ('failed', 'rejected') OR (d.state = 'failed' AND d.handed_in_at IS NOT NULL)
        OR (d.state = 'rejected' AND d.number_used IS DISTINCT FROM false))
    LIMIT 1`.execute(tenant.tx);
  return rows.length > 0;
}

/** Records the progress of a document that has not been decided. */
export async function updateWaiting(
  tenant: Tenant,
  id: string,
  at: Temporal.Instant,
  { trackId, ...change }: Pick<IssuedEcf, 'trackId' | 'attempts' | 'problem' | 'nextAttemptAt'>,
): Promise<void> {
  await ecfDocuments.updateAll(
    tenant,
    { id, state: ['waiting', 'sent'] },
    { ...change, ...(trackId && { state: 'sent' as const, trackId, sentAt: sql`coalesce(sent_at, ${at})` }) },
  );
}

/** Counts the electronic receipts of a span; those of test sets are not counted. */
export async function countReceipts(ctx: TenantContext, { from, to }: UsageSpan, counts: DayCount[]): Promise<void> {
  const rows = sql`${ecfDocuments.of(ctx)} t
    WHERE t.test_set_id IS NULL AND t.created_at >= ${from}::timestamptz AND t.created_at < ${to}::timestamptz`;
  counts.push(...(await countByDay(ctx, 'electronicReceipts', { from: rows, at: sql`t.created_at` })));
}

export const annulmentList = listOf(ecfAnnulments, {
  filters: { environment: oneOf('environment', EcfEnvironment), type: oneOf('type', EcfType) },
  sort: { annulled: 'annulledAt' },
  order: '-annulled',
});

/** Whether some of these numbers have been annulled, or may have been. */
export async function isAnyAnnulled(
  tenant: Tenant,
  environment: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM ${ecfAnnulments.of(tenant)} a
    WHERE a.environment = ${environment} AND a.first_number <= ${to} AND a.last_number >= ${from}
      AND a.state <> 'refused'
    LIMIT 1`.execute(tenant.tx);
  return rows.length > 0;
}
