/** A bounded queue with one line for each owner. The lines are served in turn, so a long line delays only its owner. */
export class FairQueue<T> {
  readonly #lines = new Map<string, T[]>();
  readonly #perOwner: number;
  readonly #inAll: number;
  #size = 0;

  constructor({ perOwner, inAll }: { perOwner: number; inAll: number }) {
    this.#perOwner = perOwner;
    this.#inAll = inAll;
  }

  /** False where the owner's line, or the whole queue, is full. */
  add(owner: string, item: T): boolean {
    const line = this.#lines.get(owner) ?? [];
    if (line.length >= this.#perOwner || this.#size >= this.#inAll) return false;
    line.push(item);
    this.#lines.set(owner, line);
    this.#size++;
    return true;
  }

  /** The next item of the first owner that may go; that owner is then the last. */
  take(mayGo: (owner: string) => boolean): T | undefined {
    for (const [owner, line] of this.#lines) {
      if (!mayGo(owner)) continue;
      this.#lines.delete(owner);
      const item = line.shift()!;
      if (line.length > 0) this.#lines.set(owner, line);
      this.#size--;
      return item;
    }
    return undefined;
  }

  /** False where it was taken before. */
  remove(owner: string, item: T): boolean {
    const line = this.#lines.get(owner);
    const place = line?.indexOf(item) ?? -1;
    if (!line || place < 0) return false;
    line.splice(place, 1);
    if (line.length === 0) this.#lines.delete(owner);
    this.#size--;
    return true;
  }

  /** Takes everything out. */
  drain(): T[] {
    const all = [...this.#lines.values()].flat();
    this.#lines.clear();
    this.#size = 0;
    return all;
  }
}
