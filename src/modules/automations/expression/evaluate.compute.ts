import type { Environment } from '@marcbachmann/cel-js';
import { environmentOf, messageOf } from './environment.ts';
import { ExactDecimal } from './exact-decimal.ts';
import { replaceExpressions } from './template.ts';

interface Evaluation {
  /** JSON whose texts may contain `{{ expressions }}`. */
  template: unknown;
  context: Record<string, unknown>;
}

export type Evaluated = { value: unknown; error: null } | { value: null; error: string };

const VALUE_LENGTH_MAX = 128_000;

/** Evaluates the expressions in a template. It runs in a thread with a deadline, because some expressions take very long. */
export default function evaluate({ template, context }: Evaluation): Evaluated {
  try {
    const value = filledIn(template, environmentOf(Object.keys(context), context.timeZone as string), context);
    const length = JSON.stringify(value)?.length ?? 0;
    if (length > VALUE_LENGTH_MAX)
      return { value: null, error: `The value has more than ${VALUE_LENGTH_MAX} characters.` };
    return { value: value ?? null, error: null };
  } catch (error) {
    return { value: null, error: messageOf(error) };
  }
}

const ONLY_EXPRESSION = /^\s*\{\{((?:(?!\}\})[\s\S])*)\}\}\s*$/;

/** A text that is one expression becomes its value; expressions inside a longer text become text. */
function filledIn(template: unknown, environment: Environment, context: Record<string, unknown>): unknown {
  if (typeof template === 'string') {
    const only = ONLY_EXPRESSION.exec(template);
    const evaluated = (expression: string) => plain(resultOf(expression, environment, context));
    if (only) return evaluated(only[1]!);
    return replaceExpressions(template, (expression) => asText(evaluated(expression)));
  }
  if (Array.isArray(template)) return template.map((item) => filledIn(item, environment, context));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(
    Object.entries(template).map(([key, value]) => [key, filledIn(value, environment, context)]),
  );
}

/** A failure names its expression: a node has many. */
function resultOf(expression: string, environment: Environment, context: Record<string, unknown>): unknown {
  try {
    return environment.evaluate(expression, context);
  } catch (error) {
    throw new Error(`${messageOf(error)} in {{${expression}}}`);
  }
}

const asText = (value: unknown): string =>
  value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** The value of an expression as JSON. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (value === null || value === undefined || typeof value === 'boolean') return value ?? null;
  // PostgreSQL cannot store U+0000.
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\uFFFD');
  if (value instanceof ExactDecimal) return String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(plain);
  const entries = entriesOf(value as object);
  return entries ? Object.fromEntries(entries.map(([key, item]) => [String(key), plain(item)])) : String(value);
}

/** The entries of a map or of an object without a class. */
function entriesOf(value: object): [unknown, unknown][] | null {
  if (value instanceof Map) return [...value];
  return [Object.prototype, null].includes(Object.getPrototypeOf(value)) ? Object.entries(value) : null;
}
