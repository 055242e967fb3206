import type { TenantSteps } from '../context.ts';

/** One message of a live stream. `id` is where a reader that lost the connection resumes. */
export interface StreamMessage {
  id?: string;
  event?: string;
  data: unknown;
}

/** A live stream holds no transaction: it opens a short one whenever there is something to read. */
export interface StreamContext extends TenantSteps {
  /** Aborted when the reader is gone or the service stops. */
  signal: AbortSignal;
  /** Resolves when the organization may have new events, or after the time given. */
  eventsMayHaveCome(timeoutMs: number): Promise<void>;
}

/** The wire form of server-sent events. A silent stream sends a comment now and then, so that proxies keep it open. */
export async function* encodeStream(messages: AsyncIterable<StreamMessage>): AsyncIterable<string> {
  yield 'retry: 2000\n\n';
  for await (const message of messages) {
    if (message.data === undefined) {
      yield ': still here\n\n';
      continue;
    }
    const id = message.id === undefined ? '' : `id: ${message.id}\n`;
    const event = message.event === undefined ? '' : `event: ${message.event}\n`;
    yield `${id}${event}data: ${JSON.stringify(message.data)}\n\n`;
  }
}
