import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import type { FieldSchema } from '#platform/json-schema.ts';
import { unknownReference } from '#platform/refusal.ts';
import { selectInvalidRows } from '../app/app.sql.ts';
import type { DataTypeManifest } from '../release/manifest.schema.ts';
import { searchConfigs, tallies } from '../tables.ts';
import type { AppRowQuery, ExplorerQuery } from './data.schema.ts';
import { describeRow } from './data.ts';
import { readFilter, unknownField } from './field-filter.ts';
import { openInstalled, removedType, typeToRead } from './installed-type.ts';
import { rowList } from './list.sql.ts';

const NUMBERS = ['number', 'integer'];

const isText = ({ type, items, secret }: FieldSchema): boolean =>
  (type === 'string' && !secret) || (type === 'array' && items?.type === 'string');

/** The fields whose words are indexed. */
export const textFields = ({ schema }: DataTypeManifest): string[] =>
  Object.entries(schema.properties).flatMap(([name, field]) => (isText(field) ? name : []));

/** The fields that rows are found by; null for a type of an earlier release, whose fields nobody knows any more. */
function knownFields({ schema: { properties } }: DataTypeManifest): string[] | null {
  const names = Object.keys(properties).filter((name) => !properties[name]!.secret);
  return names.length > 0 ? names : null;
}

/** The rows of a type, found by a search configuration or by all of their text fields. */
export async function listRows(ctx: TenantContext, query: z.output<typeof AppRowQuery>) {
  const { appId, type: name, search, searchConfigId, sort } = query;
  const type = await typeToRead(ctx, appId, name, 'query.appId');
  const config =
    searchConfigId === undefined ? null : await searchConfigs.find(ctx, { id: searchConfigId, appId, type: name });
  if (config === undefined) throw unknownReference('query.searchConfigId', 'This search configuration');
  const fields = config?.fields ?? textFields(type).map((field) => ({ field, weight: 1 }));
  const rows = rowList({
    appId,
    type: name,
    conditions: readFilter(query.filter, config?.filters ?? knownFields(type)),
    search: search === undefined ? null : { text: search, fields },
    sortField: null,
  });
  const order = sort ?? (search === undefined ? '-created' : '-relevance');
  return rows.page(ctx, { ...query, sort: order }, (some) => some.map(describeRow));
}

/** Looks through the rows of a type by any of its fields. */
export async function exploreRows(ctx: TenantContext, appId: string, query: z.output<typeof ExplorerQuery>) {
  const type = await typeToRead(ctx, appId, query.type);
  const isDescending = query.sort.startsWith('-');
  const named = query.sort.replace(/^-/, '');
  const field = named.startsWith('data.') ? named.slice('data.'.length) : null;
  const { properties } = type.schema;
  const known = knownFields(type);
  if (field !== null && known && !known.includes(field)) throw unknownField('query.sort', field, known);
  const isNumber = field !== null && NUMBERS.includes(Object.hasOwn(properties, field) ? properties[field]!.type : '');
  const rows = rowList({
    appId,
    type: query.type,
    conditions: readFilter(query.filter, known),
    search:
      query.search === undefined
        ? null
        : { text: query.search, fields: textFields(type).map((name) => ({ field: name, weight: 1 })) },
    sortField: field === null ? null : { name: field, isNumber },
  });
  const key = field === null ? (named as 'created' | 'updated') : 'field';
  const page = await rows.page(ctx, { ...query, sort: isDescending ? `-${key}` : key }, (some) =>
    some.map(describeRow),
  );
  const columns = Object.entries(properties).map(([name, { type: kind, title }]) => ({
    field: name,
    title: title ?? name,
    type: kind,
  }));
  return { ...page, columns };
}

/** The types of the installed release, and those of earlier ones that still have rows. */
export async function listTypes(ctx: TenantContext, appId: string) {
  const { manifest } = await openInstalled(ctx, appId);
  const [counts, invalid] = [await tallies.all(ctx, { appId }), await selectInvalidRows(ctx, appId)];
  const rowsOf = new Map(counts.map(({ type, rows }) => [type, rows]));
  const known = new Set(manifest.dataTypes.map(({ name }) => name));
  const removed = counts.filter(({ type, rows }) => rows > 0 && !known.has(type)).map(({ type }) => removedType(type));
  return [...manifest.dataTypes, ...removed].map((type) => ({
    ...type,
    rows: rowsOf.get(type.name) ?? 0,
    invalidRows: invalid.get(type.name) ?? 0,
    isRemoved: !known.has(type.name),
  }));
}
