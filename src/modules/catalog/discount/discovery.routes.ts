import { z } from 'zod';
import { findContact } from '#modules/contacts/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { CalendarDate } from '#platform/date.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { route } from '#platform/http/route.ts';
import { Currency } from '#platform/money.ts';
import { NotFound, ReferenceNotFound, unknownReference } from '#platform/refusal.ts';
import { PriceLabel, Quantity } from '../catalog.schema.ts';
import { knownDivisions } from '../resource/surroundings.ts';
import { resources } from '../tables.ts';
import { discoverPrices } from './discover-prices.ts';
import { Coupon } from './rule.schema.ts';

const PriceQuery = z.strictObject({
  resourceId: z.uuid().describe('What is to be sold.'),
  contactId: z.uuid().optional().describe('The buyer, who may have a tier and prices of their own.'),
  label: PriceLabel.optional().describe('The tier. Default: the contact’s, else `general`.'),
  quantity: Quantity.default('1').describe('How much of it: prices may depend on it.'),
  date: CalendarDate.optional().describe('Default: today.'),
  divisionId: z.uuid().optional().describe('Where it is sold: prices may be of one branch only.'),
  currency: Currency.optional().describe('Default: the organization’s.'),
  coupon: Coupon.optional().describe('The code that the buyer gives.'),
});

export const discoveryRoutes = [
  route('GET', '/v1/resource/price-discovery', 'catalog:read', {
    action: 'find',
    summary: 'Find the price of a sale',
    description:
      'The price for a contact, tier, quantity, day and division (branch or till), with its reason. The most specific price applies: first by contact, then by tier, division, currency, greatest minimum quantity and latest first day. A price in another currency is converted at the rate of the day. A discount that may be given is offered with its reason and recorded: a document accepts it by its `offerId`.',
    effect: true,
    query: PriceQuery,
    returns: z.object({
      resourceId: z.uuid(),
      unitPrice: z.string().nullable().describe('Null: there is no price, and `reason` says why.'),
      currency: z.string(),
      label: z.string().nullable().describe('The tier of the price; null: there is no price.'),
      priceId: z.uuid().nullable().describe('The price that applies; null: there is none.'),
      reason: z.string().describe('Why it is this price, in words for people.'),
      convertedFrom: z
        .object({
          amount: z.string().describe('For one unit, in the other currency.'),
          currency: z.string(),
          rate: z.string().describe('Units of the wanted currency for one of the other.'),
        })
        .nullable()
        .describe('The price in its own currency; null: it is in the wanted one.'),
      discount: z
        .object({
          offerId: z
            .uuid()
            .nullable()
            .describe('Send it as `discountOfferId` of a line; null: the offer is not recorded.'),
          ruleId: z.uuid().describe('The discount.'),
          name: z.string().describe('The name of the discount.'),
          unitPrice: z.string().describe('For one unit, with the discount.'),
          reason: z.string().describe('Why it is given, in words for people.'),
        })
        .nullable()
        .describe('A discount that may be given; null: none.'),
      couponUsedUp: z.boolean().describe('The coupon would apply, but has been used as often as it allows.'),
    }),
    refusals: [NotFound, ReferenceNotFound],
    examples: { query: { resourceId: exampleId, quantity: '12' } },
    handler: (ctx, { query }) => discoverPrice(ctx, query),
  }),
];

async function discoverPrice(ctx: TenantContext, { coupon, ...query }: z.output<typeof PriceQuery>) {
  const { resourceId, contactId, divisionId, date = ctx.today.toString() } = query;
  if (!(await resources.exists(ctx, resourceId))) throw NotFound();
  if (contactId && !(await findContact(ctx, contactId))) throw unknownReference('query.contactId', 'This contact');
  if (divisionId && !(await knownDivisions(ctx, [divisionId])).has(divisionId)) {
    throw unknownReference('query.divisionId', 'This branch');
  }
  const [price] = await discoverPrices(ctx, [{ ...query, date, currency: query.currency ?? ctx.currency }], {
    coupon: coupon ?? null,
  });
  return price!;
}
