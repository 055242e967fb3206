import { z } from 'zod';
import type { TenantContext } from '../context.ts';
import { Timestamp } from '../date.ts';

/** The fields of a thing that changes, in an answer. */
export const versioned = { version: z.number().int(), createdAt: Timestamp, updatedAt: Timestamp };

/** The version that a change is based on. */
export const readVersion = z
  .number()
  .int()
  .optional()
  .describe('As read: refused with `version_conflict` if it has changed since.');

/** The body of a PATCH without an id in its path: which object, optionally the version that was read, and what changes. */
export const changeOf = <S extends z.ZodRawShape>(fields: S) =>
  z.strictObject({
    id: z.uuid(),
    version: readVersion,
    ...z.strictObject(fields).partial().shape,
  });

/** Since when a thing is archived after a change: undefined leaves it as it is. A further change does not move the time. */
export const archivedAtBy = (
  { now }: Pick<TenantContext, 'now'>,
  archived: boolean | undefined,
  before: { archivedAt: string | null },
): string | Temporal.Instant | null | undefined =>
  archived === undefined ? undefined : archived ? (before.archivedAt ?? now) : null;

/** These fields as they are given, null where they are left out. */
export const orNull = <G extends object, F extends keyof G>(given: G, fields: readonly F[]) =>
  Object.fromEntries(fields.map((field) => [field, given[field] ?? null])) as {
    [K in F]-?: NonNullable<G[K]> | null;
  };

/** The fields that a change gives: what it leaves out must not overwrite what is there. */
export const givenFields = <T extends object>(change: T) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
