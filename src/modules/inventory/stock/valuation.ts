import { divideRounded, least, MILLION } from '#platform/decimal.ts';

/**
 * Valuation of stock, in pure functions on whole numbers: quantities in millionths of a unit, values in minor units of
 * money. An empty holding always has the value zero.
 */
export type Method = 'average' | 'fifo';

/** The rest of one arrival; the earliest day leaves first, and of one day the lowest place. */
export interface Layer {
  date: string;
  /** The number of the arrival. Goods without one have a lower number than all others. */
  place: number;
  quantity: bigint;
  value: bigint;
}

/** The quantity and value of a position. Below zero, the value is the expected cost of the missing goods. */
export interface Holding {
  quantity: bigint;
  value: bigint;
  /** The last known cost of one unit, in millionths of the minor unit, for goods without a price. */
  unitCost: bigint;
  /** For first in, first out. Stock from before it was chosen has no layer and is the oldest. */
  layers: Layer[];
}

/** Before every other day: the day of goods that have no layer. */
const BEGINNING = '0001-01-01';

export const nothing: Holding = { quantity: 0n, value: 0n, unitCost: 0n, layers: [] };

/** The cost of one unit, in millionths of the minor unit. */
export const unitCostOf = ({ quantity, value, unitCost }: Holding): bigint =>
  quantity > 0n ? divideRounded(value * MILLION * MILLION, quantity) : unitCost;

export const valueAt = (unitCost: bigint, quantity: bigint): bigint =>
  divideRounded(unitCost * quantity, MILLION * MILLION);

export interface Received {
  holding: Holding;
  /** The value of the arrival. */
  value: bigint;
  /** The difference between the real and the expected cost of goods that were missing. */
  adjustment: bigint;
}

/** Goods arrive, at a price or at the present cost. Missing goods are covered first. */
export function receive(
  method: Method,
  before: Holding,
  arrival: { quantity: bigint; value: bigint | null; date: string; place: number },
): Received {
  const value = arrival.value ?? valueAt(unitCostOf(before), arrival.quantity);
  const quantity = before.quantity + arrival.quantity;
  const worth = before.quantity < 0n ? worthAfterCovering(before, arrival.quantity, value) : before.value + value;
  const kept = before.quantity < 0n ? quantity : arrival.quantity;
  const { date, place } = arrival;
  const layer = { date, place, quantity: kept, value: before.quantity < 0n ? worth : value };
  const layers = method === 'fifo' && kept > 0n ? [...layersOf(before), layer] : [];
  const unitCost = divideRounded(value * MILLION * MILLION, arrival.quantity);
  const holding = { quantity, value: worth, unitCost, layers };
  return { holding: { ...holding, unitCost: unitCostOf(holding) }, value, adjustment: worth - before.value - value };
}

/** The rest of an arrival has its price; goods that are still missing keep the expected one. */
const worthAfterCovering = (before: Holding, arrived: bigint, value: bigint): bigint => {
  const quantity = before.quantity + arrived;
  return quantity >= 0n
    ? divideRounded(value * quantity, arrived)
    : divideRounded(before.value * quantity, before.quantity);
};

export interface Issued {
  holding: Holding;
  /** The cost of the goods that left. */
  value: bigint;
}

/** Goods leave at their cost. Missing goods are valued at the last known cost. */
export function issue(method: Method, before: Holding, quantity: bigint): Issued {
  const held = before.quantity > 0n ? before.quantity : 0n;
  const taken = least(quantity, held);
  const unitCost = unitCostOf(before);
  const { value: cost, layers } = take(method, before, taken);
  const value = cost + valueAt(unitCost, quantity - taken);
  return {
    holding: { quantity: before.quantity - quantity, value: before.value - value, unitCost, layers },
    value,
  };
}

/** The cost of a quantity of the present goods, and the remaining layers. */
function take(method: Method, holding: Holding, quantity: bigint, first?: number): { value: bigint; layers: Layer[] } {
  if (method === 'average') {
    const value = quantity === 0n ? 0n : divideRounded(holding.value * quantity, holding.quantity);
    return { value, layers: [] };
  }
  const order = layersOf(holding);
  const chosen = order.findIndex(({ place }) => place === first);
  if (chosen > 0) order.unshift(...order.splice(chosen, 1));
  let wanted = quantity;
  let value = 0n;
  const layers: Layer[] = [];
  for (const layer of order) {
    const taken = least(layer.quantity, wanted);
    const cost = taken === 0n ? 0n : divideRounded(layer.value * taken, layer.quantity);
    wanted -= taken;
    value += cost;
    if (taken < layer.quantity) {
      layers.push({ ...layer, quantity: layer.quantity - taken, value: layer.value - cost });
    }
  }
  return { value, layers: layers.sort(byAge) };
}

const byAge = (a: Layer, b: Layer): number => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.place - b.place);

/** A layer before all others. */
const oldest = (layers: Layer[], goods: { quantity: bigint; value: bigint }): Layer => ({
  date: BEGINNING,
  place: Math.min(1, ...layers.map(({ place }) => place)) - 1,
  ...goods,
});

/** The layers of a holding, with the goods that have none as the oldest. */
function layersOf({ quantity, value, layers }: Holding): Layer[] {
  const known = layers.toSorted(byAge);
  const rest = oldest(known, {
    quantity: known.reduce((left, layer) => left - layer.quantity, quantity),
    value: known.reduce((left, layer) => left - layer.value, value),
  });
  return rest.quantity > 0n ? [rest, ...known] : known;
}

/**
 * Reverses movements at their own value, because the books are reversed by it. An adjustment corrects a holding whose value
 * would be impossible afterwards.
 */
export function giveBack(
  method: Method,
  before: Holding,
  moved: { quantity: bigint; value: bigint; date: string; place: number },
): { holding: Holding; adjustment: bigint } {
  const quantity = before.quantity - moved.quantity;
  const { value, layers } = afterGivingBack(method, before, moved, quantity);
  const unitCost = unitCostOf(before);
  const holding = { quantity, value, unitCost, layers };
  return { holding: { ...holding, unitCost: unitCostOf(holding) }, adjustment: value - (before.value - moved.value) };
}

function afterGivingBack(
  method: Method,
  before: Holding,
  moved: { quantity: bigint; value: bigint; date: string; place: number },
  quantity: bigint,
): { value: bigint; layers: Layer[] } {
  const exact = before.value - moved.value;
  if (quantity === 0n) return { value: 0n, layers: [] };
  const expected = valueAt(unitCostOf(before), quantity);
  if (quantity < 0n) return { value: before.quantity <= 0n && exact <= 0n ? exact : expected, layers: [] };
  const possible = exact >= 0n ? exact : expected;
  if (method === 'average') return { value: possible, layers: [] };
  if (before.quantity <= 0n) {
    return { value: possible, layers: [{ date: moved.date, place: moved.place, quantity, value: possible }] };
  }
  if (moved.quantity > 0n) {
    const { value, layers } = take(method, before, moved.quantity, moved.place);
    return { value: before.value - value, layers };
  }
  if (moved.quantity === 0n) return { value: before.value, layers: layersOf(before) };
  const layers = layersOf(before);
  const value = moved.value < 0n ? -moved.value : 0n;
  return { value: before.value + value, layers: [oldest(layers, { quantity: -moved.quantity, value }), ...layers] };
}
