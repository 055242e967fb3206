import { findBookingPages } from '#modules/bookings/index.ts';
import { keepFile, type ReceivedFile, receiveFile } from '#modules/files/index.ts';
import { composeVoucher, drawVoucher, fileNameOf, findPrintable, shareDocument } from '#modules/invoicing/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { metered } from '#platform/http/bytes/upload.ts';
import { isRefusal } from '#platform/ports/port.ts';
import { NotFound, unknownReference } from '#platform/refusal.ts';
import { requireConversation } from '../conversation/find.ts';
import type { Doer } from '../conversation/state.ts';
import { channels, conversationLinks, conversations, type Message } from '../tables.ts';
import { writeMessage } from './send.ts';

interface SentDocument {
  by: Doer;
  conversationId: string;
  documentId?: string | undefined;
  bookingId?: string | undefined;
  text: string;
}

/** Puts a document or a booking into a chat: its page, or its PDF, which is drawn before the transaction that sends it. */
export async function sendDocument(steps: TenantSteps, given: SentDocument & { as: 'page' | 'pdf' }): Promise<Message> {
  const file = given.as === 'pdf' ? await drawPdf(steps, given.documentId!) : null;
  try {
    return await steps.transaction((ctx) => writeDocument(ctx, given, file));
  } catch (error) {
    await file?.discard();
    throw error;
  }
}

/** The PDF of a document, stored but not a file of the organization yet. */
export async function drawPdf(steps: TenantSteps, documentId: string): Promise<ReceivedFile> {
  const { voucher, format, filename } = await steps.transaction(async (ctx) => {
    const printable = await findPrintable(ctx, documentId).catch(refuseUnknown);
    const { format } = printable.template;
    return { voucher: composeVoucher(ctx, printable), format, filename: fileNameOf(printable) };
  });
  const pdf = await drawVoucher(steps, voucher, format);
  const bytes = (async function* () {
    yield pdf;
  })();
  return receiveFile(steps, metered({ filename, bytes }, pdf.length));
}

/** Writes the message of a document; with its PDF where it was drawn. The conversation is linked to what it is about. */
export async function writeDocument(
  ctx: TenantContext,
  given: SentDocument,
  pdf: ReceivedFile | null,
): Promise<Message> {
  const { id: conversationId } = await requireConversation(ctx, { conversationId: given.conversationId });
  const conversation = await conversations.lock(ctx, conversationId);
  const channel = await channels.get(ctx, conversation.channelId);
  const { documentId, bookingId } = given;
  const document = documentId === undefined ? null : await shareDocument(ctx, documentId, false).catch(refuseUnknown);
  const booking = bookingId === undefined ? null : await pagesOfBooking(ctx, bookingId);
  const file = pdf && (await keepFile(ctx, pdf, { entityKind: 'conversationId', entityId: conversationId }));
  for (const link of [
    ...(documentId ? [{ entityKind: 'invoiceId', entityId: documentId }] : []),
    ...(bookingId ? [{ entityKind: 'bookingId', entityId: bookingId }] : []),
  ])
    await conversationLinks.insertUnlessTaken(ctx, { ...link, conversationId });
  const lines = [given.text, file ? null : document?.url, document?.payUrl, booking?.url, booking?.payUrl];
  const { message } = await writeMessage(ctx, {
    channel,
    conversation,
    by: given.by,
    type: file ? 'document' : 'text',
    text: lines.filter(Boolean).join('\n'),
    content: { ...(documentId && { documentId }), ...(bookingId && { bookingId }) },
    fileId: file?.id ?? null,
  });
  return message;
}

async function pagesOfBooking(ctx: TenantContext, bookingId: string) {
  const pages = await findBookingPages(ctx, bookingId);
  if (!pages) throw unknownReference('body.bookingId', 'The booking');
  return pages;
}

function refuseUnknown(error: unknown): never {
  throw isRefusal(error, NotFound) ? unknownReference('body.documentId', 'The document') : error;
}
