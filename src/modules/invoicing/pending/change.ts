import { isDeepStrictEqual } from 'node:util';
import { refuseLocked, rewriteRecord, voidRecord, writeRecord } from '#modules/accounting/index.ts';
import { replaceHeldFiles } from '#modules/files/index.ts';
import { type VoidReason, voidNumber } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { referencingTable } from '#platform/db/violation.ts';
import { plainDecimal, toMillionths } from '#platform/decimal.ts';
import { changedFields } from '#platform/events/changed-fields.ts';
import { givenFields } from '#platform/http/change.ts';
import { inThisOrder, refusal, unknownReference } from '#platform/refusal.ts';
import { invoicePaid, invoiceUpdated } from '../events.ts';
import { beforeDebtChanged, beforeDocumentReposted, beforeDocumentVoided } from '../hooks.ts';
import { type Receipt, refuseUnfiscal, takeReceipt } from '../posting/fiscal.ts';
import { giveBackGoods, moveGoodsAgain } from '../posting/stock.ts';
import { hasConverted, releaseOffers, takeOffers } from '../pricing/offered.ts';
import { refuseOverLimit } from '../settlement/credit-limit.ts';
import { type PendingRecord, pendingRecords } from '../tables.ts';
import { giveBackToSource } from '../ties/conversion.ts';
import { describeWhole } from './describe.ts';
import type { DocumentDraft, DocumentToDraft, DraftElement } from './document-draft.ts';
import { draftDocument } from './draft.ts';
import { deleteElementsBut, type PendingElement, selectElements, upsertElements } from './element.sql.ts';
import { indexDocument } from './index-documents.ts';
import type { GivenChange, GivenHead } from './pending.schema.ts';
import type { PendingFacts } from './pending.sql.ts';
import {
  DocumentEmpty,
  issueDocument,
  recordOf,
  refuseTakenNumber,
  type WrittenDocument,
  wakeWhenDue,
} from './write.ts';

export const DocumentIsVoid = refusal('document_is_void', 'A void document cannot be changed: create a new one.', 409);
export const DocumentSettled = refusal(
  'document_settled',
  'This document is paid or credited, in whole or in part: undo its payments first, or return it with a credit note instead.',
);
export const FiscalReceiptSent = refusal(
  'fiscal_receipt_sent',
  'This electronic receipt was sent to the tax authority, or is being sent: correct it with a credit note.',
);
export const FiscallyNumbered = refusal(
  'fiscally_numbered',
  'This invoice has a fiscal receipt: correct it with a credit note.',
);
export const ElementInUse = refusal(
  'element_in_use',
  'This line is in a later document or counts as a cost: it cannot be removed or reduced below that.',
);

export const DocumentInInstalments = refusal(
  'document_in_instalments',
  'This document is paid in instalments: pay or cancel its credit.',
);

export const DocumentFollowed = refusal(
  'document_followed',
  'Goods of this document were delivered or returned, or its costs were added to goods: undo that first.',
);

export interface DocumentChange extends Partial<GivenHead> {
  status?: 'issued' | undefined;
  elements?: DraftElement[] | undefined;
}

/** Changes a document. The postings of an issued invoice are reversed and written again where the change touches them. */
export async function changePendingRecord(
  ctx: TenantContext,
  id: string,
  version: number | undefined,
  { elements, ...change }: Omit<DocumentChange, 'elements'> & { elements?: GivenChange[] | undefined },
): Promise<WrittenDocument> {
  const document = await pendingRecords.lock(ctx, id, version);
  return rewriteDocument(ctx, document, async (before) => ({
    ...change,
    ...(elements && { elements: elementsAfter(before, elements) }),
  }));
}

/** The lines after a change: existing lines keep the fields that are left out. */
const elementsAfter = (before: PendingElement[], given: GivenChange[]): DraftElement[] =>
  given.map((element, place) => {
    if (element.id === undefined) return element;
    const known = before.find(({ id }) => id === element.id);
    if (!known) throw unknownReference(`body.elements[${place}].id`, 'This line');
    return mergeElement(known, element);
  });

