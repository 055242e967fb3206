import { z } from 'zod';
import { containing, flag, isSet, listOf, oneOf } from '#platform/db/list.ts';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { discountOffers, discountRules } from '../tables.ts';
import { Discount, DiscountChange, DiscountOffer, NewDiscount } from './rule.schema.ts';
import { changeRule, createRule, describeOffer, describeRules, RuleInvalid, TooManyRules } from './rule.ts';

const discounts = listOf(discountRules, {
  filters: {
    search: containing(['name', 'coupon'], 'In the name and the coupon.'),
    resourceId: oneOf('resourceId', z.uuid()),
    active: flag('active', 'Only active or only inactive ones.'),
  },
  sort: { created: 'createdAt', name: 'name' },
  order: '-created',
});

const offers = listOf(discountOffers, {
  filters: {
    ruleId: oneOf('ruleId', z.uuid()),
    resourceId: oneOf('resourceId', z.uuid()),
    taken: isSet('takenAt', 'Whether a document has accepted the offer.'),
  },
  sort: { offered: 'offeredAt' },
  order: '-offered',
});

export const discountRoutes = [
  route('GET', '/v1/resource/discount-recommendation', 'catalog:read', {
    summary: 'List discounts',
    description: 'Discounts that may be offered, newest first, with their numbers of offers and accepted offers.',
    query: discounts.query,
    returns: pageOf(Discount),
    examples: { query: { active: 'true' } },
    handler: (ctx, { query }) => discounts.page(ctx, query, (rows) => describeRules(ctx, rows)),
  }),
  route('POST', '/v1/resource/discount-recommendation', 'catalog:write', {
    summary: 'Create a discount',
    description:
      'A percentage of the price or an amount, for a resource, a list, a contact, a division (branch or till), a quantity, some days, or slow-moving stock; every condition that is given must hold. Price discovery offers it with its reason, never below cost unless `allowsBelowCost`.',
    status: 201,
    body: NewDiscount,
    returns: Discount,
    refusals: [ReferenceNotFound, RuleInvalid, TooManyRules],
    examples: { body: { name: 'Por docena', percent: '5', minimumQuantity: '12', endsOn: '2026-12-31' } },
    handler: (ctx, { body }) => createRule(ctx, body),
  }),
  route('PATCH', '/v1/resource/discount-recommendation', 'catalog:write', {
    summary: 'Change a discount',
    description:
      'Changes only the fields that are given; `active: false` suspends it. With `version`, a concurrent change is not overwritten. Earlier offers stay as they are.',
    body: DiscountChange,
    returns: Discount,
    refusals: [ReferenceNotFound, RuleInvalid],
    examples: { body: { id: exampleId, version: 1, percent: '7.5' } },
    handler: (ctx, { body }) => changeRule(ctx, body),
  }),
  route('DELETE', '/v1/resource/discount-recommendation', 'catalog:write', {
    summary: 'Delete a discount',
    description: 'It is no longer offered; earlier offers stay on record.',
    body: z.strictObject({ id: z.uuid().describe('The discount to delete.') }),
    examples: { body: { id: exampleId } },
    handler: (ctx, { body }) => discountRules.remove(ctx, body.id),
  }),
  route('GET', '/v1/resource/discount-recommendation/offers', 'catalog:read', {
    summary: 'List discount offers',
    description: 'All offers, newest first, with their contact, their reason and the document that accepted them.',
    query: offers.query,
    returns: pageOf(DiscountOffer),
    examples: { query: { taken: 'true' } },
    handler: (ctx, { query }) => offers.page(ctx, query, (rows) => rows.map(describeOffer)),
  }),
];
