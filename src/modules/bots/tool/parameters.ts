import { type ObjectSchema, readSchema, schemaProblem } from '#platform/json-schema.ts';
import { refusal } from '#platform/refusal.ts';

export const InvalidToolSchema = refusal(
  'invalid_tool_schema',
  'The parameters are not a JSON Schema that tools accept: correct what `errors` lists.',
);

const limits = { lengthMax: 16_000, propertiesMax: 30 };

export type ToolParameters = ObjectSchema & Record<string, unknown>;

/** The parameters of a tool, or a refusal that names the place. */
export function checkToolParameters(given: unknown, path = 'body.parameters'): ToolParameters {
  const schema = readSchema(given, path, limits);
  if (Array.isArray(schema)) throw InvalidToolSchema(undefined, { errors: schema });
  return schema as ToolParameters;
}

/** The first problem of the arguments, or null. A model may send anything, whatever schema it was given. */
export function wrongArguments(parameters: ToolParameters, args: unknown): string | null {
  const problem = schemaProblem(parameters, args, '');
  return problem && `${problem.path.replaceAll('.', '/') || 'The arguments'} ${problem.message}`;
}
