import {
  activeDivision,
  findBaseCurrency,
  InvalidRate,
  type PostingAccount,
  RateUnknown,
  rateOn,
  selectKnown,
  selectPostingAccounts,
  selectPostingRules,
} from '#modules/accounting/index.ts';
import { findResources, type Resource } from '#modules/catalog/index.ts';
import { type Contact, requireContact } from '#modules/contacts/index.ts';
import { accountingSettings, readSettings, selectMembership } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import type { DocumentToDraft } from './draft.ts';

export const ResourceArchived = refusal(422, 'resource_archived', 'An archived item is not sold or bought any more.');

/** What a document names, as it stands in the organization. */
export interface References {
  baseCurrency: string;
  rules: Map<string, string>;
  /** The accounts of the chart that lines name. */
  accounts: Map<string, PostingAccount>;
  resources: Map<string, Resource>;
  contact: Contact | null;
  divisionId: string | null;
  paymentTermsDays: number;
}

/** Looks up whatever the document names, all at once; an unknown one is refused with its path. */
export async function settleReferences(ctx: TenantContext, given: DocumentToDraft): Promise<References> {
  const { tx, organizationId } = ctx;
  const { projectId = null, sellerId, elements } = given;
  const accountIds = elements.flatMap(({ chartAccountId }) => chartAccountId ?? []);
  const resourceIds = [...new Set(elements.flatMap(({ resourceId }) => resourceId ?? []))];
  const [baseCurrency, rules, settings, contact, exists, seller, accounts, divisionId, resources] = await Promise.all([
    findBaseCurrency(tx, organizationId),
    selectPostingRules(tx, organizationId),
    readSettings(ctx, accountingSettings),
    given.contactId ? requireContact(ctx, given.contactId, 'body.contactId') : null,
    selectKnown(tx, organizationId, { divisionId: given.divisionId ?? null, projectId }),
    sellerId ? selectMembership(tx, organizationId, sellerId) : null,
    accountIds.length > 0 ? selectPostingAccounts(tx, organizationId, accountIds) : [],
    given.divisionId === undefined ? activeDivision(ctx) : given.divisionId,
    findResources(ctx, resourceIds),
  ]);
  if (!exists.division) throw unknownReference('body.divisionId', 'This division');
  if (!exists.project) throw unknownReference('body.projectId', 'This project');
  if (sellerId && !seller) throw unknownReference('body.sellerId', 'This member');
  const references = {
    baseCurrency,
    rules,
    accounts: new Map(accounts.map((account) => [account.id, account])),
    resources,
    contact,
    divisionId,
    paymentTermsDays: settings.paymentTermsDays,
  };
  for (const [place, element] of elements.entries()) refuseUnknown(element, place, references);
  return references;
}

function refuseUnknown(
  { id, chartAccountId, resourceId }: DocumentToDraft['elements'][number],
  place: number,
  { accounts, resources }: References,
): void {
  if (chartAccountId && !accounts.has(chartAccountId))
    throw unknownReference(`body.elements[${place}].chartAccountId`, 'This account of the chart');
  if (!resourceId) return;
  const resource = resources.get(resourceId);
  if (!resource) throw unknownReference(`body.elements[${place}].resourceId`, 'This item');
  // What is on a document already stays on it.
  if (resource.archivedAt && id === undefined) throw ResourceArchived(`${resource.name} is archived.`);
}

/** A rate is known or given where the document has another currency than the organization, and only there. */
export async function rateOf(
  ctx: TenantContext,
  given: string | null,
  { currency, baseCurrency, date }: { currency: string; baseCurrency: string; date: string },
): Promise<string | null> {
  if (currency === baseCurrency) {
    if (given !== null) throw InvalidRate();
    return null;
  }
  if (given !== null) return given;
  const known = await rateOn(ctx, currency, date);
  if (!known) throw RateUnknown(`What ${currency} cost on ${date} is not known.`);
  return known.rate;
}
