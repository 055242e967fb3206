import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import {
  archived,
  filter,
  flag,
  isOneOf,
  list,
  oneOf,
  type SortKey,
  several,
  updated,
  updatedSince,
} from '#platform/db/list.ts';
import { isNamed } from '#platform/db/named.ts';
import type { Tenant } from '#platform/db/table.ts';
import { Barcode } from '../catalog.schema.ts';
import { type ResourceRow, resourceBarcodes, resourceListMembers, resources, resourceTaxes } from '../tables.ts';
import { codeKeyOf } from './code-key.ts';
import { MarketplaceStatus, ResourceKind } from './resource.schema.ts';
import { beginsWith, isFirstBarcode, isFirstWord, isMeant, type Meaning, type SearchedText } from './search.sql.ts';

/** A category may contain commas, so several are given by repeating the parameter only. */
const Category = z.string().trim().max(100);

const filters = {
  search: filter(
    z
      .string()
      .max(100)
      .optional()
      .describe(
        'Beginnings of words of the name, of the code, or of a barcode. Up to 500 results are sorted by name; of more, `total` says at least 100 (`count=exact` counts them). A text that matches more finds what has exactly this code or barcode; otherwise, unless `sort` asks for another order, the matches are sorted by the word (or code, or barcode) that matched.',
      ),
    // Resolved before the list is read, because it decides which list is read: see list.ts.
    () => null,
  ),
  kind: oneOf('kind', ResourceKind),
  category: filter(
    z
      .union([Category, z.array(Category).min(1).max(100)])
      .optional()
      .describe('Only of this category; several by repeating the parameter.'),
    (value) => isOneOf(sql`t.category`, value),
  ),
  code: filter(
    z.string().trim().max(60).optional().describe('Exactly this code; case does not matter.'),
    (code) => sql`t.code_key = ${codeKeyOf(code)}`,
  ),
  barcode: filter(
    Barcode.optional().describe('Exactly this barcode.'),
    (barcode, ctx) =>
      sql`t.id = (SELECT b.resource_id FROM ${resourceBarcodes.of(ctx)} b WHERE b.barcode = ${barcode})`,
  ),
  tracksStock: flag('tracksStock', 'Whether stock is tracked.'),
  archived,
  marketplaceStatus: oneOf('marketplaceStatus', MarketplaceStatus),
  taxId: filter(several(z.uuid()).optional().describe('Resources that carry this tax.'), (taxId, ctx) =>
    isNamed(ctx, {
      id: sql`x.resource_id`,
      from: sql`${resourceTaxes.of(ctx)} x WHERE ${isOneOf(sql`x.tax_id`, taxId)}`,
    }),
  ),
  listId: filter(several(z.uuid()).optional().describe('The members of this list of resources.'), (listId, ctx) =>
    isNamed(ctx, {
      id: sql`m.resource_id`,
      from: sql`${resourceListMembers.of(ctx)} m WHERE ${isOneOf(sql`m.list_id`, listId)}`,
    }),
  ),
  updatedSince,
};

/** The resource of an index entry, one by one in the order of the index: a plain join would read and sort all matches first. */
const resourceOf = ({ organizationId }: Tenant, id: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`CROSS JOIN LATERAL (SELECT * FROM resources WHERE organization_id = ${organizationId} AND id = ${id} OFFSET 0) AS t`;

const byName = <R>(select: RawBuilder<unknown>) =>
  list<R>()({
    from: (tenant) => sql`${resources.of(tenant)} t`,
    select,
    filters,
    scope: {
      ids: filter(z.custom<string[]>(), (ids) => sql`t.id = ANY (${ids}::uuid[])`),
      meant: filter(z.custom<SearchedText>(), (text, ctx) => isMeant(ctx, text)),
    },
    sort: {
      name: { by: sql`t.sort_name`, type: 'text' },
      // Ids grow with time.
      created: { by: sql`t.id`, type: 'uuid' },
      updated,
    },
    order: 'name',
  });

/** A list in the order of an index that the text is searched in. A resource that matches twice is listed at its first match. */
const byMatch = <R>(
  select: RawBuilder<unknown>,
  by: Meaning,
  index: {
    from: (tenant: Tenant) => RawBuilder<unknown>;
    where: (text: SearchedText, tenant: Tenant) => RawBuilder<unknown>;
    key: RawBuilder<unknown>;
    id: RawBuilder<unknown>;
  },
) =>
  list<R>()({
    from: index.from,
    select,
    filters,
    scope: { text: filter(z.custom<SearchedText>(), index.where) },
    sort: { [by]: { by: index.key, type: 'text' } } as Record<Meaning, SortKey>,
    order: by,
    key: [{ by: index.id, type: 'uuid' }],
  });

const searchable = <R>(select: RawBuilder<unknown>) => ({
  name: byName<R>(select),
  word: byMatch<R>(select, 'word', {
    from: (tenant) => sql`search_words s ${resourceOf(tenant, sql`s.entity_id`)}`,
    where: ({ words }, tenant) => isFirstWord(tenant, words),
    key: sql`s.word`,
    id: sql`s.entity_id`,
  }),
  code: byMatch<R>(select, 'code', {
    from: (tenant) => sql`${resources.of(tenant)} t`,
    where: ({ codeKey }) => beginsWith(sql`t.code_key`, codeKey ?? ''),
    key: sql`t.code_key`,
    id: sql`t.id`,
  }),
  barcode: byMatch<R>(select, 'barcode', {
    from: (tenant) => sql`${resourceBarcodes.of(tenant)} b ${resourceOf(tenant, sql`b.resource_id`)}`,
    where: ({ barcode }, tenant) => isFirstBarcode(tenant, barcode ?? ''),
    key: sql`b.barcode`,
    id: sql`b.resource_id`,
  }),
});

export type ResourceLists<R> = ReturnType<typeof searchable<R>>;
export const wholeResources = searchable<ResourceRow>(resources.columns('t'));
export const resourceIds = searchable<{ id: string }>(sql`t.id`);
