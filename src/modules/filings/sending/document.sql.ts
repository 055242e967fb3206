import { sql } from 'kysely';
import { realNow } from '#platform/date.ts';
import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PageWindow } from '#platform/http/page.ts';
import type { EcfContent } from '../ecf/ecf-content.ts';
import type { EcfType } from '../ecf/ecf-document.ts';
import type { EcfEnvironment } from '../ecf/ecf-stamp.ts';
import type { EcfMessage } from '../ecf.port.ts';

export const ecfStates = ['waiting', 'sent', 'accepted', 'accepted-conditionally', 'rejected', 'failed'] as const;
export type EcfState = (typeof ecfStates)[number];
export const deliveryStates = ['waiting', 'delivered', 'refused', 'failed', 'no-receiver'] as const;
export type DeliveryState = (typeof deliveryStates)[number];
const UNSETTLED_COUNTED_MAX = 10_000;

const shown = [
  'id',
  'sourceKind',
  'sourceId',
  'testSetId',
  'place',
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

export interface EcfRow {
  id: string;
  sourceKind: string;
  sourceId: string;
  testSetId: string | null;
  place: number | null;
  environment: EcfEnvironment | null;
  type: EcfType;
  number: string;
  issuedOn: string;
  buyerTaxId: string | null;
  total: bigint;
  summarised: boolean;
  securityCode: string | null;
  qrUrl: string | null;
  signedAt: string | null;
  state: EcfState;
  trackId: string | null;
  messages: EcfMessage[];
  numberUsed: boolean | null;
  problem: string | null;
  attempts: number;
  nextAttemptAt: string | null;
  sentAt: string | null;
  decidedAt: string | null;
  approval: 'approved' | 'rejected' | null;
  approvalReason: string | null;
  approvalAt: string | null;
  /** What became of it at the buyer; null where it does not go there, or not yet. */
  deliveryState: DeliveryState | null;
  deliveryProblem: string | null;
  deliveredAt: string | null;
  receiptSignedBy: string | null;
  createdAt: string;
}

/** With what is needed to sign and send it. */
export interface LockedEcf extends EcfRow {
  /** From then on the authority may have it. */
  handedInAt: string | null;
  content: EcfContent;
  signedXml: string | null;
  summaryXml: string | null;
}

/** How far it has got. */
export type EcfStanding = Pick<LockedEcf, 'id' | 'state' | 'signedAt' | 'handedInAt'>;

export interface NewEcf {
  id: string;
  sourceKind: string;
  sourceId: string;
  testSetId: string | null;
  place: number | null;
  environment: EcfEnvironment | null;
  type: EcfType;
  number: string;
  issuedOn: string;
  buyerTaxId: string | null;
  total: bigint;
  summarised: boolean;
  content: EcfContent;
}

export const insertDocuments = (
  tx: Tx,
  organizationId: string,
  documents: NewEcf[],
  at: Temporal.Instant,
): Promise<unknown> =>
  sql`
    INSERT INTO ecf_documents (organization_id, id, source_kind, source_id, test_set_id, place, environment, type, number,
      issued_on, buyer_tax_id, total, summarised, content, state, next_attempt_at, created_at)
    SELECT ${organizationId}::uuid, d.id, d.source_kind, d.source_id, d.test_set_id, d.place, d.environment, d.type, d.number,
      d.issued_on, d.buyer_tax_id, d.total, d.summarised, d.content, 'waiting', ${at}::timestamptz, ${at}::timestamptz
    FROM unnest(
      ${documents.map(({ id }) => id)}::uuid[], ${documents.map(({ sourceKind }) => sourceKind)}::text[],
      ${documents.map(({ sourceId }) => sourceId)}::uuid[], ${documents.map(({ testSetId }) => testSetId)}::uuid[],
      ${documents.map(({ place }) => place)}::int[], ${documents.map(({ environment }) => environment)}::text[],
      ${documents.map(({ type }) => type)}::text[], ${documents.map(({ number }) => number)}::text[],
      ${documents.map(({ issuedOn }) => issuedOn)}::date[], ${documents.map(({ buyerTaxId }) => buyerTaxId)}::text[],
      ${documents.map(({ total }) => total)}::bigint[], ${documents.map(({ summarised }) => summarised)}::boolean[],
      ${documents.map(({ content }) => JSON.stringify(content))}::jsonb[]
    ) AS d (id, source_kind, source_id, test_set_id, place, environment, type, number, issued_on, buyer_tax_id, total,
      summarised, content)`.execute(tx);

const documents = (tx: Tx, organizationId: string) =>
  tx.selectFrom('ecfDocuments').where('organizationId', '=', organizationId);

export const selectDocument = (tx: Tx, organizationId: string, id: string): Promise<EcfRow | undefined> =>
  documents(tx, organizationId).select(shown).where('id', '=', id).$castTo<EcfRow>().executeTakeFirst();

export const selectDocumentOf = (
  tx: Tx,
  organizationId: string,
  sourceKind: string,
  sourceId: string,
): Promise<EcfRow | undefined> =>
  documents(tx, organizationId)
    .select(shown)
    .where('sourceKind', '=', sourceKind)
    .where('sourceId', '=', sourceId)
    .where('testSetId', 'is', null)
    .$castTo<EcfRow>()
    .executeTakeFirst();

export const lockDocument = (tx: Tx, organizationId: string, id: string): Promise<LockedEcf | undefined> =>
  documents(tx, organizationId)
    .select(shown)
    .select(['handedInAt', 'content', 'signedXml', 'summaryXml'])
    .where('id', '=', id)
    .forUpdate()
    .$castTo<LockedEcf>()
    .executeTakeFirst();

export const lockDocumentOf = (
  tx: Tx,
  organizationId: string,
  sourceKind: string,
  sourceId: string,
): Promise<EcfStanding | undefined> =>
  documents(tx, organizationId)
    .select(['id', 'state', 'signedAt', 'handedInAt'])
    .where('sourceKind', '=', sourceKind)
    .where('sourceId', '=', sourceId)
    .where('testSetId', 'is', null)
    .forUpdate()
    .$castTo<EcfStanding>()
    .executeTakeFirst();

/** The stamps of those that are signed. */
export const selectStamps = (tx: Tx, organizationId: string, sourceKinds: string[], sourceIds: string[]) =>
  documents(tx, organizationId)
    .select(['sourceId', 'qrUrl', 'securityCode', 'signedAt'])
    .where('sourceKind', '=', sql<string>`ANY (${sourceKinds}::text[])`)
    .where('sourceId', '=', sql<string>`ANY (${sourceIds}::uuid[])`)
    .where('testSetId', 'is', null)
    .where('signedXml', 'is not', null)
    .execute();

/** The signed XML of a document, as it was or will be sent, and the receipt of the buyer. */
export const selectSignedXml = (tx: Tx, organizationId: string, id: string) =>
  documents(tx, organizationId).select(['number', 'signedXml', 'receiptXml']).where('id', '=', id).executeTakeFirst();

export type ToDeliver = Pick<LockedEcf, 'id' | 'number' | 'environment' | 'buyerTaxId' | 'signedXml' | 'deliveryState'>;

export const selectForDelivery = (tx: Tx, organizationId: string, id: string): Promise<ToDeliver | undefined> =>
  documents(tx, organizationId)
    .select(['id', 'number', 'environment', 'buyerTaxId', 'signedXml', 'deliveryState'])
    .where('id', '=', id)
    .$castTo<ToDeliver>()
    .executeTakeFirst();

export interface EcfChange {
  environment?: EcfEnvironment | null;
  content?: string;
  buyerTaxId?: string | null;
  total?: bigint;
  summarised?: boolean;
  signedXml?: string | null;
  summaryXml?: string | null;
  securityCode?: string | null;
  qrUrl?: string | null;
  signedAt?: Temporal.Instant | null;
  state?: EcfState;
  trackId?: string | null;
  messages?: string;
  numberUsed?: boolean | null;
  problem?: string | null;
  attempts?: number;
  nextAttemptAt?: Temporal.Instant | null;
  handedInAt?: Temporal.Instant | null;
  sentAt?: Temporal.Instant;
  decidedAt?: Temporal.Instant | null;
  deliveryState?: 'waiting';
  deliveryProblem?: null;
  receiptXml?: null;
  receiptSignedBy?: null;
}

export const updateDocument = async (tx: Tx, organizationId: string, id: string, change: EcfChange): Promise<void> => {
  await tx
    .updateTable('ecfDocuments')
    .set(change)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();
};

/** How far a document is that has not been decided. */
export const updateWaiting = (
  tx: Tx,
  organizationId: string,
  id: string,
  { trackId, ...change }: Pick<EcfRow, 'trackId' | 'attempts' | 'problem' | 'nextAttemptAt'>,
): Promise<unknown> =>
  tx
    .updateTable('ecfDocuments')
    .set({
      ...change,
      ...(trackId && { state: 'sent', trackId, sentAt: sql<string>`coalesce(sent_at, ${realNow()})` }),
    })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'sent'])
    .execute();

