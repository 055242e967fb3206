import { divideRounded } from '#platform/decimal.ts';
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
  /** The document and the resource: what left for it and comes back of it costs the same. */
  documentKey: string | null;
}

export interface Replayed {
  /** What each position holds then. */
  holdings: Map<string, Holding>;
  /** What was used that now costs otherwise, where its product is valued too: movements and their values, below zero. */
  used: { id: string; value: bigint }[];
}

/**
 * Values all movements of resources from the beginning, by day and number. What a transfer brings costs what left, what comes
 * back of a document as much more or less as what left for it, and what was made as much more or less as its parts do; parts
 * that are not among the movements cost what they did.
 */
export function replay(movements: ReplayedMovement[]): Replayed {
  const holdings = new Map<string, Holding>();
  const left = new Map<string, { quantity: bigint; value: bigint; more: bigint }>();
  const used: Replayed['used'] = [];
  const made = new Set(movements.flatMap(({ productionId, quantity }) => (quantity > 0n ? (productionId ?? []) : [])));
  for (const movement of inOrder(movements)) {
    const { id, position, number, quantity, value, method, productionId } = movement;
    const before = holdings.get(position) ?? nothing;
    const link = linkOf(movement)!;
    const known = left.get(link) ?? { quantity: 0n, value: 0n, more: 0n };
    if (quantity < 0n) {
      const issued = issue(method, before, -quantity);
      const more = known.more + issued.value + value;
      left.set(link, { quantity: known.quantity - quantity, value: known.value + issued.value, more });
      holdings.set(position, issued.holding);
      if (productionId !== null && made.has(productionId) && issued.value !== -value)
        used.push({ id, value: -issued.value });
    } else {
      const cost = costOf(movement, known);
      holdings.set(position, receive(method, before, { quantity, value: cost, place: number }).holding);
    }
  }
  return { holdings, used };
}

/** What arrives, beside what has left by the same link: how much, what it costs, and how much more that is than it was. */
function costOf(
  { quantity, value, counterpartId, productionId, documentKey }: ReplayedMovement,
  left: { quantity: bigint; value: bigint; more: bigint },
): bigint {
  if (productionId !== null) return value + left.more;
  if (left.quantity === 0n) return value;
  if (counterpartId !== null) return left.value;
  const cost = documentKey === null ? value : value + divideRounded(left.more * quantity, left.quantity);
  return cost < 0n ? 0n : cost;
}

/** What leaves by it, and what arrives waits for. */
const linkOf = ({ id, quantity, counterpartId, productionId, documentKey }: ReplayedMovement): string | null =>
  productionId ?? documentKey ?? (quantity < 0n ? id : counterpartId);

/**
 * Day by day, each position in the order of its numbers; what arrives comes after it left elsewhere, and a product after its
 * parts. Numbers of different positions say nothing about each other, so on one day whatever is ready goes on. Where nothing
 * is, something left again for a document after it came back: then the first goes on with what had left by then.
 */
function* inOrder(movements: ReplayedMovement[]): Iterable<ReplayedMovement> {
  for (const day of Map.groupBy(movements, ({ date }) => date).values()) {
    const waiting = new Map<string, number>();
    const placeOf = (movement: ReplayedMovement) => `${linkOf(movement)} ${movement.position}`;
    const expect = (movement: ReplayedMovement, more: 1 | -1) => {
      if (movement.quantity > 0n) return;
      for (const key of [linkOf(movement)!, placeOf(movement)]) waiting.set(key, (waiting.get(key) ?? 0) + more);
    };
    for (const movement of day) expect(movement, 1);
    const isReady = (movement: ReplayedMovement) => {
      const link = linkOf(movement);
      if (movement.quantity < 0n || link === null) return true;
      return (waiting.get(link) ?? 0) === (waiting.get(placeOf(movement)) ?? 0);
    };
    const goOn = (queue: { line: ReplayedMovement[]; next: number }): ReplayedMovement => {
      const movement = queue.line[queue.next++]!;
      expect(movement, -1);
      return movement;
    };
    let lines = [...Map.groupBy(day, ({ position }) => position).values()].map((line) => ({ line, next: 0 }));
    while (lines.length > 0) {
      let isStuck = true;
      for (const queue of lines) {
        while (queue.next < queue.line.length && isReady(queue.line[queue.next]!)) {
          isStuck = false;
          yield goOn(queue);
        }
      }
      if (isStuck) yield goOn(lines[0]!);
      lines = lines.filter(({ line, next }) => next < line.length);
    }
  }
}
