import { z } from 'zod';
import { bookForContact, offerSlots } from '#modules/bookings/index.ts';
import { searchResources } from '#modules/catalog/index.ts';
import { drawPdf, writeDocument } from '#modules/chats/index.ts';
import type { ReceivedFile } from '#modules/files/index.ts';
import {
  createRecurrent,
  documentList,
  NewPendingRecord,
  openDocumentList,
  type PendingRecord,
  selectPendingRecord,
  shareDocument,
} from '#modules/invoicing/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { CalendarDate, Timestamp } from '#platform/date.ts';
import { plainDecimal } from '#platform/decimal.ts';
import { fromMinor } from '#platform/money.ts';
import { wordsOf } from '#platform/search/words.ts';
import { productFacts } from '../retrieval/live.ts';
import type { ToolOutcome } from './call.ts';
import type { OwnToolName } from './own-tool-names.ts';

export interface OwnTool<S extends z.ZodObject = z.ZodObject> {
  description: string;
  parameters: S;
  /** Needs a known customer: it sees the documents of this one contact and of nobody else. */
  ofContact: boolean;
  /** Changes something, so it runs in a conversation only. */
  hasEffect: boolean;
  /** Does what takes time before the transaction: draws a PDF. */
  prepare?(steps: TenantSteps, args: z.output<S>, customer: Customer): Promise<ReceivedFile | null>;
  run(ctx: TenantContext, args: z.output<S>, customer: Customer): Promise<ToolOutcome & { submited?: boolean }>;
}

/** The customer for whom a tool runs, from the conversation. */
export interface Customer {
  /** Empty: nobody knows who it is. */
  contactId: string;
  conversationId: string | null;
  botId: string | null;
  prepared?: ReceivedFile | null;
}

const ownTool = <S extends z.ZodObject>(tool: OwnTool<S>): OwnTool => tool as unknown as OwnTool;
const found = (result: unknown): ToolOutcome => ({ result, error: null });
export const refused = (error: string): ToolOutcome => ({ result: null, error });

const RESULTS_MAX = 5;
const newest = { sort: '-date', itemsPerPage: RESULTS_MAX } as const;

/**
 * Tools over the rules of the API. The contact comes from the conversation, never from the model, so a model that is talked into
 * something still sees only what this customer may see.
 */
