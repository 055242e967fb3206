import { divideRounded, greatest, least, MILLION, sum, sumOf } from '#platform/decimal.ts';

/**
 * Valuation of stock, in pure functions on whole numbers: quantities in millionths of a unit, values in minor units of
 * money. An empty holding always has the value zero.
 */
export type Method = 'average' | 'fifo';

/**
 * The rest of one arrival; the earliest day leaves first, and of one day the lowest place. Below zero, the goods that left
 * without being there, at their expected cost: quantity and value are negative, and the oldest are covered first.
 */
interface Layer {
  date: string;
  /** The number of the movement. Goods without one have a lower number than all others. */
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
  /** For first in, first out, and for missing goods. Stock from before it was chosen has no layer and is the oldest. */
  layers: Layer[];
}

/** Before every other day: the day of goods that have no layer. */
const BEGINNING = '0001-01-01';

export const nothing: Holding = { quantity: 0n, value: 0n, unitCost: 0n, layers: [] };

/** The cost of one unit, in millionths of the minor unit. */
const unitCostOf = ({ quantity, value, unitCost }: Holding): bigint =>
  quantity > 0n ? divideRounded(value * MILLION * MILLION, quantity) : unitCost;

const valueAt = (unitCost: bigint, quantity: bigint): bigint => divideRounded(unitCost * quantity, MILLION * MILLION);

interface Received {
  holding: Holding;
  /** The value of the arrival. */
  value: bigint;
  /** The difference between the real and the expected cost of goods that were missing. */
  adjustment: bigint;
  /** How much more the departures of these goods cost than was expected; together, the opposite of the adjustment. */
  covered: Covered[];
}

export interface Covered {
  /** The number of the departure. */
  place: number;
  more: bigint;
}

/** Goods arrive, at a price or at the present cost. Missing goods are covered first. */
export function receive(
  method: Method,
  before: Holding,
  arrival: { quantity: bigint; value: bigint | null; date: string; place: number },
): Received {
  const { date, place } = arrival;
  const value = arrival.value ?? valueAt(unitCostOf(before), arrival.quantity);
  const { missing, covered, kept } = cover(before, { quantity: arrival.quantity, value });
  const present = before.quantity > 0n ? before.value : 0n;
  const worth = missing.length > 0 ? sum(missing.map((layer) => layer.value)) : present + kept.value;
  const layer = { date, place, ...kept };
  const isLayered = method === 'fifo' && kept.quantity > 0n;
  const layers = missing.length > 0 ? missing : isLayered ? [...presentLayers(before), layer] : [];
  const quantity = before.quantity + arrival.quantity;
  const unitCost = divideRounded(value * MILLION * MILLION, arrival.quantity);
  const holding = { quantity, value: worth, unitCost, layers };
  return {
    holding: { ...holding, unitCost: unitCostOf(holding) },
    value,
    adjustment: worth - before.value - value,
    covered,
  };
}

/** Gives the goods of an arrival to the departures that lacked them: each costs what they cost. The rest is kept. */
function cover(before: Holding, arrival: { quantity: bigint; value: bigint }) {
  const missing: Layer[] = [];
  const covered: Covered[] = [];
  let taken = 0n;
  let given = 0n;
  for (const layer of before.quantity < 0n ? layersOf(before) : []) {
    const quantity = least(-layer.quantity, arrival.quantity - taken);
    const expected = quantity === 0n ? 0n : divideRounded(layer.value * quantity, layer.quantity);
    const until = divideRounded(arrival.value * (taken + quantity), arrival.quantity);
    if (quantity > 0n) covered.push({ place: layer.place, more: until - given - expected });
    if (quantity < -layer.quantity)
      missing.push({ ...layer, quantity: layer.quantity + quantity, value: layer.value + expected });
    taken += quantity;
    given = until;
  }
  return { missing, covered, kept: { quantity: arrival.quantity - taken, value: arrival.value - given } };
}

const presentLayers = (holding: Holding): Layer[] => (holding.quantity > 0n ? layersOf(holding) : []);

interface Issued {
  holding: Holding;
  /** The cost of the goods that left. */
  value: bigint;
}

/** Goods leave at their cost. Missing goods are valued at the last known cost until they arrive. */
export function issue(
  method: Method,
  before: Holding,
  { quantity, date, place }: { quantity: bigint; date: string; place: number },
): Issued {
  const held = greatest(before.quantity, 0n);
  const taken = least(quantity, held);
  const missing = quantity - taken;
  const unitCost = unitCostOf(before);
  const { value: cost, layers } = take(method, before, taken);
  const expected = valueAt(unitCost, missing);
  const lacking = { date, place, quantity: -missing, value: -expected };
  const owed = before.quantity < 0n ? layersOf(before) : [];
  const value = cost + expected;
  return {
    holding: {
      quantity: before.quantity - quantity,
      value: before.value - value,
      unitCost,
      layers: missing > 0n ? [...owed, lacking] : layers,
    },
    value,
  };
}

/** The cost of a quantity of the present goods, and the remaining layers. */
function take(method: Method, holding: Holding, quantity: bigint, first?: number): { value: bigint; layers: Layer[] } {
  if (method === 'average') {
    const value = quantity === 0n ? 0n : divideRounded(holding.value * quantity, holding.quantity);
    return { value, layers: [] };
  }
  const order = presentLayers(holding);
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
    quantity: quantity - sumOf(known, (layer) => layer.quantity),
    value: value - sumOf(known, (layer) => layer.value),
  });
  return rest.quantity === 0n ? known : [rest, ...known];
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
  if (quantity < 0n) return stillMissing(before, moved, quantity);
  const possible = exact >= 0n ? exact : valueAt(unitCostOf(before), quantity);
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
  const value = greatest(-moved.value, 0n);
  return { value: before.value + value, layers: [oldest(layers, { quantity: -moved.quantity, value }), ...layers] };
}

/** Less is missing without a departure: its own goods first. More is missing without an arrival: the departure is unknown. */
function stillMissing(
  before: Holding,
  moved: { quantity: bigint; value: bigint; place: number },
  quantity: bigint,
): { value: bigint; layers: Layer[] } {
  const known = before.quantity < 0n ? layersOf(before) : [];
  const own = known.filter(({ place }) => place === moved.place);
  const ordered = [...own, ...known.filter(({ place }) => place !== moved.place)];
  let found = least(0n, before.quantity) > quantity ? 0n : quantity - least(0n, before.quantity);
  const layers = ordered
    .map((layer): Layer => {
      const back = least(-layer.quantity, found);
      found -= back;
      const expected = back === 0n ? 0n : divideRounded(layer.value * back, layer.quantity);
      return { ...layer, quantity: layer.quantity + back, value: layer.value + expected };
    })
    .filter((layer) => layer.quantity < 0n)
    .sort(byAge);
  const more = quantity - sum(layers.map((layer) => layer.quantity));
  if (more === 0n) return { value: sum(layers.map(({ value }) => value)), layers };
  const rest = oldest(layers, { quantity: more, value: valueAt(unitCostOf(before), more) });
  return { value: sum([rest, ...layers].map(({ value }) => value)), layers: [rest, ...layers] };
}
