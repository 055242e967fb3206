/** Handles together what is asked for while an earlier batch is handled: one transaction instead of one for each message. */
export class Gathered<T, R> {
  readonly #handle: (items: T[]) => Promise<R[]>;
  readonly #most: number;
  #waiting: { item: T; answer: PromiseWithResolvers<R> }[] = [];
  #isBusy = false;

  /** Answers come in the order of the items. */
  constructor(most: number, handle: (items: T[]) => Promise<R[]>) {
    this.#most = most;
    this.#handle = handle;
  }

  add(item: T): Promise<R> {
    const answer = Promise.withResolvers<R>();
    this.#waiting.push({ item, answer });
    if (!this.#isBusy) {
      this.#isBusy = true;
      // Calls of the same turn of the event loop are one batch.
      queueMicrotask(() => void this.#run());
    }
    return answer.promise;
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#most);
      try {
        const answers = await this.#handle(batch.map(({ item }) => item));
        for (const [place, { answer }] of batch.entries()) answer.resolve(answers[place]!);
      } catch (error) {
        for (const { answer } of batch) answer.reject(error);
      }
    }
    this.#isBusy = false;
  }
}
