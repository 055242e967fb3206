import type { Json } from './requests.ts';
import { variantsOf } from './schema-paths.ts';

type JsonType = 'null' | 'boolean' | 'integer' | 'number' | 'string' | 'array' | 'object';
const everyType: JsonType[] = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'];

/** The JSON types that a schema accepts; all types if it has none. */
export function acceptedTypes(schema: Json): Set<JsonType> {
  const variants = variantsOf(schema);
  if (variants.length > 0) return new Set(variants.flatMap((variant) => [...acceptedTypes(variant)]));
  if (schema.const !== undefined) return new Set([typeOf(schema.const)]);
  if (schema.enum) return new Set((schema.enum as unknown[]).map(typeOf));
  if (schema.type === undefined) return new Set(everyType);
  const types = [schema.type].flat() as JsonType[];
  return new Set(types.includes('number') ? [...types, 'integer'] : types);
}

function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value as JsonType;
}

const samples: [JsonType, unknown][] = [
  ['null', null],
  ['boolean', true],
  ['integer', 42],
  ['number', 1.5],
  ['string', 'some text'],
  ['array', []],
  ['array', [[]]],
  ['object', {}],
  ['object', { toString: 1 }],
];

/** Values that the schema refuses in a body. */
export function wrongValues(schema: Json): unknown[] {
  const accepted = acceptedTypes(schema);
  const ofWrongType = samples.filter(([type]) => !accepted.has(type)).map(([, value]) => value);
  return [...ofWrongType, ...wrongText(schema), ...wrongNumbers(schema)];
}

/** Texts that the schema refuses, in a body or a query. */
function wrongText(schema: Json): string[] {
  if (schema.type !== 'string') return [];
  const wrong: string[] = [];
  if (typeof schema.maxLength === 'number') wrong.push('x'.repeat(schema.maxLength + 1));
  if (schema.format ?? schema.enum ?? schema.const) wrong.push('certainly not one');
  return wrong;
}

function wrongNumbers(schema: Json): number[] {
  if (schema.type !== 'integer' && schema.type !== 'number') return [];
  const wrong: number[] = [];
  if (typeof schema.minimum === 'number') wrong.push(schema.minimum - 1);
  if (typeof schema.maximum === 'number') wrong.push(schema.maximum + 1);
  return wrong;
}

/** The same for a query parameter, where all values are text. */
export function wrongQueryValues(schema: Json): string[] {
  if (schema.type === 'integer' || schema.type === 'number') {
    const bounds = wrongNumbers(schema).filter(Number.isSafeInteger).map(String);
    return [
      'abc',
      '1e400',
      '9'.repeat(400),
      'NaN',
      '-Infinity',
      ...(schema.type === 'integer' ? ['1.5'] : []),
      ...bounds,
    ];
  }
  if (schema.type === 'boolean') return ['perhaps', ''];
  return wrongText(schema);
}

const nastyTexts = [`'"\\;--%_\`$\{x}`, '<script>', '\u202Eabc', '😀'.repeat(3), '{', '[', '-1', 'null', ' '];
const nastyTimes = [
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '1900-01-01T00:00:00Z',
  '2999-12-31T23:59:59.999Z',
  '2026-02-28T23:59:60Z',
  '2026-01-01T00:00:00+23:59',
];
const nastyDates = ['0000-01-01', '0001-01-01', '1900-01-01', '2999-12-31', '9999-12-31'];
const nastyIds = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-4fff-bfff-ffffffffffff'];
const nastyDecimals = [
  '0',
  '-0',
  '-1',
  '0.01',
  '0.0000000001',
  '9999999999999',
  '9999999999999.99',
  '92233720368547758.07',
  '99999999999999999999',
  '99999999999999999999999999999999',
];
const nastyNumbers = [0, -1, 2 ** 31, -(2 ** 31) - 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER];

/** Unusual values of the right type. They may be accepted, but must not cause a 5xx. */
export function nastyValues(schema: Json): unknown[] {
  if (schema.format === 'date-time') return nastyTimes;
  if (schema.format === 'date') return nastyDates;
  if (schema.format === 'uuid') return nastyIds;
  if (schema.type === 'string' && /\\d/.test(String(schema.pattern ?? ''))) return nastyDecimals;
  if (schema.type === 'string') return schema.format || schema.enum || schema.const ? [] : nastyTexts;
  if (schema.type === 'integer') return nastyNumbers;
  if (schema.type === 'number') return [...nastyNumbers, 1e308, -1e308, 5e-324];
  return variantsOf(schema).flatMap(nastyValues);
}
