import type { TenantContext } from '#platform/context.ts';
import { fromMillionths, shareOut, sum, toMillionths } from '#platform/decimal.ts';
import { fromMinor } from '#platform/money.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { draftElementOf } from '../pending/change.ts';
import type { DocumentToDraft, DraftElement } from '../pending/document-draft.ts';
import { draftDocument } from '../pending/draft.ts';
import { type ElementTax, type PendingElement, selectElements } from '../pending/element.sql.ts';
import { requirePendingRecord } from '../pending/find.ts';
import type { GivenHead } from '../pending/pending.schema.ts';
import { type WrittenDocument, writeDocument } from '../pending/write.ts';
import { findSold, lotsOfPart, partsOf, type SoldItems } from '../posting/goods.ts';
import { takeOffers } from '../pricing/offered.ts';
import { isWithheld } from '../pricing/pricing.ts';
import { type PendingKind, type PendingRecord, pendingRecords } from '../tables.ts';
import { MoreThanIsLeft, moveConverted } from './conversion.ts';
import { inCurrencyOfCopy } from './copy-currency.ts';

export const NotConvertible = refusal(
  'not_convertible',
  'A quote can become an order or an invoice, and an order an invoice; other documents cannot be converted.',
);
export const NothingLeft = refusal(
  'nothing_left',
  'All lines of this document are already in later documents: there is nothing left to convert.',
);

/** The fields that differ in a copy. */
interface CopyChange extends Partial<GivenHead> {
  status: 'draft' | 'issued';
}

/** Copies a document, with its own number and date. */
export async function clonePendingRecord(
  ctx: TenantContext,
  { id, status, ...change }: CopyChange & { id: string },
): Promise<WrittenDocument> {
  const source = await pendingRecords.find(ctx, id);
  if (!source) throw unknownReference('body.id', 'This document');
  return writeCopy(ctx, source, change, status);
}

/** Writes a copy of a document with its lines and prices (in its own currency), the rates and taxes of the new date, and new numbers. */
export async function writeCopy(
  ctx: TenantContext,
  source: PendingRecord,
  change: Partial<DocumentToDraft>,
  status: 'draft' | 'issued',
): Promise<WrittenDocument> {
  const lines = (await selectElements(ctx, [source.id])).get(source.id) ?? [];
  const elements = await inCurrencyOfCopy(ctx, source, change, lines.map(copyOf));
  const draft = await draftDocument(ctx, { ...sameAs(source, change), ...change, elements });
  return (await writeDocument(ctx, draft, status)).now();
}

/** Converts a quote or an order into the next document: all that is left of it, or the given quantities. */
export async function createFrom(
  ctx: TenantContext,
  {
    id,
    kind,
    elements: wanted,
    status,
    ...change
  }: CopyChange & { id: string; kind: 'order' | 'invoice'; elements?: Wanted[] | undefined },
): Promise<WrittenDocument> {
  const source = await requirePendingRecord(ctx, id, 'body.id');
  if (source.status !== 'issued' || !successors[source.kind].includes(kind)) throw NotConvertible();
  const lines = (await selectElements(ctx, [id])).get(id) ?? [];
  const parts = wanted ? wantedParts(lines, wanted) : allLeft(lines);
  const isPricedAlike =
    (change.currency ?? source.currency) === source.currency &&
    (change.pricesIncludeTax ?? source.pricesIncludeTax) === source.pricesIncludeTax;
  if (parts.length === 0) throw NothingLeft();
  const sold = parts.some(([{ lots }]) => lots.length > 0) ? await findSold(ctx, lines) : null;
  const taken = parts.map(([element, quantity]) => {
    const { part, ...copy } = partOf(element, quantity, source);
    const line = { ...copy, lots: sold ? lotsTaken(source, element, quantity, sold) : [] };
    return isPricedAlike ? { ...line, part } : line;
  });
  const elements = await inCurrencyOfCopy(ctx, source, change, taken);
  const draft = await draftDocument(ctx, { ...sameAs(source, change), ...change, kind, sourceId: id, elements });
  await moveConverted(ctx, [], draft.elements);
  // The discounts of an expired quote are used again, as far as their limits allow.
  const quoted = {
    content: source,
    elements: parts.map(([element, converted]) => ({ ...element, converted: fromMillionths(converted) })),
  };
  if (source.kind === 'quote') await takeOffers(ctx, id, quoted, 'body.id');
  return (await writeDocument(ctx, draft, status)).now();
}

