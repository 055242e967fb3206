import { selectRecords } from '#modules/accounting/index.ts';
import { findContact } from '#modules/contacts/index.ts';
import {
  type Format,
  lockPendingRecords,
  pdfFile,
  selectPendingRecords,
  takeNumber,
} from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { onViolation } from '#platform/db/violation.ts';
import { sumOf } from '#platform/decimal.ts';
import type { LaterAnswer } from '#platform/http/route.ts';
import { newId } from '#platform/id.ts';
import { fromMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { type PaymentReceipt, paymentReceiptLines, paymentReceipts, type ReceiptLine } from '../tables.ts';
import { findPaid, type Part } from './paid.ts';
import { addValidPayments, selectTotals, updateUndone } from './receipt.sql.ts';
import { composeReceipt } from './receipt-paper.ts';

export const PaymentHasReceipt = refusal(
  'payment_has_receipt',
  'One of the payments has a numbered receipt already: leave it out, or print that receipt.',
  409,
);

/** Gives payments of one contact their numbered receipt. */
export async function issueReceipt(ctx: TenantContext, recordIds: string[]) {
  const path = 'body.recordIds';
  // Payments are undone under the lock of their document, so what is found after it stays so until the receipt is written.
  const documents = (await findPaid(ctx, recordIds, path)).parts.flatMap(({ document }) => document?.id ?? []);
  await lockPendingRecords(ctx, [...new Set(documents)]);
  const { parts, direction, currency, contactId, date } = await findPaid(ctx, recordIds, path);
  const taken = await paymentReceiptLines.all(ctx, { recordId: recordIds }, { columns: ['recordId'] });
  const known = new Set(taken.map(({ recordId }) => recordId));
  const place = recordIds.findIndex((id) => known.has(id));
  if (place >= 0) throw PaymentHasReceipt.at(`body.recordIds[${place}]`);
  const contact = contactId ? await findContact(ctx, contactId) : undefined;
  const id = newId();
  // Last, because receipts at once wait for the counter; a refusal returns the number.
  const number = await takeNumber(ctx, { kind: 'receipt', direction });
  await paymentReceipts.insert(ctx, {
    ...{ id, direction, number, contactId: contact?.id ?? null, contactName: contact?.name ?? null, date, currency },
    validPayments: recordIds.length,
    voidedAt: null,
  });
  const ofRecord = Map.groupBy(parts, ({ recordId }) => recordId);
  const lines = recordIds.map((recordId, position) => ({
    ...{ receiptId: id, recordId, position, undone: false },
    ...lineOf(ofRecord.get(recordId)!),
  }));
  await paymentReceiptLines.insertMany(ctx, lines).catch(onViolation('payment_receipt_lines_pkey', PaymentHasReceipt));
  return readReceipt(ctx, id);
}

function lineOf(parts: Part[]) {
  const of = (kind: Part['kind']): bigint => sumOf(parts, (part) => (part.kind === kind ? part.amount : 0n));
  return {
    pendingRecordId: parts.find(({ document }) => document)?.document?.id ?? null,
    settled: of('document'),
    due: parts.find(({ kind }) => kind === 'document')?.due ?? null,
    interest: of('interest'),
    lateFee: of('lateFee'),
    advance: of('advance'),
  };
}

export const linesOf = (ctx: TenantContext, receiptId: string) =>
  paymentReceiptLines.all(ctx, { receiptId }, { orderBy: ['position'] });

export async function readReceipt(ctx: TenantContext, id: string) {
  const [receipt, lines] = await Promise.all([paymentReceipts.get(ctx, id), linesOf(ctx, id)]);
  const [described] = await describeReceipts(ctx, [receipt]);
  const format = (amount: bigint) => fromMinor(amount, receipt.currency);
  return {
    ...described!,
    payments: lines.map(({ recordId, pendingRecordId, settled, due, interest, lateFee, advance, undone }) => ({
      recordId,
      documentId: pendingRecordId,
      amount: format(settled + interest + lateFee + advance),
      settled: format(settled),
      due: due === null ? null : format(due),
      interest: format(interest),
      lateFee: format(lateFee),
      advance: format(advance),
      undone,
    })),
  };
}

export async function describeReceipts(ctx: TenantContext, receipts: PaymentReceipt[]) {
  const totals = await selectTotals(
    ctx,
    receipts.map(({ id }) => id),
  );
  return receipts.map((receipt) => ({
    ...receipt,
    number: Number(receipt.number),
    state: receipt.voidedAt ? ('void' as const) : ('issued' as const),
    total: fromMinor(totals.get(receipt.id)!, receipt.currency),
  }));
}

/** Counts in its receipt that a payment was undone, or that its refunded part was split off. */
export async function noteUndone(ctx: TenantContext, recordId: string): Promise<void> {
  const line = await updateUndone(ctx, recordId);
  if (line) await addValidPayments(ctx, line.receiptId, line.undone ? -1 : 1);
}

/** The PDF of payments. Those of one numbered receipt get that one; otherwise each payment names its own. */
export async function printPayments(ctx: TenantContext, recordIds: string[], format?: Format): Promise<LaterAnswer> {
  const lines = await paymentReceiptLines.all(ctx, { recordId: recordIds });
  const receipts = await paymentReceipts.all(ctx, { id: [...new Set(lines.map(({ receiptId }) => receiptId))] });
  const [first] = receipts;
  const isWhole = lines.length === recordIds.length && receipts.length === 1;
  if (isWhole && (await paymentReceiptLines.count(ctx, { receiptId: first!.id })) === lines.length)
    return printReceipt(ctx, first!.id, format);
  const numberOf = new Map(receipts.map(({ id, number }) => [id, number]));
  const receiptOf = new Map(lines.map(({ recordId, receiptId }) => [recordId, numberOf.get(receiptId)!]));
  return pdfOf(
    ctx,
    await composeReceipt(ctx, await findPaid(ctx, recordIds, 'query.recordIds'), { receiptOf }),
    format,
  );
}

/** The PDF of a numbered receipt, with the amounts of the day on which it was issued. */
export const printReceipt = async (ctx: TenantContext, id: string, format?: Format): Promise<LaterAnswer> =>
  pdfOf(ctx, await composeNumbered(ctx, id), format);

const pdfOf = (
  ctx: TenantContext,
  { voucher, fileName, stationery }: Awaited<ReturnType<typeof composeReceipt>>,
  format?: Format,
): LaterAnswer => pdfFile(ctx, voucher, format ?? stationery.template.format, fileName);

export async function composeNumbered(ctx: TenantContext, id: string) {
  const [receipt, lines] = await Promise.all([paymentReceipts.get(ctx, id), linesOf(ctx, id)]);
  const { number, contactName } = receipt;
  const recordIds = lines.map(({ recordId }) => recordId);
  const [found, documents] = await Promise.all([
    selectRecords(ctx, recordIds),
    selectPendingRecords(ctx, [...new Set(lines.flatMap(({ pendingRecordId }) => pendingRecordId ?? []))]),
  ]);
  const records = recordIds.flatMap((recordId) => found.find((record) => record.id === recordId)!);
  const parts = lines.flatMap((line) => {
    const document = documents.find((one) => one.id === line.pendingRecordId) ?? null;
    return partsOf(line).map((part) => ({ ...receipt, ...part, recordId: line.recordId, document }));
  });
  const undone = new Set(lines.flatMap((line) => (line.undone ? line.recordId : [])));
  return composeReceipt(ctx, { ...receipt, records, parts }, { numbered: { number, contactName, undone } });
}

function partsOf({ settled, interest, lateFee, advance, due }: ReceiptLine): Pick<Part, 'kind' | 'amount' | 'due'>[] {
  const amounts = { document: settled, interest, lateFee, advance };
  return (Object.keys(amounts) as Part['kind'][])
    .map((kind) => ({ kind, amount: amounts[kind], due: due ?? 0n }))
    .filter(({ amount }) => amount > 0n);
}
