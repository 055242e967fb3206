import { busy } from '../compute/computation.ts';

const WAITING_MAX = 200;
const WAIT_MAX_MS = 5_000;

/**
 * Lets each organization use a part of the connections at once, so that one whose rows are locked, or who asks for much, leaves
 * some for the others. The rest of its work waits in line, and is refused when the line is long or slow.
 */
export class OrganizationGate {
  readonly #limit: number;
  readonly #running = new Map<string, number>();
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  run<T>(organizationId: string, work: () => Promise<T>): Promise<T> {
    const running = this.#running.get(organizationId) ?? 0;
    if (running < this.#limit) return this.#start(organizationId, running, work);
    const line = this.#waiting.get(organizationId) ?? new Set();
    if (line.size >= WAITING_MAX) return Promise.reject(busy());
    this.#waiting.set(organizationId, line);
    return new Promise<T>((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        resolve(this.#start(organizationId, this.#running.get(organizationId) ?? 0, work));
      };
      const timer = setTimeout(() => {
        line.delete(begin);
        reject(busy());
      }, WAIT_MAX_MS);
      line.add(begin);
    });
  }

  async #start<T>(organizationId: string, running: number, work: () => Promise<T>): Promise<T> {
    this.#running.set(organizationId, running + 1);
    try {
      return await work();
    } finally {
      this.#end(organizationId);
    }
  }

  #end(organizationId: string): void {
    const left = this.#running.get(organizationId)! - 1;
    if (left > 0) this.#running.set(organizationId, left);
    else this.#running.delete(organizationId);
    const line = this.#waiting.get(organizationId);
    const [next] = line ?? [];
    if (!line || !next) return;
    line.delete(next);
    if (line.size === 0) this.#waiting.delete(organizationId);
    next();
  }
}
