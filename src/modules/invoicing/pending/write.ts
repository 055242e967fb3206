import { refuseLocked, writeRecord } from '#modules/accounting/index.ts';
import { holdFiles } from '#modules/files/index.ts';
import { numeralRange, refuseWithoutNumeral } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { dayAfter, toTimestamp } from '#platform/date.ts';
import { violates } from '#platform/db/violation.ts';
import { newId } from '#platform/id.ts';
import type { Late, LateWrite } from '#platform/late.ts';
import { refusal } from '#platform/refusal.ts';
import { mapInTurns } from '#platform/turns.ts';
import { invoiceCreated, invoicePaid } from '../events.ts';
import { refuseUnfiscal, takeReceipt, wantedNumeral } from '../posting/fiscal.ts';
import { lockGoods, moveGoods } from '../posting/stock.ts';
import { takeOffers } from '../pricing/offered.ts';
import { lockCredit, refuseOverLimit } from '../settlement/credit-limit.ts';
import { computed, NotPayable } from '../settlement/payable.ts';
import type { PendingRecord } from '../tables.ts';
import { pastDue } from '../ticks.ts';
import type { DocumentDraft } from './document-draft.ts';
import { insertElements, type PendingElement } from './element.sql.ts';
import { indexDocument } from './index-documents.ts';
import {
  type DocumentToInsert,
  insertDocuments,
  insertedShape,
  type PendingContent,
  type PendingFacts,
  takeNumber,
} from './pending.sql.ts';

export const DocumentEmpty = refusal('document_empty', 'A document needs at least one line to be issued.');
export const FiscalNumberTaken = refusal(
  'fiscal_number_taken',
  'Another purchase has this receipt number of this supplier: check the number.',
  409,
);

export interface WrittenDocument {
  document: PendingRecord;
  elements: PendingElement[];
}

/** A document to be written, by whom, and its payments where it is paid at once. */
export interface DocumentToWrite {
  ctx: TenantContext;
  draft: DocumentDraft;
  status: 'draft' | 'issued';
  openPayments?: OpenPayments | undefined;
}

/** Writes documents in their order. The means of payment are locked first, then all goods at once and in one order. */
export async function writeDocuments(
  documents: DocumentToWrite[],
  explain: (error: unknown, index: number) => never = rethrow,
): Promise<Late<WrittenDocument>[]> {
  const payments = await mapInTurns(documents, (document, index) =>
    openPaymentsOf(document).catch((error: unknown) => explain(error, index)),
  );
  // One document locks its own goods as it moves them.
  if (documents.length > 1)
    await lockGoods(
      documents[0]!.ctx,
      documents.filter(({ status }) => status === 'issued').map(({ draft }) => draft),
    );
  return mapInTurns(documents, ({ ctx, draft, status }, index) =>
    writeDocument(ctx, draft, status, payments[index]).catch((error: unknown) => explain(error, index)),
  );
}

function rethrow(error: unknown): never {
  throw error;
}

async function openPaymentsOf({
  ctx,
  draft: { content },
  status,
  openPayments,
}: DocumentToWrite): Promise<OpenedPayments | undefined> {
  if (openPayments && (status === 'draft' || content.kind !== 'invoice')) throw NotPayable();
  return openPayments?.(ctx, content);
}

/**
 * Writes a new document, as a draft or issued: then it gets its number and is posted. Nothing is sent before COMMIT, and the
 * numbers that others wait for are taken last.
 */
export async function writeDocument(
  ctx: TenantContext,
  given: DocumentDraft,
  status: 'draft' | 'issued',
  payments?: OpenedPayments,
): Promise<Late<WrittenDocument>> {
  const id = newId();
  const isIssued = status === 'issued';
  await takeOffers(ctx, id, given);
  const { draft, facts }: Posted = isIssued
    ? await post(ctx, id, given, payments)
    : { draft: given, facts: { recordId: null } };
  insertElements(ctx, id, draft.elements);
  holdFiles(ctx, 'attachments', { entityKind: 'invoiceId', entityId: id, fileIds: draft.content.attachments });
  const created = { id, status, createdBy: ctx.userId, createdAt: ctx.now, updatedAt: ctx.now };
  const content = { ...draft.content, ...facts, ...created };
  if (content.kind === 'invoice')
    ctx.emit(invoiceCreated, { invoiceId: id, ...(ctx.userId && { userId: ctx.userId }) });
  const paid = await payments?.pay(newDocument(ctx, content));
  if (paid) await refuseOverLimit(ctx, id, draft, paid.basePaid);
  const row = paid ? { ...content, paid: paid.paid, basePaid: paid.basePaid, paidAt: paid.paidAt } : content;
  const wanted = isIssued ? wantedNumeral(draft.content) : null;
  if (wanted && ctx.isRepeated) {
    // The documents before it may have taken the last numbers.
    await ctx.sendLate();
    await refuseWithoutNumeral(ctx, wanted);
  }
  const elements = draft.elements.map((element) => ({ ...element, converted: '0' }));
  const inserted = ctx.late(insertedDocuments, { row, range: wanted && numeralRange(ctx, wanted) });
  const written = inserted.map((document) => ({ document, elements }));
  if (row.kind === 'invoice') {
    if (facts.paidAt) ctx.emit(invoicePaid, { invoiceId: id });
    if (isIssued) wakeWhenDue(ctx, { kind: row.kind, isOpen: !row.paidAt, pastDueAt: null, dueOn: row.dueOn });
  } else {
    // Only invoices have an event from which they are indexed later.
    await indexDocument(ctx, id, (await written.now()).document);
  }
  return written;
}

