import { writeRecord } from '#modules/accounting/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { violates } from '#platform/db/database.ts';
import { newId } from '#platform/id.ts';
import { inThisOrder, refusal } from '#platform/refusal.ts';
import { indexText } from '#platform/search/search.sql.ts';
import { invoiceCreated, invoicePaid } from '../events.ts';
import { refuseUnfiscal, takeReceipt } from '../posting/fiscal.ts';
import { moveGoods } from '../posting/stock.ts';
import { takeOffers } from '../pricing/offered.ts';
import { refuseOverLimit } from '../settlement/credit-limit.ts';
import { type PendingRecord, pendingRecords } from '../tables.ts';
import { pastDue } from '../ticks.ts';
import type { DocumentDraft } from './document-draft.ts';
import { insertElementTaxes, type PendingElement, upsertElements } from './element.sql.ts';
import { indexNumber, insertNumbered, type PendingFacts, takeNumber } from './pending.sql.ts';

export const DocumentEmpty = refusal(422, 'document_empty', 'A document needs at least one line to be issued.');
export const FiscalNumberTaken = refusal(
  409,
  'fiscal_number_taken',
  'Another purchase has this receipt of this supplier already.',
);

export interface WrittenDocument {
  document: PendingRecord;
  elements: PendingElement[];
}

/**
 * Writes a new document, as a draft or issued: then it gets its number and is posted. All statements are sent at once, so
 * that the counter of numbers is locked for one round trip only.
 */
export async function writeDocument(
  ctx: TenantContext,
  given: DocumentDraft,
  status: 'draft' | 'issued',
): Promise<WrittenDocument> {
  const id = newId();
  await takeOffers(ctx, id, given);
  const isIssued = status === 'issued';
  const draft = isIssued ? await readyToIssue(ctx, id, given) : given;
  const record = isIssued && isPosted(draft) ? { ...recordOf(id, draft), id: newId() } : null;
  const facts = isIssued ? { ...(await takeReceipt(ctx, draft.content)), ...issuedNow(ctx, draft) } : {};
  const created = { id, status, createdBy: ctx.userId, createdAt: ctx.now, updatedAt: ctx.now };
  const row = { ...draft.content, ...facts, ...created, recordId: record?.id ?? null };
  const [, document] = await inThisOrder([
    record && writeRecord(ctx, record),
    (isIssued ? insertNumbered(ctx, row) : pendingRecords.insert(ctx, row)).catch(refuseTakenNumber),
    writeElements(ctx, id, draft.elements),
    indexDocument(ctx, id, { ...row, number: null }),
    isIssued && indexNumber(ctx, id),
  ]);
  if (document.kind === 'invoice') {
    ctx.emit(invoiceCreated, { invoiceId: id, ...(ctx.userId && { userId: ctx.userId }) });
    if (document.paidAt) ctx.emit(invoicePaid, { invoiceId: id });
  }
  wakeWhenDue(ctx, document);
  const elements = draft.elements.map((element) => ({ ...element, converted: '0' }));
  return { document, elements };
}

/** Posts a stored draft and gives it its number. */
export async function issueDocument(ctx: TenantContext, id: string, given: DocumentDraft) {
  const draft = await readyToIssue(ctx, id, given);
  const record = isPosted(draft) ? await writeRecord(ctx, recordOf(id, draft)) : null;
  const receipt = await takeReceipt(ctx, draft.content);
  const number = await takeNumber(ctx, draft.content);
  const facts = { ...receipt, ...issuedNow(ctx, draft), number, recordId: record?.id ?? null };
  return { facts, draft };
}

/** Checks that a draft can be issued, and moves the goods. */
async function readyToIssue(ctx: TenantContext, id: string, draft: DocumentDraft): Promise<DocumentDraft> {
  if (draft.elements.length === 0) throw DocumentEmpty();
  await refuseUnfiscal(ctx, draft);
  await refuseOverLimit(ctx, id, draft);
  return moveGoods(ctx, id, draft);
}

/** A document with nothing due is paid when it is issued. */
function issuedNow(ctx: TenantContext, { content }: DocumentDraft): PendingFacts {
  const isSettled = content.kind === 'invoice' && content.total === content.withheld;
  return { issuedAt: ctx.now, ...(isSettled && { paidAt: ctx.now }) };
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

/** Makes a document searchable by its number, receipt, reference and contact. */
export const indexDocument = (
  ctx: TenantContext,
  id: string,
  document: Pick<PendingRecord, 'number' | 'contactName' | 'contactTaxId' | 'fiscalNumber' | 'reference'>,
): Promise<void> =>
  indexText(ctx, 'pending-record', id, [
    document.number === null ? null : String(document.number),
    document.contactName,
    document.contactTaxId,
    document.fiscalNumber,
    document.reference,
  ]);

export async function writeElements(
  ctx: TenantContext,
  id: string,
  elements: Omit<PendingElement, 'converted'>[],
): Promise<void> {
  await Promise.all([upsertElements(ctx, id, elements), insertElementTaxes(ctx, elements)]);
}

/** Schedules the tick for the day after the due date. */
export function wakeWhenDue(ctx: TenantContext, { kind, isOpen, pastDueAt, dueOn }: PendingRecord): void {
  if (kind === 'invoice' && isOpen && !pastDueAt) ctx.wakeAt(pastDue, dayAfter(ctx, dueOn));
}

export const dayAfter = ({ timeZone }: TenantContext, date: string): Temporal.Instant =>
  Temporal.PlainDate.from(date).add({ days: 1 }).toZonedDateTime(timeZone).toInstant();

export function refuseTakenNumber(error: unknown): never {
  if (violates(error, 'pending_records_supplier_number')) throw FiscalNumberTaken();
  throw error;
}
