import { busy } from '../../compute/computation.ts';

/** Counts how many places of each key are taken in this process. */
export class Places {
  readonly #taken = new Map<string, number>();

  /** Takes a place of every key and returns how to give them back. Null: one of them has none left, and nothing is taken. */
  take(wanted: { key: string; limit: number }[]): (() => void) | null {
    if (wanted.some(({ key, limit }) => this.#count(key) >= limit)) return null;
    for (const { key } of wanted) this.#taken.set(key, this.#count(key) + 1);
    let isGivenBack = false;
    return () => {
      if (isGivenBack) return;
      isGivenBack = true;
      for (const { key } of wanted) this.#release(key);
    };
  }

  #count(key: string): number {
    return this.#taken.get(key) ?? 0;
  }

  #release(key: string): void {
    if (this.#count(key) > 1) this.#taken.set(key, this.#count(key) - 1);
    else this.#taken.delete(key);
  }
}

const DOWNLOADS_MAX = 4;
/** Each upload holds up to ten megabytes on its way to the storage. */
const UPLOADS_MAX = { perOrganization: 8, inAll: 24 };

/** Downloads and uploads at once, in this process. */
export class TransferPlaces {
  readonly #places = new Places();

  /** Answers how to give the place back, or refuses with 503. */
  take(direction: 'upload' | 'download', organizationId: string): () => void {
    const ofOrganization = direction === 'upload' ? UPLOADS_MAX.perOrganization : DOWNLOADS_MAX;
    const wanted = [{ key: `${direction} ${organizationId}`, limit: ofOrganization }];
    if (direction === 'upload') wanted.push({ key: direction, limit: UPLOADS_MAX.inAll });
    const release = this.#places.take(wanted);
    if (!release) throw busy();
    return release;
  }
}
