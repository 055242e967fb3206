import {
  AmountOutOfRange,
  activeDivision,
  converted,
  findBaseCurrency,
  InvalidRate,
  type PostingAccount,
  RateUnknown,
  rateOn,
  selectKnown,
  selectPostingAccounts,
  selectPostingRules,
} from '#modules/accounting/index.ts';
import { type Contact, requireContact } from '#modules/contacts/index.ts';
import { accountingSettings, readSettings, selectMembership } from '#modules/organization/index.ts';
import { type DatedTax, requireTaxes } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import type { ElementTax, PendingElement } from './element.sql.ts';
import { type GivenElement, type GivenHead, plainDecimal } from './pending.schema.ts';
import type { Direction, PendingContent, PendingKind } from './pending.sql.ts';
import { type Postings, postingsOf } from './postings.ts';
import { priceDocument } from './pricing.ts';

export const DueBeforeDate = refusal(422, 'due_before_date', 'A document is not due before its date.');
export const SupplierNumberNeedsContact = refusal(
  422,
  'supplier_required',
  'A supplier’s receipt needs to say which supplier: give a contactId.',
);
export const WithheldTooMuch = refusal(
  422,
  'withheld_too_much',
  'What is withheld is more than the document comes to.',
);
export const FieldNotOfDirection = refusal(
  422,
  'field_not_of_direction',
  'Sales and purchases differ: this field belongs to the other one.',
);

/** A line as it is drafted: given by a person, or taken over from a document that is known. */
export interface DraftElement extends GivenElement {
  id?: string | undefined;
  resourceId?: string | null | undefined;
  serialNumbers?: string[] | undefined;
  sourceElementId?: string | null | undefined;
  /** The taxes as they were used before, where `taxIds` says nothing else. */
  taxes?: ElementTax[] | undefined;
}

export interface DocumentToDraft extends GivenHead {
  kind: PendingKind;
  direction: Direction;
  elements: DraftElement[];
  templateId?: string | null | undefined;
  sourceId?: string | null | undefined;
  recurrencyId?: string | null | undefined;
  cycleOn?: string | null | undefined;
}

/** A document that could be written: its references exist, it is priced, and what it would post is known. */
export interface DocumentDraft {
  content: PendingContent;
  elements: Omit<PendingElement, 'converted'>[];
  postings: Postings;
}

/** Draws a document up. Nothing is written: whatever is wrong with it is refused here. */
export async function draftDocument(ctx: TenantContext, given: DocumentToDraft): Promise<DocumentDraft> {
  refuseForeignFields(given);
  const date = given.date ?? ctx.today.toString();
  const known = await settleReferences(ctx, given, date);
  const { baseCurrency, contact } = known;
  const currency = given.currency ?? baseCurrency;
  const dueOn = given.dueOn ?? dueAfter(date, contact?.paymentTermsDays ?? known.paymentTermsDays);
  if (dueOn < date) throw DueBeforeDate();
  const rate = await rateOf(ctx, given.rate ?? null, { currency, baseCurrency, date });
  const pricesIncludeTax = given.pricesIncludeTax ?? false;
  const lines = given.elements.map((element) => lineOf(element, known.taxes));
  const { lines: priced, ...totals } = priceDocument(
    lines.map(({ taxes, ...line }) => ({ ...line, taxes: taxes.map((tax) => ({ ...tax, base: tax.appliesTo })) })),
    { currency, pricesIncludeTax },
  );
  if (totals.withheld > totals.total) throw WithheldTooMuch();
  const elements = lines.map((line, place) => {
    const { taxes, ...amounts } = priced[place]!;
    return { ...line, ...amounts, taxes: line.taxes.map((tax, index) => ({ ...tax, ...taxes[index]! })) };
  });
  const toBase = (minor: bigint) =>
    rate === null || minor === 0n ? minor : converted(minor, rate, currency, baseCurrency);
  const postings = postingsOf({ direction: given.direction, currency, toBase, elements, ...known });
  if (totals.total >= TOTAL_MAX) throw AmountOutOfRange();
  const content = {
    ...headOf(given, contact),
    ...totals,
    ...postings.base,
    currency,
    rate,
    pricesIncludeTax,
    date,
    dueOn,
    divisionId: known.divisionId,
  };
  return { content, elements, postings };
}

/** Thirteen digits before the point: a sum of many of them can still be held. */
const TOTAL_MAX = 10n ** 15n;

const dueAfter = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString();

const lineOf = (given: DraftElement, taxes: Map<string, DatedTax>): Omit<PendingElement, 'converted'> => ({
  id: given.id ?? newId(),
  resourceId: given.resourceId ?? null,
  description: given.description,
  quantity: given.quantity ?? '1',
  unit: given.unit ?? null,
  unitPrice: given.unitPrice,
  priceLabel: given.priceLabel ?? null,
  discountKind: given.discount ? (given.discount.percent === undefined ? 'amount' : 'percent') : null,
  discountValue: given.discount?.percent ?? given.discount?.amount ?? null,
  chartAccountId: given.chartAccountId ?? null,
  serialNumbers: given.serialNumbers ?? [],
  sourceElementId: given.sourceElementId ?? null,
  taxes: taxesOf(given, taxes),
  ...unpriced,
});

