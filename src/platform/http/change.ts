import { z } from 'zod';

/** The body of a PATCH without an id in its path: which object, optionally the version that was read, and what changes. */
export const changeOf = <S extends z.ZodRawShape>(fields: S) =>
  z.strictObject({
    id: z.uuid(),
    version: z.number().int().optional().describe('As read: refused with `version_conflict` if it has changed since.'),
    ...z.strictObject(fields).partial().shape,
  });

/** The fields that a change gives: what it leaves out must not overwrite what is there. */
export const givenFields = <T extends object>(change: T) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
