import { Ajv, type ValidateFunction } from 'ajv';
import { z } from 'zod';
import type { FieldError } from './refusal.ts';

/** How large a schema may be, and which further words it may use. */
interface SchemaLimits {
  lengthMax: number;
  propertiesMax: number;
  /** `secret: true` marks a text that is stored encrypted. */
  secrets?: boolean;
}

export type ObjectSchema = { type: 'object'; properties: Record<string, FieldSchema>; required?: string[] };
export type FieldSchema = { type: string; title?: string; secret?: boolean; nullable?: boolean; items?: FieldSchema };

const DEPTH_MAX = 4;
const ERRORS_SHOWN_MAX = 10;
const VALIDATORS_KEPT_MAX = 200;

const formats = {
  date: z.iso.date(),
  'date-time': z.iso.datetime({ offset: true }),
  email: z.email(),
  uri: z.url(),
  uuid: z.uuid(),
};

const description = z.string().max(500).optional();
const size = z.number().int().min(0).max(10_000).optional();
const bound = z.number().optional();
const about = { title: z.string().max(100).optional(), description, nullable: z.literal(true).optional() };
export const FieldName = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, 'must be a name such as orderNumber');

/**
 * The part of JSON Schema that others may use. It has no `$ref`, which could leave the document or recurse, and no `pattern`,
 * which could take exponential time.
 */
const schemaAt = (depth: number, limits: SchemaLimits): z.ZodType =>
  z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('string'),
      ...about,
      enum: z.array(z.string().max(200)).min(1).max(100).optional(),
      format: z.enum(Object.keys(formats) as [keyof typeof formats]).optional(),
      minLength: size,
      maxLength: size,
      // Only a field of the object itself is stored apart.
      ...(limits.secrets && depth === 1 && { secret: z.literal(true).optional() }),
    }),
    z.strictObject({ type: z.enum(['number', 'integer']), ...about, minimum: bound, maximum: bound }),
    z.strictObject({ type: z.literal('boolean'), ...about }),
    ...(depth < DEPTH_MAX
      ? [
          z.strictObject({ type: z.literal('array'), ...about, items: schemaAt(depth + 1, limits), maxItems: size }),
          objectAt(depth, limits),
        ]
      : []),
  ] as unknown as [z.ZodObject<{ type: z.ZodLiteral<string> }>]);

const objectAt = (depth: number, limits: SchemaLimits) =>
  z
    .strictObject({
      type: z.literal('object'),
      ...about,
      properties: z
        .record(
          FieldName,
          z.lazy(() => schemaAt(depth + 1, limits)),
        )
        .refine((properties) => Object.keys(properties).length <= limits.propertiesMax, {
          error: `must have at most ${limits.propertiesMax} properties`,
        }),
      required: z.array(FieldName).max(limits.propertiesMax).optional(),
      additionalProperties: z.literal(false).default(false),
    })
    .refine(({ properties, required = [] }) => required.every((name) => Object.hasOwn(properties, name)), {
      error: 'requires only properties that it has',
      path: ['required'],
    });

/** The schema of an object as it was given, or what is wrong with it. */
export function readSchema(given: unknown, path: string, limits: SchemaLimits): ObjectSchema | FieldError[] {
  if ((JSON.stringify(given)?.length ?? 0) > limits.lengthMax)
    return [{ path, code: 'too_big', message: `must have at most ${limits.lengthMax} characters` }];
  const { data, error } = objectAt(0, limits).safeParse(given);
  if (data) return data as unknown as ObjectSchema;
  return error.issues.slice(0, ERRORS_SHOWN_MAX).map(({ path: inside, code, message }) => ({
    path: [path, ...inside].join('.'),
    code,
    message,
  }));
}

/** The first thing that is wrong with a value; null: nothing. Further ones are not looked for: there may be millions. */
export function schemaProblem(schema: ObjectSchema, value: unknown, path: string): FieldError | null {
  const validate = validatorOf(schema);
  if (validate(value)) return roundedNumber(value, path);
  const [first] = validate.errors ?? [];
  const inside = (first?.instancePath ?? '').replaceAll('/', '.');
  const params = (first?.params ?? {}) as { missingProperty?: string; additionalProperty?: string };
  const named = params.missingProperty ?? params.additionalProperty;
  return {
    path: `${path}${inside}${named === undefined ? '' : `.${named}`}`,
    code: first?.keyword === 'additionalProperties' ? 'unknown_field' : (first?.keyword ?? 'invalid'),
    message: params.additionalProperty ? 'This field is not known.' : (first?.message ?? 'is not valid'),
  };
}

/** JavaScript has rounded a larger integer already when the JSON was parsed, so it cannot be kept as it was sent. */
export const isRounded = (value: unknown): boolean => Number.isInteger(value) && !Number.isSafeInteger(value);

function roundedNumber(value: unknown, path: string): FieldError | null {
  if (isRounded(value))
    return { path, code: 'too_big', message: `is beyond ±${Number.MAX_SAFE_INTEGER} and would be rounded: use a text` };
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    const problem = roundedNumber(inner, `${path}.${name}`);
    if (problem) return problem;
  }
  return null;
}

const kept = new Map<string, ValidateFunction>();

/** Compiling takes milliseconds, so the most recent validators are kept. */
function validatorOf(schema: ObjectSchema): ValidateFunction {
  const text = JSON.stringify(schema);
  const validate = kept.get(text) ?? compile(schema);
  kept.delete(text);
  kept.set(text, validate);
  if (kept.size > VALIDATORS_KEPT_MAX) kept.delete(kept.keys().next().value!);
  return validate;
}

function compile(schema: ObjectSchema): ValidateFunction {
  const ajv = new Ajv({ strict: true, allErrors: false, logger: false });
  ajv.addKeyword('secret');
  for (const [name, format] of Object.entries(formats))
    ajv.addFormat(name, (text: string) => format.safeParse(text).success);
  return ajv.compile(schema);
}
