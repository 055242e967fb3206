import { type Contact, contactDataOf, findContact } from '#modules/contacts/index.ts';
import type { PendingRecord } from '#modules/invoicing/index.ts';
import { findOrganization, generalSettings, readSettings } from '#modules/organization/index.ts';
import { NothingDue } from '#modules/receivables/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { sum } from '#platform/decimal.ts';
import { formatDate, formatMoney } from '#platform/format.ts';
import { newId } from '#platform/id.ts';
import { takeLetters } from '#platform/mail/quota.ts';
import { fromMinor } from '#platform/money.ts';
import { NotFound, refusal } from '#platform/refusal.ts';
import { openInvoicesOf } from '../page/owed.ts';
import { createPage, describeRecord } from '../page/page.ts';
import { reminderSettings } from '../settings.ts';
import { autoCharges, type PaymentReminder, paymentReminders, sharedPages } from '../tables.ts';
import { composeLetter } from './letter.ts';

export const NoAddressToRemind = refusal(
  422,
  'no_address',
  'The contact has no e-mail address: add one to the contact.',
);

interface Reminder {
  id: string;
  contact: Contact;
  currency: string;
  documents: PendingRecord[];
  message: string;
}

/** Reminds a contact at once of all that they owe in a currency. */
export async function remindNow(
  ctx: TenantContext,
  contactId: string,
  { currency = ctx.currency, message }: { currency?: string | undefined; message?: string | undefined },
) {
  const contact = await findContact(ctx, contactId);
  if (!contact) throw NotFound();
  const documents = await openInvoicesOf(ctx, contact.id, currency);
  if (documents.length === 0) throw NothingDue('The contact has no open invoice in this currency.');
  const settings = await readSettings(ctx, reminderSettings);
  const reminder = { id: newId(), contact, currency, documents, message: message ?? settings.message };
  const sent = await send(ctx, reminder);
  if (!sent) throw NoAddressToRemind();
  return describeReminder(sent);
}

/**
 * Reminds a contact of what is due by the first of the planned days. What is charged to a saved card is mentioned only after the
 * due date, when the charge has failed.
 */
export async function remindAsPlanned(
  ctx: TenantContext,
  id: string,
  contactId: string,
  currency: string,
): Promise<void> {
  const contact = await findContact(ctx, contactId);
  if (!contact?.paymentReminders || contact.archivedAt) return;
  const { days, message } = await readSettings(ctx, reminderSettings);
  const isCharged = await autoCharges.exists(ctx, { contactId: contact.id });
  const early = isCharged ? -1 : Math.max(0, ...days.map((after) => -after));
  const until = ctx.today.add({ days: early }).toString();
  const open = await openInvoicesOf(ctx, contact.id, currency);
  const documents = open.filter(({ dueOn }) => dueOn <= until);
  if (documents.length > 0) await send(ctx, { id, contact, currency, documents, message });
}

/** Notes and sends the letter, once. Null: the contact has no address. */
async function send(ctx: TenantContext, reminder: Reminder): Promise<PaymentReminder | null> {
  const { id, contact, currency, documents } = reminder;
  const data = await contactDataOf(ctx, [contact.id]);
  const email = data.find(({ kind }) => kind === 'email')?.value;
  if (!email) return null;
  const today = ctx.today.toString();
  const sent = await paymentReminders.insertUnlessTaken(ctx, {
    id,
    contactId: contact.id,
    email,
    currency,
    amount: sum(documents.map(({ balance }) => balance)),
    overdue: sum(documents.filter(({ dueOn }) => dueOn < today).map(({ balance }) => balance)),
    pendingRecordIds: documents.map((document) => document.id),
    sentBy: ctx.userId,
    sentAt: ctx.now,
  });
  if (!sent) return paymentReminders.get(ctx, id);
  await takeLetters(ctx, [email]);
  const [organization, general, url] = await Promise.all([
    findOrganization(ctx.tx, ctx.organizationId),
    readSettings(ctx, generalSettings),
    pageFor(ctx, contact.id, currency),
  ]);
  const money = (minor: bigint): string => formatMoney(fromMinor(minor, currency), currency, general);
  const letter = composeLetter(general.language, {
    name: contact.name,
    issuer: organization.name,
    total: money(sent.amount),
    isOverdue: sent.overdue > 0n,
    lines: documents.map(({ fiscalNumber, number, dueOn, balance }) => ({
      number: fiscalNumber ?? String(number),
      date: formatDate(dueOn, general),
      isOverdue: dueOn < today,
      amount: money(balance),
    })),
    message: reminder.message,
    url,
  });
  ctx.mail({ to: email, ...letter, ...(organization.email && { replyTo: organization.email }) });
  return sent;
}

/** The page on which the contact sees and pays all of it: one for all letters, so that the link of an old one works too. */
async function pageFor(ctx: TenantContext, contactId: string, currency: string): Promise<string> {
  const ours = { kind: 'contact', contactId, currency, createdBy: null, revokedAt: null, expiresAt: null } as const;
  const known = await sharedPages.find(ctx, ours);
  const page = known
    ? describeRecord(ctx, known)
    : await createPage({ ...ctx, userId: null }, { kind: 'contact', contactId, currency, mayPay: ['whole', 'part'] });
  return page.url;
}

export const describeReminder = ({ amount, overdue, currency, ...reminder }: PaymentReminder) => ({
  ...reminder,
  currency,
  amount: fromMinor(amount, currency),
  overdue: fromMinor(overdue, currency),
});
