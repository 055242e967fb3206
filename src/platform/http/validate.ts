import { z } from 'zod';
import { type FieldError, InvalidRequest, type Refusal } from '../refusal.ts';
import { inspectText } from './json.ts';
import { parseLongLists } from './long-lists.ts';

const ERRORS_MAX = 20;

/** Parses one part of a request (`body`, or `body.value` inside it), or refuses it naming each field. */
export function validate(schema: z.core.$ZodType | undefined, value: unknown, part: string): unknown {
  const strict = schema ?? Nothing;
  const parsed = z.safeParse(strict, value);
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues, part, value);
}

/** The refusal for what is wrong in one part of a request. */
export function invalid(issues: z.core.$ZodIssue[], part: string, value: unknown): Refusal {
  const errors = issues
    .slice(0, ERRORS_MAX)
    .flatMap((issue) => fieldErrors(issue, part, value))
    .slice(0, ERRORS_MAX);
  return InvalidRequest(`${errors[0]?.path}: ${errors[0]?.message}`, { errors });
}

/** Parses a body, its long lists in turns. What is wrong in them is refused before the rest is looked at. */
export async function validateBody(schema: z.core.$ZodType, value: unknown): Promise<unknown> {
  const parsed = await parseLongLists(schema, value);
  if (parsed.issues.length > 0) throw invalid(parsed.issues, 'body', value);
  return validate(parsed.schema, parsed.value, 'body');
}

const Nothing = z.strictObject({});

/** The same for a query, where everything is text: fields that are something else are read from it first. */
export const validateQuery = (schema: z.core.$ZodType | undefined, query: Record<string, unknown>): unknown =>
  validate(schema, readQuery(schema, query), 'query');

/** The fields of a query in the types of the schema. A value that cannot be read stays text, and is refused as such. */
export function readQuery(schema: z.core.$ZodType | undefined, query: Record<string, unknown>) {
  const { def } = (schema as z.core.$ZodTypes | undefined)?._zod ?? {};
  if (def?.type !== 'object') return query;
  const fields = Object.entries(query).map(([name, value]) => {
    const field = Object.hasOwn(def.shape, name) ? def.shape[name] : undefined;
    return [name, field ? readText(field, value) : value];
  });
  return Object.fromEntries(fields) as Record<string, unknown>;
}

const Flag = z.stringbool();
const NUMBER = /^-?\d{1,15}(\.\d{1,10})?$/;

const isFlag = (schema: z.core.$ZodType): boolean => (schema as z.core.$ZodTypes)._zod.def.type === 'boolean';

function readText(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'array') return [value].flat().map((each) => readText(def.element, each));
  if (def.type === 'boolean') return Flag.safeParse(value).data ?? value;
  if (def.type === 'number') return typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default')
    return readText(def.innerType, value);
  // A flag or a word, such as `archived=true` or `archived=all`.
  if (def.type === 'union') return def.options.some(isFlag) ? (Flag.safeParse(value).data ?? value) : value;
  return value;
}

/** Query strings and path segments are text from outside as well. */
export function inspectStrings(values: Record<string, unknown>, part: string): void {
  for (const [key, value] of Object.entries(values)) {
    inspectText(key, part);
    for (const text of Array.isArray(value) ? value : [value])
      if (typeof text === 'string') inspectText(text, `${part}.${key}`);
  }
}

/** The fields that an issue names, with their paths. */
export function fieldErrors(issue: z.core.$ZodIssue, part: string, root: unknown): FieldError[] {
  const path = [part, ...issue.path].reduce<string>(
    (place, step) =>
      typeof step === 'number' ? `${place}[${step}]` : place ? `${place}.${String(step)}` : String(step),
    '',
  );
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: `${path}.${key}`,
      code: 'unknown_field',
      message: 'This field is not known.',
    }));
  }
  if (issue.code === 'invalid_union') {
    const deepest = issue.errors.toSorted((a, b) => depthOf(b) - depthOf(a))[0];
    if (deepest?.length)
      return deepest.flatMap((inner) => fieldErrors({ ...inner, path: [...issue.path, ...inner.path] }, part, root));
  }
  if (issue.code === 'invalid_type' && valueAt(root, issue.path) === undefined) {
    return [{ path, code: 'required', message: 'This field is required.' }];
  }
  const code =
    issue.code === 'custom' ? ((issue.params as { code?: string } | undefined)?.code ?? 'invalid') : issue.code;
  return [{ path, code, message: issue.message }];
}

const depthOf = (issues: z.core.$ZodIssue[]): number => Math.max(0, ...issues.map((issue) => issue.path.length));

const valueAt = (root: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((value, step) => (value as Record<PropertyKey, unknown> | undefined)?.[step], root);