/** A tax that the line has already stays as it was used; others are as they are on the document's day. */
function taxesOf({ taxIds, taxes: used = [] }: DraftElement, dated: Map<string, DatedTax>): ElementTax[] {
  if (!taxIds) return used;
  return taxIds.map((id) => used.find(({ taxId }) => taxId === id) ?? taxOf(dated.get(id)!));
}

const taxOf = ({ id: taxId, base: appliesTo, ...tax }: DatedTax): ElementTax => ({
  taxId,
  code: tax.code,
  name: tax.name,
  kind: tax.kind,
  rate: plainDecimal(tax.rate),
  appliesTo,
  fiscalCode: tax.fiscalCode,
  chartAccountId: tax.chartAccountId,
  base: 0n,
  amount: 0n,
});

const unpriced = { amount: 0n, discount: 0n, net: 0n, tax: 0n, withheld: 0n, total: 0n };

/** What is taken from the request as it is, and from the contact where the request says nothing. */
function headOf(given: DocumentToDraft, contact: Contact | null) {
  return {
    kind: given.kind,
    direction: given.direction,
    contactId: contact?.id ?? null,
    contactName: given.contactName ?? contact?.legalName ?? contact?.name ?? null,
    contactTaxId: given.contactTaxId ?? contact?.taxId ?? null,
    fiscalType: given.fiscalType ?? null,
    fiscalNumber: given.fiscalNumber ?? null,
    fiscalExpiresOn: null,
    numeralsId: null,
    modifiesFiscalNumber: given.modifiesFiscalNumber ?? null,
    expenseType: given.expenseType ?? null,
    incomeType: given.incomeType ?? null,
    paymentForm: given.paymentForm ?? null,
    projectId: given.projectId ?? null,
    sellerId: given.sellerId === undefined ? (contact?.sellerId ?? null) : given.sellerId,
    stage: given.stage ?? null,
    reference: given.reference ?? null,
    notes: given.notes ?? '',
    terms: given.terms ?? '',
    templateId: given.templateId ?? null,
    attachments: given.attachments ?? [],
    deliverLater: given.deliverLater ?? false,
    sourceId: given.sourceId ?? null,
    recurrencyId: given.recurrencyId ?? null,
    cycleOn: given.cycleOn ?? null,
  };
}

function refuseForeignFields(given: DocumentToDraft): void {
  const foreign = given.direction === 'sale' ? (['fiscalNumber', 'expenseType'] as const) : (['incomeType'] as const);
  const wrong = foreign.filter((name) => given[name] !== undefined && given[name] !== null);
  if (wrong.length > 0) {
    const message = `A ${given.direction} has no such field.`;
    throw FieldNotOfDirection(message, {
      errors: wrong.map((name) => ({ path: `body.${name}`, code: 'not_of_this_direction', message })),
    });
  }
  if (given.direction === 'purchase' && given.fiscalNumber && !given.contactId) throw SupplierNumberNeedsContact();
}

/** Looks up whatever the document names, all at once; an unknown one is refused with its path. */
async function settleReferences(ctx: TenantContext, given: DocumentToDraft, date: string) {
  const { tx, organizationId } = ctx;
  const { projectId = null, sellerId } = given;
  const accountIds = given.elements.flatMap(({ chartAccountId }) => chartAccountId ?? []);
  const taxIds = given.elements.flatMap(({ taxIds: ids = [], taxes: used = [] }) =>
    ids.filter((id) => !used.some(({ taxId }) => taxId === id)),
  );
  const [baseCurrency, rules, settings, contact, exists, seller, accounts, active, taxes] = await Promise.all([
    findBaseCurrency(tx, organizationId),
    selectPostingRules(tx, organizationId),
    readSettings(ctx, accountingSettings),
    given.contactId ? requireContact(ctx, given.contactId, 'body.contactId') : null,
    selectKnown(tx, organizationId, { divisionId: given.divisionId ?? null, projectId }),
    sellerId ? selectMembership(tx, organizationId, sellerId) : null,
    accountIds.length > 0 ? selectPostingAccounts(tx, organizationId, accountIds) : [],
    given.divisionId === undefined ? activeDivision(ctx) : given.divisionId,
    requireTaxes(ctx, taxIds, Temporal.PlainDate.from(date), 'body.elements[].taxIds'),
  ]);
  if (!exists.division) throw unknownReference('body.divisionId', 'This division');
  if (!exists.project) throw unknownReference('body.projectId', 'This project');
  if (sellerId && !seller) throw unknownReference('body.sellerId', 'This member');
  const byId = new Map<string, PostingAccount>(accounts.map((account) => [account.id, account]));
  for (const [place, { chartAccountId }] of given.elements.entries()) {
    if (chartAccountId && !byId.has(chartAccountId))
      throw unknownReference(`body.elements[${place}].chartAccountId`, 'This account of the chart');
  }
  return {
    baseCurrency,
    rules,
    accounts: byId,
    taxes,
    contact,
    divisionId: active,
    paymentTermsDays: settings.paymentTermsDays,
  };
}

/** A rate is known or given where the document has another currency than the organization, and only there. */
async function rateOf(
  ctx: TenantContext,
  given: string | null,
  { currency, baseCurrency, date }: { currency: string; baseCurrency: string; date: string },
): Promise<string | null> {
  if (currency === baseCurrency) {
    if (given !== null) throw InvalidRate();
    return null;
  }
  if (given !== null) return given;
  const known = await rateOn(ctx, currency, date);
  if (!known) throw RateUnknown(`What ${currency} cost on ${date} is not known.`);
  return known.rate;
}
