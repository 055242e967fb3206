/** The boxes of a form with their amounts; a box that nothing was put in holds nothing. */
export class Boxes {
  readonly #amounts = new Map<string, bigint>();

  get(name: string): bigint {
    return this.#amounts.get(name) ?? 0n;
  }

  set(name: string, amount: bigint): void {
    this.#amounts.set(name, amount);
  }

  add(name: string, amount: bigint): void {
    if (amount !== 0n) this.set(name, this.get(name) + amount);
  }

  sumOf(isWanted: (name: string) => boolean): bigint {
    return [...this.#amounts].reduce((sum, [name, amount]) => (isWanted(name) ? sum + amount : sum), 0n);
  }

  /** In the order in which they were first filled. */
  entries(): [string, bigint][] {
    return [...this.#amounts];
  }
}
