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
}
