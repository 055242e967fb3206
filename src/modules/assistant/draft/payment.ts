import type { z } from 'zod';
import { requireContact } from '#modules/contacts/index.ts';
import { computation } from '#platform/compute/computation.ts';
import type { TenantSteps } from '#platform/context.ts';
import { least, sum } from '#platform/decimal.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import type { PaymentDraftProposal, PaymentToRead, Unsure } from './draft.schema.ts';
import { type Candidate, choose, type Look, lookingAs, type Match, matchContact } from './match.ts';
import { readByModel } from './model-reading.ts';
import type { ReadDocument } from './read.ts';
import type readPayment from './read-payment.compute.ts';
import type { ReadPayment } from './read-payment.compute.ts';
import { readSource, SourceUnreadable } from './source.ts';

type Given = z.output<typeof PaymentToRead>;
type Proposal = z.input<typeof PaymentDraftProposal>;

const reading = computation<typeof readPayment>(import.meta.resolve('./read-payment.compute.ts'));
const OPEN_MAX = 100;

/** Reads who paid how much, and proposes which invoices it pays. Nothing is written. */
export async function draftPayment(steps: TenantSteps, given: Given): Promise<Proposal> {
  const { contactId } = given;
  const known = await steps.transaction(async (ctx) => ({
    currency: ctx.currency,
    payer: contactId ? await requireContact(ctx, contactId, 'body.contactId') : null,
  }));
  const source = await readSource(steps, given);
  const ruled = await steps.compute(reading, { text: source.text });
  const modelled = await readByModel(steps, source, given.model);
  const read = modelled ? combined(modelled.read, ruled) : ruled;
  if (read.amount === null && read.payerName === null && read.reference === null)
    throw SourceUnreadable(
      source.picture && !modelled
        ? 'A picture of a payment needs a model that reads pictures: choose one in the settings.'
        : 'No amount, payer or reference was found in it.',
    );
  const look = lookingAs(steps);
  const payer: Match = known.payer
    ? choose([{ id: known.payer.id, name: known.payer.name, confidence: 1 }])
    : await matchContact(look, { ...read, name: read.payerName });
  const currency = read.currency ?? known.currency;
  return propose(look, given, { read, payer, currency, text: source.text, readBy: modelled?.model ?? 'rules' });
}

/** The model's reading first, the rules' for what it left out. */
const combined = (model: ReadDocument, ruled: ReadPayment): ReadPayment => ({
  ...ruled,
  amount: model.total ?? ruled.amount,
  date: model.date ?? ruled.date,
  reference: model.reference ?? ruled.reference,
  payerName: model.contactName ?? ruled.payerName,
  currency: model.currency ?? ruled.currency,
});

interface Facts {
  read: ReadPayment;
  payer: Match;
  currency: string;
  text: string;
  readBy: string;
}

async function propose(
  look: Look,
  { direction }: Given,
  { read, payer, currency, text, readBy }: Facts,
): Promise<Proposal> {
  const amount = read.amount === null ? null : toMinor(read.amount, currency);
  const open = await openInvoices(look, direction, payer.chosen?.id ?? null, currency);
  const found = amount === null ? [] : allocate(open, amount, text);
  // Without a payer only what the text itself names is certain.
  const allocations = payer.chosen ? found : found.filter(({ why }) => why === 'reference');
  const owners = new Set(allocations.map(({ invoice }) => invoice.contactId));
  const contactId = payer.chosen?.id ?? (owners.size === 1 ? [...owners][0]! : null);
  const account = await accountFor(look, currency, read.method);
  const left = amount === null ? null : amount - sum(allocations.map((each) => each.amount));
  const payment = { contactId, accountId: account.chosen?.id, direction, allocations, currency };
  return {
    readBy,
    amount: amount === null ? null : fromMinor(amount, currency),
    currency,
    date: read.date,
    reference: read.reference,
    payerName: payer.chosen?.name ?? read.payerName,
    allocations: allocations.map(({ invoice, amount: part, why }) => ({
      documentId: invoice.id,
      number: invoice.number,
      fiscalNumber: invoice.fiscalNumber,
      dueOn: invoice.dueOn,
      balance: fromMinor(invoice.balance, currency),
      amount: fromMinor(part, currency),
      why,
    })),
    unallocated: left === null ? null : fromMinor(left, currency),
    draft: draftOf(payment, read),
    unsure: doubtsAbout({ payer, account, contactId, amount, left, allocations }),
  };
}

/** The payment as it can be sent, if its payer, its account and its invoices are known. */
function draftOf(
  payment: {
    contactId: string | null;
    accountId: string | undefined;
    direction: Given['direction'];
    allocations: Allocation[];
    currency: string;
  },
  { date, reference, method }: ReadPayment,
): Proposal['draft'] {
  const { contactId, accountId, direction, allocations, currency } = payment;
  if (!contactId || !accountId || allocations.length === 0) return null;
  return {
    contactId,
    accountId,
    direction,
    documents: allocations.map(({ invoice, amount }) => ({ id: invoice.id, amount: fromMinor(amount, currency) })),
    ...(date && { date }),
    ...(reference && { reference }),
    ...(method && { paymentMethod: method }),
  };
}

interface Findings {
  payer: Match;
  account: Match;
  contactId: string | null;
  amount: bigint | null;
  left: bigint | null;
  allocations: Allocation[];
}

