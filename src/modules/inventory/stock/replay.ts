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
  /** What it was entered with; what leaves is valued anew. Of a production, as it was valued last. */
  value: bigint;
  method: Method;
  /** The other half of a transfer: what arrives there costs what left here. */
  counterpartId: string | null;
  /** The production that it is part of: the product costs what its parts cost. */
  productionId: string | null;
}

export interface Replayed {
  /** What each position holds then. */
  holdings: Map<string, Holding>;
  /** What productions used that now costs otherwise: movements and their values, below zero. */
  used: { id: string; value: bigint }[];
}

/**
 * Values all movements of resources from the beginning, by day and number. What a transfer brings costs what left, and what
 * was made costs as much more or less as its parts do; parts that are not among the movements cost what they did.
 */
export function replay(movements: ReplayedMovement[]): Replayed {
  const holdings = new Map<string, Holding>();
  const left = new Map<string, bigint>();
  const used: Replayed['used'] = [];
  for (const { id, position, number, quantity, value, method, counterpartId, productionId } of inOrder(movements)) {
    const before = holdings.get(position) ?? nothing;
    if (quantity < 0n) {
      const issued = issue(method, before, -quantity);
      holdings.set(position, issued.holding);
      if (productionId === null) left.set(id, issued.value);
      else {
        left.set(productionId, (left.get(productionId) ?? 0n) + issued.value + value);
        if (issued.value !== -value) used.push({ id, value: -issued.value });
      }
    } else {
      const cost =
        productionId === null
          ? ((counterpartId === null ? undefined : left.get(counterpartId)) ?? value)
          : value + (left.get(productionId) ?? 0n);
      holdings.set(position, receive(method, before, { quantity, value: cost, place: number }).holding);
    }
  }
  return { holdings, used };
}

/** What leaves by it, and what arrives waits for. */
const linkOf = ({ id, quantity, counterpartId, productionId }: ReplayedMovement): string | null =>
  productionId ?? (quantity < 0n ? id : counterpartId);

/**
 * Day by day, each position in the order of its numbers; what a transfer brings comes after it left, and a product after its
 * parts. Numbers of different positions say nothing about each other, so on one day whatever is ready goes on. Nothing waits
 * in a circle: on one day numbers are given in the order in which things were entered, and that was possible.
 */
function* inOrder(movements: ReplayedMovement[]): Iterable<ReplayedMovement> {
  for (const day of Map.groupBy(movements, ({ date }) => date).values()) {
    const waiting = new Map<string | null, number>();
    const expect = (movement: ReplayedMovement, more: 1 | -1) => {
      if (movement.quantity < 0n) waiting.set(linkOf(movement), (waiting.get(linkOf(movement)) ?? 0) + more);
    };
    for (const movement of day) expect(movement, 1);
    const isReady = (movement: ReplayedMovement) => movement.quantity < 0n || !waiting.get(linkOf(movement));
    let lines = [...Map.groupBy(day, ({ position }) => position).values()].map((line) => ({ line, next: 0 }));
    while (lines.length > 0) {
      let isStuck = true;
      for (const queue of lines) {
        while (queue.next < queue.line.length && isReady(queue.line[queue.next]!)) {
          const movement = queue.line[queue.next++]!;
          expect(movement, -1);
          isStuck = false;
          yield movement;
        }
      }
      lines = lines.filter(({ line, next }) => next < line.length);
      if (isStuck) throw new Error('Movements wait for each other.');
    }
  }
}
