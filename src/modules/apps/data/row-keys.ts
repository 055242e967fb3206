import { hash } from 'node:crypto';
import { schemaProblem } from '#platform/json-schema.ts';
import { type FieldError, refusal } from '#platform/refusal.ts';
import type { DataTypeManifest } from '../release/manifest.schema.ts';

export const DataNotValid = refusal(
  'data_not_valid',
  'The data does not match its type: correct the fields in `errors`.',
);
export const KeyTaken = refusal(
  'key_taken',
  'Another row has the same unique key: change these values, or update that row.',
  409,
);

const ROW_BYTES_MAX = 32_768;

export type RowValues = Record<string, unknown>;

export function rowProblem(type: DataTypeManifest, data: RowValues, path: string): FieldError | null {
  if (Buffer.byteLength(JSON.stringify(data)) > ROW_BYTES_MAX)
    return { path, code: 'too_big', message: `must have at most ${ROW_BYTES_MAX} bytes` };
  return schemaProblem(type.schema, data, path);
}

export const keyName = (fields: readonly string[]): string => fields.join('+');

/** The unique keys of a row. A row that lacks a field of a key does not have that key. */
export function keysOf(type: DataTypeManifest, data: RowValues): { name: string; value: Buffer }[] {
  return type.unique.flatMap((fields) => {
    const value = keyValue(fields, data);
    return value ? [{ name: keyName(fields), value }] : [];
  });
}

export function keyValue(fields: readonly string[], data: RowValues): Buffer | null {
  const values = fields.map((field) => data[field] ?? null);
  return values.includes(null) ? null : hash('sha256', JSON.stringify(values), 'buffer');
}

export const takenKey = (name: string, path: string): FieldError => ({
  path: `${path}.${name.split('+')[0]}`,
  code: 'taken',
  message: `Another row has the same ${name.split('+').join(' and ')}.`,
});
