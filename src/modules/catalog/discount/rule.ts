import { findOrganization } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { plainDecimal } from '#platform/decimal.ts';
import { type PageRequest, pageWindow, ROWS_COUNTED_MAX, toPage } from '#platform/http/page.ts';
import { newId } from '#platform/id.ts';
import { exponentOf } from '#platform/money.ts';
import { NotFound, refusal, unknownReference, VersionConflict } from '#platform/refusal.ts';
import { isResource } from '../resource/resource.sql.ts';
import { knownContacts, knownDivisions } from '../resource/surroundings.ts';
import { selectList } from '../resource-list/list.sql.ts';
import { countOffers, type Offer, selectOffers } from './offer.sql.ts';
import type { GivenRule, GivenRuleChange } from './rule.schema.ts';
import {
  countRules,
  type DiscountRule,
  deleteRule,
  insertRule,
  lockRule,
  type RuleFields,
  selectRules,
  updateRule,
} from './rule.sql.ts';

const RULES_MAX = 500;

export const RuleInvalid = refusal(422, 'discount_invalid', 'A discount cannot be like this.');
export const TooManyRules = refusal(422, 'too_many_discounts', `An organization has at most ${RULES_MAX} discounts.`);

const nothing: Omit<RuleFields, 'name'> = {
  active: true,
  percent: null,
  amount: null,
  currency: null,
  resourceId: null,
  listId: null,
  contactId: null,
  divisionId: null,
  minimumQuantity: null,
  startsOn: null,
  endsOn: null,
  slowStockDays: null,
  allowsBelowCost: false,
};

const said = <T extends object>(given: T) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Partial<RuleFields>;

export async function createRule(ctx: TenantContext, given: GivenRule) {
  const { tx, organizationId, userId } = ctx;
  const fields = await checked(ctx, { ...nothing, name: given.name, ...said(given) });
  if ((await countRules(tx, organizationId)) >= RULES_MAX) throw TooManyRules();
  const rule = await insertRule(tx, organizationId, { id: newId(), ...fields, createdBy: userId, at: ctx.now });
  return describeRule(ctx, rule);
}

export async function changeRule(ctx: TenantContext, { id, version, ...given }: GivenRuleChange) {
  const before = await lockRule(ctx.tx, ctx.organizationId, id);
  if (!before) throw NotFound();
  if (version !== undefined && version !== before.version) throw VersionConflict();
  const { version: _, createdAt: __, updatedAt: ___, id: ____, ...fields } = before;
  const after = await checked(ctx, { ...fields, ...said(given) });
  return describeRule(ctx, await updateRule(ctx.tx, ctx.organizationId, id, after, ctx.now));
}

/** A rule as it is written, or why it cannot be. */
async function checked(ctx: TenantContext, rule: RuleFields): Promise<RuleFields> {
  const { tx, organizationId } = ctx;
  if ((rule.percent === null) === (rule.amount === null)) {
    throw RuleInvalid('It is a share of the price in `percent`, or an `amount`: one of them.');
  }
  if (rule.startsOn && rule.endsOn && rule.startsOn > rule.endsOn) throw RuleInvalid('It ends before it begins.');
  if (rule.resourceId && !(await isResource(tx, organizationId, rule.resourceId))) {
    throw unknownReference('body.resourceId', 'This resource');
  }
  if (rule.listId && !(await selectList(tx, organizationId, rule.listId))) {
    throw unknownReference('body.listId', 'This list');
  }
  if (rule.divisionId && !(await knownDivisions(ctx, [rule.divisionId])).has(rule.divisionId)) {
    throw unknownReference('body.divisionId', 'This division');
  }
  const contactId = rule.contactId && ((await knownContacts(ctx, [rule.contactId])).get(rule.contactId) ?? null);
  if (rule.contactId && !contactId) throw unknownReference('body.contactId', 'This beneficiary');
  const currency =
    rule.amount === null ? null : (rule.currency ?? (await findOrganization(tx, organizationId)).currency);
  return { ...rule, contactId, currency };
}

/** What was offered by it stays on record. */
export async function removeRule(ctx: TenantContext, id: string) {
  if (!(await deleteRule(ctx.tx, ctx.organizationId, id))) throw NotFound();
  return { id };
}

export async function listRules(
  ctx: TenantContext,
  query: PageRequest & { resourceId?: string | undefined; active?: boolean | undefined },
) {
  const { rows, counted } = await selectRules(ctx.tx, ctx.organizationId, query, pageWindow(query));
  const page = toPage(query, rows, counted);
  return { ...page, data: await describeRules(ctx, page.data) };
}

const describeRule = async (ctx: TenantContext, rule: DiscountRule) => (await describeRules(ctx, [rule]))[0]!;

async function describeRules(ctx: TenantContext, rules: DiscountRule[]) {
  const ids = rules.map(({ id }) => id);
  const counts = await countOffers(ctx.tx, ctx.organizationId, ids, ROWS_COUNTED_MAX);
  return rules.map((rule) => ({
    ...rule,
    percent: rule.percent === null ? null : plainDecimal(rule.percent),
    amount: rule.amount === null ? null : plainDecimal(rule.amount, exponentOf(rule.currency!)),
    minimumQuantity: rule.minimumQuantity === null ? null : plainDecimal(rule.minimumQuantity),
    offeredCount: counts.get(rule.id)?.offered ?? 0,
    takenCount: counts.get(rule.id)?.taken ?? 0,
  }));
}

/** What was offered and what was taken, the newest first. */
export async function listOffers(
  ctx: TenantContext,
  query: PageRequest & { ruleId?: string | undefined; resourceId?: string | undefined; taken?: boolean | undefined },
) {
  const { rows, counted } = await selectOffers(ctx.tx, ctx.organizationId, query, pageWindow(query));
  return toPage(query, rows.map(describeOffer), counted);
}

function describeOffer(offer: Offer) {
  const { takenAt, takenKind, takenId, takenQuantity, releasedAt, minimumQuantity: _, ...rest } = offer;
  const decimals = exponentOf(offer.currency);
  return {
    ...rest,
    quantity: plainDecimal(offer.quantity),
    fullPrice: plainDecimal(offer.fullPrice, decimals),
    unitPrice: plainDecimal(offer.unitPrice, decimals),
    taken: takenAt
      ? { at: takenAt, kind: takenKind!, id: takenId!, quantity: plainDecimal(takenQuantity!), releasedAt }
      : null,
  };
}