/** Changes a locked document. The change may depend on its lines. */
export async function rewriteDocument(
  ctx: TenantContext,
  before: PendingRecord,
  changeOf: (elements: PendingElement[]) => Promise<DocumentChange>,
): Promise<WrittenDocument> {
  if (before.status === 'void') throw DocumentIsVoid();
  const elementsBefore = (await selectElements(ctx, [before.id])).get(before.id) ?? [];
  const { status, ...change } = await changeOf(elementsBefore);
  const draft = keepFiscal(before, await draftDocument(ctx, fieldsOf(before, elementsBefore, change)));
  const changes = changesOf(before, elementsBefore, draft);
  refuseUnlawful(before, elementsBefore, draft, changes);
  if (!changes.any && status === undefined) return { document: before, elements: elementsBefore };
  if (changes.essence) await beforeDebtChanged(ctx, before.id);
  if (before.status === 'issued' && isMore(before, draft))
    await refuseOverLimit(ctx, before.id, draft, before.basePaid);
  const convertedOf = new Map(elementsBefore.map((element) => [element.id, element.converted]));
  const withConverted = (lines: DocumentDraft['elements']): PendingElement[] =>
    lines.map((line) => ({ ...line, converted: convertedOf.get(line.id) ?? '0' }));
  await takeOffers(ctx, before.id, { content: draft.content, elements: withConverted(draft.elements) });
  await releaseOffers(ctx, before, elementsBefore, draft.elements);
  const { facts, draft: posted } = await followChange(ctx, before, draft, { issue: status === 'issued', ...changes });
  if (!isDeepStrictEqual(before.attachments, draft.content.attachments))
    await holdAttachments(ctx, before.id, draft.content.attachments);
  if (changes.elements || posted !== draft) await replaceElements(ctx, before.id, elementsBefore, posted);
  const elements = withConverted(posted.elements);
  // Lines that grow may bring goods that are still to be delivered.
  const fulfilled = draft.goods.length === 0 || (before.fulfilled && !changes.elements);
  const standing = { converted: isConverted(before, elements), fulfilled };
  const after = { ...draft.content, ...facts, ...standing, updatedAt: ctx.now };
  const [document] = await inThisOrder([
    pendingRecords.update(ctx, before.id, after).catch(refuseTakenNumber),
    indexDocument(ctx, before.id, { ...draft.content, number: before.number, ...facts }),
  ]);
  if (facts.paidAt && document.kind === 'invoice') ctx.emit(invoicePaid, { invoiceId: document.id });
  wakeWhenDue(ctx, document);
  const written = { document, elements };
  announceChange(ctx, { document: before, elements: elementsBefore }, written);
  return written;
}

/** Whether everything of an issued quote or order is in later documents. */
const isConverted = ({ kind, status }: PendingRecord, elements: PendingElement[]): boolean =>
  status === 'issued' &&
  (kind === 'quote' || kind === 'order') &&
  elements.every(({ converted, quantity }) => toMillionths(converted) >= toMillionths(quantity));

/** Whether a change increases a debt, extends it, or moves it to another contact. */
const isMore = (before: PendingRecord, { content }: DocumentDraft): boolean =>
  content.contactId !== before.contactId || content.baseTotal > before.baseTotal || content.dueOn > before.dueOn;

/** Voids a document and reverses its postings. It stays readable and keeps its number. */
export async function voidPendingRecord(
  ctx: TenantContext,
  { id, version, reason = '04' }: { id: string; version?: number | undefined; reason?: VoidReason | undefined },
): Promise<WrittenDocument> {
  const before = await pendingRecords.lock(ctx, id, version);
  if (before.status === 'void') throw DocumentIsVoid();
  if (before.paid > 0n) throw DocumentSettled();
  const elements = (await selectElements(ctx, [id])).get(id) ?? [];
  if (elements.some(hasConverted)) throw ElementInUse();
  await beforeDocumentVoided(ctx, id);
  // Before the stock, as when a document is written.
  await releaseOffers(ctx, before, elements);
  if (before.numeralsId) await voidNumber(ctx, { number: before.fiscalNumber!, date: before.date, reason });
  if (before.status === 'issued' && before.kind === 'invoice') await refuseLocked(ctx, { before: before.date });
  if (before.status === 'issued') await giveBackGoods(ctx, id);
  if (before.recordId) await voidRecord(ctx, before.recordId);
  await giveBackToSource(ctx, elements);
  // An issued document keeps its files like its number; a draft leaves nothing behind.
  if (before.status === 'draft') await holdAttachments(ctx, id, []);
  const voided = { status: 'void', voidedAt: ctx.now, paidAt: null, updatedAt: ctx.now } as const;
  const after = { document: await pendingRecords.update(ctx, id, voided), elements };
  announceChange(ctx, { document: before, elements }, after);
  return after;
}

