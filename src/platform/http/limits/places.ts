import { busy } from '../../compute/computation.ts';
import { FairQueue } from '../../compute/fair-queue.ts';

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

/** Further ones wait for a place, each organization in its own line. */
const WAITING_MAX = { perOwner: 8, inAll: 100 };
const WAITED_MS_MAX = 5_000;

type Release = () => void;
type Direction = 'upload' | 'download';
type Waiting = (release: Release) => void;

/** Downloads and uploads at once, in this process. */
export class TransferPlaces {
  readonly #places = new Places();
  readonly #lines = { upload: new FairQueue<Waiting>(WAITING_MAX), download: new FairQueue<Waiting>(WAITING_MAX) };
  readonly #waitedMsMax: number;

  constructor(waitedMsMax: number = WAITED_MS_MAX) {
    this.#waitedMsMax = waitedMsMax;
  }

  /** Answers how to give the place back. It waits for one a while, then refuses with 503. `onLeave` calls back when the client leaves. */
  async take(direction: Direction, organizationId: string, onLeave: (then: () => void) => void): Promise<Release> {
    const free = this.#free(direction, organizationId);
    if (free) return free;
    const line = this.#lines[direction];
    const { promise, resolve, reject } = Promise.withResolvers<Release>();
    if (!line.add(organizationId, resolve)) throw busy();
    const giveUp = (): void => {
      if (line.remove(organizationId, resolve)) reject(busy());
    };
    const timer = setTimeout(giveUp, this.#waitedMsMax);
    onLeave(giveUp);
    return promise.finally(() => clearTimeout(timer));
  }

  #free(direction: Direction, organizationId: string): Release | null {
    const ofOrganization = direction === 'upload' ? UPLOADS_MAX.perOrganization : DOWNLOADS_MAX;
    const wanted = [{ key: `${direction} ${organizationId}`, limit: ofOrganization }];
    if (direction === 'upload') wanted.push({ key: direction, limit: UPLOADS_MAX.inAll });
    const release = this.#places.take(wanted);
    return (
      release &&
      (() => {
        release();
        this.#serve(direction);
      })
    );
  }

  #serve(direction: Direction): void {
    const freed: Release[] = [];
    const next = this.#lines[direction].take((organizationId) => {
      const release = this.#free(direction, organizationId);
      if (release) freed.push(release);
      return release !== null;
    });
    next?.(freed[0]!);
  }
}
