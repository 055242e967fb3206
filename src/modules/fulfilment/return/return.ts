import { refuseLocked, voidRecord } from '#modules/accounting/index.ts';
import { undoStock } from '#modules/inventory/index.ts';
import {
  addElementCosts,
  announceStanding,
  DocumentFollowed,
  lockPendingRecord,
  type PendingElement,
  type PendingRecord,
  requirePendingRecord,
  selectElements,
  unsettle,
} from '#modules/invoicing/index.ts';
import {
  closeReturnRefunds,
  describeReturnRefunds,
  NoFailedRefund,
  retryReturnRefunds,
  undoCardReturns,
  undoMovements,
} from '#modules/receivables/index.ts';
import { type VoidReason, voidNumber } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { onViolation } from '#platform/db/violation.ts';
import { givenFields } from '#platform/http/change.ts';
import { newId } from '#platform/id.ts';
import { fromMinor, inDecimals } from '#platform/money.ts';
import { refusal, VersionConflict } from '#platform/refusal.ts';
import { afterReturnIssued, beforeReturnVoided } from '../hooks.ts';
import { type Return, returns } from '../tables.ts';
import { draftReturn, type ReturnDraft, receiptOf } from './draft.ts';
import { backOf, scrapOf } from './goods.ts';
import { issueReturn } from './issue.ts';
import type { GivenReturn, GivenReturnChange, GivenReturnLine } from './return.schema.ts';
import { deleteLines, hasIssuedReturn, insertLines, type ReturnLine, selectLines } from './return.sql.ts';

export const ReturnIsVoid = refusal(
  'return_is_void',
  'This return is void and can no longer change: create a new one.',
  409,
);
export const ReturnIsIssued = refusal(
  'return_is_issued',
  'This return is issued and can no longer change: void it instead.',
  409,
);
export const CreditNoteTaken = refusal(
  'credit_note_taken',
  'Another return of the invoice has this credit note: check its number.',
  409,
);

/** Takes goods of an invoice back: as a draft, or at once. */
export async function createReturn(ctx: TenantContext, { pendingRecordId, status, ...given }: GivenReturn) {
  const document = await requirePendingRecord(ctx, pendingRecordId, 'body.pendingRecordId');
  const draft = await draftReturn(ctx, document, given);
  const id = newId();
  const { facts, lines } =
    status === 'issued' ? await issueReturn(ctx, id, document, draft) : { facts: {}, lines: draft.lines };
  const row = await returns.insert(ctx, { ...draft.content, status, ...facts, id }).catch(refuseTaken);
  await insertLines(ctx, id, lines);
  if (status === 'issued') await afterReturnIssued(ctx, id);
  return describeReturn(ctx, row, lines, [...draft.elements.values()]);
}

/** Replaces the lines of a draft and the other fields that are given. */
export async function replaceReturn(
  ctx: TenantContext,
  id: string,
  { version, ...given }: Omit<GivenReturn, 'pendingRecordId' | 'status'> & { version?: number | undefined },
) {
  const { document, row } = await holdReturn(ctx, id, version);
  refuseUnlessDraft(row);
  return rewrite(ctx, row, await draftReturn(ctx, document, { ...givenAgain(row), ...givenFields(given) }));
}

/** Changes the state of a return, its notes or the number of the supplier's credit note, which may come later. */
export async function changeReturn(
  ctx: TenantContext,
  { id, version, status, voidReason, ...given }: GivenReturnChange,
) {
  const { notes, fiscalNumber } = given;
  const { document, row } = await holdReturn(ctx, id, version);
  if (row.status === 'void') throw ReturnIsVoid();
  if (status === 'void') return voidReturn(ctx, document, row, { reason: voidReason, notes });
  if (status === 'issued') {
    refuseUnlessDraft(row);
    const lines = (await selectLines(ctx, [id])).get(id) ?? [];
    const said = { ...givenAgain(row), lines: lines.map(givenLineAgain), ...givenFields(given) };
    const draft = await draftReturn(ctx, document, said);
    return rewrite(ctx, row, draft, await issueReturn(ctx, id, document, draft));
  }
  if (notes === undefined && fiscalNumber === undefined) return describeStored(ctx, row);
  const receipt = fiscalNumber === undefined ? {} : receiptOf(document, fiscalNumber);
  if (row.status === 'issued' && fiscalNumber !== undefined) await refuseLocked(ctx, { before: row.date });
  const change = { notes, ...receipt, updatedAt: ctx.now };
  return describeStored(ctx, await returns.update(ctx, id, change).catch(refuseTaken));
}

/** Tries the refunds of a return to cards that failed once more. */
export async function retryRefunds(ctx: TenantContext, id: string) {
  const { document, row } = await holdReturn(ctx, id);
  if (row.status === 'void') throw ReturnIsVoid();
  if (!row.recordId) throw NoFailedRefund();
  await retryReturnRefunds(ctx, document, row.recordId);
  return describeStored(ctx, row);
}

export const readReturn = async (ctx: TenantContext, id: string) => describeStored(ctx, await returns.get(ctx, id));

/** An invoice with returns can be neither voided nor reposted. */
export async function refuseReturned(ctx: TenantContext, pendingRecordId: string): Promise<void> {
  if (await hasIssuedReturn(ctx, pendingRecordId)) throw DocumentFollowed();
}