const holdAttachments = (ctx: TenantContext, id: string, fileIds: readonly string[]): Promise<void> =>
  replaceHeldFiles(ctx, 'attachments', { entityKind: 'invoiceId', entityId: id, fileIds });

/** The document and its changes as a new draft. */
function fieldsOf(before: PendingRecord, elements: PendingElement[], change: DocumentChange): DocumentToDraft {
  const redated = change.date !== undefined && change.date !== before.date;
  const revalued = redated || (change.currency !== undefined && change.currency !== before.currency);
  const renamed = change.contactId !== undefined && change.contactId !== before.contactId;
  return {
    ...before,
    rate: revalued ? null : before.rate && plainDecimal(before.rate),
    ...(renamed && { contactName: null, contactTaxId: null }),
    ...((renamed || change.contactTaxId !== undefined) && { contactTaxIdKind: null }),
    fiscalType: before.fiscalType as GivenHead['fiscalType'],
    // A number that was taken from a sequence is not a requested one.
    fiscalNumber: before.numeralsId ? null : before.fiscalNumber,
    ...givenFields(change),
    elements: (change.elements ?? elements.map(draftElementOf))
      .map((element) => (redated ? redatedElement(element) : element))
      .map((element) => (isRepriced(before, change) ? { ...element, part: undefined } : element)),
  };
}

const isRepriced = (before: PendingRecord, change: DocumentChange): boolean =>
  (['currency', 'pricesIncludeTax'] as const).some(
    (name) => change[name] !== undefined && change[name] !== before[name],
  );

/** On another date a tax may have another rate. */
const redatedElement = (element: DraftElement): DraftElement => ({
  ...element,
  taxIds: element.taxIds ?? element.taxes?.map(({ taxId }) => taxId),
  taxes: undefined,
});

export const draftElementOf = (element: PendingElement): DraftElement => ({
  ...element,
  part: element.sourceElementId === null ? undefined : element,
  discount:
    element.discountKind === null
      ? null
      : element.discountKind === 'amount'
        ? { amount: element.discountValue! }
        : { percent: element.discountValue! },
});

/** A line with its changes. With another item it gets the description, price and taxes of that item. */
export function mergeElement(known: PendingElement, change: GivenChange): DraftElement {
  const kept = draftElementOf(known);
  const isOther = (['resourceId', 'resourceListId'] as const).some(
    (name) => change[name] && change[name] !== known[name],
  );
  const { id, quantity, sourceElementId } = kept;
  // An offered discount belongs to its item, and a manual discount replaces it.
  const isOffer = known.discountOfferId !== null;
  const discount = isOffer && (isOther || change.discountOfferId === null) ? null : kept.discount;
  const byHand = change.discount === undefined ? {} : { discountOfferId: null, discountReason: null };
  const rest = isOther ? { id, quantity, sourceElementId } : kept;
  return { ...rest, discount, ...byHand, ...givenFields(change) };
}

/** A document keeps its receipt. */
function keepFiscal(before: PendingRecord, draft: DocumentDraft): DocumentDraft {
  if (before.numeralsId === null) return draft;
  const { fiscalType, fiscalNumber, fiscalExpiresOn, numeralsId } = before;
  return { ...draft, content: { ...draft.content, fiscalType, fiscalNumber, fiscalExpiresOn, numeralsId } };
}

const essential = [
  'contactId',
  'contactName',
  'contactTaxId',
  'contactTaxIdKind',
  'date',
  'fiscalType',
  'currency',
  'rate',
  'pricesIncludeTax',
  'total',
  'withheld',
] as const;
const inBooks = [
  ...essential,
  'deliverLater',
  'fiscalNumber',
  'divisionId',
  'projectId',
  'sellerId',
  'reference',
  'attachments',
  'baseTotal',
] as const;

/** The fields that the tax forms declare besides the amounts. */
const declared = ['expenseType', 'incomeType', 'paymentForm', 'modifiesFiscalNumber', 'modificationCode'] as const;

interface Changes {
  any: boolean;
  elements: boolean;
  /** Something on the receipt. */
  essence: boolean;
  /** Something in the accounting record. */
  books: boolean;
  /** Something that the tax forms of its month declare. */
  declared: boolean;
}