const insertedDocuments: LateWrite<DocumentToInsert, PendingRecord> = {
  shapeOf: insertedShape,
  make: insertDocuments,
  refuse: refuseTakenNumber,
};

/** Locks the means of payment before anything else is locked. The result pays the document before it is written. */
export type OpenPayments = (ctx: TenantContext, content: PendingContent) => Promise<OpenedPayments>;

interface OpenedPayments {
  pay(document: PendingRecord): Promise<PendingRecord>;
}

/** An issued invoice as it will be written, without its number. */
const newDocument = (
  ctx: TenantContext,
  content: PendingContent & {
    id: string;
    status: 'draft' | 'issued';
    recordId: string | null;
    createdBy: string | null;
  },
): PendingRecord => {
  const now = toTimestamp(ctx.now);
  return computed({
    ...content,
    version: 1,
    number: null,
    paid: 0n,
    basePaid: 0n,
    converted: false,
    fulfilled: false,
    paidAt: null,
    pastDueAt: null,
    voidedAt: null,
    issuedAt: now,
    createdAt: now,
    updatedAt: now,
  });
};

/** Posts a stored draft and gives it its number. */
export async function issueDocument(ctx: TenantContext, id: string, given: DocumentDraft) {
  const { draft, facts } = await post(ctx, id, given);
  const receipt = await takeReceipt(ctx, draft.content);
  const number = await takeNumber(ctx, draft.content);
  return { facts: { ...receipt, ...facts, number }, draft };
}

interface Posted {
  draft: DocumentDraft;
  facts: PendingFacts & { recordId: string | null };
}

/** Moves the goods of a document that is issued, and posts it. */
async function post(ctx: TenantContext, id: string, given: DocumentDraft, payments?: OpenedPayments): Promise<Posted> {
  const draft = await readyToIssue(ctx, id, given, payments);
  const record = isPosted(draft) ? await writeRecord(ctx, recordOf(id, draft)) : null;
  return { draft, facts: { ...issuedNow(ctx, draft), recordId: record?.id ?? null } };
}

/** Checks that a draft can be issued, and moves the goods. How much credit it needs is known once its payments are made. */
async function readyToIssue(
  ctx: TenantContext,
  id: string,
  draft: DocumentDraft,
  payments?: OpenedPayments,
): Promise<DocumentDraft> {
  if (draft.elements.length === 0) throw DocumentEmpty();
  // One without amounts has no record that refuses it, but the tax forms list it.
  if (draft.content.kind === 'invoice') await refuseLocked(ctx, { after: draft.content.date });
  await refuseUnfiscal(ctx, draft);
  await (payments ? lockCredit(ctx, draft) : refuseOverLimit(ctx, id, draft));
  return moveGoods(ctx, id, draft);
}

/** A document with nothing due is paid when it is issued, and one without goods has nothing to deliver. */
function issuedNow(ctx: TenantContext, { content, goods }: DocumentDraft): PendingFacts {
  const isSettled = content.kind === 'invoice' && content.total === content.withheld;
  const fulfilled = content.deliverLater && goods.length === 0;
  return { issuedAt: ctx.now, ...(isSettled && { paidAt: ctx.now }), ...(fulfilled && { fulfilled }) };
}

/** Only invoices are posted. */
const isPosted = ({ content, postings }: DocumentDraft): boolean =>
  content.kind === 'invoice' && postings.transfers.length > 0;

/** The accounting record of a document. */
export const recordOf = (id: string, { content, postings }: DocumentDraft) => ({
  kind: content.direction,
  date: content.date,
  description: descriptionOf(content),
  amount: content.total,
  currency: content.currency,
  baseAmount: content.baseTotal,
  rate: content.rate,
  divisionId: content.divisionId,
  projectId: content.projectId,
  contactId: content.contactId,
  sellerId: content.sellerId,
  reference: content.fiscalNumber ?? content.reference,
  taxes: postings.taxes,
  attachments: content.attachments,
  sourceKind: 'invoice',
  sourceId: id,
  transfers: postings.transfers,
});

const descriptionOf = ({ direction, contactName }: DocumentDraft['content']): string => {
  const what = direction === 'sale' ? 'Venta' : 'Compra';
  return contactName ? `${what} ${direction === 'sale' ? 'a' : 'de'} ${contactName}` : what;
};

/** Schedules the tick for the day after the due date. */
export function wakeWhenDue(
  ctx: TenantContext,
  { kind, isOpen, pastDueAt, dueOn }: Pick<PendingRecord, 'kind' | 'isOpen' | 'pastDueAt' | 'dueOn'>,
): void {
  if (kind === 'invoice' && isOpen && !pastDueAt) ctx.wakeAt(pastDue, dayAfter(ctx, dueOn));
}

export function refuseTakenNumber(error: unknown): never {
  if (violates(error, 'pending_records_supplier_number')) throw FiscalNumberTaken();
  throw error;
}
