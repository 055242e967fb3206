import { ProblemError, problemOf } from './problem.ts';
import { backoffMs, sleep, waitAfterMs } from './retry.ts';
import type { EventPayloads } from './schema.ts';
import { readServerSentEvents } from './server-sent-events.ts';
import type { Transport } from './transport.ts';

/** An event of the stream, by its type. */
export type StreamEvent = {
  [Type in keyof EventPayloads]: {
    id: string;
    /** The place in the stream, without gaps and in order of commit. */
    seq: string;
    type: Type;
    payload: EventPayloads[Type];
    createdAt: string;
  };
}[keyof EventPayloads];

/** A type of events, or a whole group such as `resource:*`. */
export type EventPattern<Type = StreamEvent['type']> = Type extends `${infer Group}:${string}`
  ? Type | `${Group}:*`
  : Type;

/** The events that a pattern selects. */
export type EventOf<Pattern extends string> = Extract<
  StreamEvent,
  { type: Pattern extends `${infer Group}:*` ? `${Group}:${string}` : Pattern }
>;

export interface EventStreamOptions<Pattern extends string = EventPattern> {
  /** Only these types or groups. */
  types?: readonly Pattern[];
  /** Only events whose payload has these fields with these values. */
  payload?: Record<string, unknown>;
  /** The `seq` of the last event that you have; '0' is the beginning. Without it the stream starts now. */
  after?: string;
  /** Aborting ends the stream. */
  signal?: AbortSignal;
}

const PATH = '/v1/organization/events';
/** The service writes every few seconds even if nothing happens. Longer silence means a broken connection. */
const SILENCE_MS_MAX = 45_000;

/**
 * Events as they happen, in order and without gaps: a lost connection is reopened after the last event received.
 * The stream ends by `break`, by the signal, or with a `ProblemError` if the service refuses it.
 */
export async function* streamEvents(
  transport: Transport,
  options: EventStreamOptions,
): AsyncGenerator<StreamEvent, void> {
  const { signal } = options;
  try {
    // Without a starting place, events between the first connection and the second would be lost.
    let after = options.after ?? (await lastSeq(transport, signal));
    for (let failures = 0; ; failures++) {
      let waitMs: number | null = backoffMs(failures);
      try {
        for await (const event of connect(transport, options, after)) {
          after = event.seq;
          failures = 0;
          yield event;
        }
      } catch (error) {
        if (error instanceof ProblemError) waitMs = waitAfterRefusal(error, failures);
        if (waitMs === null) throw error;
      }
      await sleep(waitMs, signal);
    }
  } catch (error) {
    if (!signal?.aborted) throw error;
  }
}

const waitAfterRefusal = ({ response }: ProblemError, failures: number): number | null =>
  response.status === 429 || response.status >= 500 ? waitAfterMs(response, failures) : null;

async function* connect(
  transport: Transport,
  options: EventStreamOptions,
  after: string,
): AsyncGenerator<StreamEvent, void> {
  const url = transport.url(PATH);
  if (options.types) url.searchParams.set('type', JSON.stringify(options.types));
  if (options.payload) url.searchParams.set('payload', JSON.stringify(options.payload));
  const silence = new AbortController();
  const newTimer = () => setTimeout(() => silence.abort(), SILENCE_MS_MAX);
  let timer = newTimer();
  try {
    const signal = options.signal ? AbortSignal.any([silence.signal, options.signal]) : silence.signal;
    const response = await transport.open(url, { accept: 'text/event-stream', 'last-event-id': after }, signal);
    if (!response.ok || !response.body) throw new ProblemError(await problemOf(response), response);
    const messages = readServerSentEvents(response.body, () => {
      clearTimeout(timer);
      timer = newTimer();
    });
    for await (const { data } of messages) yield JSON.parse(data) as StreamEvent;
  } finally {
    clearTimeout(timer);
  }
}

async function lastSeq(transport: Transport, signal: AbortSignal | undefined): Promise<string> {
  const url = transport.url(PATH);
  url.searchParams.set('itemsPerPage', '1');
  const { data, error, response } = await transport.call({ method: 'GET', url, takesKey: false }, { signal });
  if (error) throw new ProblemError(error, response);
  return (data as { data: StreamEvent[] }).data[0]?.seq ?? '0';
}
