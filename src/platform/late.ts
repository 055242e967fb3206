import type { Tenant } from './db/table.ts';
import type { CompiledQuery } from './db/transaction.ts';

/** A kind of rows that are written with COMMIT. Those of the same shape that follow each other are one statement. */
export interface LateWrite<P, R> {
  shapeOf(part: P): string;
  /** Answers a row for each part, in their order. */
  make(tenant: Tenant, parts: P[]): CompiledQuery<R>;
  refuse?(error: unknown): never;
}

/**
 * A value that depends on statements which are sent together with COMMIT, because they lock a row that others wait for: the next
 * number of a document. Inside the transaction it costs a round trip (`now`); after it, it is there (`value`).
 */
export class Late<T> {
  readonly #send: () => Promise<unknown>;
  readonly #read: () => T;

  constructor(send: () => Promise<unknown>, read: () => T) {
    this.#send = send;
    this.#read = read;
  }

  /** Sends the statements at once. Their locks are then held while the rest of the transaction runs. */
  async now(): Promise<T> {
    await this.#send();
    return this.#read();
  }

  /** Only after the transaction, or after `now`. */
  get value(): T {
    return this.#read();
  }

  static of<T>(value: T): Late<T> {
    return new Late(
      async () => {},
      () => value,
    );
  }

  static all<T>(parts: Late<T>[]): Late<T[]> {
    return new Late(
      async () => {
        for (const part of parts) await part.#send();
      },
      () => parts.map((part) => part.value),
    );
  }

  map<U>(make: (value: T) => U): Late<U> {
    return new Late(this.#send, () => make(this.#read()));
  }
}
