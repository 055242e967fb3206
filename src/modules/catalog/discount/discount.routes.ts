import { z } from 'zod';
import { exampleId } from '#platform/http/example-ids.ts';
import { pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { ReferenceNotFound } from '#platform/refusal.ts';
import { DiscountChange, DiscountOfferView, DiscountView, NewDiscount } from './rule.schema.ts';
import { changeRule, createRule, listOffers, listRules, RuleInvalid, removeRule, TooManyRules } from './rule.ts';

export const discountRoutes = [
  route({
    method: 'GET',
    path: '/v1/resource/discount-recommendation',
    summary: 'List the discounts that may be offered',
    description: 'The newest first, each with how often it was offered and how often it was taken.',
    access: { permission: 'catalog:read' },
    query: z.strictObject({ ...pageQuery, resourceId: z.uuid().optional(), active: z.boolean().optional() }),
    returns: pageOf(DiscountView),
    examples: { query: { active: 'true' } },
    handler: (ctx, { query }) => listRules(ctx, query),
  }),
  route({
    method: 'POST',
    path: '/v1/resource/discount-recommendation',
    summary: 'Add a discount that may be offered',
    description:
      'A share of the price or an amount, for a resource, a list, a contact, a division, a quantity, some days, or stock that does not move; every condition that is given must hold. It is offered in price discovery with its reason, and ends where the cost begins unless `allowsBelowCost`.',
    access: { permission: 'catalog:write' },
    status: 201,
    body: NewDiscount,
    returns: DiscountView,
    refusals: [ReferenceNotFound, RuleInvalid, TooManyRules],
    examples: { body: { name: 'Por docena', percent: '5', minimumQuantity: '12', endsOn: '2026-12-31' } },
    handler: (ctx, { body }) => createRule(ctx, body),
  }),
  route({
    method: 'PATCH',
    path: '/v1/resource/discount-recommendation',
    summary: 'Change a discount',
    description:
      'Changes what is given and leaves the rest; `active: false` lets it rest. With `version`, a change made by someone else meanwhile is not overwritten. What was offered stays as it was.',
    access: { permission: 'catalog:write' },
    body: DiscountChange,
    returns: DiscountView,
    refusals: [ReferenceNotFound, RuleInvalid],
    examples: { body: { id: exampleId, version: 1, percent: '7.5' } },
    handler: (ctx, { body }) => changeRule(ctx, body),
  }),
  route({
    method: 'DELETE',
    path: '/v1/resource/discount-recommendation',
    summary: 'Remove a discount',
    description: 'It is no longer offered; the record of what was offered and taken stays.',
    access: { permission: 'catalog:write' },
    body: z.strictObject({ id: z.uuid() }),
    returns: z.object({ id: z.uuid() }),
    examples: { body: { id: exampleId } },
    handler: (ctx, { body }) => removeRule(ctx, body.id),
  }),
  route({
    method: 'GET',
    path: '/v1/resource/discount-recommendation/offers',
    summary: 'What was offered and what was taken',
    description: 'Every discount that was offered, the newest first: to whom, why, and which document took it.',
    access: { permission: 'catalog:read' },
    query: z.strictObject({
      ...pageQuery,
      ruleId: z.uuid().optional(),
      resourceId: z.uuid().optional(),
      taken: z.boolean().optional(),
    }),
    returns: pageOf(DiscountOfferView),
    examples: { query: { taken: 'true' } },
    handler: (ctx, { query }) => listOffers(ctx, query),
  }),
];
