import type { z } from 'zod';
import { findOrganization } from '#modules/organization/index.ts';
import { computation } from '#platform/compute/computation.ts';
import type { TenantSteps } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { performOperation } from '../turn/perform.ts';
import type { DocumentDraftProposal, InvoiceToRead, Unsure } from './draft.schema.ts';
import { type Look, lookingAs, type Match, matchContact, matchProducts } from './match.ts';
import { readByModel } from './model-reading.ts';
import type { ReadDocument } from './read.ts';
import type readInvoice from './read-invoice.compute.ts';
import { readSource, SourceUnreadable } from './source.ts';

type Given = z.output<typeof InvoiceToRead>;
type Proposal = z.input<typeof DocumentDraftProposal>;
type Draft = Proposal['draft'];

const reading = computation<typeof readInvoice>(import.meta.resolve('./read-invoice.compute.ts'));

/** Reads a draft of a document. Nothing is posted; only `save` writes, a document with the status `draft`. */
export async function draftInvoice(steps: TenantSteps, given: Given): Promise<Proposal> {
  const source = await readSource(steps, given);
  const { taxId } = await steps.transaction(({ tx, organizationId }) => findOrganization(tx, organizationId));
  const ownTaxId = taxId?.replace(/\D/g, '') || null;
  const { isElectronic, ...ruled } = await steps.compute(reading, { text: source.text, ownTaxId });
  const modelled = isElectronic ? null : await readByModel(steps, source, given.model);
  const { emails, phones } = ruled;
  const read = modelled ? { ...modelled.read, emails, phones } : ruled;
  requireContent(read, source.picture !== null);
  const readBy = modelled?.model ?? (isElectronic ? 'electronic-receipt' : 'rules');
  const look = lookingAs(steps);
  const [contact, products] = [
    await matchContact(look, { ...read, name: read.contactName }),
    await steps.transaction((ctx) => matchProducts(ctx, read.lines)),
  ];
  const { draft, unsure } = await compose(look, given, read, contact, products);
  const outcome = await tryOut(steps, draft, given.save);
  if ('problems' in outcome) unsure.push(...outcome.problems);
  else if (read.total !== null && Math.abs(Number(outcome.preview.total) - Number(read.total)) >= 0.01)
    unsure.push({
      field: 'total',
      why: `The source says ${read.total}, and the draft adds up to ${outcome.preview.total}.`,
      candidates: [],
    });
  return {
    readBy,
    draft,
    unsure,
    read: { total: read.total, tax: read.tax },
    preview: 'preview' in outcome ? outcome.preview : null,
    documentId: 'preview' in outcome ? outcome.documentId : null,
  };
}

function requireContent({ lines, total, contactName, fiscalNumber }: ReadDocument, isPicture: boolean): void {
  if (lines.length > 0 || total !== null || fiscalNumber !== null || (isPicture && contactName !== null)) return;
  throw SourceUnreadable(
    isPicture
      ? 'A picture without a readable QR code needs a model that reads pictures: choose one in the settings.'
      : 'No products, amounts or receipt numbers were found in it.',
  );
}

/** Notes that a field is not certain. */
type Doubt = (field: string, why: string, candidates?: Unsure[number]['candidates']) => void;

/** The body of the document, with everything that is not certain. */
async function compose(look: Look, given: Given, read: ReadDocument, contact: Match, products: Match[]) {
  const unsure: Unsure = [];
  const direction = given.direction ?? read.direction ?? 'sale';
  const doubt: Doubt = (field, why, candidates = []) => unsure.push({ field, why, candidates });
  if (!contact.chosen) {
    const why = contact.candidates.length > 0 ? 'Several contacts may be meant.' : 'No contact was found.';
    doubt('contactId', why, contact.candidates);
  }
  const elements = elementsOf(read, products, direction, doubt);
  const taxed = await treatTaxes(look, read, elements);
  if (taxed.problem) doubt('elements[0].taxIds', taxed.problem);
  const draft: Draft = {
    kind: given.kind ?? 'invoice',
    direction,
    status: 'draft',
    contactId: contact.chosen?.id ?? null,
    contactName: contact.chosen ? null : read.contactName,
    contactTaxId: contact.chosen ? null : read.taxId,
    // Our own receipts take their number from our own sequences.
    fiscalNumber: direction === 'purchase' ? read.fiscalNumber : null,
    ...(read.date !== null && { date: read.date }),
    ...(read.dueOn !== null && { dueOn: read.dueOn }),
    ...(read.currency !== null && { currency: read.currency }),
    pricesIncludeTax: taxed.pricesIncludeTax,
    attachments: given.fileId ? [given.fileId] : [],
    elements: elements.map((element) => ({ ...element, ...(taxed.taxIds && { taxIds: taxed.taxIds }) })),
  };
  return { draft, unsure };
}

