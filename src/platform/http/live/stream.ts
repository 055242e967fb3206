import type { Steps, TenantSteps } from '../../context.ts';
import type { Brought, Follower, LiveReads, Numbered } from './live-reads.ts';

/** One message of a live stream. `id` is where a reader that lost the connection resumes. */
export interface StreamMessage {
  id?: string;
  event?: string;
  data: unknown;
}

interface Streaming {
  /** Aborted when the reader is gone or the service stops. */
  signal: AbortSignal;
  /** The reads that all streams of this process share. */
  live: LiveReads;
}

/** A live stream holds no transaction: it waits for reads that it shares with the other streams of the process. */
export interface StreamContext extends TenantSteps, Streaming {
  /** Refuses a caller who has lost access. Asks the database at most every few seconds. */
  checkAccess(): Promise<void>;
}

/** The live stream of a public route, which enters the organization that its capability opens. */
export interface PublicStreamContext extends Steps, Streaming {
  /** Counts the stream for this visitor of this organization, or refuses it with 429. */
  takePlace(organizationId: string, visitor: string): void;
}

/** How long a stream is silent before it sends a sign of life. */
const HEARTBEAT_MS = 15_000;
/** After something was sent, access is checked this soon, because a check just before was left out. */
const CHECK_MS = 3_000;

/** The messages of a live stream: all that its follower brings, until the reader is gone. */
export async function* relay<E extends Numbered, S>(
  follower: Follower<E, S>,
  { signal, checkAccess }: { signal: AbortSignal; checkAccess?: () => Promise<void> },
  write: (news: Brought<E, S | null>) => Iterable<StreamMessage> | AsyncIterable<StreamMessage>,
): AsyncIterable<StreamMessage> {
  try {
    yield { data: undefined };
    for (let waitMs = HEARTBEAT_MS; !signal.aborted; ) {
      const news = await follower.next(waitMs);
      await checkAccess?.();
      if (news) yield* write(news);
      else yield { data: undefined };
      waitMs = news ? CHECK_MS : HEARTBEAT_MS;
    }
  } finally {
    follower.leave();
  }
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
