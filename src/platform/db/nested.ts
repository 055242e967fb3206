import { type RawBuilder, sql } from 'kysely';
import { tableColumns } from './columns.ts';
import type { TenantTable } from './schema.ts';
import { camelCase } from './snake-case.ts';

/** A query whose rows can be read as a column of another. */
export type RowsQuery = RawBuilder<unknown>;

/**
 * The rows of a query as one column of another, so that a thing and its parts are one statement. Read it with `readNested`.
 * It travels as JSON, whose numbers are read from their digits: nothing is rounded.
 */
export const nested = (query: RowsQuery): RawBuilder<unknown> => sql`(SELECT json_agg(n)::text FROM (${query}) AS n)`;

/**
 * The rows of a nested query, in the types of the columns of these tables. A column of no table is text, boolean or null. JSON columns
 * are named in `json`; numbers inside of them are read as numbers of JavaScript.
 */
export function readNested<R>(rows: string | null, tables: readonly TenantTable[], json: readonly string[] = []): R[] {
  if (rows === null) return [];
  const given = JSON.parse(rows.replace(NUMBER, '$1"$2"')) as Record<string, unknown>[];
  return given.map(readerOf(Object.keys(given[0]!), tables, json)) as R[];
}

/**
 * A column with a number, to be quoted so that it is read as it is written. Inside of a text every quote is escaped, so nothing
 * there looks like this. A reviver with access to the source would take four times as long.
 */
const NUMBER = /("[a-z0-9_]+":)(-?\d[^,}]*)/g;

type Reader = (row: Record<string, unknown>) => unknown;
const readers = new Map<string, Reader>();

/** Compiled as an object literal, once for each query; see `shapeOf` in `statement.ts`. */
function readerOf(columns: string[], tables: readonly TenantTable[], json: readonly string[]): Reader {
  const key = `${tables.join()} ${columns.join()}`;
  const known = readers.get(key);
  if (known) return known;
  const types: Record<string, string> = Object.assign({}, ...tables.map((table) => tableColumns[table]));
  const parsers = columns.map((column) => (json.includes(column) ? null : parserOf(types[camelCase(column)])));
  const values = columns.map((column, place) => {
    const value = `row[${JSON.stringify(column)}]`;
    const parsed = parsers[place] ? `${value} === null ? null : parsers[${place}](${value})` : value;
    return `${JSON.stringify(camelCase(column))}: ${parsed}`;
  });
  const reader = new Function('parsers', `return (row) => ({ ${values.join(', ')} })`)(parsers) as Reader;
  readers.set(key, reader);
  return reader;
}

/** Null: the value is read as it travels. */
function parserOf(type = 'text'): ((value: never) => unknown) | null {
  switch (type.replace('!', '')) {
    case 'integer':
    case 'smallint':
      return Number;
    case 'bigint':
      return BigInt;
    case 'timestamp with time zone':
      return (value: string) => new Date(value).toISOString();
    case 'bigint[]':
    case 'numeric[]':
    case 'jsonb':
    case 'bytea':
      throw new Error(`A column of type ${type} cannot be nested.`);
    default:
      return null;
  }
}
