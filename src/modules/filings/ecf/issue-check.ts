import { type CreditNoteDraft, returns } from '#modules/fulfilment/index.ts';
import {
  FiscalDocumentUnacceptable,
  type IssuedReceipt,
  type ReceiptDraft,
  selectReceipt,
} from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import type { FieldError } from '#platform/refusal.ts';
import { ecfDocuments } from '../tables.ts';
import { type EcfElement, type EcfFacts, type EcfHead, ecfContent } from './content.ts';
import { type EcfIssuer, type EcfReference, ecfTypeOf } from './ecf-document.ts';
import { ecfProblems } from './ecf-problems.ts';
import { ecfLaw } from './law.ts';
import { modificationCodeOf } from './modification.ts';

/** Before a number is taken, any number of the type is a placeholder. */
const numberOf = (type: string): string => `${type}${'0'.repeat(10)}`;

/** The company is checked when it is registered, and its documents wait for it. */
const someIssuer = {
  taxId: '000000000',
  name: '-',
  tradeName: null,
  branch: null,
  address: '-',
  municipality: null,
  province: null,
  phones: [],
  email: null,
  website: null,
  sellerCode: null,
  internalNumber: null,
} satisfies EcfIssuer;

/** Refuses a receipt that the tax authority would reject. The data is at hand and the law is kept: no statement is sent. */
export async function refuseUnacceptable(ctx: TenantContext, draft: ReceiptDraft): Promise<void> {
  const type = ecfTypeOf(numberOf(draft.type));
  if (!type) return;
  const { content, elements, modified } = draft;
  const { modifiesFiscalNumber } = content;
  const found: FieldError[] = [];
  let reference: EcfReference | null = null;
  if (modifiesFiscalNumber) {
    found.push(...(await modifiedProblems(ctx, content, modified)));
    if (type === '33' && modified) found.push(...(await voidedProblems(ctx, modified)));
    const code = modificationCodeOf(type, modifiesFiscalNumber, content.modificationCode);
    const issuedOn = modified?.date ?? content.date;
    reference = { number: modifiesFiscalNumber, issuedOn, code, reason: null, otherTaxId: null };
  }
  const problems = await problemsOf(ctx, { type, document: content, elements, ratesOn: content.date, reference });
  refuse([...found, ...problems], placeInDocument);
}

/** Refuses a return whose electronic credit note the tax authority would reject. */
export async function refuseUnacceptableNote(ctx: TenantContext, draft: CreditNoteDraft): Promise<void> {
  const type = ecfTypeOf(numberOf(draft.type));
  if (!type) return;
  const { document, elements, invoice } = draft;
  const number = document.modifiesFiscalNumber!;
  const own = { ...invoice, fiscalNumber: invoice.fiscalNumber! };
  const found = await modifiedProblems(ctx, document, own);
  // A debit note is credited on the receipt that it modifies.
  const modified = number === own.fiscalNumber ? own : await selectReceipt(ctx, number);
  if (modified !== own) found.push(...(await modifiedProblems(ctx, document, modified)));
  const issuedOn = modified?.date ?? invoice.date;
  const reference: EcfReference = { number, issuedOn, code: 3, reason: null, otherTaxId: null };
  const problems = await problemsOf(ctx, { type, document, elements, ratesOn: invoice.date, reference });
  refuse([...found, ...problems], placeInReturn);
}

async function problemsOf(
  ctx: TenantContext,
  draft: Pick<EcfFacts, 'type' | 'reference'> & { document: EcfHead; elements: EcfElement[]; ratesOn: string },
): Promise<FieldError[]> {
  const { document, type } = draft;
  const law = await ecfLaw(ctx, document.date, draft.ratesOn);
  const content = ecfContent({
    ...draft,
    number: numberOf(`E${type}`),
    internalNumber: null,
    // The range is chosen so that it holds on the day of the document.
    sequenceExpiresOn: document.date,
    resources: new Map(),
    buyerContact: { email: null, address: null },
    baseCurrency: ctx.currency,
    law,
  });
  const isFuture = document.date > ctx.today.toString();
  const future = { path: 'issuedOn', code: 'in_future', message: 'An electronic receipt is not dated in the future.' };
  return [...(isFuture ? [future] : []), ...ecfProblems({ ...content, issuer: someIssuer }, law)];
}

