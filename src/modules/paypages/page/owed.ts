import { findContact } from '#modules/contacts/index.ts';
import {
  type PendingRecord,
  selectOpenInvoices,
  selectPendingRecord,
  selectPendingRecords,
} from '#modules/invoicing/index.ts';
import { readSettings } from '#modules/organization/index.ts';
import { inInstalments, instalmentsOf, invoicingSettings, NothingDue } from '#modules/receivables/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { least } from '#platform/decimal.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { orNotFound, refusal } from '#platform/refusal.ts';
import { pagePayments, type SharedPage } from '../tables.ts';
import type { MayPay } from './page.schema.ts';

export const AmountNotOffered = refusal(
  'amount_not_offered',
  'This page does not accept this amount: choose one that it offers.',
);

/** The invoices of a contact that one page shows and pays. */
const DOCUMENTS_MAX = 200;
const NOTHING = { due: 0n, choices: [], documents: [] };

/** An amount that a visitor may choose to pay. */
interface Choice {
  what: MayPay;
  /** The default amount. */
  amount: bigint;
  least: bigint;
  most: bigint;
  /** How many instalments it pays. */
  instalments?: number;
}

/** The amounts that a page asks for, in minor units. */
export interface Owed {
  currency: string;
  due: bigint;
  choices: Choice[];
  documents: PendingRecord[];
}

/** The contact who pays on a page: the survivor of a merged one. Null: a document without a contact. */
export async function payerOf(ctx: TenantContext, page: SharedPage): Promise<{ id: string; name: string } | null> {
  const document = page.pendingRecordId && (await selectPendingRecord(ctx, page.pendingRecordId));
  const contactId = page.contactId ?? (document ? document.contactId : null);
  return contactId ? ((await findContact(ctx, contactId)) ?? null) : null;
}

/** Whether the organization takes cards on its pages. */
export const takesCards = async (ctx: TenantContext): Promise<boolean> =>
  (await readSettings(ctx, invoicingSettings)).onlinePayment;

export async function owedOn(ctx: TenantContext, page: SharedPage): Promise<Owed> {
  if (page.kind === 'document') {
    const document = orNotFound(await selectPendingRecord(ctx, page.pendingRecordId!));
    return owedOnDocument(ctx, page, document);
  }
  if (page.kind === 'contact') return owedByContact(ctx, page);
  const currency = page.currency ?? ctx.currency;
  if (page.kind === 'card') return { currency, ...NOTHING };
  const settled = await pagePayments.all(ctx, { pageId: page.id, status: 'settled' });
  const paid = settled.reduce((sum, { amount }) => sum + amount, 0n);
  const due = page.amount! > paid ? page.amount! - paid : 0n;
  return { currency, due, choices: choicesOf(page, due), documents: [] };
}

/** A document may be paid here as far as it is an issued sale with something due. Instalments ask for their own amounts. */
export async function owedOnDocument(ctx: TenantContext, page: SharedPage, document: PendingRecord): Promise<Owed> {
  const { currency, kind, direction, isOpen, status } = document;
  const documents = [document];
  const isOwed = (kind === 'invoice' || kind === 'loan') && direction === 'sale' && status === 'issued';
  if (!isOwed || !isOpen) return { currency, due: 0n, choices: [], documents };
  const plan = await instalmentsOf(ctx, document.id);
  if (kind === 'loan' && !plan) return { currency, due: document.balance, choices: [], documents };
  if (!plan) return { currency, due: document.balance, choices: choicesOf(page, document.balance), documents };
  const { instalment, count, payOff } = plan;
  const choices = choicesOf({ mayPay: page.mayPay.filter((what) => what !== 'instalment') }, payOff);
  const next: Choice = {
    what: 'instalment',
    amount: instalment,
    least: instalment,
    most: instalment,
    instalments: count,
  };
  return { currency, due: payOff, choices: [next, ...choices], documents };
}

async function owedByContact(ctx: TenantContext, page: SharedPage): Promise<Owed> {
  const currency = page.currency!;
  const contact = await payerOf(ctx, page);
  if (!contact) return { currency, ...NOTHING };
  const documents = await openInvoicesOf(ctx, contact.id, currency);
  const due = documents.reduce((sum, { balance }) => sum + balance, 0n);
  return { currency, due, choices: choicesOf(page, due), documents };
}

/** The open sales of a contact, those that fell due first. An invoice in instalments is paid on its own page. */
export async function openInvoicesOf(
  ctx: TenantContext,
  contactId: string,
  currency: string,
): Promise<PendingRecord[]> {
  const exceptIds = await inInstalments(ctx, contactId);
  const filter = { contactId, direction: 'sale', currency, exceptIds } as const;
  const ids = (await selectOpenInvoices(ctx, filter, DOCUMENTS_MAX)).map(({ id }) => id);
  const found = new Map((await selectPendingRecords(ctx, ids)).map((document) => [document.id, document]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

function choicesOf({ mayPay }: Pick<SharedPage, 'mayPay'>, due: bigint): Choice[] {
  if (due === 0n) return [];
  const whole: Choice = { what: 'whole', amount: due, least: due, most: due };
  const part: Choice = { what: 'part', amount: due, least: least(100n, due), most: due };
  return [...(mayPay.includes('whole') ? [whole] : []), ...(mayPay.includes('part') ? [part] : [])];
}

interface GivenChoice {
  what?: MayPay | undefined;
  amount?: string | undefined;
}

/** The amount that a visitor chose, as the page offers it now. */
export function chosenAmount(owed: Owed, given: GivenChoice): bigint {
  if (owed.due === 0n) throw NothingDue();
  const wanted = given.what ?? (given.amount === undefined ? owed.choices[0]?.what : 'part');
  const choice = owed.choices.find(({ what }) => what === wanted);
  const isGiven = choice?.what === 'part' && given.amount !== undefined;
  const amount = choice && (isGiven ? toMinor(given.amount!, owed.currency) : choice.amount);
  if (!choice || amount! < choice.least || amount! > choice.most) {
    const range =
      choice && `from ${fromMinor(choice.least, owed.currency)} to ${fromMinor(choice.most, owed.currency)}`;
    const message = range ? `The page offers ${range} ${owed.currency}.` : 'The page does not offer this.';
    throw AmountNotOffered.at('body.amount', 'not_offered', message);
  }
  return amount!;
}
