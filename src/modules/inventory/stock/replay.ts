import { type Holding, issue, type Method, nothing, receive } from './valuation.ts';

/** A movement as it must be known to value it again. */
export interface ReplayedMovement {
  id: string;
  /** The position: one division's stock of one resource. */
  position: string;
  /** Its place among the movements of the position. */
  number: number;
  date: string;
  /** Signed, in millionths. */
  quantity: bigint;
  /** What it was entered with; what leaves is valued anew. */
  value: bigint;
  method: Method;
  /** The other half of a transfer: what arrives there costs what left here. */
  counterpartId: string | null;
}

/** Values all movements of a resource from the beginning, by day and number: what each position then holds. */
export function replay(movements: ReplayedMovement[]): Map<string, Holding> {
  const holdings = new Map<string, Holding>();
  const left = new Map<string, bigint>();
  for (const { id, position, number, quantity, value, method, counterpartId } of inOrder(movements)) {
    const before = holdings.get(position) ?? nothing;
    if (quantity < 0n) {
      const issued = issue(method, before, -quantity);
      left.set(id, issued.value);
      holdings.set(position, issued.holding);
    } else {
      const cost = (counterpartId === null ? undefined : left.get(counterpartId)) ?? value;
      holdings.set(position, receive(method, before, { quantity, value: cost, place: number }).holding);
    }
  }
  return holdings;
}

/**
 * Day by day, each position in the order of its numbers; what a transfer brings comes after it left. Numbers of different
 * positions say nothing about each other, so on one day whatever is ready goes on.
 */
function* inOrder(movements: ReplayedMovement[]): Iterable<ReplayedMovement> {
  for (const day of Map.groupBy(movements, ({ date }) => date).values()) {
    const waiting = new Set(day.filter(({ quantity }) => quantity < 0n).map(({ id }) => id));
    const isReady = ({ quantity, counterpartId }: ReplayedMovement) =>
      quantity < 0n || counterpartId === null || !waiting.has(counterpartId);
    let lines = [...Map.groupBy(day, ({ position }) => position).values()].map((line) => ({ line, next: 0 }));
    while (lines.length > 0) {
      let isStuck = true;
      for (const queue of lines) {
        while (queue.next < queue.line.length && isReady(queue.line[queue.next]!)) {
          const movement = queue.line[queue.next++]!;
          waiting.delete(movement.id);
          isStuck = false;
          yield movement;
        }
      }
      lines = lines.filter(({ line, next }) => next < line.length);
      if (isStuck) throw new Error('Transfers wait for each other.');
    }
  }
}
