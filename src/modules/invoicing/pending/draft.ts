import { isDeepStrictEqual } from 'node:util';
import { AmountOutOfRange, converted } from '#modules/accounting/index.ts';
import { type Contact, taxIdKindOf } from '#modules/contacts/index.ts';
import { fiscalTypeOf, receiptTypeOf, selectOffered } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { LAST_YEAR } from '#platform/date.ts';
import { OutOfRange } from '#platform/db/out-of-range.ts';
import { plainDecimal } from '#platform/decimal.ts';
import { orNull } from '#platform/http/change.ts';
import { inThisOrder, refusal } from '#platform/refusal.ts';
import { FiscalTypeUnsuitable } from '../posting/fiscal.ts';
import { goodsOf, partsOf } from '../posting/goods.ts';
import { postingsOf } from '../posting/postings.ts';
import { completeLines, type Line, requireNamedTaxes } from '../pricing/lines.ts';
import { type PricedLine, priceDocument, withoutTaxes } from '../pricing/pricing.ts';
import type { DocumentDraft, DocumentToDraft, DraftElement } from './document-draft.ts';
import type { ElementTax } from './element.sql.ts';
import { rateOf, settleReferences } from './references.ts';

export const DueBeforeDate = refusal(
  'due_before_date',
  'A document cannot be due before its date: correct `dueOn` or `date`.',
);
export const SupplierNumberNeedsContact = refusal(
  'supplier_required',
  'A supplier’s receipt needs the supplier: give a contactId.',
);
export const WithheldTooMuch = refusal(
  'withheld_too_much',
  'The withholding is more than the total of the document: reduce it.',
);
export const FieldNotOfDirection = refusal(
  'field_not_of_direction',
  'This field is only for the other direction (sale or purchase): leave it out.',
);

/** Checks and prices a document without writing anything. */
export async function draftDocument(ctx: TenantContext, given: DocumentToDraft): Promise<DocumentDraft> {
  refuseForeignFields(given);
  const date = given.date ?? ctx.today.toString();
  const [known, taxes, offered] = await inThisOrder([
    settleReferences(ctx, given),
    requireNamedTaxes(ctx, given.elements, date),
    leavesReceiptOpen(given) ? selectOffered(ctx) : [],
  ]);
  const { contact } = known;
  const currency = given.currency ?? ctx.currency;
  const dueOn = given.dueOn ?? dueAfter(date, contact?.paymentTermsDays ?? known.paymentTermsDays);
  if (dueOn < date) throw DueBeforeDate();
  const pricesIncludeTax = given.pricesIncludeTax ?? false;
  const [rate, lines] = await Promise.all([
    rateOf(ctx, given.rate ?? null, { currency, date }),
    completeLines(ctx, given, known, { date, currency, taxes }),
  ]);
  const { lines: priced, ...totals } = priceDocument(
    lines.map(({ taxes, ...line }, place) => ({
      ...line,
      taxes: taxes.map((tax) => ({ ...tax, base: tax.appliesTo })),
      part: partOf({ ...line, taxes }, given.elements[place]!),
    })),
    { currency, pricesIncludeTax },
  );
  if (totals.withheld > totals.total) throw WithheldTooMuch();
  const elements = lines.map((line, place) => {
    const { taxes, ...amounts } = priced[place]!;
    return { ...line, ...amounts, cost: 0n, taxes: line.taxes.map((tax, index) => ({ ...tax, ...taxes[index]! })) };
  });
  const toBase = (minor: bigint) =>
    rate === null || minor === 0n ? minor : converted(minor, rate, currency, ctx.currency);
  const { direction, deliverLater = false } = given;
  const postings = postingsOf({
    direction,
    deliverLater,
    currency,
    toBase,
    elements: pricesIncludeTax ? elements.map(withNetDiscount) : elements,
    ...known,
    baseCurrency: ctx.currency,
  });
  if (totals.total >= TOTAL_MAX) throw AmountOutOfRange();
  const content = {
    ...headOf(given, contact, ctx.country),
    fiscalType:
      given.fiscalType ??
      receiptTypeOf(contact?.fiscalType ?? 'consumer', { divisionId: known.divisionId, date }, offered),
    ...totals,
    ...postings.base,
    currency,
    rate,
    pricesIncludeTax,
    date,
    dueOn,
    divisionId: known.divisionId,
  };
  const goods = goodsOf(
    elements.map((element) => ({ ...element, parts: partsOf(direction, element, known) })),
    known.resources,
  );
  const creditLimit = contact?.creditLimit ?? null;
  const { rules, resources } = known;
  return { content, elements, postings, goods, rules, resources, creditLimit };
}

/** A discount on a price with tax includes tax too, which sales do not. */
const withNetDiscount = <E extends { discount: bigint; taxes: ElementTax[] }>(element: E): E => ({
  ...element,
  discount: withoutTaxes(
    element.discount,
    element.taxes.map((tax) => ({ ...tax, base: tax.appliesTo })),
  ),
});