const successors: Record<PendingKind, PendingKind[]> = {
  quote: ['order', 'invoice'],
  order: ['invoice'],
  invoice: [],
  loan: [],
};

interface Wanted {
  id: string;
  quantity?: string | undefined;
}

/** The fields that a copy takes over. Its dates, its receipt and its rate are its own; another contact has its own name and tax id. */
function sameAs(source: PendingRecord, { contactId, contactTaxId }: Partial<GivenHead>): DocumentToDraft {
  const isOther = contactId !== undefined && contactId !== source.contactId;
  return {
    kind: source.kind,
    direction: source.direction,
    currency: source.currency,
    pricesIncludeTax: source.pricesIncludeTax,
    contactId: source.contactId,
    contactName: isOther ? null : source.contactName,
    contactTaxId: isOther ? null : source.contactTaxId,
    contactTaxIdKind: isOther || contactTaxId !== undefined ? null : source.contactTaxIdKind,
    expenseType: source.expenseType,
    incomeType: source.incomeType,
    divisionId: source.divisionId,
    projectId: source.projectId,
    sellerId: source.sellerId,
    stage: source.stage,
    reference: source.reference,
    notes: source.notes,
    terms: source.terms,
    templateId: source.templateId,
    elements: [],
  };
}

/** The taxes of the day on which the copy is written. */
function copyOf(element: PendingElement): DraftElement {
  const {
    id: _,
    part: _part,
    sourceElementId: _source,
    serialNumbers: _serials,
    lots: _lots,
    // An offer is used once: a copy keeps the discount and its reason without the offer.
    discountOfferId: _offer,
    taxes: used = [],
    ...line
  } = draftElementOf(element);
  return { ...line, taxIds: used.map(({ taxId }) => taxId) };
}

const leftOf = ({ quantity, converted }: PendingElement): bigint => toMillionths(quantity) - toMillionths(converted);

type Part = [element: PendingElement, quantity: bigint];

const allLeft = (lines: PendingElement[]): Part[] =>
  lines.map((line): Part => [line, leftOf(line)]).filter(([, left]) => left > 0n);

function wantedParts(lines: PendingElement[], wanted: Wanted[]): Part[] {
  return wanted.map(({ id, quantity }, place) => {
    const line = lines.find((each) => each.id === id);
    if (!line) throw unknownReference(`body.elements[${place}].id`, 'This line');
    const left = leftOf(line);
    const taken = quantity === undefined ? left : toMillionths(quantity);
    if (taken > left || taken <= 0n)
      throw MoreThanIsLeft(`Of “${line.description}” there are ${fromMillionths(left)} left.`);
    return [line, taken];
  });
}

/** The lots of the next units of a line. */
const lotsTaken = ({ direction }: PendingRecord, element: PendingElement, quantity: bigint, sold: SoldItems) =>
  lotsOfPart({ ...element, parts: partsOf(direction, element, sold) }, sold.resources, {
    before: toMillionths(element.converted),
    quantity,
  });

/** A part of a line with its share of every amount: the parts always add up exactly to the whole. */
function partOf(
  element: PendingElement,
  quantity: bigint,
  { currency, pricesIncludeTax }: Pick<PendingRecord, 'currency' | 'pricesIncludeTax'>,
): DraftElement {
  const [whole, before] = [toMillionths(element.quantity), toMillionths(element.converted)];
  const share = (of: bigint) => shareOut(of, [before, quantity, whole - before - quantity])[1]!;
  const [amount, discount] = [share(element.amount), share(element.discount)];
  const shares = element.taxes.map((tax) => ({ ...tax, amount: share(tax.amount) }));
  const sumOf = (matches: (tax: ElementTax) => boolean) => sum(shares.map((tax) => (matches(tax) ? tax.amount : 0n)));
  const tax = sumOf((each) => !isWithheld(each));
  const net = amount - discount - (pricesIncludeTax ? tax : 0n);
  const itbis = sumOf(({ kind }) => kind === 'itbis');
  const isAmount = element.discountKind === 'amount';
  const part = {
    ...element,
    quantity: fromMillionths(quantity),
    discountValue: isAmount ? fromMinor(discount, currency) : element.discountValue,
    amount,
    discount,
    net,
    tax,
    withheld: sumOf(isWithheld),
    total: net + tax,
    taxes: shares.map((each) => ({ ...each, base: each.appliesTo === 'net' ? net : itbis })),
  };
  const copy = { ...copyOf(element), quantity: part.quantity, sourceElementId: element.id, part };
  return isAmount ? { ...copy, discount: { amount: part.discountValue! } } : copy;
}
