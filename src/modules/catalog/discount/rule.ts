import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { plainDecimal } from '#platform/decimal.ts';
import { givenFields } from '#platform/http/change.ts';
import { ROWS_COUNTED_MAX } from '#platform/http/page.ts';
import { moneyText } from '#platform/money.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { knownContacts, knownDivisions } from '../resource/surroundings.ts';
import { type DiscountRule, discountRules, type Offer, resourceLists, resources } from '../tables.ts';
import type { DiscountChange, NewDiscount } from './rule.schema.ts';
import { countOffers } from './rule.sql.ts';

const RULES_MAX = 500;

export const RuleInvalid = refusal(
  'discount_invalid',
  'The fields of this discount contradict each other: see `detail`.',
);
export const TooManyRules = refusal('too_many_discounts', `An organization has at most ${RULES_MAX} discounts.`);

type Given = z.output<typeof NewDiscount>;

export async function createRule(ctx: TenantContext, given: Given) {
  const references = await checkRule(ctx, given);
  if ((await discountRules.countForLimit(ctx)) >= RULES_MAX) throw TooManyRules();
  const rule = await discountRules.insert(ctx, { ...given, ...references });
  return describeRule(ctx, rule);
}

export async function changeRule(ctx: TenantContext, { id, version, ...given }: z.output<typeof DiscountChange>) {
  const before = await discountRules.lock(ctx, id, version);
  const references = await checkRule(ctx, { ...before, ...givenFields(given) });
  if (given.usesMax && given.usesMax < before.uses)
    throw RuleInvalid(`The coupon has been used ${before.uses} times: allow at least as many.`);
  return describeRule(ctx, await discountRules.change(ctx, id, { ...given, ...references, updatedAt: ctx.now }));
}

/** Refuses contradictions and unknown references. Answers the contact after merges, and the currency of the amount. */
async function checkRule(ctx: TenantContext, rule: Given) {
  refuseContradictions(rule);
  const { amount = null, resourceId, listId, divisionId, contactId } = rule;
  if (resourceId && !(await resources.exists(ctx, resourceId))) {
    throw unknownReference('body.resourceId', 'This product');
  }
  if (listId && !(await resourceLists.exists(ctx, listId))) throw unknownReference('body.listId', 'This list');
  if (divisionId && !(await knownDivisions(ctx, [divisionId])).has(divisionId)) {
    throw unknownReference('body.divisionId', 'This branch');
  }
  const contact = contactId ? (await knownContacts(ctx, [contactId])).get(contactId) : null;
  if (contact === undefined) throw unknownReference('body.contactId', 'This contact');
  return { contactId: contact, currency: amount === null ? null : (rule.currency ?? ctx.currency) };
}

function refuseContradictions({ percent = null, amount = null, coupon, startsOn, endsOn, ...limits }: Given): void {
  if ((percent === null) === (amount === null)) throw RuleInvalid('Give either `percent` or `amount`.');
  if (!coupon && (limits.usesMax || limits.usesPerContactMax)) throw RuleInvalid('A limit of uses needs a `coupon`.');
  if (startsOn && endsOn && startsOn > endsOn) throw RuleInvalid('It ends before it begins.');
}

const describeRule = async (ctx: TenantContext, rule: DiscountRule) => (await describeRules(ctx, [rule]))[0]!;

export async function describeRules(ctx: TenantContext, rules: DiscountRule[]) {
  const ids = rules.map(({ id }) => id);
  const counts = await countOffers(ctx, ids, ROWS_COUNTED_MAX);
  return rules.map((rule) => ({
    ...rule,
    percent: rule.percent === null ? null : plainDecimal(rule.percent),
    amount: rule.amount === null ? null : moneyText(rule.amount, rule.currency!),
    minimumQuantity: rule.minimumQuantity === null ? null : plainDecimal(rule.minimumQuantity),
    offeredCount: counts.get(rule.id)?.offered ?? 0,
    takenCount: counts.get(rule.id)?.taken ?? 0,
  }));
}

export function describeOffer({ takenAt, takenKind, takenId, takenQuantity, releasedAt, ...offer }: Offer) {
  return {
    ...offer,
    quantity: plainDecimal(offer.quantity),
    fullPrice: moneyText(offer.fullPrice, offer.currency),
    unitPrice: moneyText(offer.unitPrice, offer.currency),
    taken: takenAt
      ? { at: takenAt, kind: takenKind!, id: takenId!, quantity: plainDecimal(takenQuantity!), releasedAt }
      : null,
  };
}
