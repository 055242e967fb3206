import { onlyDivision, requireDivisions, selectPostingRules } from '#modules/accounting/index.ts';
import {
  findSoldGoods,
  isWithheld,
  type LineValue,
  lineValues,
  type PendingElement,
  type PendingRecord,
  type SoldGoods,
  selectElements,
  selectFiscalDocuments,
} from '#modules/invoicing/index.ts';
import { NotPaidByCard } from '#modules/receivables/index.ts';
import { fiscalTypeOf, legalParameters } from '#modules/taxes/index.ts';
import { requireAlso } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMillionths, greatest, sumOf, toMillionths } from '#platform/decimal.ts';
import { newId } from '#platform/id.ts';
import { convertMinor } from '#platform/money.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { nothingFulfilled, selectFulfilled } from '../delivery/delivery.sql.ts';
import { noTax, nothingReturned, portionOf, type Returned } from '../portion.ts';
import { creditedReceipt, isElectronicDebit } from './credited-receipt.ts';
import { requireRefundAccount } from './refund.ts';
import type { GivenReturn, GivenReturnLine } from './return.schema.ts';
import {
  type Disposition,
  type DocumentReturns,
  type ReturnContent,
  type ReturnLine,
  selectIssuedReturns,
} from './return.sql.ts';

export const NotReturnable = refusal('not_returnable', 'Only an issued invoice can be returned: issue it first.');
export const ReturnedBeforeSold = refusal(
  'returned_before_sold',
  'A return cannot be dated before its invoice: use a later date.',
);
export const MoreThanSold = refusal(
  'more_than_sold',
  'The quantity is more than was sold less earlier returns: reduce it.',
);
export const NothingToReturn = refusal('nothing_to_return', 'Everything on this invoice was already returned.');
export const DispositionUnsuitable = refusal(
  'disposition_unsuitable',
  'Returned purchases go back to the supplier and cannot be scrapped: choose another disposition.',
);
export const SerialNumberNotSold = refusal(
  'serial_number_not_sold',
  'No unit of the line with this serial number is left to return: check the number.',
);
export const CreditNoteUnsuitable = refusal(
  'credit_note_unsuitable',
  'Give the number of a supplier’s credit note only for a purchase, and of a credit note type.',
);

/** A prepared return, of which nothing is written yet. */
export interface ReturnDraft {
  content: ReturnContent;
  lines: ReturnLine[];
  /** The lines of the invoice, by id. */
  elements: Map<string, PendingElement>;
  sold: SoldGoods;
  /** Earlier returns of the invoice. */
  before: DocumentReturns;
  /** ITBIS of the invoice that it is too late to give back. */
  keptItbis: bigint;
}

/** Prepares a return of an invoice that is locked, and refuses everything that is wrong with it. */
export async function draftReturn(
  ctx: TenantContext,
  document: PendingRecord,
  given: Omit<GivenReturn, 'pendingRecordId' | 'status'>,
): Promise<ReturnDraft> {
  if (document.kind !== 'invoice' || document.status !== 'issued') throw NotReturnable();
  const date = given.date ?? ctx.today.toString();
  if (date < document.date) throw ReturnedBeforeSold();
  const [declared] = isElectronicDebit(document) ? await selectFiscalDocuments(ctx, [document.id]) : [];
  const receipt = creditedReceipt(declared ?? { ...document, modifiedOn: null });
  const lastDayWithItbis = await lastDayOfItbis(ctx, receipt.date, date);
  const [before, byDocument, fulfilled, divisionId, rules] = await Promise.all([
    selectIssuedReturns(ctx, document.id, lastDayWithItbis),
    selectElements(ctx, [document.id]),
    document.deliverLater ? selectFulfilled(ctx, document.id) : undefined,
    divisionOf(ctx, document, given.divisionId),
    selectPostingRules(ctx),
  ]);
  const elements = byDocument.get(document.id) ?? [];
  const sold = await findSoldGoods(ctx, document, elements);
  const toBase = (minor: bigint) =>
    document.rate === null ? minor : convertMinor(minor, document.currency, document.rate, ctx.currency);
  const values = lineValues({ ...document, toBase, rules, resources: sold.resources }, elements);
  const known = { values, before, fulfilled, sold };
  const returnable = new Map(elements.map((element) => [element.id, leftOf(element, known)]));
  const withItbis = date <= lastDayWithItbis;
  const lines = linesOf(document, given.lines ?? everything(returnable), returnable, withItbis);
  if (lines.length === 0) throw NothingToReturn();
  if (given.refund) requireAlso(ctx, 'invoicing:write');
  if (given.refund?.accountId) await requireRefundAccount(ctx, document, given.refund.accountId);
  if (given.refund?.toCard && document.direction === 'purchase') throw NotPaidByCard();
  const byId = new Map(elements.map((element) => [element.id, element]));
  const content = {
    ...headOf(document, given),
    ...totalsOf(lines, byId),
    modifiesFiscalNumber: receipt.number,
    date,
    divisionId,
  };
  return { content, lines, elements: byId, sold, before, keptItbis: withItbis ? 0n : itbisLeft(elements, before) };
}