export const ownTools: Record<OwnToolName, OwnTool> = {
  find_products: ownTool({
    description: 'Finds products and services by words of their names, with the price and stock for this customer.',
    parameters: z.strictObject({ search: z.string().max(200) }),
    ofContact: false,
    hasEffect: false,
    run: async (ctx, { search }, { contactId }) => {
      const words = wordsOf(search).map((word) => [word]);
      const ids = await searchResources(ctx, words, RESULTS_MAX);
      const facts = await productFacts(ctx, ids, contactId || null);
      return found(
        facts.map(({ resource, price, stock }) => ({ productId: resource.id, name: resource.name, price, stock })),
      );
    },
  }),
  find_documents: ownTool({
    description: 'The newest quotes, orders and invoices of this customer, or the ones with a number.',
    parameters: z.strictObject({ number: z.number().int().min(1).max(1e12).optional() }),
    ofContact: true,
    hasEffect: false,
    run: async (ctx, { number }, { contactId }) => {
      const query = { contactId, direction: 'sale' as const, status: 'issued' as const, number };
      return found((await documentList.next(ctx, { ...newest, ...query })).data.map(documentFacts));
    },
  }),
  open_invoices: ownTool({
    description: 'The invoices of this customer that are not fully paid, with what is left to pay.',
    parameters: z.strictObject({}),
    ofContact: true,
    hasEffect: false,
    run: async (ctx, _args, { contactId }) => {
      const query = { contactId, direction: 'sale' as const, kind: 'invoice' as const };
      return found((await openDocumentList.next(ctx, { ...newest, ...query })).data.map(documentFacts));
    },
  }),
  make_quote: ownTool({
    description: 'Makes a quote for this customer from products that find_products found.',
    parameters: z.strictObject({
      items: z
        .array(z.strictObject({ productId: z.uuid(), quantity: z.number().min(0.000001).max(100_000) }))
        .min(1)
        .max(20),
    }),
    ofContact: true,
    hasEffect: true,
    run: async (ctx, { items }, { contactId }) => {
      const elements = items.map(({ productId, quantity }) => ({
        resourceId: productId,
        quantity: plainDecimal(quantity.toFixed(6)),
      }));
      const late = await createRecurrent(ctx, NewPendingRecord.parse({ kind: 'quote', contactId, elements }));
      const { id, number, total, currency } = await late.now();
      const { url } = await shareDocument(ctx, id, false);
      return { ...found({ number, total, currency, url }), submited: true };
    },
  }),
  payment_page: ownTool({
    description: 'The address where this customer can see and pay one of their invoices.',
    parameters: z.strictObject({ invoiceId: z.uuid() }),
    ofContact: true,
    hasEffect: true,
    run: async (ctx, { invoiceId }, { contactId }) => {
      if (!(await isTheirs(ctx, invoiceId, contactId))) return refused('This customer has no such invoice.');
      const { url, payUrl } = await shareDocument(ctx, invoiceId, false);
      return { ...found({ url: payUrl ?? url, canBePaidOnline: payUrl !== null }), submited: true };
    },
  }),
  send_document: ownTool({
    description: 'Sends this customer one of their quotes, orders or invoices into the chat, as a PDF or as its page.',
    parameters: z.strictObject({ invoiceId: z.uuid(), as: z.enum(['pdf', 'page']) }),
    ofContact: true,
    hasEffect: true,
    prepare: async (steps, { invoiceId, as }, { contactId }) => {
      const isDrawn = as === 'pdf' && (await steps.transaction((ctx) => isTheirs(ctx, invoiceId, contactId)));
      return isDrawn ? drawPdf(steps, invoiceId) : null;
    },
    run: async (ctx, { invoiceId }, { contactId, conversationId, botId, prepared = null }) => {
      if (!(await isTheirs(ctx, invoiceId, contactId))) return refused('This customer has no such document.');
      const sent = { conversationId: conversationId!, documentId: invoiceId, text: '' };
      await writeDocument(ctx, { ...sent, by: { kind: 'bot', botId: botId! } }, prepared);
      return { ...found({ sent: true }), submited: true };
    },
  }),
  free_slots: ownTool({
    description: 'The free times of appointments, classes or events that customers can book, with their deposit.',
    parameters: z.strictObject({
      search: z.string().max(200).default('').describe('Words of what is booked.'),
      from: CalendarDate.optional().describe('The first day; left out: today.'),
      days: z.number().int().min(1).max(31).default(7),
    }),
    ofContact: false,
    hasEffect: false,
    run: async (ctx, { search, from, days }) => {
      const first = from === undefined ? ctx.today : Temporal.PlainDate.from(from);
      return found(await offerSlots(ctx, { search, first, days }));
    },
  }),
  book_slot: ownTool({
    description: 'Books a time that free_slots offered for this customer, after they agreed to it.',
    parameters: z.strictObject({ scheduleId: z.uuid(), startsAt: Timestamp }),
    ofContact: true,
    hasEffect: true,
    run: async (ctx, wanted, { contactId }) => ({
      ...found(await bookForContact(ctx, { ...wanted, contactId })),
      submited: true,
    }),
  }),
};

/** Whether an issued document belongs to this customer. */
async function isTheirs(ctx: TenantContext, documentId: string, contactId: string): Promise<boolean> {
  const document = await selectPendingRecord(ctx, documentId);
  return document?.contactId === contactId && document.direction === 'sale' && document.status === 'issued';
}

const documentFacts = (document: PendingRecord) => ({
  invoiceId: document.id,
  kind: document.kind,
  number: document.number === null ? null : Number(document.number),
  state: document.state,
  date: document.date,
  dueOn: document.dueOn,
  currency: document.currency,
  total: fromMinor(document.total, document.currency),
  left: fromMinor(document.balance, document.currency),
});