/** The amounts of a part of another line, unless its price, its discount or its taxes are others by now. */
function partOf(line: Line, { part }: DraftElement): PricedLine | undefined {
  if (!part) return undefined;
  const isSame = (name: 'quantity' | 'unitPrice' | 'discountValue') => plain(line[name]) === plain(part[name]);
  const hasSameTaxes = isDeepStrictEqual(line.taxes.map(termsOf), part.taxes.map(termsOf));
  const isUnchanged = isSame('quantity') && isSame('unitPrice') && isSame('discountValue') && hasSameTaxes;
  if (!isUnchanged || line.discountKind !== part.discountKind) return undefined;
  const { amount, discount, net, tax, withheld, total } = part;
  const taxes = part.taxes.map((own) => ({ base: own.base, amount: own.amount }));
  return { amount, discount, net, tax, withheld, total, taxes };
}

const plain = (decimal: string | null): string | null => decimal && plainDecimal(decimal);
const termsOf = ({ taxId, rate, appliesTo }: ElementTax) => [taxId, plain(rate), appliesTo];

/** A trillion: more is not plausible, and the totals of the books stay within a bigint for 90,000 such documents a month. */
const TOTAL_MAX = 10n ** 14n;

/** The due date by the payment terms, which are at most ten years: where it is too late, the date of the document is. */
function dueAfter(date: string, days: number): string {
  const due = Temporal.PlainDate.from(date).add({ days });
  if (due.year <= LAST_YEAR) return due.toString();
  const message = `With payment terms of ${days} days it is due after the year ${LAST_YEAR}: use an earlier date, or give \`dueOn\`.`;
  throw OutOfRange.at('body.date', 'out_of_range', message);
}

/** Whether the receipt is chosen here. `fiscalType: null` means none, and a note has the kind of the receipt that it modifies. */
const leavesReceiptOpen = ({ kind, direction, ...given }: DocumentToDraft): boolean =>
  given.fiscalType === undefined && !given.modifiesFiscalNumber && kind === 'invoice' && direction === 'sale';

/** The fields that are taken from the request, or else from the contact. */
function headOf(given: DocumentToDraft, contact: Contact | null, country: string) {
  return {
    kind: given.kind,
    direction: given.direction,
    contactId: contact?.id ?? null,
    contactName: given.contactName ?? contact?.legalName ?? contact?.name ?? null,
    ...taxIdOf(given, contact, country),
    ...orNull(given, ['fiscalNumber', 'modifiesFiscalNumber', 'modificationCode']),
    fiscalExpiresOn: null,
    numeralsId: null,
    ...orNull(given, ['expenseType', 'incomeType', 'paymentForm', 'projectId', 'stage', 'reference', 'templateId']),
    sellerId: given.sellerId === undefined ? (contact?.sellerId ?? null) : given.sellerId,
    notes: given.notes ?? '',
    terms: given.terms ?? '',
    attachments: given.attachments ?? [],
    deliverLater: given.deliverLater ?? false,
    ...orNull(given, ['sourceId', 'recurrencyId', 'cycleOn']),
  };
}

/** The tax id with its kind: a foreign id may look like an RNC. */
function taxIdOf(given: DocumentToDraft, contact: Contact | null, country: string) {
  const contactTaxId = given.contactTaxId ?? contact?.taxId ?? null;
  if (contactTaxId === null) return { contactTaxId, contactTaxIdKind: null };
  const kind = contactTaxId === contact?.taxId ? contact.taxIdKind : taxIdKindOf(contactTaxId, country);
  return { contactTaxId, contactTaxIdKind: given.contactTaxIdKind ?? kind };
}

/** The fields that only sales have: packs are bought by their parts. */
const soldOnly = (element: DraftElement, place: number): string[] =>
  (['resourceListId', 'discountOfferId'] as const)
    .filter((name) => element[name])
    .map((name) => `elements[${place}].${name}`);

function refuseForeignFields(given: DocumentToDraft): void {
  const foreign = given.direction === 'sale' ? (['fiscalNumber', 'expenseType'] as const) : (['incomeType'] as const);
  const wrong = [
    ...foreign.filter((name) => given[name] !== undefined && given[name] !== null),
    ...(given.direction === 'purchase' ? given.elements.flatMap(soldOnly) : []),
  ];
  if (wrong.length > 0) {
    const message = `A ${given.direction} has no such field.`;
    throw FieldNotOfDirection(message, {
      errors: wrong.map((name) => ({ path: `body.${name}`, code: 'not_of_this_direction', message })),
    });
  }
  if (given.direction === 'sale' || !given.fiscalNumber) return;
  if (!given.contactId) throw SupplierNumberNeedsContact();
  // The books would add what the forms subtract.
  if (fiscalTypeOf(given.fiscalNumber)?.note === 'credit')
    throw FiscalTypeUnsuitable.at(
      'body.fiscalNumber',
      'credit_note',
      'A supplier’s credit note is made with a return.',
    );
}
