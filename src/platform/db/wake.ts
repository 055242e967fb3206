import { EventEmitter } from 'node:events';
import pg from 'pg';
import type { Log } from '../log.ts';
import { endWithin } from './connection-watch.ts';
import { type Database, keepAlive } from './database.ts';

const CHANNEL = 'colmado_wake';
const COALESCE_MS = 20;
const RECONNECT_MS = 2_000;
const CLOSE_MS_MAX = 2_000;
/** NOTIFY takes less than 8,000 bytes, and a hint has up to two ids of 36. */
const HINTS_AT_ONCE = 100;

/**
 * Hints that something is waiting: events of an organization, news of one topic in it, or jobs. Sent after commit and coalesced, because NOTIFY
 * inside the transaction costs up to 44 % of throughput. A lost hint is harmless: readers also poll.
 */
export class Wake {
  readonly #hints = new EventEmitter<{
    events: [organizationId: string];
    topic: [organizationId: string, topic: string];
    jobs: [];
    close: [];
  }>().setMaxListeners(0);
  readonly #database: Database;
  readonly #url: string;
  readonly #log: Log;
  readonly #pending = new Set<string>();
  #timer: NodeJS.Timeout | undefined;
  #listener: pg.Client | undefined;
  #closed = false;

  constructor(options: { database: Database; url: string; log: Log }) {
    this.#database = options.database;
    this.#url = options.url;
    this.#log = options.log;
  }

  onEvents(listener: (organizationId: string) => void): () => void {
    this.#hints.on('events', listener);
    return () => this.#hints.off('events', listener);
  }

  /** News of one thing in an organization, such as a conversation, whether or not it has an event. */
  onTopic(listener: (organizationId: string, topic: string) => void): () => void {
    this.#hints.on('topic', listener);
    return () => this.#hints.off('topic', listener);
  }

  onJobs(listener: () => void): () => void {
    this.#hints.on('jobs', listener);
    return () => this.#hints.off('jobs', listener);
  }

  /** Notifies long-lived readers that the service stops. */
  onClose(listener: () => void, gone: AbortSignal): void {
    this.#hints.once('close', listener);
    gone.addEventListener('abort', () => this.#hints.off('close', listener), { once: true });
  }

  /** Ends the live streams, so that the server can stop. */
  endStreams(): void {
    this.#hints.emit('close');
  }

  hintEvents(organizationId: string): void {
    this.#send(organizationId);
  }

  hintTopic(organizationId: string, topic: string): void {
    this.#send(`${organizationId}/${topic}`);
  }

  hintJobs(): void {
    this.#send('jobs');
  }

  /** Listens to the other processes. Behind a transaction pooler that is impossible, and polling finds their events. */
  async listen(): Promise<void> {
    if (this.#closed) return;
    const client = new pg.Client({ connectionString: this.#url, application_name: 'colmado wake', ...keepAlive });
    const again = (): void => {
      if (this.#listener !== client || this.#closed) return;
      this.#listener = undefined;
      setTimeout(() => void this.listen(), RECONNECT_MS).unref();
    };
    this.#listener = client;
    client.on('error', again).on('end', again);
    client.on('notification', (message) => this.#receive(message.payload ?? ''));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      this.#log.debug({ err: error }, 'cannot listen for hints; polling');
      again();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    if (this.#listener) await endWithin(this.#listener, CLOSE_MS_MAX);
  }

  #send(what: string): void {
    this.#emit(what);
    this.#pending.add(what);
    this.#timer ??= setTimeout(() => this.#flush(), COALESCE_MS);
  }

  #flush(): void {
    this.#timer = undefined;
    const pending = [...this.#pending];
    this.#pending.clear();
    if (this.#closed) return;
    for (let from = 0; from < pending.length; from += HINTS_AT_ONCE) {
      const payload = pending.slice(from, from + HINTS_AT_ONCE).join(',');
      this.#database.signal('SELECT pg_notify($1, $2)', [CHANNEL, payload]).catch((error: unknown) => {
        this.#log.debug({ err: error }, 'a hint was not sent');
      });
    }
  }

  #receive(payload: string): void {
    for (const what of new Set(payload.split(','))) this.#emit(what);
  }

  #emit(what: string): void {
    const [organizationId = '', topic] = what.split('/');
    if (what === 'jobs') this.#hints.emit('jobs');
    else if (topic) this.#hints.emit('topic', organizationId, topic);
    else this.#hints.emit('events', organizationId);
  }
}
