import { createHash } from 'node:crypto';
import { realNow } from '../date.ts';
import { sendLater, type Tx } from '../db/transaction.ts';
import { retryOnViolation } from '../db/violation.ts';
import { refusal } from '../refusal.ts';
import type { Secrets } from '../secrets.ts';
import { claimKey, deleteAnswer, insertAnswer, renewKey, replaceAnswer, type StoredAnswer } from './idempotency.sql.ts';
import { type LaterAnswer, RawAnswer } from './route.ts';

export const IdempotencyKeyReused = refusal(
  'idempotency_key_reused',
  'This key was used for another request: use a new one.',
);
export const RequestStillRunning = refusal(
  'request_still_running',
  'The first request with this key is still running: try again in a moment.',
  409,
);

export const ANSWERS_KEPT = { hours: 24 };
/** No JSON text begins with it. */
const BYTES_MARK = '\0';
/** While work outside a transaction runs, its process renews the key. */
const RENEW_MS = 3_000;
/** A process that has not renewed a key for this long has died: the next request with the key does the work. */
const SILENT_SECONDS_MAX = 15;

export interface Answer {
  status: number;
  body: unknown;
  /** It is the stored answer to an earlier request. */
  replayed?: boolean;
}

/** The stored form of an answer that is not JSON. */
interface StoredBytes {
  headers: Record<string, string>;
  base64: string;
}

type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** The same write, sent again, gets the first answer; the work is done once. */
export class IdempotentRequest {
  readonly #secrets: Secrets;
  readonly #hash: Buffer;
  readonly #requestHash: Buffer;
  readonly #beforeReplay: () => void;

  /** `scope` is who asks for what: the same key of another caller or route is another key. */
  constructor(
    secrets: Secrets,
    scope: string[],
    request: { target: string; body: Uint8Array; beforeReplay: () => void },
  ) {
    this.#beforeReplay = request.beforeReplay;
    this.#secrets = secrets;
    this.#hash = createHash('sha256').update(JSON.stringify(scope)).digest();
    this.#requestHash = createHash('sha256').update(request.target).update('\0').update(request.body).digest();
  }

  /** The work and its stored answer are one transaction: either both exist or none. */
  async inside<A extends Answer | RawAnswer | LaterAnswer>(
    tx: Tx,
    work: () => Promise<A>,
  ): Promise<A | Answer | RawAnswer> {
    const replay = await this.claim(tx);
    if (replay) return replay;
    const answer = await work();
    this.keep(tx, typeof answer === 'function' ? null : answer);
    return answer;
  }

  /** The answer to an earlier request with this key; null: the key is held by this transaction. */
  async claim(tx: Tx): Promise<Answer | RawAnswer | null> {
    const { claimed, stored } = await claimKey(tx, this.#hash);
    if (stored && !isAbandoned(stored)) return this.#replay(stored);
    if (!claimed) throw RequestStillRunning();
    if (stored) await deleteAnswer(tx, this.#hash);
    return null;
  }

  /** Stores the answer together with COMMIT; null: it is not known yet. */
  keep(tx: Tx, answer: Answer | RawAnswer | null): void {
    // Another request with this key may have committed between our look and our lock: then look again.
    sendLater(tx, insertAnswer(tx, this.#row(answer)).compile(), retryOnViolation('idempotency_keys_pkey'));
  }

  /** For work outside a transaction: the key is taken first, and freed where the work was refused. */
  async around<A extends Answer | RawAnswer>(
    transaction: Transaction,
    work: () => Promise<A>,
  ): Promise<A | Answer | RawAnswer> {
    const before = await transaction(async (tx) => {
      const replay = await this.claim(tx);
      if (!replay) await insertAnswer(tx, this.#row(null)).execute();
      return replay;
    });
    return before ?? this.afterwards(transaction, work);
  }

  /** Stores the answer of work that is done after the key was taken, and frees the key if the work fails. */
  async afterwards<A extends Answer | RawAnswer>(transaction: Transaction, work: () => Promise<A>): Promise<A> {
    const renewal = setInterval(() => {
      transaction((tx) => renewKey(tx, this.#hash, realNow())).catch(() => {});
    }, RENEW_MS);
    try {
      const answer = await work();
      await transaction((tx) => replaceAnswer(tx, this.#hash, answer.status, this.#seal(answer)));
      return answer;
    } catch (error) {
      await transaction((tx) => deleteAnswer(tx, this.#hash));
      throw error;
    } finally {
      clearInterval(renewal);
    }
  }

  /** The same for requests that are the same. */
  get key(): string {
    return this.#hash.toString('base64');
  }

  #row(answer: Answer | RawAnswer | null) {
    return {
      hash: this.#hash,
      requestHash: this.#requestHash,
      status: answer?.status ?? null,
      answer: answer && this.#seal(answer),
      createdAt: realNow(),
    };
  }

  #replay(stored: StoredAnswer): Answer | RawAnswer {
    if (!stored.requestHash.equals(this.#requestHash)) throw IdempotencyKeyReused();
    if (stored.status === null || stored.answer === null) throw RequestStillRunning();
    this.#beforeReplay();
    const { json, bytes } = this.#open(stored.answer);
    if (!bytes) return { status: stored.status, body: json, replayed: true };
    const headers = { ...bytes.headers, 'idempotent-replayed': 'true' };
    return new RawAnswer(Buffer.from(bytes.base64, 'base64'), headers, stored.status);
  }

  /** The first byte says which kind of answer it is: answers of an earlier release are JSON without it. */
  #open(sealed: Buffer): { json?: unknown; bytes?: StoredBytes } {
    const text = this.#secrets.decrypt(sealed, this.#purpose).toString();
    return text.startsWith(BYTES_MARK) ? { bytes: JSON.parse(text.slice(1)) } : { json: JSON.parse(text) };
  }

  #seal(answer: Answer | RawAnswer): Buffer {
    const text =
      answer instanceof RawAnswer
        ? BYTES_MARK + JSON.stringify(storedForm(answer))
        : JSON.stringify(answer.body ?? null);
    return this.#secrets.encrypt(text, this.#purpose);
  }

  get #purpose(): string {
    return `idempotency ${this.#hash.toString('hex')}`;
  }
}

function storedForm({ headers, body }: RawAnswer): StoredBytes {
  if (body !== null && !Buffer.isBuffer(body)) throw new Error('An answer that is sent as a stream cannot be stored.');
  return { headers, base64: body?.toString('base64') ?? '' };
}

const isAbandoned = (stored: StoredAnswer): boolean =>
  stored.status === null && realNow().epochMilliseconds - Date.parse(stored.createdAt) > SILENT_SECONDS_MAX * 1000;
