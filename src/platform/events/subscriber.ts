import type { z } from 'zod';
import type { TenantContext } from '../context.ts';
import type { EventType, RecordedEvent } from './event.ts';

const EVENTS_AT_ONCE = 500;

/** Reacts to committed events, in order, once each. Its work and its place in the stream are one transaction. */
export interface Subscriber {
  /** Stored with each organization, so it stays the same when the code moves to another module. */
  readonly name: string;
  /** Null: every type. */
  readonly follows: string[] | null;
  readonly eventsAtOnce: number;
  handle(ctx: TenantContext, events: RecordedEvent[]): Promise<unknown>;
}

/** A written event of one of these types, with its declared payload. */
type EventOf<E extends EventType> =
  E extends EventType<infer S, infer T>
    ? Omit<RecordedEvent, 'type' | 'payload'> & { type: T; payload: z.output<S> }
    : never;

export function subscriber<const E extends EventType = EventType>(declaration: {
  name: string;
  /** Default: every event. */
  follows?: E[];
  /** How many events it handles in one transaction; fewer where each makes much work. */
  eventsAtOnce?: number;
  handle(ctx: TenantContext, events: EventOf<E>[]): Promise<unknown>;
}): Subscriber {
  const { name, follows, eventsAtOnce = EVENTS_AT_ONCE, handle } = declaration;
  return {
    name,
    follows: follows?.map(({ type }) => type) ?? null,
    eventsAtOnce,
    handle: (ctx, events) => handle(ctx, events as EventOf<E>[]),
  };
}

export const followedBy = ({ follows }: Subscriber, events: RecordedEvent[]): RecordedEvent[] =>
  follows ? events.filter(({ type }) => follows.includes(type)) : events;
