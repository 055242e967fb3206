import { selectChart, selectDivisionNames } from '#modules/accounting/index.ts';
import { requireContact } from '#modules/contacts/index.ts';
import { findOrganization, readSettings, resourcesSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { Refusal } from '#platform/refusal.ts';
import { knownTaxes } from '../tax/known-taxes.ts';
import { codeKeyOf } from './code-key.ts';
import type { GivenResource } from './resource.schema.ts';
import { type ResourceKind, selectByBarcodes, selectByCodes, selectResources } from './resource.sql.ts';

/** What resources may name: anything of theirs that has to be looked up before they can be written. */
export type Naming = Partial<Omit<GivenResource, 'kind'>> & { id?: string };

/** What was looked up, once for all resources of a request. */
export interface Surroundings {
  currency: string;
  defaultUnit: string;
  /** Who has a code or a barcode; what a row of the same request claims is added as it is read. */
  codes: Map<string, string>;
  barcodes: Map<string, string>;
  chartAccounts: ReadonlySet<string>;
  taxes: ReadonlySet<string>;
  parts: ReadonlyMap<string, ResourceKind>;
  divisions: ReadonlySet<string>;
  /** The contact that each id stands for today. */
  contacts: ReadonlyMap<string, string>;
}

const distinct = (values: (string | null | undefined)[]): string[] => [
  ...new Set(values.filter((value) => value !== null && value !== undefined)),
];

export async function lookAround(ctx: TenantContext, givens: Naming[]): Promise<Surroundings> {
  const { tx, organizationId } = ctx;
  const codes = distinct(givens.map(({ code }) => code && codeKeyOf(code)));
  const barcodes = distinct(givens.flatMap((given) => given.barcodes ?? []));
  const chartIds = distinct(givens.flatMap((given) => [given.salesChartAccountId, given.expenseChartAccountId]));
  const taxIds = distinct(givens.flatMap((given) => given.taxIds ?? []));
  const partIds = distinct(givens.flatMap((given) => given.parts ?? []).map(({ resourceId }) => resourceId));
  const prices = givens.flatMap((given) => given.prices ?? []);
  const [organization, settings, byCode, byBarcode, chart, taxes, parts, divisions, contacts] = await Promise.all([
    findOrganization(tx, organizationId),
    readSettings(ctx, resourcesSettings),
    codes.length > 0 ? selectByCodes(tx, organizationId, codes) : [],
    barcodes.length > 0 ? selectByBarcodes(tx, organizationId, barcodes) : [],
    chartIds.length > 0 ? selectChart(tx, organizationId) : [],
    taxIds.length > 0 ? knownTaxes(ctx, taxIds) : new Set<string>(),
    partIds.length > 0 ? selectResources(tx, organizationId, partIds) : [],
    knownDivisions(ctx, distinct(prices.map(({ divisionId }) => divisionId))),
    knownContacts(ctx, distinct(prices.map(({ contactId }) => contactId))),
  ]);
  return {
    currency: organization.currency,
    defaultUnit: settings.defaultUnit,
    codes: new Map(byCode.map(({ codeKey, id }) => [codeKey!, id])),
    barcodes: new Map(byBarcode.map(({ barcode, resourceId }) => [barcode, resourceId])),
    chartAccounts: new Set(chart.filter(({ postable, archivedAt }) => postable && !archivedAt).map(({ id }) => id)),
    taxes,
    parts: new Map(parts.map(({ id, kind }) => [id, kind])),
    divisions,
    contacts,
  };
}

export async function knownDivisions(ctx: TenantContext, ids: string[]): Promise<ReadonlySet<string>> {
  return ids.length > 0 ? new Set((await selectDivisionNames(ctx.tx, ctx.organizationId)).keys()) : new Set();
}

/** The contacts that some ids stand for. Each is held, so it cannot be merged away before what names it is written. */
export async function knownContacts(ctx: TenantContext, ids: string[]): Promise<ReadonlyMap<string, string>> {
  const held = ids.toSorted().map(async (id) => {
    const contact = await requireContact(ctx, id, 'contactId').catch(nullIfRefused);
    return contact ? [[id, contact.id] as const] : [];
  });
  return new Map((await Promise.all(held)).flat());
}

function nullIfRefused(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}
