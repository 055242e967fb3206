import pg from 'pg';
import { toTimestamp } from '../date.ts';
import { camelCase } from './snake-case.ts';

const { prepareValue } = (pg as typeof pg & { utils: { prepareValue(value: unknown): unknown } }).utils;

/** Makes a row with the names that the code uses from the texts of its columns. */
export type Shape = (fields: (string | null)[]) => unknown;

/** A parameter in PostgreSQL's text form. */
export const parameterText = (value: unknown): unknown => prepareValue(parameterOf(value));

function parameterOf(value: unknown): unknown {
  if (Array.isArray(value)) return arrayText(value);
  if (value instanceof Temporal.Instant) return toTimestamp(value);
  if (value instanceof Temporal.PlainDate) return value.toString();
  return value;
}

/** `pg` runs two regular expressions over every element of an array; most need none. */
const arrayText = (elements: readonly unknown[]): string => `{${elements.map(elementText).join(',')}}`;

function elementText(element: unknown): string {
  if (element === null || element === undefined) return 'NULL';
  if (typeof element === 'string') return SPECIAL.test(element) ? escaped(element) : `"${element}"`;
  if (typeof element !== 'object') return String(element);
  return Array.isArray(element) ? arrayText(element) : String(prepareValue([element])).slice(1, -1);
}

const SPECIAL = /["\\]/;
const escaped = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;

/** Rows come out in the form in which they travel: text for times, dates and numerics, bigint for 64-bit integers. */
export interface Field {
  name: string;
  dataTypeID: number;
  dataTypeModifier: number;
}

/** PostgreSQL's form of `(40,0)`. A sum of bigints can exceed a bigint: cast to `numeric(40,0)`, it is read as one. */
const SUM_MODIFIER = ((40 << 16) | 0) + 4;

/**
 * Compiled as an object literal: V8 turns an object that is filled name by name into a hash table when it is wide, and every
 * later copy of such a row takes several times longer.
 */
export function shapeOf(fields: Field[]): Shape {
  const values = fields.map(
    ({ name }, place) =>
      `${JSON.stringify(camelCase(name))}: fields[${place}] === null ? null : parsers[${place}](fields[${place}])`,
  );
  return new Function('parsers', `return (fields) => ({ ${values.join(', ')} })`)(fields.map(parserOf)) as Shape;
}

const parserOf = ({ dataTypeID: oid, dataTypeModifier }: Field): ((text: string) => unknown) =>
  (oid === pg.types.builtins.NUMERIC && dataTypeModifier === SUM_MODIFIER ? BigInt : parsers.get(oid)) ??
  (pg.types.getTypeParser(oid, 'text') as (text: string) => unknown);

/** PostgreSQL's `2026-11-15 01:33:10.123456+00` becomes `2026-11-15T01:33:10.123Z`. */
const asTimestamp = (text: string): string =>
  text.endsWith('+00')
    ? `${text.slice(0, 10)}T${text.slice(11, 19)}.${`${text.slice(20, -3)}000`.slice(0, 3)}Z`
    : new Date(text).toISOString();

const parsers = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, BigInt],
  [pg.types.builtins.TIMESTAMPTZ, asTimestamp],
  [pg.types.builtins.DATE, (text) => text],
  [pg.types.builtins.NUMERIC, (text) => text],
]);
