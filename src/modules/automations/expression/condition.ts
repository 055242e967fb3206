import { toScaled } from '#platform/decimal.ts';
import { shortened } from '#platform/text.ts';
import type { Condition } from '../automation/graph.schema.ts';

export interface EvaluatedCondition extends Condition {
  /** The value of the field. */
  found: unknown;
  met: boolean;
}

interface Conditions {
  match: 'all' | 'any';
  conditions: readonly Condition[];
}

/** Compares fields of the data with values. Always ends, and never throws: a field that is missing is null. */
export function areMet({ match, conditions }: Conditions, data: Record<string, unknown>): boolean {
  const isMetBy = (condition: Condition): boolean => isMet(condition, valueAt(data, condition.field));
  return conditions.length === 0 || (match === 'all' ? conditions.every(isMetBy) : conditions.some(isMetBy));
}

/** The same with the values that were found, which takes time for large ones. */
export function evaluateConditions(
  given: Conditions,
  data: Record<string, unknown>,
): { met: boolean; evaluated: EvaluatedCondition[] } {
  const evaluated = given.conditions.map((condition) => {
    const found = valueAt(data, condition.field);
    return { ...condition, found: shownValue(found), met: isMet(condition, found) };
  });
  return { met: areMet(given, data), evaluated };
}

const SHOWN_LENGTH_MAX = 500;

/** A long value is recorded by its beginning. */
function shownValue(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > SHOWN_LENGTH_MAX ? shortened(text, SHOWN_LENGTH_MAX) : value;
}

function valueAt(data: unknown, path: string): unknown {
  let value = data;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return null;
    value = (value as Record<string, unknown>)[key];
  }
  return value ?? null;
}

function isMet({ operator, value }: Condition, found: unknown): boolean {
  switch (operator) {
    case 'exists':
      return found !== null;
    case 'missing':
      return found === null;
    case 'equals':
      return isEqual(found, value);
    case 'not-equals':
      return !isEqual(found, value);
    case 'contains':
      return contains(found, value);
    case 'not-contains':
      return !contains(found, value);
    case 'starts-with':
      return typeof found === 'string' && typeof value === 'string' && found.startsWith(value);
    default:
      return isOrdered(operator, found, value);
  }
}

const isEqual = (a: unknown, b: unknown): boolean => a === b || order(a, b) === 0;

const contains = (found: unknown, value: unknown): boolean =>
  typeof found === 'string'
    ? typeof value === 'string' && found.toLowerCase().includes(value.toLowerCase())
    : Array.isArray(found) && found.some((item) => isEqual(item, value));

function isOrdered(operator: 'greater' | 'at-least' | 'less' | 'at-most', a: unknown, b: unknown): boolean {
  const compared = order(a, b) ?? orderOfTexts(a, b);
  if (compared === null) return false;
  if (operator === 'greater') return compared > 0;
  if (operator === 'at-least') return compared >= 0;
  return operator === 'less' ? compared < 0 : compared <= 0;
}

const DECIMAL = /^-?\d{1,30}(\.\d{1,20})?$/;
const FRACTION_DIGITS = 20;

/** Amounts are compared exactly, as whole numbers of a very small unit. */
function order(a: unknown, b: unknown): number | null {
  const [left, right] = [unitsOf(a), unitsOf(b)];
  if (left === null || right === null) return null;
  return left < right ? -1 : left > right ? 1 : 0;
}

function unitsOf(value: unknown): bigint | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const text = String(value);
  return DECIMAL.test(text) ? toScaled(text, FRACTION_DIGITS) : null;
}

/** Times of the API sort as text. */
const orderOfTexts = (a: unknown, b: unknown): number | null =>
  typeof a === 'string' && typeof b === 'string' ? (a < b ? -1 : a > b ? 1 : 0) : null;
