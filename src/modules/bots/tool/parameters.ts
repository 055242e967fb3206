import { Ajv } from 'ajv';
import { z } from 'zod';
import { type FieldError, refusal } from '#platform/refusal.ts';

export const InvalidToolSchema = refusal(
  422,
  'invalid_tool_schema',
  'The parameters are not a JSON Schema that tools accept.',
);

const DEPTH_MAX = 4;
const SCHEMA_LENGTH_MAX = 16_000;
const PROPERTIES_MAX = 30;

const description = z.string().max(500).optional();
const size = z.number().int().min(0).max(10_000).optional();
const bound = z.number().optional();
const Name = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/);

/**
 * The part of JSON Schema that a tool may use. It has no `$ref`, which could reach outside or repeat for ever, and no `pattern`,
 * which could take exponential time.
 */
const schemaAt = (depth: number): z.ZodType =>
  z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('string'),
      description,
      enum: z.array(z.string().max(200)).min(1).max(100).optional(),
      minLength: size,
      maxLength: size,
    }),
    z.strictObject({ type: z.enum(['number', 'integer']), description, minimum: bound, maximum: bound }),
    z.strictObject({ type: z.literal('boolean'), description }),
    ...(depth < DEPTH_MAX
      ? [
          z.strictObject({ type: z.literal('array'), description, items: schemaAt(depth + 1), maxItems: size }),
          objectAt(depth),
        ]
      : []),
  ] as unknown as [z.ZodObject<{ type: z.ZodLiteral<string> }>]);

const objectAt = (depth: number) =>
  z
    .strictObject({
      type: z.literal('object'),
      description,
      properties: z
        .record(
          Name,
          z.lazy(() => schemaAt(depth + 1)),
        )
        .refine((properties) => Object.keys(properties).length <= PROPERTIES_MAX, {
          error: `has at most ${PROPERTIES_MAX} properties`,
        }),
      required: z.array(Name).max(PROPERTIES_MAX).optional(),
      additionalProperties: z.literal(false).default(false),
    })
    .refine(({ properties, required = [] }) => required.every((name) => Object.hasOwn(properties, name)), {
      error: 'requires only properties that it has',
      path: ['required'],
    });

const ToolSchema = objectAt(0);
export type ToolParameters = { type: 'object'; properties: Record<string, unknown> } & Record<string, unknown>;

/** The parameters of a tool, or a refusal that names the place. */
export function checkToolParameters(given: unknown, path = 'body.parameters'): ToolParameters {
  if (JSON.stringify(given).length > SCHEMA_LENGTH_MAX)
    throw invalid([{ path, code: 'too_big', message: `has at most ${SCHEMA_LENGTH_MAX} characters` }]);
  const { data, error } = ToolSchema.safeParse(given);
  if (data) return data as ToolParameters;
  throw invalid(
    error.issues.slice(0, 10).map(({ path: inside, code, message }) => ({
      path: [path, ...inside].join('.'),
      code,
      message,
    })),
  );
}

const invalid = (errors: FieldError[]) => InvalidToolSchema(undefined, { errors });

/** What is wrong with the arguments of a call; null: nothing. A model may send anything, whatever schema it was given. */
export function wrongArguments(parameters: ToolParameters, args: unknown): string | null {
  // Made for each call: a kept validator would keep the schema of every tool that was ever called.
  const ajv = new Ajv({ strict: true, allErrors: false, validateFormats: false, logger: false });
  const validate = ajv.compile(parameters);
  if (validate(args)) return null;
  const [first] = validate.errors ?? [];
  return `${first?.instancePath || 'The arguments'} ${first?.message ?? 'are not valid'}`;
}