/** The fields that a person should check, and why. */
function doubtsAbout({ payer, account, contactId, amount, left, allocations }: Findings): Unsure {
  const unsure: Unsure = [];
  const doubt = (field: string, why: string, candidates: Candidate[] = []) => unsure.push({ field, why, candidates });
  const isSome = (why: Allocation['why']) => allocations.some((each) => each.why === why);
  const whoseWhy = payer.candidates.length > 0 ? 'Several contacts may be meant.' : 'No contact was found.';
  if (amount === null) doubt('amount', 'No amount was found.');
  if (!contactId) doubt('contactId', whoseWhy, payer.candidates);
  if (contactId && amount !== null && allocations.length === 0)
    doubt('documents', 'There is no open invoice in this currency.');
  if (isSome('oldest-first'))
    doubt('documents', 'Nothing says which invoices it pays: those that fell due first are proposed.');
  if (isSome('adds-up'))
    doubt('documents', 'These invoices add up to the amount; nothing else says that they are meant.');
  if (!account.chosen) doubt('accountId', 'Choose the account that the money went to.', account.candidates);
  if (left !== null && left > 0n) doubt('amount', 'It is more than these invoices owe.');
  return unsure;
}

/** The open invoices of a contact, or of everybody, those that fell due first at the beginning. */
async function openInvoices(
  look: Look,
  direction: string,
  contactId: string | null,
  currency: string,
): Promise<OpenInvoice[]> {
  const query = { direction, kind: 'invoice', sort: 'due', itemsPerPage: OPEN_MAX, ...(contactId && { contactId }) };
  const found = await look<{ data: (Omit<OpenInvoice, 'balance'> & { currency: string; balance: string })[] }>(
    'documents.listOpen',
    { query },
  );
  return (found?.data ?? [])
    .filter((document) => document.currency === currency)
    .map((document) => ({ ...document, balance: toMinor(document.balance, currency) }));
}

/** The account that money of this kind goes to, where there is only one. */
async function accountFor(look: Look, currency: string, method: ReadPayment['method']): Promise<Match> {
  const kind = method === 'cash' ? 'cash' : method === null ? undefined : 'bank';
  const query = { currency, itemsPerPage: 50, ...(kind && { kind }) };
  const found = await look<{ data: { id: string; name: string }[] }>('accounts.list', { query });
  const accounts = (found?.data ?? []).map(({ id, name }) => ({ id, name, confidence: 0.5 }));
  return { chosen: accounts.length === 1 ? accounts[0]! : null, candidates: accounts.slice(0, 5) };
}

/** An open invoice, in minor units. */
interface OpenInvoice {
  id: string;
  contactId: string | null;
  number: number | null;
  fiscalNumber: string | null;
  reference: string | null;
  dueOn: string;
  balance: bigint;
}

interface Allocation {
  invoice: OpenInvoice;
  amount: bigint;
  why: 'reference' | 'exact-amount' | 'adds-up' | 'oldest-first';
}

/** More invoices are not tried in all combinations. */
const COMBINED_MAX = 18;

/**
 * Which invoices a payment pays: those that the text names; one with exactly the amount; the fewest that add up to it; else those
 * that fell due first. `invoices` are in the order in which they fell due.
 */
function allocate(invoices: OpenInvoice[], amount: bigint, text: string): Allocation[] {
  const named = invoices.filter((invoice) => isNamed(invoice, text));
  if (named.length > 0) return inOrder(named, amount, 'reference');
  const exact = invoices.find(({ balance }) => balance === amount);
  if (exact) return [{ invoice: exact, amount, why: 'exact-amount' }];
  const together = fewestThatAddUp(invoices.slice(0, COMBINED_MAX), amount);
  if (together) return together.map((invoice) => ({ invoice, amount: invoice.balance, why: 'adds-up' }));
  return inOrder(invoices, amount, 'oldest-first');
}

function inOrder(invoices: OpenInvoice[], amount: bigint, why: Allocation['why']): Allocation[] {
  let left = amount;
  const allocations: Allocation[] = [];
  for (const invoice of invoices) {
    const part = least(invoice.balance, left);
    if (part > 0n) allocations.push({ invoice, amount: part, why });
    left -= part;
  }
  return allocations;
}

/** The receipt number or our own reference anywhere, or the number after a word that means invoice. */
function isNamed({ number, fiscalNumber, reference }: OpenInvoice, text: string): boolean {
  const plain = text.toUpperCase();
  if (fiscalNumber && plain.includes(fiscalNumber.toUpperCase())) return true;
  if (reference && reference.length >= 4 && plain.includes(reference.toUpperCase())) return true;
  if (number === null) return false;
  return new RegExp(
    String.raw`\b(?:FACTURAS?|FACT?|INVOICES?|INV)\b[\s.:#]*(?:N[O°º]\.?|NUM(?:ERO)?\.?|NO\.?)?[\s:#]*(?:\d+\s*(?:,|Y|AND|&)\s*)*0*${number}\b`,
  ).test(plain);
}

function fewestThatAddUp(invoices: OpenInvoice[], amount: bigint): OpenInvoice[] | null {
  let best: number[] | null = null;
  const seek = (at: number, left: bigint, chosen: number[]): void => {
    if (left === 0n) {
      if (best === null || chosen.length < best.length) best = [...chosen];
      return;
    }
    if (at >= invoices.length || left < 0n || (best !== null && chosen.length + 1 >= best.length)) return;
    seek(at + 1, left - invoices[at]!.balance, [...chosen, at]);
    seek(at + 1, left, chosen);
  };
  seek(0, amount, []);
  return (best as number[] | null)?.map((place) => invoices[place]!) ?? null;
}