const itbisLeft = (elements: PendingElement[], before: DocumentReturns): bigint =>
  sumOf(elements, ({ id, taxes }) =>
    sumOf(taxes, ({ kind, taxId, amount }) =>
      kind === 'itbis' ? amount - (before.elements.get(id)?.taxes.get(taxId)?.amount ?? 0n) : 0n,
    ),
  );

/** A credit note that is later than the law allows returns the price without its ITBIS. */
async function lastDayOfItbis(ctx: TenantContext, soldOn: string, returnedOn: string): Promise<string> {
  const law = await legalParameters(ctx, ['credit-note-tax-days'], Temporal.PlainDate.from(returnedOn));
  const days = Number(law['credit-note-tax-days']);
  return Temporal.PlainDate.from(soldOn).add({ days }).toString();
}

/** The returnable rest of an invoice line. */
interface Left {
  element: PendingElement;
  value: LineValue;
  returned: Returned;
  /** In millionths. Canceled units were charged and will not be delivered. */
  delivered: bigint;
  canceled: bigint;
  serialNumbers: string[];
  tracksSerials: boolean;
}

interface Known {
  values: Map<string, LineValue>;
  before: DocumentReturns;
  /** Where goods are delivered later. */
  fulfilled: Awaited<ReturnType<typeof selectFulfilled>> | undefined;
  sold: SoldGoods;
}

function leftOf(element: PendingElement, { values, before, fulfilled, sold }: Known): Left {
  const returned = before.elements.get(element.id);
  const parts = sold.parts.get(element.id)!;
  const arrived = fulfilled && parts.length > 0 ? (fulfilled.get(element.id) ?? nothingFulfilled) : null;
  const back = new Set(returned?.serialNumbers);
  const units = arrived ? arrived.serialNumbers : element.serialNumbers;
  const undelivered = toMillionths(returned?.undelivered ?? '0');
  const inHand = toMillionths(returned?.quantity ?? '0') - undelivered;
  return {
    element,
    value: values.get(element.id)!,
    returned: returned ?? nothingReturned,
    delivered: toMillionths(arrived ? arrived.delivered : element.quantity) - inHand,
    canceled: arrived ? toMillionths(arrived.canceled) - undelivered : 0n,
    serialNumbers: units.filter((serialNumber) => !back.has(serialNumber)),
    tracksSerials: parts.some(({ resourceId }) => sold.resources.get(resourceId)!.tracksSerials),
  };
}

const everything = (returnable: Map<string, Left>): GivenReturnLine[] =>
  [...returnable.values()].flatMap(({ element, delivered, canceled }) => [
    ...(delivered > 0n ? [{ elementId: element.id, disposition: 'restock' as const }] : []),
    ...(canceled > 0n ? [{ elementId: element.id, disposition: 'undelivered' as const }] : []),
  ]);

/** Deducts each line from the returnable rest, so that two lines of one invoice line cannot exceed it. */
function linesOf(
  { direction }: PendingRecord,
  given: GivenReturnLine[],
  returnable: Map<string, Left>,
  withItbis: boolean,
): ReturnLine[] {
  return given.map((line, place): ReturnLine => {
    const path = `body.lines[${place}]`;
    const left = returnable.get(line.elementId);
    if (!left) throw unknownReference(`${path}.elementId`, 'This line of the invoice');
    const { disposition = 'restock', reason = '' } = line;
    if (disposition === 'scrap' && direction === 'purchase') throw DispositionUnsuitable();
    const most = disposition === 'undelivered' ? left.canceled : left.delivered;
    const quantity = line.quantity === undefined ? most : toMillionths(line.quantity);
    if (quantity > most || quantity <= 0n) throw moreThanSold(most, `${path}.quantity`);
    const serialNumbers = serialsOf(line, disposition, left, { quantity, most, path });
    const portion = portionOf(left.element, left.value, left.returned, quantity, withItbis);
    take(left, disposition, { quantity, serialNumbers, portion, withItbis });
    return {
      id: newId(),
      elementId: line.elementId,
      quantity: fromMillionths(quantity),
      disposition,
      reason,
      serialNumbers,
      lots: disposition === 'undelivered' ? [] : (line.lots ?? []),
      cost: 0n,
      ...portion,
    };
  });
}

