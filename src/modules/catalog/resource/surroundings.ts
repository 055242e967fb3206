import type { z } from 'zod';
import { selectChart, selectDivisionNames } from '#modules/accounting/index.ts';
import { requireContact } from '#modules/contacts/index.ts';
import { lockFiles } from '#modules/files/index.ts';
import { readSettings, resourcesSettings } from '#modules/organization/index.ts';
import { selectTaxes } from '#modules/taxes/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { Refusal } from '#platform/refusal.ts';
import { type ResourceKind, resourceBarcodes, resources } from '../tables.ts';
import { codeKeyOf } from './code-key.ts';
import type { NewResource } from './resource.schema.ts';

/** The fields of resources that refer to something else. */
export type Naming = Partial<Omit<z.output<typeof NewResource>, 'kind'>> & { id?: string };

/** The references that resources are checked against, read once for all resources of a request. */
export interface Surroundings {
  currency: string;
  defaultUnit: string;
  /** The owner of each code and barcode; rows of the same request are added as they are checked. */
  codes: Map<string, string>;
  barcodes: Map<string, string>;
  chartAccounts: ReadonlySet<string>;
  taxes: ReadonlySet<string>;
  parts: ReadonlyMap<string, ResourceKind>;
  divisions: ReadonlySet<string>;
  files: ReadonlySet<string>;
  /** Each id with the contact that survived a merge. */
  contacts: ReadonlyMap<string, string>;
}

export const distinct = (values: (string | null | undefined)[]): string[] => [
  ...new Set(values.filter((value) => value !== null && value !== undefined)),
];

/** The files among images; the others are addresses of pictures elsewhere. */
export const fileIdsOf = (images: readonly string[]): string[] => images.filter((image) => !image.includes(':'));

export async function lookAround(ctx: TenantContext, givens: Naming[]): Promise<Surroundings> {
  const codeKey = distinct(givens.map(({ code }) => code && codeKeyOf(code)));
  const barcode = distinct(givens.flatMap(({ barcodes }) => barcodes));
  const chartIds = distinct(givens.flatMap((given) => [given.salesChartAccountId, given.expenseChartAccountId]));
  const taxIds = distinct(givens.flatMap((given) => given.taxIds));
  const partIds = distinct(givens.flatMap(({ parts = [] }) => parts.map(({ resourceId }) => resourceId)));
  const prices = givens.flatMap((given) => given.prices ?? []);
  const [settings, byCode, byBarcode, chart, taxes, parts, divisions, contacts, files] = await Promise.all([
    readSettings(ctx, resourcesSettings),
    resources.all(ctx, { codeKey }, { columns: ['codeKey', 'id'] }),
    resourceBarcodes.all(ctx, { barcode }),
    chartIds.length > 0 ? selectChart(ctx) : [],
    knownTaxes(ctx, taxIds),
    resources.all(ctx, { id: partIds }, { columns: ['id', 'kind'] }),
    knownDivisions(ctx, distinct(prices.map(({ divisionId }) => divisionId))),
    knownContacts(
      ctx,
      distinct([...prices.map(({ contactId }) => contactId), ...givens.map(({ supplierId }) => supplierId)]),
    ),
    lockFiles(ctx, distinct(givens.flatMap(({ images = [] }) => fileIdsOf(images)))),
  ]);
  return {
    currency: ctx.currency,
    defaultUnit: settings.defaultUnit,
    codes: new Map(byCode.map(({ codeKey: key, id }) => [key!, id])),
    barcodes: new Map(byBarcode.map((row) => [row.barcode, row.resourceId])),
    chartAccounts: new Set(chart.filter(({ postable, archivedAt }) => postable && !archivedAt).map(({ id }) => id)),
    taxes,
    parts: new Map(parts.map(({ id, kind }) => [id, kind])),
    divisions,
    contacts,
    files,
  };
}

export async function knownDivisions(ctx: TenantContext, ids: string[]): Promise<ReadonlySet<string>> {
  return ids.length > 0 ? new Set((await selectDivisionNames(ctx)).keys()) : new Set();
}

/** Resolves ids to the contacts that survived merges. Locks each, so that it is not merged before the reference is written. */
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

/** The ids that are taxes in use. */
export async function knownTaxes(ctx: TenantContext, ids: string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const taxes = await selectTaxes(ctx, ids);
  return new Set(taxes.filter(({ archivedAt }) => !archivedAt).map(({ id }) => id));
}
