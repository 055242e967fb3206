import { createHash } from 'node:crypto';
import { realNow } from '../date.ts';
import { RetryTransaction, type Tx, violates } from '../db/database.ts';
import { refusal } from '../refusal.ts';
import type { Secrets } from '../secrets.ts';
import { claimKey, deleteAnswer, insertAnswer, replaceAnswer, type StoredAnswer } from './idempotency.sql.ts';

export const IdempotencyKeyReused = refusal(422, 'idempotency_key_reused', 'This key was used for another request.');
export const RequestStillRunning = refusal(
  409,
  'request_still_running',
  'The first request with this key is still running.',
);

export const ANSWERS_KEPT = { hours: 24 };
/** A provider route that died half-way frees its key after this long. */
const RUNNING_SECONDS_MAX = 120;

export interface Answer {
  status: number;
  body: unknown;
  /** It is the stored answer to an earlier request. */
  replayed?: boolean;
}

/** The same write, sent again, gets the first answer; the work is done once. */
export class IdempotentRequest {
  readonly #secrets: Secrets;
  readonly #hash: Buffer;
  readonly #requestHash: Buffer;

  /** `scope` is who asks for what: the same key of another caller or route is another key. */
  constructor(secrets: Secrets, scope: string[], request: { target: string; body: Uint8Array }) {
    this.#secrets = secrets;
    this.#hash = createHash('sha256').update(JSON.stringify(scope)).digest();
    this.#requestHash = createHash('sha256').update(request.target).update('\0').update(request.body).digest();
  }

  /** The work and its stored answer are one transaction: either both exist or none. */
  async inside(tx: Tx, work: () => Promise<Answer>): Promise<Answer> {
    const { claimed, stored } = await claimKey(tx, this.#hash);
    if (stored) return this.#replay(stored);
    if (!claimed) throw RequestStillRunning();
    const answer = await work();
    try {
      await insertAnswer(tx, this.#row(answer));
    } catch (error) {
      // Another request with this key committed between our look and our lock: look again.
      throw violates(error, 'idempotency_keys_pkey') ? new RetryTransaction() : error;
    }
    return answer;
  }

  /** For work outside a transaction: the key is taken first, and freed where the work was refused. */
  async around(
    transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>,
    work: () => Promise<Answer>,
  ): Promise<Answer> {
    const before = await transaction(async (tx) => {
      const { claimed, stored } = await claimKey(tx, this.#hash);
      if (stored && !isAbandoned(stored)) return this.#replay(stored);
      if (!claimed) throw RequestStillRunning();
      if (stored) await deleteAnswer(tx, this.#hash);
      await insertAnswer(tx, { ...this.#row(null), createdAt: realNow() });
      return null;
    });
    if (before) return before;
    try {
      const answer = await work();
      await transaction((tx) => replaceAnswer(tx, this.#hash, answer.status, this.#seal(answer)));
      return answer;
    } catch (error) {
      await transaction((tx) => deleteAnswer(tx, this.#hash));
      throw error;
    }
  }

  #row(answer: Answer | null) {
    return {
      hash: this.#hash,
      requestHash: this.#requestHash,
      status: answer?.status ?? null,
      answer: answer && this.#seal(answer),
      createdAt: realNow(),
    };
  }

  #replay(stored: StoredAnswer): Answer {
    if (!stored.requestHash.equals(this.#requestHash)) throw IdempotencyKeyReused();
    if (stored.status === null || stored.answer === null) throw RequestStillRunning();
    const body = JSON.parse(this.#secrets.decrypt(stored.answer, this.#purpose).toString());
    return { status: stored.status, body, replayed: true };
  }

  #seal(answer: Answer): Buffer {
    return this.#secrets.encrypt(JSON.stringify(answer.body ?? null), this.#purpose);
  }

  get #purpose(): string {
    return `idempotency ${this.#hash.toString('hex')}`;
  }
}

const isAbandoned = (stored: StoredAnswer): boolean =>
  stored.status === null && Date.now() - Date.parse(stored.createdAt) > RUNNING_SECONDS_MAX * 1000;
