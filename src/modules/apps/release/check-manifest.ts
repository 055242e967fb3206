import { permissions } from '#platform/auth/permission.ts';
import type { TenantContext } from '#platform/context.ts';
import { type ObjectSchema, readSchema } from '#platform/json-schema.ts';
import { type FieldError, refusal } from '#platform/refusal.ts';
import type { Manifest } from './manifest.schema.ts';

export const InvalidManifest = refusal(
  'invalid_manifest',
  'The manifest of this release is not valid: correct the fields in `errors`.',
);

const SCHEMA_LIMITS = { lengthMax: 32_000, propertiesMax: 100, secrets: true };
const SCALARS = new Set(['string', 'number', 'integer', 'boolean']);

interface Given extends Omit<Manifest, 'dataTypes' | 'configuration'> {
  dataTypes: (Omit<Manifest['dataTypes'][number], 'schema'> & { schema: unknown })[];
  configuration: unknown;
}

/** The manifest with its schemas, or a refusal that names each wrong place. */
export function checkManifest(ctx: Pick<TenantContext, 'eventTypes'>, given: Given): Manifest {
  const errors: FieldError[] = [];
  const read = (schema: unknown, path: string): ObjectSchema => {
    const found = readSchema(schema, path, SCHEMA_LIMITS);
    if (!Array.isArray(found)) return found;
    errors.push(...found);
    return { type: 'object', properties: {} };
  };
  const dataTypes = given.dataTypes.map((type, index) => {
    const path = `body.dataTypes[${index}]`;
    const schema = read(type.schema, `${path}.schema`);
    if (errors.length === 0) errors.push(...keyErrors(type.unique, schema, `${path}.unique`));
    return { ...type, schema };
  });
  const configuration = given.configuration === null ? null : read(given.configuration, 'body.configuration');
  errors.push(...unknownNames(given.permissions, new Set(permissions()), 'body.permissions', 'permission'));
  const events = new Set(ctx.eventTypes.map(({ type }) => type));
  errors.push(...unknownNames(given.events, events, 'body.events', 'event'));
  if (errors.length > 0) throw InvalidManifest(undefined, { errors: errors.slice(0, 20) });
  return { ...given, dataTypes, configuration };
}

function keyErrors(keys: string[][], { properties }: ObjectSchema, path: string): FieldError[] {
  return keys.flatMap((fields, key) =>
    fields.flatMap((field, index) => {
      const held = Object.hasOwn(properties, field) ? properties[field]! : undefined;
      if (held && SCALARS.has(held.type) && !held.secret) return [];
      const message = 'A key has top-level fields of the schema that are no lists, no objects and not secret.';
      return [{ path: `${path}[${key}][${index}]`, code: 'invalid', message }];
    }),
  );
}

const unknownNames = (names: string[], known: ReadonlySet<string>, path: string, what: string): FieldError[] =>
  names.flatMap((name, index) =>
    known.has(name) ? [] : [{ path: `${path}[${index}]`, code: 'unknown', message: `There is no ${what} ${name}.` }],
  );
