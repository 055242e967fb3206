import { z } from 'zod';

type Fields = Record<string, z.ZodDefault>;
export type Values = Record<string, unknown>;

/** A named group of settings. Each field has a default, and only what differs from it is stored. */
export interface SettingsSection<F extends Fields = Fields> {
  readonly name: string;
  readonly schema: z.ZodObject<F>;
  /** The schema of a change: some of the fields, and no other. */
  readonly change: z.ZodType<Values>;
}

export type SettingsOf<S extends SettingsSection> = z.output<S['schema']>;

/** Declares a section; the module that reads it lists it under `settings` or `userSettings`. */
export function settingsSection<F extends Fields>(declaration: {
  name: string;
  description: string;
  fields: F;
}): SettingsSection<F> {
  const optional = Object.entries(declaration.fields).map(([name, field]) => [name, z.optional(field.unwrap())]);
  return {
    name: declaration.name,
    schema: z.strictObject(declaration.fields).describe(declaration.description),
    change: z.strictObject(Object.fromEntries(optional)),
  };
}