function changesOf(
  before: PendingRecord,
  elementsBefore: PendingElement[],
  { content, elements }: DocumentDraft,
): Changes {
  const differs = (names: readonly (keyof typeof content)[]) =>
    names.some((name) => !isDeepStrictEqual(plain(before[name]), plain(content[name])));
  const changed = !isDeepStrictEqual(
    elementsBefore.map(({ converted: _, cost: _cost, ...element }) => element),
    elements.map(({ cost: _, ...element }) => element),
  );
  const any = changed || differs(Object.keys(content) as (keyof typeof content)[]);
  return {
    any,
    elements: changed,
    essence: changed || differs(essential),
    books: changed || differs(inBooks),
    declared: differs(declared),
  };
}

const plain = (value: unknown): unknown =>
  typeof value === 'string' && /^\d+\.\d{1,10}$/.test(value) ? plainDecimal(value) : value;

function refuseUnlawful(
  before: PendingRecord,
  elementsBefore: PendingElement[],
  draft: DocumentDraft,
  changes: Changes,
): void {
  if (before.status !== 'issued') return;
  if (draft.elements.length === 0) throw DocumentEmpty();
  if (changes.essence && before.numeralsId !== null) throw FiscallyNumbered();
  if (changes.essence && before.paid > 0n) throw DocumentSettled();
  const quantities = new Map(draft.elements.map(({ id, quantity }) => [id, Number(quantity)]));
  const lost = elementsBefore.some(({ id, converted }) => Number(converted) > (quantities.get(id) ?? 0));
  if (lost) throw ElementInUse();
}

/** Posts a change, and answers the fields that change with it. */
async function followChange(
  ctx: TenantContext,
  before: PendingRecord,
  draft: DocumentDraft,
  { issue, books, declared }: Changes & { issue: boolean },
): Promise<{ facts: PendingFacts & Receipt; draft: DocumentDraft }> {
  if (before.status === 'draft') {
    if (!issue) return { facts: {}, draft };
    const issued = await issueDocument(ctx, before.id, draft);
    return { ...issued, facts: { ...issued.facts, status: 'issued' } };
  }
  const movedOut = draft.content.dueOn !== before.dueOn && draft.content.dueOn >= ctx.today.toString();
  const facts: PendingFacts = movedOut ? { pastDueAt: null } : {};
  if (before.kind !== 'invoice') return { facts, draft };
  if (books || declared) await refuseLocked(ctx, { before: before.date, after: draft.content.date });
  if (!books) return { facts, draft };
  // An issued invoice without a receipt takes one when its kind is set.
  const takesReceipt = before.numeralsId === null && before.fiscalType !== draft.content.fiscalType;
  if (takesReceipt) await refuseUnfiscal(ctx, draft);
  await beforeDocumentReposted(ctx, before.id);
  const moved = await moveGoodsAgain(ctx, before.id, draft);
  const recordId = await repost(ctx, before, moved);
  const receipt = takesReceipt ? await takeReceipt(ctx, draft.content) : {};
  return { facts: { ...facts, ...receipt, recordId }, draft: moved };
}

async function repost(
  ctx: TenantContext,
  { id, recordId }: PendingRecord,
  draft: DocumentDraft,
): Promise<string | null> {
  const isPosted = draft.postings.transfers.length > 0;
  if (recordId === null) return isPosted ? (await writeRecord(ctx, recordOf(id, draft))).id : null;
  if (isPosted) return (await rewriteRecord(ctx, recordId, undefined, async () => recordOf(id, draft))).id;
  await voidRecord(ctx, recordId);
  return null;
}

async function replaceElements(ctx: TenantContext, id: string, before: PendingElement[], { elements }: DocumentDraft) {
  await giveBackToSource(ctx, before, elements);
  const kept = elements.map((element) => element.id);
  await deleteElementsBut(ctx, id, kept).catch((error: unknown) => {
    if (referencingTable(error)) throw ElementInUse();
    throw error;
  });
  upsertElements(ctx, id, elements);
}

/** Emits the fields that changed, if the document is an invoice. */
function announceChange(ctx: TenantContext, before: WrittenDocument, after: WrittenDocument): void {
  const { id: invoiceId, kind } = after.document;
  if (kind !== 'invoice') return;
  const changed = changedFields(describeWhole(ctx, before), describeWhole(ctx, after), ['version', 'updatedAt']);
  if (changed) ctx.emit(invoiceUpdated, { invoiceId, ...(ctx.userId && { editorId: ctx.userId }), ...changed });
}
