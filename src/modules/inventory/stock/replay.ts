import { type Holding, issue, type Method, nothing, receive } from './valuation.ts';

/** A movement as it must be known to value it again. */
export interface ReplayedMovement {
  id: string;
  /** The position: one division's stock of one resource. */
  position: string;
  number: number;
  /** Signed, in millionths. */
  quantity: bigint;
  /** What it was entered with; what leaves is valued anew. */
  value: bigint;
  method: Method;
  /** The other half of a transfer: what arrives there costs what left here. */
  counterpartId: string | null;
}

/** Values all movements of a resource from the beginning, in their order: what each position then holds. */
export function replay(movements: ReplayedMovement[]): Map<string, Holding> {
  const holdings = new Map<string, Holding>();
  const left = new Map<string, bigint>();
  for (const { id, position, number, quantity, value, method, counterpartId } of movements) {
    const before = holdings.get(position) ?? nothing;
    if (quantity < 0n) {
      const issued = issue(method, before, -quantity);
      left.set(id, issued.value);
      holdings.set(position, issued.holding);
    } else {
      const cost = (counterpartId && left.get(counterpartId)) ?? value;
      holdings.set(position, receive(method, before, { quantity, value: cost, place: number }).holding);
    }
  }
  return holdings;
}