/** Locks the invoice before its return, always in this order, so that two changes cannot deadlock. */
async function holdReturn(
  ctx: TenantContext,
  id: string,
  version?: number,
): Promise<{ document: PendingRecord; row: Return }> {
  const { pendingRecordId } = await returns.get(ctx, id);
  const document = await lockPendingRecord(ctx, pendingRecordId);
  const row = await returns.get(ctx, id);
  if (version !== undefined && version !== row.version) throw VersionConflict();
  return { document, row };
}

function refuseUnlessDraft({ status }: Return): void {
  if (status === 'void') throw ReturnIsVoid();
  if (status === 'issued') throw ReturnIsIssued();
}

async function rewrite(
  ctx: TenantContext,
  { id }: Return,
  draft: ReturnDraft,
  issued: Partial<Awaited<ReturnType<typeof issueReturn>>> = {},
) {
  const lines = issued.lines ?? draft.lines;
  await deleteLines(ctx, id);
  await insertLines(ctx, id, lines);
  const change = { ...draft.content, ...issued.facts, updatedAt: ctx.now };
  const row = await returns.update(ctx, id, change).catch(refuseTaken);
  if (row.status === 'issued') await afterReturnIssued(ctx, id);
  return describeReturn(ctx, row, lines, [...draft.elements.values()]);
}

/** The fields of a draft in the form of a request. */
const givenAgain = (row: Return) => ({
  date: row.date,
  reason: row.reason,
  notes: row.notes,
  ...(row.divisionId && { divisionId: row.divisionId }),
  ...(row.fiscalNumber && { fiscalNumber: row.fiscalNumber }),
  ...((row.refundAccountId || row.refundToCard) && {
    refund: {
      toCard: row.refundToCard,
      ...(row.refundAccountId && { accountId: row.refundAccountId }),
      ...(row.refundMethod && { paymentMethod: row.refundMethod }),
    },
  }),
});

const givenLineAgain = ({
  elementId,
  quantity,
  disposition,
  reason,
  serialNumbers,
  lots,
}: ReturnLine): GivenReturnLine => ({
  elementId,
  quantity,
  disposition,
  reason,
  lots,
  ...(serialNumbers.length > 0 && { serialNumbers }),
});

/** Voids a return: reopens the invoice, moves the goods out again and voids the credit note. */
async function voidReturn(
  ctx: TenantContext,
  document: PendingRecord,
  row: Return,
  { reason = '04', notes }: { reason?: VoidReason | undefined; notes?: string | undefined },
) {
  const { id, recordId } = row;
  if (row.status === 'issued') await refuseLocked(ctx, { before: row.date });
  if (row.status === 'issued') await beforeReturnVoided(ctx, id);
  if (recordId) await closeReturnRefunds(ctx, recordId);
  if (row.paymentId) announceStanding(ctx, document, (await unsettle(ctx, document, row.paymentId)).document);
  if (recordId && row.contactId) await undoMovements(ctx, row.contactId, recordId);
  if (recordId) await undoCardReturns(ctx, { id: recordId, date: row.date });
  await undoStock(ctx, scrapOf(id));
  await undoStock(ctx, backOf(id));
  const lines = (await selectLines(ctx, [id])).get(id) ?? [];
  await addElementCosts(
    ctx,
    lines.map(({ elementId, cost }) => ({ id: elementId, cost })),
  );
  if (recordId) await voidRecord(ctx, recordId);
  if (row.numeralsId) await voidNumber(ctx, { number: row.fiscalNumber!, date: row.date, reason });
  const voided = await returns.update(ctx, id, { status: 'void', voidedAt: ctx.now, notes, updatedAt: ctx.now });
  return describeStored(ctx, voided);
}

const refuseTaken = onViolation('returns_supplier_number', CreditNoteTaken);

async function describeStored(ctx: TenantContext, row: Return) {
  const [lines, elements] = await Promise.all([selectLines(ctx, [row.id]), selectElements(ctx, [row.pendingRecordId])]);
  return describeReturn(ctx, row, lines.get(row.id) ?? [], elements.get(row.pendingRecordId) ?? []);
}

async function describeReturn(ctx: TenantContext, row: Return, lines: ReturnLine[], elements: PendingElement[]) {
  const byId = new Map(elements.map((element) => [element.id, element]));
  return {
    ...describeSummary(row, ctx.currency),
    cardRefunds: row.recordId && row.refundToCard ? await describeReturnRefunds(ctx, row.recordId, row.currency) : [],
    lines: lines.map(({ cost: _, taxes, ...line }) => {
      const { resourceId, description, unit, unitPrice, taxes: known } = byId.get(line.elementId)!;
      return {
        ...inDecimals(line, row.currency),
        resourceId,
        description,
        unit,
        unitPrice,
        taxes: known.flatMap(({ taxId, code, name, kind, rate }) => {
          const own = taxes.find((tax) => tax.taxId === taxId);
          return own ? [{ ...inDecimals(own, row.currency), code, name, kind, rate }] : [];
        }),
      };
    }),
  };
}

/** A return without its lines. */
export function describeSummary(row: Return, baseCurrency: string) {
  const { numeralsId: _, baseNet: _net, baseTax: _tax, baseWithheld: _withheld, ...amounts } = row;
  const { baseReversedItbis: _itbis, baseReversedIsr: _isr, ...view } = amounts;
  return {
    ...inDecimals(view, row.currency),
    number: row.number === null ? null : Number(row.number),
    baseTotal: fromMinor(row.baseTotal, baseCurrency),
  };
}
