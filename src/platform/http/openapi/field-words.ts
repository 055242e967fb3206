type Json = Record<string, unknown>;

/** The meaning of a field in every schema whose declaration does not describe it, by its name. */
export type FieldWords = Readonly<Record<string, string>>;

/** Describes the fields of these schemas that have no description and refer to no component that has one. */
export function describeFields(schemas: Json[], components: Record<string, Json>, words: FieldWords): void {
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [keyword, inner] of Object.entries(value)) {
      if (!notSchemas.has(keyword)) visit(inner);
      if (keyword !== 'properties') continue;
      for (const [name, field] of Object.entries(inner as Record<string, Json>)) {
        if (Object.hasOwn(words, name) && !isDescribed(field, components)) field.description = words[name];
      }
    }
  };
  visit(schemas);
}

const notSchemas = new Set(['const', 'default', 'enum', 'examples', 'required']);

/** Whether a reader learns what a field means: from itself, or from the component that it, an alternative or an element is. */
export function isDescribed(schema: Json, components: Record<string, Json>): boolean {
  if (schema.description !== undefined) return true;
  if (typeof schema.$ref === 'string') return components[schema.$ref.split('/').at(-1)!]?.description !== undefined;
  const inner = [schema.items, ...((schema.anyOf ?? schema.oneOf ?? []) as Json[])] as (Json | undefined)[];
  return inner.some((each) => each !== undefined && isDescribed(each, components));
}
