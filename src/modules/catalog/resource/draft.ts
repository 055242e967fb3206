import type { z } from 'zod';
import { orNull } from '#platform/http/change.ts';
import { newId } from '#platform/id.ts';
import { type FieldError, ReferenceNotFound, type Refusal, refusal } from '#platform/refusal.ts';
import { sortNameOf } from '#platform/search/folded.ts';
import { draftPrices, type NewPriceRow } from '../price/draft.ts';
import type { ResourceRow } from '../tables.ts';
import { codeKeyOf } from './code-key.ts';
import type { Details } from './details.ts';
import type { NewResource } from './resource.schema.ts';
import { fileIdsOf, type Naming, type Surroundings } from './surroundings.ts';

const CodeTaken = refusal(
  'resource_code_taken',
  'Another product or service has this code: choose a different one.',
  409,
);
const BarcodeTaken = refusal(
  'barcode_taken',
  'Another product or service has this barcode: choose a different one.',
  409,
);
const ResourceInvalid = refusal(
  'resource_invalid',
  'The fields of this product or service contradict each other: see `detail`.',
);
export const ResourceHasStock = refusal(
  'resource_has_stock',
  'Stock or serial number tracking can change only while there is no stock, and lots end only while no lot has stock: bring the stock to zero first.',
);

export const draftRefusals = [ReferenceNotFound, CodeTaken, BarcodeTaken, ResourceInvalid];

export interface Draft extends Details {
  resource: Omit<
    ResourceRow,
    'createdBy' | 'createdAt' | 'updatedAt' | 'archivedAt' | 'version' | `marketplace${string}`
  >;
  prices: NewPriceRow[];
  errors: FieldError[];
}

/** A new resource as it will be written, with its errors. */
export function draftResource(given: z.output<typeof NewResource>, around: Surroundings, path: string): Draft {
  const { name, kind, barcodes = [], taxIds = [], parts = [], prices = [], ...rest } = given;
  const id = newId();
  const stocked = kind === 'goods' || kind === 'raw-material';
  const resource = {
    id,
    kind,
    name,
    sortName: sortNameOf(name),
    codeKey: rest.code ? codeKeyOf(rest.code) : null,
    description: rest.description ?? '',
    unit: rest.unit ?? around.defaultUnit,
    attributes: rest.attributes ?? {},
    images: rest.images ?? [],
    tracksStock: rest.tracksStock ?? stocked,
    tracksSerials: rest.tracksSerials ?? false,
    tracksLots: rest.tracksLots ?? false,
    supplierId: withSurvivor(rest, around).supplierId ?? null,
    ...orNull(rest, ['code', 'category', 'cost', 'allowsNegativeStock', 'minStockAlert', 'purchaseMultiple']),
    ...orNull(rest, ['leadTimeDays', 'salesChartAccountId', 'expenseChartAccountId']),
  };
  const drafted = draftPrices(id, prices, around, `${path}.prices`);
  const errors = [
    ...ruleErrors({ ...resource, hasParts: parts.length > 0 }, path),
    ...namingErrors({ ...given, id }, around, path),
    ...drafted.errors,
  ];
  return { resource, barcodes, taxIds, parts, prices: drafted.prices, errors };
}

/** The fields with the supplier that survived a merge. */
export const withSurvivor = <G extends Pick<Naming, 'supplierId'>>(given: G, { contacts }: Surroundings): G =>
  given.supplierId ? { ...given, supplierId: contacts.get(given.supplierId) ?? given.supplierId } : given;

/** Where the fields of a resource contradict each other. */
export function ruleErrors(
  resource: Pick<ResourceRow, 'kind' | 'tracksStock' | 'tracksSerials' | 'tracksLots' | 'allowsNegativeStock'> & {
    hasParts: boolean;
  },
  path: string,
): FieldError[] {
  const { kind, tracksStock, tracksSerials, tracksLots, allowsNegativeStock, hasParts } = resource;
  const errors: FieldError[] = [];
  const wrong = (field: string, message: string) => errors.push({ path: `${path}.${field}`, code: 'invalid', message });
  if (tracksStock && (kind === 'service' || kind === 'combo')) wrong('tracksStock', `A ${kind} has no stock.`);
  if (tracksSerials && !tracksStock) wrong('tracksSerials', 'Serial numbers need stock.');
  if (tracksLots && !tracksStock) wrong('tracksLots', 'Lots need stock.');
  if (tracksLots && tracksSerials) wrong('tracksLots', 'Units with serial numbers have no lots.');
  if (tracksSerials && allowsNegativeStock) {
    wrong('allowsNegativeStock', 'The stock of units with serial numbers cannot be negative.');
  }
  if (kind === 'combo' && !hasParts) wrong('parts', 'A combo has at least one part.');
  if (kind !== 'combo' && hasParts) wrong('parts', 'Only a combo has parts.');
  return errors;
}

/** References to what does not exist, and codes that are taken. Codes are claimed for the rows after this one. */
export function namingErrors(given: Naming & { id: string }, around: Surroundings, path: string): FieldError[] {
  return [
    ...takenErrors(given, around, path),
    ...unknownIn(path, 'supplierId', 'This contact', given.supplierId, around.contacts),
    ...unknownIn(path, 'salesChartAccountId', 'This account', given.salesChartAccountId, around.chartAccounts),
    ...unknownIn(path, 'expenseChartAccountId', 'This account', given.expenseChartAccountId, around.chartAccounts),
    ...(given.taxIds ?? []).flatMap((taxId, place) =>
      unknownIn(path, `taxIds[${place}]`, 'This tax', taxId, around.taxes),
    ),
    ...fileIdsOf(given.images ?? []).flatMap((fileId) =>
      unknownIn(path, `images[${given.images!.indexOf(fileId)}]`, 'This file', fileId, around.files),
    ),
    ...(given.parts ?? []).flatMap(({ resourceId }, place) => {
      const field = `parts[${place}].resourceId`;
      const known = around.parts.get(resourceId);
      if (known === 'combo' || resourceId === given.id) {
        return [{ path: `${path}.${field}`, code: 'invalid', message: 'A combo cannot be part of a combo.' }];
      }
      return unknownIn(path, field, 'This product', resourceId, around.parts);
    }),
  ];
}

function takenErrors(given: Naming & { id: string }, around: Surroundings, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const claim = (claimed: Map<string, string>, key: string, field: string, what: string) => {
    const holder = claimed.get(key);
    if (holder === undefined) claimed.set(key, given.id);
    else if (holder !== given.id) {
      errors.push({ path: `${path}.${field}`, code: 'taken', message: `Another resource has this ${what}.` });
    }
  };
  if (given.code) claim(around.codes, codeKeyOf(given.code), 'code', 'code');
  for (const [place, barcode] of (given.barcodes ?? []).entries()) {
    claim(around.barcodes, barcode, `barcodes[${place}]`, 'barcode');
  }
  return errors;
}

function unknownIn(
  path: string,
  field: string,
  what: string,
  id: string | null | undefined,
  known: { has(id: string): boolean },
): FieldError[] {
  if (!id || known.has(id)) return [];
  return [{ path: `${path}.${field}`, code: 'not_found', message: `${what} does not exist.` }];
}

export function refusalOf(errors: FieldError[]): Refusal {
  const [first] = errors;
  const kind =
    first!.code === 'not_found'
      ? ReferenceNotFound
      : first!.code !== 'taken'
        ? ResourceInvalid
        : first!.path.endsWith('.code')
          ? CodeTaken
          : BarcodeTaken;
  return kind(first!.message, { errors });
}
