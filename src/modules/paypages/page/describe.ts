import { selectMatching } from '#modules/accounting/index.ts';
import {
  brandOf,
  describeShared,
  findPrintable,
  type PendingRecord,
  type Printable,
  pageTitleOf,
} from '#modules/invoicing/index.ts';
import { describeOrganization, findOrganization, generalSettings, readSettings } from '#modules/organization/index.ts';
import { canBePaidOnline, isCardprocEnabled } from '#modules/payments/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMinor } from '#platform/money.ts';
import type { Language } from '#platform/pages/language.ts';
import { contentOf, isOutdated } from '../accept/content.ts';
import { describePayment } from '../payment/describe-payment.ts';
import { payPageSettings } from '../settings.ts';
import { type PageAcceptance, type PagePayment, pageAcceptances, pagePayments, type SharedPage } from '../tables.ts';
import { pageUrlOf } from './open.ts';
import { type Owed, owedOn, payerOf, takesCards } from './owed.ts';

const titles = { contact: 'Estado de cuenta', amount: 'Pago', card: 'Guardar una tarjeta' };

interface Visited {
  paymentId?: string | undefined;
  /** The language of the visitor. */
  language?: Language;
}

/** A page as its visitor sees it. Without a share id it is a preview. */
export async function describePage(
  ctx: TenantContext,
  page: SharedPage,
  shareId: string | null,
  { paymentId, language = 'es' }: Visited = {},
) {
  const [owed, payer, brand, acceptance, notation] = await Promise.all([
    owedOn(ctx, page),
    payerOf(ctx, page),
    brandOf(ctx),
    page.pendingRecordId ? pageAcceptances.find(ctx, { pendingRecordId: page.pendingRecordId }) : undefined,
    readSettings(ctx, generalSettings),
  ]);
  const url = shareId && pageUrlOf(ctx, shareId);
  const printable = page.kind === 'document' ? await findPrintable(ctx, page.pendingRecordId!) : null;
  const document = printable && describeDocument(ctx, printable, url);
  const outdated = Boolean(acceptance && printable && isOutdated(acceptance, contentOf(printable)));
  const record = page.kind === 'document' ? owed.documents[0]! : null;
  return {
    id: shareId,
    url,
    pdfUrl: document?.pdfUrl || null,
    kind: page.kind,
    organization: brand,
    title: document?.title ?? (page.description || titles[page.kind as keyof typeof titles]),
    message: page.message,
    expiresAt: page.expiresAt,
    currency: owed.currency,
    due: fromMinor(owed.due, owed.currency),
    document,
    documents: page.kind === 'contact' ? owed.documents.map((document) => describeLine(document, language)) : [],
    payer: payer && { name: payer.name },
    acceptance: acceptance ? describeAcceptance(acceptance, outdated) : null,
    mayAccept: record !== null && isAcceptable(record) && (!acceptance || outdated),
    version: record?.version ?? null,
    appearance: notation,
    paymentData: await describePaymentData(ctx, page, owed, paymentId),
  };
}

const describeAcceptance = ({ name, acceptedAt, documentVersion: version }: PageAcceptance, outdated: boolean) => ({
  name,
  acceptedAt,
  version,
  outdated,
});

/** A quote that was issued and not converted yet. */
export const isAcceptable = ({ kind, direction, status, state }: PendingRecord): boolean =>
  kind === 'quote' && direction === 'sale' && status === 'issued' && state !== 'converted';

function describeDocument(ctx: TenantContext, printable: Printable, url: string | null) {
  const { imageUrl: logoUrl } = describeOrganization(ctx, printable.organization);
  return describeShared(printable, { pdfUrl: url ? `${url}/pdf` : '', payUrl: null, logoUrl });
}

const describeLine = (document: PendingRecord, language: Language) => ({
  title: pageTitleOf(document, language),
  number: document.fiscalNumber ?? String(document.number),
  date: document.date,
  dueOn: document.dueOn,
  balance: fromMinor(document.balance, document.currency),
});

/** The amounts and the means that a visitor may pay with. Saved cards need a proof, so only their possibility is shown. */
export async function describePaymentData(ctx: TenantContext, page: SharedPage, owed: Owed, paymentId?: string) {
  const { currency, due, choices } = owed;
  const canPay = choices.length > 0;
  const [takes, online, local, payer, payment, bankTransfer] = await Promise.all([
    takesCards(ctx),
    canBePaidOnline(ctx),
    isCardprocEnabled(ctx),
    payerOf(ctx, page),
    findPayment(ctx, page, paymentId),
    canPay ? describeTransfer(ctx, page, owed) : null,
  ]);
  const usesCards = takes && (canPay || page.kind === 'card');
  const money = (minor: bigint): string => fromMinor(minor, currency);
  return {
    currency,
    due: money(due),
    choices: choices.map(({ what, amount, least, most, instalments = null }) => ({
      what,
      amount: money(amount),
      least: money(least),
      most: money(most),
      instalments,
    })),
    card: online && usesCards,
    localCard: local && usesCards && payer !== null,
    savedCards: usesCards && payer !== null && (online || local),
    bankTransfer,
    payment: payment ? await describePayment(ctx, page, payment) : null,
  };
}

async function findPayment(ctx: TenantContext, page: SharedPage, paymentId?: string): Promise<PagePayment | undefined> {
  const own = { pageId: page.id, pendingRecordId: page.pendingRecordId };
  if (!paymentId) return pagePayments.find(ctx, own, { orderBy: ['-createdAt'] });
  return pagePayments.find(ctx, { ...own, id: paymentId });
}

async function describeTransfer(ctx: TenantContext, page: SharedPage, { currency, documents }: Owed) {
  const settings = await readSettings(ctx, payPageSettings);
  if (!settings.bankTransfer) return null;
  const [banks, organization] = await Promise.all([
    selectMatching(ctx, { kind: 'bank', currency, archived: false }),
    findOrganization(ctx.tx, ctx.organizationId),
  ]);
  const holder = organization.legalName ?? organization.name;
  const accounts = banks.flatMap(({ bankName, accountNumber }) =>
    accountNumber ? { bankName, accountNumber, holder, currency } : [],
  );
  const document = page.kind === 'document' ? documents[0] : null;
  const reference = document ? (document.fiscalNumber ?? String(document.number)) : page.description || holder;
  return accounts.length > 0 ? { accounts, reference, instructions: settings.transferInstructions } : null;
}
