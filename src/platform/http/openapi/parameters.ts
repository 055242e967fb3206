import { canDryRun, isWrite, type Route } from '../route.ts';
import { hasField } from '../route-refusals.ts';
import { readQuery } from '../validate.ts';
import type { ContractSchemas, Json, Schema } from './schemas.ts';

/** Everything that a route reads except its body. */
export const parametersOf = (route: Route, schemas: ContractSchemas): Json[] => [
  ...fieldsOf(route.params, 'path', schemas, {}),
  ...queryOf(route, schemas),
  ...headersOf(route),
];

function fieldsOf(
  schema: Schema | undefined,
  place: 'path' | 'query',
  schemas: ContractSchemas,
  examples: Record<string, unknown>,
): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemas.fields(schema);
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    ...((place === 'path' || required.includes(name)) && { required: true }),
    ...(description !== undefined && { description }),
    schema: rest,
    ...(examples[name] !== undefined && { example: examples[name] }),
  }));
}

/** A DELETE takes the fields of its body from the query as well, so there they are optional. */
function queryOf(route: Route, schemas: ContractSchemas): Json[] {
  const fields = fieldsOf(route.query, 'query', schemas, readQuery(route.query, route.examples.query ?? {}));
  if (route.method !== 'DELETE') return fields;
  return [...fields, ...fieldsOf(route.body, 'query', schemas, {}).map(({ required: _, ...field }) => field)];
}

function headersOf(route: Route): Json[] {
  if (!isWrite(route)) return [];
  return [
    ...(route.provesIdentity ? [] : [idempotencyKey]),
    ...(canDryRun(route) ? [dryRun] : []),
    ...(hasField(route.body, 'version') ? [ifMatch] : []),
  ];
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'The same key and request replay the first answer for 24 hours. A replay has the header `Idempotent-Replayed: true`.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const dryRun = {
  name: 'Dry-Run',
  in: 'header',
  description: '`true` does all the work, answers what it would have answered and emitted, and rolls back.',
  // No enum of one value: a reference would put it into every example.
  schema: { type: 'string', maxLength: 5 },
};

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  description: 'The `ETag` of the object as it was read, in place of `version` in the body.',
  schema: { type: 'string', maxLength: 20 },
};