/** The lines, each with its product if one was found. Without lines it is one with the total. */
function elementsOf(read: ReadDocument, products: Match[], direction: Draft['direction'], doubt: Doubt) {
  const hasLines = read.lines.length > 0;
  if (!hasLines) doubt('elements', 'Its lines could not be read: this is one line with the total.');
  return (hasLines ? read.lines : [wholeOf(read)]).map((line, place) => {
    const { chosen = null, candidates = [] } = products[place] ?? {};
    if (!chosen && hasLines) doubt(`elements[${place}].resourceId`, whyNoProduct(candidates), candidates);
    const needsPrice = line.price === null && (!chosen || direction === 'purchase');
    if (needsPrice) doubt(`elements[${place}].unitPrice`, 'It has no price.');
    return {
      resourceId: chosen?.id ?? null,
      description: chosen?.name ?? line.name,
      quantity: line.quantity,
      ...((line.price !== null || needsPrice) && { unitPrice: line.price ?? '0' }),
    };
  });
}

const whyNoProduct = ({ length }: Match['candidates']): string =>
  length > 0 ? 'Several products may be meant.' : 'No product was found: it is free text.';

const wholeOf = ({ fiscalNumber, total }: ReadDocument) => ({
  name: fiscalNumber ? `NCF ${fiscalNumber}` : 'Total',
  code: null,
  quantity: '1',
  price: total,
});

type Outcome = { preview: NonNullable<Proposal['preview']>; documentId: string | null } | { problems: Unsure };

/** Makes the document as the API would, and undoes it unless it is saved. */
async function tryOut(steps: TenantSteps, draft: Draft, saves: boolean): Promise<Outcome> {
  const operation = steps.operations.find('documents.create')!;
  const body = Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null));
  const made = await performOperation(steps, newId(), { operation, request: { body } }, { dryRun: !saves });
  if ('error' in made) return { problems: [{ field: 'draft', why: made.error, candidates: [] }] };
  const { id, net, tax, total, currency } = made.result as Record<'id' | 'net' | 'tax' | 'total' | 'currency', string>;
  return { preview: { net, tax, total, currency }, documentId: saves ? id : null };
}

interface ListedTax {
  id: string;
  code: string;
}

interface Treated {
  /** Undefined: the taxes of the products. */
  taxIds: string[] | undefined;
  pricesIncludeTax: boolean;
  problem: string | null;
}

const ITBIS_CODE = 'ITBIS-18';
const ITBIS_RATE = 0.18;
const near = (a: number, b: number): boolean => Math.abs(a - b) <= 0.06;

/** Finds out from the sums of a read invoice whether its prices have tax, and which. Orders have no sums. */
async function treatTaxes(
  look: Look,
  { total, tax, lines }: ReadDocument,
  elements: { quantity: string; unitPrice?: string }[],
): Promise<Treated> {
  const asUsual = { taxIds: undefined, pricesIncludeTax: false, problem: null };
  if (total === null) return asUsual;
  if (lines.length === 0)
    return { taxIds: [], pricesIncludeTax: false, problem: Number(tax ?? 0) > 0 ? UNCLEAR : null };
  const sum = elements.reduce((all, { quantity, unitPrice = '0' }) => all + Number(quantity) * Number(unitPrice), 0);
  const charged = Number(tax ?? 0);
  if (charged === 0) return { taxIds: [], pricesIncludeTax: false, problem: null };
  const found = await look<{ data: ListedTax[] }>('taxes.list', { query: { itemsPerPage: 200 } });
  const itbis = found?.data.find(({ code }) => code === ITBIS_CODE);
  const isAdded = near(sum + charged, Number(total)) && near(sum * ITBIS_RATE, charged);
  const isIncluded = near(sum, Number(total)) && near(sum - sum / (1 + ITBIS_RATE), charged);
  if (itbis && (isAdded || isIncluded)) return { taxIds: [itbis.id], pricesIncludeTax: isIncluded, problem: null };
  return { ...asUsual, problem: UNCLEAR };
}

const UNCLEAR = 'It has tax, and it is not clear on which lines.';
