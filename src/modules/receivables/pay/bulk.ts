import { requireAccount } from '#modules/accounting/index.ts';
import { requireContact } from '#modules/contacts/index.ts';
import {
  describePendingRecord,
  lockPendingRecords,
  type PendingRecord,
  selectOpenInvoices,
} from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { least, sumOf } from '#platform/decimal.ts';
import { fromMinor, toMinor } from '#platform/money.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { lockBalances } from '../contact-balance/contact-balance.sql.ts';
import { preloadInstalments } from '../credit/instalments-guard.ts';
import { credits } from '../tables.ts';
import { DOCUMENTS_MAX, type GivenBulk } from './pay.schema.ts';
import { NothingDue, openTill, payHeld, receiptOf } from './pay.ts';

export const NotOfContact = refusal(
  'not_of_contact',
  'A document has another contact, direction or currency than this payment: pay it separately.',
);

/** Pays several documents of one contact from one account: the given ones, or those that fell due first. */
export async function payBulk(ctx: TenantContext, given: GivenBulk) {
  const { direction } = given;
  const [contact, account] = await Promise.all([
    requireContact(ctx, given.contactId, 'body.contactId'),
    requireAccount(ctx, given.accountId, 'body.accountId'),
  ]);
  const { currency } = account;
  const filter = { contactId: contact.id, direction, currency };
  const parts = given.documents
    ? await named(ctx, filter, given.documents)
    : await oldestFirst(ctx, filter, toMinor(given.amount!, currency));
  const till = await openTill(ctx, { contactId: contact.id }, given);
  if (till.overpayment === 'balance') await lockBalances(ctx, contact.id);
  await preloadInstalments(
    ctx,
    parts.map(({ document }) => document.id),
  );
  const paid: Awaited<ReturnType<typeof payHeld>>[] = [];
  for (const { document, amount } of parts) {
    const { accountId, paymentMethod, reference } = given;
    const line = { accountId, amount: fromMinor(amount, currency), paymentMethod, reference };
    paid.push(await payHeld(ctx, till, document, [line]));
  }
  const payments = paid.flatMap((each) => each.payments);
  return {
    contactId: contact.id,
    currency,
    receipt: given.receipt ? await receiptOf(ctx, payments) : null,
    paid: fromMinor(
      sumOf(parts, ({ amount }) => amount),
      currency,
    ),
    documents: paid.map(({ document, payments }) => ({
      document: describePendingRecord(document, ctx.currency),
      payment: payments[0]!,
    })),
  };
}

interface Part {
  document: PendingRecord;
  amount: bigint;
}

interface Filter {
  contactId: string;
  direction: 'sale' | 'purchase';
  currency: string;
}

async function named(ctx: TenantContext, filter: Filter, wanted: NonNullable<GivenBulk['documents']>): Promise<Part[]> {
  const ids = wanted.map(({ id }) => id);
  const found = new Map((await lockPendingRecords(ctx, ids)).map((document) => [document.id, document]));
  return wanted.map(({ id, amount }, place) => {
    const document = found.get(id);
    const path = `body.documents[${place}]`;
    if (!document) throw unknownReference(`${path}.id`, 'This document');
    const { contactId, direction, currency } = document;
    if (contactId !== filter.contactId || direction !== filter.direction || currency !== filter.currency)
      throw NotOfContact(undefined, {
        errors: [{ path, code: 'not_of_contact', message: 'Another contact, direction or currency.' }],
      });
    return { document, amount: amount === undefined ? document.balance : toMinor(amount, currency) };
  });
}

/** Allocates the amount to the documents in the order of their due dates; any excess goes to the last one. */
async function oldestFirst(ctx: TenantContext, filter: Filter, amount: bigint): Promise<Part[]> {
  const { parts, left } = await allocate(ctx, filter, amount);
  if (parts.length === 0) throw NothingDue('The contact has no open document in this currency.');
  parts.at(-1)!.amount += left;
  return parts;
}

/** The documents of a contact that are paid in instalments. */
export const inInstalments = async (ctx: TenantContext, contactId: string): Promise<string[]> =>
  (await credits.all(ctx, { contactId, status: 'active' })).map(({ pendingRecordId }) => pendingRecordId);

/** The open invoices of a contact that an amount pays, those that fell due first, locked; and what is left of it. */
export async function allocate(
  ctx: TenantContext,
  filter: Filter,
  amount: bigint,
): Promise<{ parts: Part[]; left: bigint }> {
  // Invoices in instalments are paid through their credit.
  const exceptIds = await inInstalments(ctx, filter.contactId);
  const open = await selectOpenInvoices(ctx, { ...filter, exceptIds }, DOCUMENTS_MAX);
  const ids = open.map(({ id }) => id);
  const locked = await lockPendingRecords(ctx, ids);
  // A document may have been paid while this transaction waited for its lock.
  const due = ids.flatMap((id) => locked.find((document) => document.id === id && document.isOpen) ?? []);
  const parts: Part[] = [];
  let left = amount;
  for (const document of due) {
    if (left === 0n) break;
    const part = least(left, document.balance);
    parts.push({ document, amount: part });
    left -= part;
  }
  return { parts, left };
}
