import { type Contact, contactDataOf, findContact } from '#modules/contacts/index.ts';
import { NoAddress, type PendingRecord, selectPendingRecords } from '#modules/invoicing/index.ts';
import { findOrganization, generalSettings, readSettings } from '#modules/organization/index.ts';
import { heldFor, inInstalments, instalmentsOf, NothingDue } from '#modules/receivables/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { sum } from '#platform/decimal.ts';
import { formatDate } from '#platform/format.ts';
import { newId } from '#platform/id.ts';
import { takeLetters } from '#platform/mail/quota.ts';
import { formatMinor, fromMinor } from '#platform/money.ts';
import { orNotFound } from '#platform/refusal.ts';
import { mapInTurns } from '#platform/turns.ts';
import { openInvoicesOf } from '../page/owed.ts';
import type { MayPay, WantedPage } from '../page/page.schema.ts';
import { createPage, describeRecord } from '../page/page.ts';
import { reminderSettings } from '../settings.ts';
import { autoCharges, type PaymentReminder, paymentReminders, sharedPages } from '../tables.ts';
import { composeLetter, LINES_MAX } from './letter.ts';

/** A document and what is asked for it now: its balance, or what is due of its instalments. */
interface Debt {
  document: PendingRecord;
  amount: bigint;
  /** How many instalments are asked for. Null: it is not paid in instalments. */
  instalments: number | null;
}

const DEBTS_MAX = 200;
const PLANS_MAX = 50;
const PARTS: MayPay[] = ['instalment', 'whole'];

interface Reminder {
  id: string;
  contact: Contact;
  currency: string;
  debts: Debt[];
  message: string;
}

/** Reminds a contact at once of all that they owe in a currency. */
export async function remindNow(
  ctx: TenantContext,
  contactId: string,
  { currency = ctx.currency, message }: { currency?: string | undefined; message?: string | undefined },
) {
  const contact = orNotFound(await findContact(ctx, contactId));
  const debts = await debtsOf(ctx, contact.id, currency);
  if (debts.length === 0) throw NothingDue('The contact owes nothing in this currency.');
  const settings = await readSettings(ctx, reminderSettings);
  const reminder = { id: newId(), contact, currency, debts, message: message ?? settings.message };
  const sent = await send(ctx, reminder);
  if (!sent) throw NoAddress();
  return describeReminder(sent);
}

/**
 * Reminds a contact of what is due by the first of the planned days, unless what they have paid in advance is enough for it. An invoice
 * that is charged to a saved card is mentioned only after the due date, when the charge has failed.
 */
export async function remindAsPlanned(ctx: TenantContext, id: string, contactId: string, currency: string) {
  const contact = await findContact(ctx, contactId);
  if (!contact?.paymentReminders || contact.archivedAt || (await isRemindedToday(ctx, contact.id, currency))) return;
  const { days, message } = await readSettings(ctx, reminderSettings);
  const isCharged = await autoCharges.exists(ctx, { contactId: contact.id });
  const early = Math.max(0, ...days.map((after) => -after));
  const until = ({ instalments }: Debt): string =>
    ctx.today.add({ days: isCharged && instalments === null ? -1 : early }).toString();
  const debts = (await debtsOf(ctx, contact.id, currency)).filter((debt) => debt.document.dueOn <= until(debt));
  const prepaid = await heldFor(ctx, contact.id, currency);
  if (sum(debts.map(({ amount }) => amount)) > prepaid) await send(ctx, { id, contact, currency, debts, message });
}

/** An e-mail that waited for the quota may follow one of the same day. */
async function isRemindedToday(ctx: TenantContext, contactId: string, currency: string): Promise<boolean> {
  const last = await paymentReminders.find(ctx, { contactId, currency }, { orderBy: ['-sentAt'] });
  if (!last) return false;
  return Temporal.Instant.from(last.sentAt).toZonedDateTimeISO(ctx.timeZone).toPlainDate().equals(ctx.today);
}

