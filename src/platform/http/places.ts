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