const moreThanSold = (most: bigint, path: string) => {
  const message = `Not returned of it: ${fromMillionths(greatest(most, 0n))}.`;
  return MoreThanSold.at(path, 'out_of_range', message);
};

/** The units that come back: the named ones, or all if everything comes back. */
function serialsOf(
  line: GivenReturnLine,
  disposition: Disposition,
  left: Left,
  { quantity, most, path }: { quantity: bigint; most: bigint; path: string },
): string[] {
  if (disposition === 'undelivered') return [];
  const named = line.serialNumbers ?? (left.tracksSerials && quantity === most ? left.serialNumbers : []);
  const strange = named.findIndex((serialNumber) => !left.serialNumbers.includes(serialNumber));
  if (strange < 0) return named;
  const message = `No unit with the serial number ${named[strange]} is left of this line.`;
  throw SerialNumberNotSold.at(`${path}.serialNumbers[${strange}]`, 'not_found', message);
}

function take(
  left: Left,
  disposition: Disposition,
  taken: { quantity: bigint; serialNumbers: string[]; portion: ReturnType<typeof portionOf>; withItbis: boolean },
): void {
  if (disposition === 'undelivered') left.canceled -= taken.quantity;
  else left.delivered -= taken.quantity;
  left.serialNumbers = left.serialNumbers.filter((serialNumber) => !taken.serialNumbers.includes(serialNumber));
  const taxes = new Map(left.returned.taxes);
  for (const { taxId, base, amount, baseAmount } of taken.portion.taxes) {
    const known = taxes.get(taxId) ?? noTax;
    taxes.set(taxId, {
      base: known.base + base,
      amount: known.amount + amount,
      baseAmount: known.baseAmount + baseAmount!,
    });
  }
  const plus = (before: string, quantity: bigint) => fromMillionths(toMillionths(before) + quantity);
  left.returned = {
    quantity: plus(left.returned.quantity, taken.quantity),
    withItbis: plus(left.returned.withItbis, taken.withItbis ? taken.quantity : 0n),
    net: left.returned.net + taken.portion.net,
    baseNet: left.returned.baseNet + taken.portion.baseNet,
    taxes,
  };
}

/** The totals of the lines. */
function totalsOf(lines: ReturnLine[], elements: Map<string, PendingElement>) {
  const total = (name: 'net' | 'tax' | 'withheld' | 'baseNet') => sumOf(lines, (line) => line[name]);
  const taxValue = (withheld: boolean) =>
    sumOf(lines, ({ elementId, taxes }) => {
      const kinds = new Map(elements.get(elementId)!.taxes.map((tax) => [tax.taxId, isWithheld(tax)]));
      return sumOf(taxes, ({ taxId, baseAmount }) => (kinds.get(taxId) === withheld ? baseAmount! : 0n));
    });
  const [net, tax, withheld, baseNet] = [total('net'), total('tax'), total('withheld'), total('baseNet')];
  const [baseTax, baseWithheld] = [taxValue(false), taxValue(true)];
  return { net, tax, withheld, total: net + tax, baseNet, baseTax, baseTotal: baseNet + baseTax, baseWithheld };
}

function headOf(document: PendingRecord, given: Omit<GivenReturn, 'pendingRecordId' | 'status'>) {
  const { direction, contactId, contactName, contactTaxId, currency, rate } = document;
  return {
    direction,
    pendingRecordId: document.id,
    contactId,
    contactName,
    contactTaxId,
    currency,
    rate,
    reason: given.reason ?? '',
    notes: given.notes ?? '',
    ...receiptOf(document, given.fiscalNumber ?? null),
    refundAccountId: given.refund?.accountId ?? null,
    refundMethod: given.refund?.paymentMethod ?? null,
    refundToCard: given.refund?.toCard ?? false,
  };
}

/** Where the invoice has a receipt of ours, the return has the credit note of the same series; else the supplier's. */
export function receiptOf(document: PendingRecord, fiscalNumber: string | null) {
  const isOurs = document.numeralsId !== null;
  if (fiscalNumber === null) {
    const fiscalType = isOurs ? (document.fiscalNumber!.startsWith('E') ? 'E34' : 'B04') : null;
    return { fiscalType, fiscalNumber: null };
  }
  const type = fiscalTypeOf(fiscalNumber);
  if (isOurs || document.direction === 'sale' || type?.note !== 'credit') throw CreditNoteUnsuitable();
  return { fiscalType: type.code, fiscalNumber };
}

async function divisionOf(
  ctx: TenantContext,
  document: PendingRecord,
  given: string | undefined,
): Promise<string | null> {
  if (given !== undefined) await requireDivisions(ctx, [given], 'body.divisionId');
  return given ?? document.divisionId ?? (await onlyDivision(ctx));
}