export interface DeliveryChange {
  deliveryState: DeliveryState;
  deliveryProblem: string | null;
  deliveredAt?: Temporal.Instant;
  receiptXml?: string;
  receiptSignedBy?: string;
}

/** How far a delivery is. Undefined: it has ended already. */
export const updateDelivery = (
  tx: Tx,
  organizationId: string,
  id: string,
  change: DeliveryChange,
): Promise<Pick<EcfRow, 'id' | 'number'> | undefined> =>
  tx
    .updateTable('ecfDocuments')
    .set(change)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('deliveryState', '=', 'waiting')
    .returning(['id', 'number'])
    .executeTakeFirst();

export interface EcfFilter {
  delivery?: DeliveryState | undefined;
  state?: EcfState | undefined;
  type?: string | undefined;
  number?: string | undefined;
  sourceId?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Newest first, without those of certification runs. */
export async function selectDocuments(tx: Tx, organizationId: string, filter: EcfFilter, window: PageWindow) {
  let matching = documents(tx, organizationId).where('testSetId', 'is', null);
  if (filter.state) matching = matching.where('state', '=', filter.state);
  if (filter.delivery) matching = matching.where('deliveryState', '=', filter.delivery);
  if (filter.type) matching = matching.where('type', '=', filter.type as never);
  if (filter.number) matching = matching.where('number', '=', filter.number);
  if (filter.sourceId) matching = matching.where('sourceId', '=', filter.sourceId);
  if (filter.from) matching = matching.where('issuedOn', '>=', filter.from);
  if (filter.to) matching = matching.where('issuedOn', '<=', filter.to);
  const [rows, counted] = await Promise.all([
    matching
      .select(shown)
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .offset(window.offset)
      .limit(window.limit)
      .$castTo<EcfRow>()
      .execute(),
    countRows(tx, matching.select('id'), window.countLimit),
  ]);
  return { rows, counted };
}

/** What waits for a company, or for another certificate, oldest first and from behind the one given. */
export const selectUnsigned = (tx: Tx, organizationId: string, after: string | null, limit: number) =>
  documents(tx, organizationId)
    .select('id')
    .where('state', '=', 'waiting')
    .where('signedXml', 'is', null)
    .where('testSetId', 'is', null)
    .$if(after !== null, (query) => query.where('id', '>', after!))
    .orderBy('id')
    .limit(limit)
    .execute();

/** The document that a note modifies, held: what becomes of it is known, or waits for whoever asks. */
export const holdModified = (
  tx: Tx,
  organizationId: string,
  number: string,
  environment: EcfEnvironment,
): Promise<Pick<EcfRow, 'state'> | undefined> =>
  documents(tx, organizationId)
    .select('state')
    .where('number', '=', number)
    .where((where) => where.or([where('environment', 'is', null), where('environment', '=', environment)]))
    .where('testSetId', 'is', null)
    .forShare()
    .$castTo<Pick<EcfRow, 'state'>>()
    .executeTakeFirst();

/** The notes that wait for a document to be decided, or failed before they were handed in. */
export const selectNotesOn = (
  tx: Tx,
  organizationId: string,
  number: string,
): Promise<Pick<LockedEcf, 'id' | 'state' | 'sourceKind' | 'sourceId' | 'content'>[]> =>
  documents(tx, organizationId)
    .select(['id', 'state', 'sourceKind', 'sourceId', 'content'])
    .where('state', 'in', ['waiting', 'failed'])
    .where((where) => where.or([where('state', '=', 'waiting'), where('handedInAt', 'is', null)]))
    .where('type', 'in', ['33', '34'])
    .where('testSetId', 'is', null)
    .where(sql<string>`content -> 'reference' ->> 'number'`, '=', number)
    .$castTo<LockedEcf>()
    .execute();

/** Whether a number between these is on a document. */
export async function isAnyUsed(
  tx: Tx,
  organizationId: string,
  environment: EcfEnvironment,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const used = await documents(tx, organizationId)
    .select('id')
    .where('environment', '=', environment)
    .where('number', '>=', from)
    .where('number', '<=', to)
    .limit(1)
    .executeTakeFirst();
  return used !== undefined;
}

/** What the buyer answered, on the document with that number. False where there is none. */
export async function updateApproval(
  tx: Tx,
  organizationId: string,
  document: { number: string; buyerTaxId: string; total: bigint },
  answer: { approval: 'approved' | 'rejected'; approvalReason: string | null; approvalAt: Temporal.Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('ecfDocuments')
    .set(answer)
    .where('organizationId', '=', organizationId)
    .where('number', '=', document.number)
    .where('buyerTaxId', '=', document.buyerTaxId)
    .where('total', '=', document.total)
    .where('testSetId', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** How many documents are not settled, by state; counted up to ten thousand each. */
export async function countUnsettled(
  tx: Tx,
  organizationId: string,
): Promise<Record<'waiting' | 'sent' | 'failed', number>> {
  const count = (state: EcfState) =>
    countRows(
      tx,
      documents(tx, organizationId).select('id').where('testSetId', 'is', null).where('state', '=', state),
      UNSETTLED_COUNTED_MAX,
    );
  const [waiting, sent, failed] = await Promise.all([count('waiting'), count('sent'), count('failed')]);
  return { waiting, sent, failed };
}
