import { z } from 'zod';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { decimalWithin } from '#platform/money.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { DocumentLinkView, DocumentMarginView } from '../pending/pending.schema.ts';
import { CostTooLarge, linkCosts, NotACost, OnlySalesHaveCosts, unlinkCosts } from './cost.ts';
import { changeLinks, LinkToItself } from './link.ts';

const LINKS_MAX = 100;

const CostAmount = decimalWithin({ above: 0, digits: 13 });

const amount = CostAmount.optional().describe('In the organization’s currency. Default: all that is left of it.');

const GivenCost = z.union([
  z.strictObject({ costElementId: z.uuid().describe('A line of an issued purchase.'), amount }),
  z.strictObject({ recordId: z.uuid().describe('An expense, a commission or a journal entry made by hand.'), amount }),
]);

export const linkRoutes = [
  route('PATCH', '/v1/record/pending/link', 'invoicing:write', {
    action: 'link',
    summary: 'Tie a document to others',
    description:
      'Ties a document to payments, credits, returns, records or other documents, so that they are found from it; and unties it. It moves no money.',
    body: z.strictObject({
      id: z.uuid().describe('The document.'),
      add: z.array(DocumentLinkView).max(LINKS_MAX).default([]).describe('What it is tied to from now on.'),
      remove: z.array(DocumentLinkView).max(LINKS_MAX).default([]).describe('What it is no longer tied to.'),
    }),
    returns: z.object({ id: z.uuid(), links: z.array(DocumentLinkView).describe('All that it is tied to now.') }),
    refusals: [ReferenceNotFound, LinkToItself],
    examples: {
      body: {
        id: exampleId,
        add: [{ kind: 'document', id: otherExampleId }],
        remove: [{ kind: 'record', id: otherExampleId }],
      },
    },
    handler: (ctx, { body }) => changeLinks(ctx, body),
  }),
  route('PATCH', '/v1/record/pending/linkCost', 'invoicing:write', {
    action: 'linkCosts',
    summary: 'Add costs to a sale',
    description:
      'Counts lines of purchases or records as costs of a sale or of one of its lines: freight, commissions, a subcontractor. Only records that were entered by hand count, without taxes. Goods in stock count when they leave. A cost can be shared among sales up to its amount. Answers with the margin.',
    body: z.strictObject({
      id: z.uuid().describe('The sale.'),
      elementId: z.uuid().nullable().optional().describe('The line of the sale. Default: the sale as a whole.'),
      costs: z.array(GivenCost).min(1).max(LINKS_MAX).describe('Lines of purchases, or records.'),
    }),
    returns: DocumentMarginView,
    refusals: [ReferenceNotFound, OnlySalesHaveCosts, NotACost, CostTooLarge],
    examples: {
      body: { id: exampleId, costs: [{ recordId: exampleId, amount: '350.00' }, { costElementId: exampleId }] },
    },
    handler: (ctx, { body }) => linkCosts(ctx, body),
  }),
  route('PATCH', '/v1/record/pending/unlinkCost', 'invoicing:write', {
    action: 'unlinkCosts',
    summary: 'Remove costs from a sale',
    description: 'Removes costs from a sale, so that another can have them. Answers with the margin.',
    body: z.strictObject({
      id: z.uuid().describe('The sale.'),
      costIds: z.array(z.uuid()).min(1).max(LINKS_MAX).describe('Of `costs` in the margin of the sale.'),
    }),
    returns: DocumentMarginView,
    refusals: [ReferenceNotFound],
    examples: { body: { id: exampleId, costIds: [exampleId] } },
    handler: (ctx, { body }) => unlinkCosts(ctx, body),
  }),
];
