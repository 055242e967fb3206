import { z } from 'zod';
import { type FieldError, InvalidRequest, type Refusal } from '../refusal.ts';
import { inspectText } from './json.ts';
import { parseLongLists } from './long-lists.ts';
import { meant } from './probable-name.ts';

const ERRORS_MAX = 20;

z.config({ customError: explain });

/** A text that says how the field must be, where the schema has none of its own: it follows the name of the field. */
function explain(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') return types[issue.expected as keyof typeof types];
  if (issue.code === 'invalid_format') return formats[issue.format as keyof typeof formats];
  if (issue.code === 'invalid_value') return choiceOf(issue.values);
  if (issue.code === 'invalid_union' && issue.options) return choiceOf(issue.options as z.core.util.Primitive[]);
  if (issue.code === 'invalid_key') return 'This field is not known.';
  if (issue.code === 'not_multiple_of') return `must be a multiple of ${issue.divisor}`;
  if (issue.code === 'too_big') return limit(issue.inclusive ? 'at most' : 'less than', issue.origin, issue.maximum);
  if (issue.code === 'too_small') return limit(issue.inclusive ? 'at least' : 'more than', issue.origin, issue.minimum);
  return undefined;
}

const choiceOf = (values: z.core.util.Primitive[]): string =>
  `must be ${values.length > 1 ? 'one of ' : ''}${values.map((value) => String(value) || 'empty').join(', ')}`;

const types = {
  string: 'must be a text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  tuple: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
  null: 'must be null',
};

const formats = {
  base64: 'must be base64',
  base64url: 'must be base64url',
  date: 'must be a date such as 2026-11-18',
  datetime: 'must be a time with its zone, such as 2026-11-18T08:30:00Z',
  email: 'must be an e-mail address such as ana@example.com',
  url: 'must be a URL such as https://example.com/page',
  uuid: 'must be an id such as 019a8c5e-7d4f-7b3a-9c1d-2e5f8a9b0c1d',
};
const units: Record<string, string> = { string: 'character', array: 'item' };

const limit = (word: string, origin: string, value: number | bigint): string =>
  units[origin] ? `must have ${word} ${value} ${units[origin]}${value === 1 ? '' : 's'}` : `must be ${word} ${value}`;

/** The first field that data from outside has wrong, and how. */
export function firstProblem({ issues }: z.ZodError): string {
  const { path, message } = issues[0]!;
  return `${path.join('.')} ${message}`.trim();
}

/** Parses one part of a request (`body`, or `body.value` inside it), or refuses it naming each field. */
export function validate(schema: z.core.$ZodType | undefined, value: unknown, part: string): unknown {
  const strict = schema ?? Nothing;
  const parsed = z.safeParse(strict, value);
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues, part, value, strict);
}

/** The refusal for what is wrong in one part of a request. */
export function invalid(issues: z.core.$ZodIssue[], part: string, value: unknown, schema: z.core.$ZodType): Refusal {
  const errors = ofTheRightType(issues.slice(0, ERRORS_MAX))
    .flatMap((issue) => fieldErrors(issue, part, value, schema))
    .slice(0, ERRORS_MAX);
  return InvalidRequest(`${errors[0]?.path}: ${errors[0]?.message}`, { errors });
}

/** Parses a body, its long lists in turns. What is wrong in them is refused before the rest is looked at. */
export async function validateBody(schema: z.core.$ZodType, value: unknown): Promise<unknown> {
  const parsed = await parseLongLists(schema, value);
  if (parsed.issues.length > 0) throw invalid(parsed.issues, 'body', value, schema);
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
export function fieldErrors(
  issue: z.core.$ZodIssue,
  part: string,
  root: unknown,
  schema?: z.core.$ZodType,
): FieldError[] {
  const path = [part, ...issue.path].reduce<string>(
    (place, step) =>
      typeof step === 'number' ? `${place}[${step}]` : place ? `${place}.${String(step)}` : String(step),
    '',
  );
  if (issue.code === 'unrecognized_keys') {
    const known = schema ? fieldsAt(schema, issue.path) : [];
    return issue.keys.map((key) => ({
      path: `${path}.${key}`,
      code: 'unknown_field',
      message: known.includes(key) ? OF_ANOTHER : `This field is not known${meant(key, known)}`,
    }));
  }
  if (issue.code === 'invalid_union') {
    const options = issue.errors.map(ofTheRightType);
    const deepest = options.toSorted((a, b) => depthOf(b) - depthOf(a) || unknownIn(a) - unknownIn(b))[0];
    if (deepest?.length === 1 && depthOf(deepest) === 0 && valueAt(root, issue.path) !== undefined)
      return [{ path, code: deepest[0]!.code, message: alternatives(options.flat()) }];
    if (deepest?.length)
      return deepest.flatMap((inner) =>
        fieldErrors({ ...inner, path: [...issue.path, ...inner.path] }, part, root, schema),
      );
  }
  if (CHOSEN.has(issue.code) && valueAt(root, issue.path) === undefined) {
    const choice = issue.message.startsWith('must be one of') ? `: it ${issue.message}.` : '.';
    return [{ path, code: 'required', message: `This field is required${choice}` }];
  }
  const code =
    issue.code === 'custom' ? ((issue.params as { code?: string } | undefined)?.code ?? 'invalid') : issue.code;
  return [{ path, code, message: issue.message }];
}

/** A field of another member of a union. */
const OF_ANOTHER = 'This field does not go with the others: see the alternatives of this object in the reference.';

/** The fields of the objects at a place of a schema. */
function fieldsAt(schema: z.core.$ZodType, path: PropertyKey[]): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'nullable' || def.type === 'default')
    return fieldsAt(def.innerType, path);
  if (def.type === 'pipe') return fieldsAt(def.in, path);
  if (def.type === 'union') return def.options.flatMap((option) => fieldsAt(option, path));
  const [step, ...rest] = path;
  if (def.type === 'array') return fieldsAt(def.element, rest);
  if (def.type !== 'object') return [];
  if (step === undefined) return Object.keys(def.shape);
  const field = def.shape[String(step)];
  return field ? fieldsAt(field, rest) : [];
}

/** Zod also measures values of a wrong type: a text in place of a list is too long or too short for one. */
const ofTheRightType = (issues: z.core.$ZodIssue[]): z.core.$ZodIssue[] =>
  issues.filter(
    ({ code, path }, place) =>
      (code !== 'too_big' && code !== 'too_small') ||
      issues[place - 1]?.code !== 'invalid_type' ||
      issues[place - 1]!.path.join() !== path.join(),
  );

/** The values that a union accepts. A value of the right type is explained by its form; lists are not named. */
function alternatives(issues: z.core.$ZodIssue[]): string {
  const [inForm] = issues.filter(({ code }) => code === 'invalid_format');
  const others = issues.filter((issue) => issue.code !== 'invalid_type' || issue.expected !== 'array');
  return (
    inForm?.message ??
    [...new Set(others.map(({ message }) => message))].join(', or ').replaceAll(', or must be ', ', or ')
  );
}

/** The issues of a missing field. */
const CHOSEN = new Set(['invalid_type', 'invalid_value', 'invalid_union']);

const depthOf = (issues: z.core.$ZodIssue[]): number => Math.max(0, ...issues.map((issue) => issue.path.length));

/** Of two alternatives that are equally near, the one that knows the given fields is meant. */
const unknownIn = (issues: z.core.$ZodIssue[]): number =>
  issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 0), 0);

const valueAt = (root: unknown, path: PropertyKey[]): unknown =>
  path.reduce<unknown>((value, step) => (value as Record<PropertyKey, unknown> | undefined)?.[step], root);