/** The debts of a contact, those that fell due first. A document in instalments is due with the first one that is unpaid. */
async function debtsOf(ctx: TenantContext, contactId: string, currency: string): Promise<Debt[]> {
  const whole = await openInvoicesOf(ctx, contactId, currency);
  const debts: Debt[] = whole.map((document) => ({ document, amount: document.balance, instalments: null }));
  const planned = await selectPendingRecords(ctx, (await inInstalments(ctx, contactId)).slice(0, PLANS_MAX));
  for (const document of planned.filter((each) => each.currency === currency && each.direction === 'sale')) {
    const plan = await instalmentsOf(ctx, document.id);
    if (plan && plan.instalment > 0n) debts.push({ document, amount: plan.instalment, instalments: plan.count });
  }
  return debts.toSorted((a, b) => a.document.dueOn.localeCompare(b.document.dueOn)).slice(0, DEBTS_MAX);
}

/** Notes and sends the e-mail, once. Null: the contact has no address. */
async function send(ctx: TenantContext, reminder: Reminder): Promise<PaymentReminder | null> {
  const { id, contact, currency, debts } = reminder;
  const data = await contactDataOf(ctx, [contact.id]);
  const email = data.find(({ kind }) => kind === 'email')?.value;
  if (!email) return null;
  const today = ctx.today.toString();
  const sent = await paymentReminders.insertUnlessTaken(ctx, {
    id,
    contactId: contact.id,
    email,
    currency,
    amount: sum(debts.map(({ amount }) => amount)),
    overdue: sum(debts.filter(({ document }) => document.dueOn < today).map(({ amount }) => amount)),
    pendingRecordIds: debts.map(({ document }) => document.id),
    sentBy: ctx.userId,
    sentAt: ctx.now,
  });
  if (!sent) return paymentReminders.get(ctx, id);
  await takeLetters(ctx, [email]);
  const [organization, general, prepaid] = await Promise.all([
    findOrganization(ctx.tx, ctx.organizationId),
    readSettings(ctx, generalSettings),
    heldFor(ctx, contact.id, currency),
  ]);
  const money = (minor: bigint): string => formatMinor(minor, currency, general);
  const letter = composeLetter(general.language, {
    name: contact.name,
    issuer: organization.name,
    total: money(sent.amount),
    isOverdue: sent.overdue > 0n,
    prepaid: prepaid > 0n ? money(prepaid) : null,
    lines: await mapInTurns(debts.slice(0, LINES_MAX), async ({ document, amount, instalments }) => ({
      what: document.kind === 'loan' ? 'loan' : 'invoice',
      instalments,
      number: document.fiscalNumber ?? String(document.number),
      date: formatDate(document.dueOn, general),
      isOverdue: document.dueOn < today,
      amount: money(amount),
      url: instalments ? await pageFor(ctx, { kind: 'document', pendingRecordId: document.id, mayPay: PARTS }) : null,
    })),
    more: Math.max(0, debts.length - LINES_MAX),
    message: reminder.message,
    url: debts.some(({ instalments }) => instalments === null)
      ? await pageFor(ctx, { kind: 'contact', contactId: contact.id, currency, mayPay: ['whole', 'part'] })
      : null,
  });
  ctx.mail({ to: email, ...letter, ...(organization.email && { replyTo: organization.email }) });
  return sent;
}

/** The page on which a debt is seen and paid: one for all e-mails, so that the link of an old one works too. */
async function pageFor(
  ctx: TenantContext,
  { mayPay, ...wanted }: Pick<WantedPage, 'kind' | 'pendingRecordId' | 'contactId' | 'currency' | 'mayPay'>,
): Promise<string> {
  const known = await sharedPages.find(ctx, { ...wanted, createdBy: null, revokedAt: null, expiresAt: null });
  const page = known ? describeRecord(ctx, known) : await createPage({ ...ctx, userId: null }, { ...wanted, mayPay });
  return page.url;
}

export const describeReminder = ({ amount, overdue, currency, ...reminder }: PaymentReminder) => ({
  ...reminder,
  currency,
  amount: fromMinor(amount, currency),
  overdue: fromMinor(overdue, currency),
});
