type Json = Record<string, unknown>;

/** The meaning of a field in every schema whose declaration does not describe it, by its name. */
export type FieldWords = Readonly<Record<string, string>>;

/** Describes the fields of these schemas that have no description and refer to no component that has one. */
export function describeFields(schemas: Json[], components: Record<string, Json>, words: FieldWords): void {
  for (const [name, field] of schemas.flatMap(fieldsIn))
    if (Object.hasOwn(words, name) && !isDescribed(field, components)) field.description = words[name];
}

const notSchemas = new Set(['const', 'default', 'enum', 'examples', 'required']);

/** The fields of a schema and of the schemas inside it. */
function fieldsIn(schema: unknown): [string, Json][] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, inner]) => [
    ...(keyword === 'properties' ? (Object.entries(inner) as [string, Json][]) : []),
    ...(notSchemas.has(keyword) ? [] : fieldsIn(inner)),
  ]);
}

/** Whether a reader learns what a field means: from itself, or from the component that it, an alternative or an element is. */
export function isDescribed(schema: Json, components: Record<string, Json>): boolean {
  if (schema.description !== undefined) return true;
  if (typeof schema.$ref === 'string') return components[schema.$ref.split('/').at(-1)!]?.description !== undefined;
  const inner = [schema.items, ...((schema.anyOf ?? schema.oneOf ?? []) as Json[])] as (Json | undefined)[];
  return inner.some((each) => each !== undefined && isDescribed(each, components));
}
