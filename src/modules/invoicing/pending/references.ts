import {
  activeDivision,
  InvalidRate,
  type PostingAccount,
  requireDivisionAndProject,
  requireRate,
  selectPostingAccounts,
  selectPostingRules,
} from '#modules/accounting/index.ts';
import { type DiscountOffer, findOffers } from '#modules/catalog/index.ts';
import { type Contact, requireContact } from '#modules/contacts/index.ts';
import { requireFiles } from '#modules/files/index.ts';
import { accountingSettings, readSettings, selectMembership } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { askedOnce } from '#platform/db/batched.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { findSold, type SoldItems } from '../posting/goods.ts';
import type { DocumentToDraft, DraftElement } from './document-draft.ts';

export const ResourceArchived = refusal(
  'resource_archived',
  'An archived product cannot be sold or bought: restore it first.',
);

/** The objects that a document references. */
export interface References extends SoldItems {
  rules: Map<string, string>;
  /** The accounts of the chart that lines name. */
  accounts: Map<string, PostingAccount>;
  /** The discounts that lines take. */
  offers: Map<string, DiscountOffer>;
  contact: Contact | null;
  divisionId: string | null;
  paymentTermsDays: number;
}

const findSeller = askedOnce((ctx: TenantContext, userId: string) =>
  selectMembership(ctx.tx, ctx.organizationId, userId),
);

/** Looks up all references of a document at once. An unknown one is refused with its path. */
export async function settleReferences(ctx: TenantContext, given: DocumentToDraft): Promise<References> {
  const { sellerId, elements } = given;
  const accountIds = elements.flatMap(({ chartAccountId }) => chartAccountId ?? []);
  const offerIds = elements.flatMap(({ discountOfferId }) => discountOfferId ?? []);
  const [rules, settings, contact, seller, accounts, divisionId, sold, offers] = await Promise.all([
    selectPostingRules(ctx),
    readSettings(ctx, accountingSettings),
    given.contactId ? requireContact(ctx, given.contactId, 'body.contactId') : null,
    sellerId ? findSeller(ctx, sellerId) : null,
    accountIds.length > 0 ? selectPostingAccounts(ctx, accountIds) : [],
    given.divisionId === undefined ? activeDivision(ctx) : given.divisionId,
    findSold(ctx, elements),
    findOffers(ctx, offerIds),
    requireDivisionAndProject(ctx, given),
    requireFiles(ctx, given.attachments),
  ]);
  if (sellerId && !seller) throw unknownReference('body.sellerId', 'This member');
  const references = {
    rules,
    accounts: new Map(accounts.map((account) => [account.id, account])),
    ...sold,
    offers,
    contact,
    divisionId,
    paymentTermsDays: settings.paymentTermsDays,
  };
  for (const [place, element] of elements.entries()) refuseUnknown(element, place, references);
  return references;
}

function refuseUnknown(
  { id, chartAccountId, resourceId, resourceListId, discountOfferId }: DraftElement,
  place: number,
  { accounts, resources, packs, offers }: References,
): void {
  if (chartAccountId && !accounts.has(chartAccountId))
    throw unknownReference(`body.elements[${place}].chartAccountId`, 'This account of the chart');
  if (resourceId && !resources.has(resourceId))
    throw unknownReference(`body.elements[${place}].resourceId`, 'This item');
  if (resourceListId && !packs.has(resourceListId))
    throw unknownReference(`body.elements[${place}].resourceListId`, 'This list');
  if (discountOfferId && !offers.has(discountOfferId))
    throw unknownReference(`body.elements[${place}].discountOfferId`, 'This discount');
  // Archived items stay on documents that have them already.
  if (id !== undefined) return;
  const parts = resourceListId ? packs.get(resourceListId)!.parts : resourceId ? [{ resourceId }] : [];
  const archived = parts.map((part) => resources.get(part.resourceId)!).find(({ archivedAt }) => archivedAt);
  if (archived)
    throw ResourceArchived.at(
      `body.elements[${place}].${resourceListId ? 'resourceListId' : 'resourceId'}`,
      'archived',
      `${archived.name} is archived.`,
    );
}

/** Documents in another currency than the organization need a rate, given or known; others have none. */
export async function rateOf(
  ctx: TenantContext,
  given: string | null,
  { currency, date }: { currency: string; date: string },
): Promise<string | null> {
  if (currency === ctx.currency) {
    if (given !== null) throw InvalidRate.at('body.rate', 'not_allowed');
    return null;
  }
  return given ?? requireRate(ctx, currency, date);
}
