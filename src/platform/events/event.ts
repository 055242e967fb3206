import type { z } from 'zod';
import type { Permission } from '../auth/permission.ts';

/** A fact that the organization, its webhooks and its automations may react to. Declared by the module that owns it. */
export interface EventType<S extends z.ZodObject = z.ZodObject, T extends string = string> {
  readonly type: T;
  /** In the words of the catalogue: "a user adds a comment …". */
  readonly emittedWhen: string;
  readonly payload: S;
  /** The payload fields that the feed finds by index: every `…Id`, and what is named here. */
  readonly indexed: ReadonlySet<string>;
  readonly example: Record<string, unknown>;
  /** The permission that a person needs to read it in the feed, in addition to `events:read`. */
  readonly readBy?: Permission;
}

export function event<S extends z.ZodObject, const T extends string>(declaration: {
  type: T;
  emittedWhen: string;
  payload: S;
  alsoIndexed?: (keyof z.infer<S> & string)[];
  example: z.infer<S>;
  readBy?: Permission;
}): EventType<S, T> {
  const ids = Object.keys(declaration.payload.shape).filter((field) => field.endsWith('Id'));
  const { alsoIndexed = [], ...rest } = declaration;
  return { ...rest, indexed: new Set([...ids, ...alsoIndexed]) };
}

/** Whether a pattern is this exact type, or its whole group: `comment:*`. */
export const matchesType = (pattern: string, type: string): boolean =>
  pattern.endsWith(':*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;

/** An event that a unit of work has announced and not yet written. */
export interface AnnouncedEvent {
  id: string;
  type: EventType;
  payload: Record<string, unknown>;
}

/** An event as it was written. */
export interface RecordedEvent {
  seq: bigint;
  id: string;
  type: string;
  payload: Record<string, unknown>;
  createdAt: string;
}

/** A row that never changes, and the SHA-256 of its content in hexadecimal. */
export interface SealedRow {
  id: string;
  digest: string;
}
