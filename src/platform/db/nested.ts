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

/** The rows of a nested query, in the types of the columns of these tables. A column of no table is text, boolean or null. */
export function readNested<R>(rows: string | null, tables: readonly TenantTable[]): R[] {
  if (rows === null) return [];
  const types: Record<string, string> = Object.assign({}, ...tables.map((table) => tableColumns[table]));
  return (JSON.parse(rows, digitsOf) as Record<string, unknown>[]).map((row) => {
    const read: Record<string, unknown> = {};
    for (const column of Object.keys(row)) {
      const name = camelCase(column);
      read[name] = typedValue(row[column], types[name]);
    }
    return read as R;
  });
}

/** Keeps numbers as they are written. */
function digitsOf(this: unknown, _key: string, value: unknown, { source }: { source?: string } = {}): unknown {
  return typeof value === 'number' ? source : value;
}

function typedValue(value: unknown, type = 'text'): unknown {
  if (value === null) return null;
  switch (type.replace('!', '')) {
    case 'integer':
    case 'smallint':
      return Number(value);
    case 'integer[]':
      return (value as string[]).map(Number);
    case 'bigint':
      return BigInt(value as string);
    case 'timestamp with time zone':
      return new Date(value as string).toISOString();
    case 'jsonb':
    case 'bytea':
      throw new Error(`A column of type ${type} cannot be nested.`);
    default:
      return value;
  }
}
