import { countRows } from '#platform/db/count.ts';
import type { Tx } from '#platform/db/database.ts';
import type { PageWindow } from '#platform/http/page.ts';
import type { NotReceived } from '../ecf/ecf-messages.ts';

const shown = [
  'id',
  'issuerTaxId',
  'issuerName',
  'number',
  'type',
  'issuedOn',
  'total',
  'itbis',
  'state',
  'refusedFor',
  'problem',
  'signedBy',
  'receivedAt',
  'approval',
  'approvalReason',
  'approvalState',
  'approvalProblem',
  'approvedBy',
  'approvedAt',
  'issuerState',
  'issuerProblem',
] as const;

/** Whether the authority has our answer. */
export type ApprovalState = 'waiting' | 'accepted' | 'rejected' | 'failed';
/** Whether the issuer has it. */
export type IssuerState = 'waiting' | 'told' | 'failed' | 'no-receiver';

export interface ReceivedEcf {
  id: string;
  issuerTaxId: string;
  issuerName: string | null;
  number: string;
  type: string | null;
  issuedOn: string | null;
  total: bigint | null;
  itbis: bigint | null;
  state: 'received' | 'refused';
  refusedFor: Exclude<NotReceived, 'duplicate'> | null;
  problem: string | null;
  signedBy: string | null;
  receivedAt: string;
  approval: 'approved' | 'rejected' | null;
  approvalReason: string | null;
  approvalState: ApprovalState | null;
  approvalProblem: string | null;
  approvedBy: string | null;
  approvedAt: string | null;
  issuerState: IssuerState | null;
  issuerProblem: string | null;
}

export type NewReceived = Pick<
  ReceivedEcf,
  | 'id'
  | 'issuerTaxId'
  | 'issuerName'
  | 'number'
  | 'type'
  | 'issuedOn'
  | 'total'
  | 'itbis'
  | 'state'
  | 'refusedFor'
  | 'problem'
  | 'signedBy'
> & { xml: string; receiptXml: string; receivedAt: Temporal.Instant };

/** Keeps what came. One that was refused before may come again; one that was received stays as it is: false. */
export async function upsertReceived(tx: Tx, organizationId: string, { id, ...row }: NewReceived): Promise<boolean> {
  const kept = await tx
    .insertInto('ecfReceived')
    .values({ organizationId, id, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'issuerTaxId', 'number'])
        .doUpdateSet(row)
        .where('ecfReceived.state', '=', 'refused'),
    )
    .executeTakeFirst();
  return (kept.numInsertedOrUpdatedRows ?? 0n) > 0n;
}

const received = (tx: Tx, organizationId: string) =>
  tx.selectFrom('ecfReceived').where('organizationId', '=', organizationId);

export const isReceived = async (tx: Tx, organizationId: string, issuerTaxId: string, number: string) =>
  (await received(tx, organizationId)
    .select('id')
    .where('issuerTaxId', '=', issuerTaxId)
    .where('number', '=', number)
    .where('state', '=', 'received')
    .executeTakeFirst()) !== undefined;

export interface ReceivedFilter {
  state?: 'received' | 'refused' | undefined;
  taxId?: string | undefined;
  number?: string | undefined;
}

export async function selectReceived(tx: Tx, organizationId: string, filter: ReceivedFilter, window: PageWindow) {
  let matching = received(tx, organizationId);
  if (filter.state) matching = matching.where('state', '=', filter.state);
  if (filter.taxId) matching = matching.where('issuerTaxId', '=', filter.taxId);
  if (filter.number) matching = matching.where('number', '=', filter.number);
  const [rows, counted] = await Promise.all([
    matching
      .select(shown)
      .orderBy('receivedAt', 'desc')
      .orderBy('id', 'desc')
      .offset(window.offset)
      .limit(window.limit)
      .$castTo<ReceivedEcf>()
      .execute(),
    countRows(tx, matching.select('id'), window.countLimit),
  ]);
  return { rows, counted };
}

/** A document as it came. */
export const selectReceivedXml = (tx: Tx, organizationId: string, id: string) =>
  received(tx, organizationId).select(['number', 'xml']).where('id', '=', id).executeTakeFirst();

export const lockReceived = (tx: Tx, organizationId: string, id: string): Promise<ReceivedEcf | undefined> =>
  received(tx, organizationId).select(shown).where('id', '=', id).forUpdate().$castTo<ReceivedEcf>().executeTakeFirst();

export const selectApproval = (tx: Tx, organizationId: string, id: string) =>
  received(tx, organizationId)
    .select(['number', 'issuerTaxId', 'approvalXml', 'approvalState', 'issuerState'])
    .where('id', '=', id)
    .executeTakeFirst();

export const updateOwnApproval = (
  tx: Tx,
  organizationId: string,
  id: string,
  change: {
    approval?: 'approved' | 'rejected';
    approvalReason?: string | null;
    approvalXml?: string;
    approvalState?: ApprovalState;
    approvalProblem?: string | null;
    issuerState?: IssuerState;
    issuerProblem?: string | null;
    approvedBy?: string | null;
    approvedAt?: Temporal.Instant;
  },
): Promise<ReceivedEcf> =>
  tx
    .updateTable('ecfReceived')
    .set(change)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning(shown)
    .$castTo<ReceivedEcf>()
    .executeTakeFirstOrThrow();
