import { z } from 'zod';
import { searchResources } from '#modules/catalog/index.ts';
import {
  createRecurrent,
  documentList,
  NewPendingRecord,
  openDocumentList,
  type PendingRecord,
  selectPendingRecord,
  shareDocument,
} from '#modules/invoicing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { fromMinor } from '#platform/money.ts';
import { wordsOf } from '#platform/search/words.ts';
import { productFacts } from '../retrieval/live.ts';
import type { ToolOutcome } from './call.ts';
import type { OwnToolName } from './own-tool-names.ts';

interface OwnTool<S extends z.ZodObject = z.ZodObject> {
  description: string;
  parameters: S;
  /** Needs a known customer: it sees the documents of this one contact and of nobody else. */
  ofContact: boolean;
  /** Changes something, so it runs in a conversation only. */
  hasEffect: boolean;
  run(ctx: TenantContext, args: z.output<S>, contactId: string): Promise<ToolOutcome & { submited?: boolean }>;
}

const ownTool = <S extends z.ZodObject>(tool: OwnTool<S>): OwnTool => tool as unknown as OwnTool;
const found = (result: unknown): ToolOutcome => ({ result, error: null });
const refused = (error: string): ToolOutcome => ({ result: null, error });

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
    run: async (ctx, { search }, contactId) => {
      const ids = await searchResources(
        ctx,
        wordsOf(search).map((word) => [word]),
        RESULTS_MAX,
      );
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
    run: async (ctx, { number }, contactId) => {
      const query = { contactId, direction: 'sale' as const, status: 'issued' as const, number };
      return found((await documentList.next(ctx, { ...newest, ...query })).data.map(documentFacts));
    },
  }),
  open_invoices: ownTool({
    description: 'The invoices of this customer that are not fully paid, with what is left to pay.',
    parameters: z.strictObject({}),
    ofContact: true,
    hasEffect: false,
    run: async (ctx, _args, contactId) => {
      const query = { contactId, direction: 'sale' as const, kind: 'invoice' as const };
      return found((await openDocumentList.next(ctx, { ...newest, ...query })).data.map(documentFacts));
    },
  }),
  make_quote: ownTool({
    description: 'Makes a quote for this customer from products that find_products found.',
    parameters: z.strictObject({
      items: z
        .array(z.strictObject({ productId: z.uuid(), quantity: z.number().positive().max(100_000) }))
        .min(1)
        .max(20),
    }),
    ofContact: true,
    hasEffect: true,
    run: async (ctx, { items }, contactId) => {
      const elements = items.map(({ productId, quantity }) => ({ resourceId: productId, quantity: String(quantity) }));
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
    run: async (ctx, { invoiceId }, contactId) => {
      const document = await selectPendingRecord(ctx, invoiceId);
      if (document?.contactId !== contactId || document.direction !== 'sale' || document.status !== 'issued')
        return refused('This customer has no such invoice.');
      const { url, payUrl } = await shareDocument(ctx, invoiceId, false);
      return { ...found({ url: payUrl ?? url, canBePaidOnline: payUrl !== null }), submited: true };
    },
  }),
};

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
