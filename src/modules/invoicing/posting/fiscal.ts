import {
  type FiscalType,
  fiscalTypes,
  legalParameters,
  takeNumeral,
  type WantedNumeral,
} from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { configured } from '#platform/db/configured.ts';
import { toMinor } from '#platform/money.ts';
import { refusal } from '#platform/refusal.ts';
import { beforeReceiptIssued } from '../hooks.ts';
import type { DocumentDraft } from '../pending/document-draft.ts';
import { type PendingContent, selectReceipt } from '../pending/pending.sql.ts';

export const FiscalTypeUnsuitable = refusal(
  'fiscal_type_unsuitable',
  'This type of fiscal receipt does not suit the document: choose another one.',
);
export const BuyerTaxIdRequired = refusal(
  'buyer_tax_id_required',
  'This fiscal receipt must show the tax id of the other party: add it to the contact.',
);
export const FiscalDocumentUnacceptable = refusal(
  'fiscal_document_unacceptable',
  'The tax authority would reject this electronic receipt, so nothing was issued and no number was used: correct what `errors` lists.',
);

/** The threshold above which a consumer must be named is in Dominican pesos. */
const THRESHOLD_CURRENCY = 'DOP';

export type Receipt = Partial<Pick<PendingContent, 'fiscalNumber' | 'fiscalExpiresOn' | 'numeralsId'>>;

/** Whether the organization numbers the receipt: the seller does, except for purchases from informal sellers and the like. */
const isOurs = ({ issuedBy }: FiscalType, { direction }: PendingContent): boolean =>
  issuedBy === (direction === 'sale' ? 'seller' : 'buyer');

/** Refuses a receipt that the law would not accept, before it takes a number. */
export async function refuseUnfiscal(ctx: TenantContext, { content, elements }: DocumentDraft): Promise<void> {
  const type = content.fiscalType === null ? undefined : fiscalTypes.get(content.fiscalType);
  if (!type) return;
  if (content.kind !== 'invoice') throw FiscalTypeUnsuitable('Only invoices have fiscal receipts.');
  if (type.note === 'credit') throw FiscalTypeUnsuitable('A credit note is made with a return.');
  if (type.note === 'debit' && !content.modifiesFiscalNumber)
    throw FiscalTypeUnsuitable('A debit note names the receipt that it modifies: give modifiesFiscalNumber.');
  if (content.direction === 'sale' && type.issuedBy === 'buyer')
    throw FiscalTypeUnsuitable(`${type.name} is for purchases.`);
  if (!isOurs(type, content)) return;
  await refuseUnnamedBuyer(ctx, type, content);
  const { modifiesFiscalNumber } = content;
  const modified = modifiesFiscalNumber === null ? null : await selectReceipt(ctx, modifiesFiscalNumber);
  await beforeReceiptIssued(ctx, { type: type.code, content, elements, modified });
}

async function refuseUnnamedBuyer(ctx: TenantContext, type: FiscalType, content: PendingContent): Promise<void> {
  if (content.contactTaxId !== null) return;
  if (type.needsBuyerTaxId === 'always' || (await isAboveThreshold(ctx, type, content)))
    throw BuyerTaxIdRequired.at('body.contactTaxId', 'required');
}

async function isAboveThreshold(ctx: TenantContext, type: FiscalType, content: PendingContent): Promise<boolean> {
  if (type.needsBuyerTaxId !== 'above-threshold') return false;
  const date = Temporal.PlainDate.from(content.date);
  const law = await configured(ctx, `consumer threshold ${date}`, () =>
    legalParameters(ctx, ['consumer-threshold'], date),
  );
  return content.baseTotal >= toMinor(law['consumer-threshold'], THRESHOLD_CURRENCY);
}

/** The fiscal number to take, if the organization issues the receipt. */
export function wantedNumeral(content: PendingContent): WantedNumeral | null {
  const type = content.fiscalType === null ? undefined : fiscalTypes.get(content.fiscalType);
  if (!type || !isOurs(type, content)) return null;
  return { type: type.code, date: Temporal.PlainDate.from(content.date), divisionId: content.divisionId };
}

/** Takes the number of the receipt at once. */
export async function takeReceipt(ctx: TenantContext, content: PendingContent): Promise<Receipt> {
  const wanted = wantedNumeral(content);
  if (!wanted) return {};
  const taken = await takeNumeral(ctx, wanted);
  return { numeralsId: taken.numeralsId, fiscalNumber: taken.number, fiscalExpiresOn: taken.expiresOn };
}