/** Why a document cannot modify that receipt. */
async function modifiedProblems(
  ctx: TenantContext,
  document: EcfHead & { contactId: string | null },
  modified: IssuedReceipt | null,
): Promise<FieldError[]> {
  const wrong = (code: string, message: string): FieldError[] => [{ path: 'reference', code, message }];
  if (!modified) return wrong('not_found', 'This organization has issued no receipt with this number.');
  const { fiscalNumber: number } = modified;
  if (modified.status !== 'issued') return wrong('void', `${number} is void.`);
  if (modified.date > document.date) return wrong('later', `${number} is dated later than this document.`);
  const isSame =
    document.contactTaxId === modified.contactTaxId &&
    (document.contactTaxId !== null || document.contactId === modified.contactId);
  if (!isSame) return wrong('other_buyer', `${number} was issued to somebody else.`);
  const sent = await ecfDocuments.find(ctx, { number, testSetId: null });
  if (sent?.state === 'rejected')
    return wrong('rejected', `The tax authority has rejected ${number}: void it instead.`);
  return [];
}

/** Why no debit note can raise that receipt: a credit note has voided it. */
async function voidedProblems(ctx: TenantContext, { id, fiscalNumber }: IssuedReceipt): Promise<FieldError[]> {
  const credits = await returns.all(ctx, { pendingRecordId: id, status: 'issued' }, { columns: ['id'] });
  const sourceId = credits.map((credit) => credit.id);
  const notes = sourceId.length > 0 ? await ecfDocuments.all(ctx, { sourceKind: 'return', sourceId }) : [];
  const isVoided = notes.some(({ state, content }) => state !== 'rejected' && content.reference?.code === 1);
  const message = `A credit note has voided ${fiscalNumber}: invoice the amount instead.`;
  return isVoided ? [{ path: 'reference', code: 'void', message }] : [];
}

function refuse(problems: FieldError[], placeOf: (path: string) => string): void {
  const [first] = problems;
  if (!first) return;
  const errors = problems.map((problem) => ({ ...problem, path: placeOf(problem.path) }));
  throw FiscalDocumentUnacceptable(`The tax authority would reject this electronic receipt: ${first.message}`, {
    errors,
  });
}

const lineFields: Record<string, string> = {
  name: 'description',
  itbis: 'taxIds',
  otherTaxes: 'taxIds',
  withheld: 'taxIds',
};
const documentFields: Record<string, string> = {
  buyer: 'contactId',
  'buyer.taxId': 'contactTaxId',
  'buyer.foreignId': 'contactTaxId',
  'buyer.name': 'contactName',
  reference: 'modifiesFiscalNumber',
  'reference.code': 'modificationCode',
  currency: 'currency',
  exchangeRate: 'rate',
  pricesIncludeItbis: 'pricesIncludeTax',
  'payment.dueOn': 'dueOn',
  issuedOn: 'date',
  sequenceExpiresOn: 'date',
};

/** The field of the request that the place in the e-CF comes from. */
function placeInDocument(path: string): string {
  const [, place, field] = /^lines\[(\d+)\]\.(\w+)/.exec(path) ?? [];
  if (place !== undefined) return `body.elements[${place}].${lineFields[field!] ?? field}`;
  return `body.${documentFields[path] ?? 'elements'}`;
}

function placeInReturn(path: string): string {
  if (path === 'issuedOn') return 'body.date';
  const place = /^lines(\[\d+\])?/.exec(path);
  return place ? `body.lines${place[1] ?? ''}` : 'body.pendingRecordId';
}
