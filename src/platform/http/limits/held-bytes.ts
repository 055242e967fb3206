import { pipeline, type Readable, Transform } from 'node:stream';
import { busy } from '../../compute/computation.ts';

/** A body up to this size is read before the caller is known. */
export const SMALL_BODY_BYTES = 64 * 1024;

const IN_ALL = 96 * 1024 * 1024;
const PER_OWNER = 24 * 1024 * 1024;

/** Counts the bytes of large bodies or answers in memory: a bound for all of them together, and one for each owner. */
export class HeldBytes {
  readonly #ofOwner = new Map<string, number>();
  #total = 0;

  /** The body as it arrives, counted until `release` is called. Beyond a bound it ends with a refusal. */
  count(owner: string, body: Readable): { body: Readable; release: () => void } {
    let held = 0;
    const counted = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        const refused = this.#add(owner, chunk.length);
        if (refused) return done(busy());
        held += chunk.length;
        done(null, chunk);
      },
    });
    pipeline(body, counted, () => {});
    const release = (): void => {
      this.#remove(owner, held);
      held = 0;
      // Whatever still arrives is not kept.
      counted.destroy();
    };
    return { body: counted, release };
  }

  /** Counts an answer until it is sent: the result is called then. Beyond a bound it is refused. */
  hold(owner: string, bytes: number): () => void {
    if (this.#add(owner, bytes)) throw busy();
    return () => this.#remove(owner, bytes);
  }

  #add(owner: string, bytes: number): boolean {
    const own = (this.#ofOwner.get(owner) ?? 0) + bytes;
    if (own > PER_OWNER || this.#total + bytes > IN_ALL) return true;
    this.#ofOwner.set(owner, own);
    this.#total += bytes;
    return false;
  }

  #remove(owner: string, bytes: number): void {
    const left = (this.#ofOwner.get(owner) ?? 0) - bytes;
    if (left > 0) this.#ofOwner.set(owner, left);
    else this.#ofOwner.delete(owner);
    this.#total -= bytes;
  }
}
