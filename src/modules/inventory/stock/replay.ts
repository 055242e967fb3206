import { isDeepStrictEqual } from 'node:util';
import { divideRounded } from '#platform/decimal.ts';
import { turns } from '#platform/turns.ts';
import { type Holding, issue, type Method, nothing, receive } from './valuation.ts';

/** A movement with the facts for its revaluation. */
export interface ReplayedMovement {
  id: string;
  /** The position: one division's stock of one resource. */
  position: string;
  /** Its place among the movements of the position. */
  number: number;
  date: string;
  /** Signed, in millionths. */
  quantity: bigint;
  /** The entered value, which counts for arrivals. For a production, the value of its last valuation. */
  value: bigint;
  /** The value in the books: the entered one, or that of its last valuation. */
  booked: bigint;
  method: Method;
  /** The other half of a transfer, which has the same cost. */
  counterpartId: string | null;
  /** The production: the cost of the product is the cost of its parts. */
  productionId: string | null;
  /** The document and the resource: goods that come back have the cost at which they left. */
  documentKey: string | null;
  /** Goods of a delivery between divisions: the document is the delivery. */
  isInTransit?: boolean;
}

/** The holding of each position at the end of a day. */
export interface Checkpoint {
  date: string;
  holdings: Map<string, Holding>;
}

/** Where a replay begins, if not with the first movement: no goods are missing there. */
interface Beginning extends Checkpoint {
  /** Movements until then that later ones have a document in common with. */
  linked: ReplayedMovement[];
}

interface Replayed {
  /** The holding of each position at the end. */
  holdings: Map<string, Holding>;
  /** Movements of used parts whose cost changed and whose product is revalued too, with their new negative values. */
  used: { id: string; value: bigint }[];
  /** Other movements whose value is not the booked one any more. */
  changed: { movement: ReplayedMovement; value: bigint }[];
  /** At the ends of the months before the last movement. None if missing goods pass on their cost: it depends on the number of turns. */
  monthEnds: Checkpoint[];
}

/** Parts may be missing at every level of products that are made of products. Beyond these, the expected cost remains. */
const LEVELS_MAX = 20;

/**
 * Revalues all movements of resources, or those after a beginning, by day and number. An arriving transfer has the cost at which it
 * left. Goods that come back for a document have their share of the cost of those that left. Products change by as much as
 * their parts; parts that are not among the movements keep their cost. Parts and transferred goods that were missing cost what
 * they cost when they arrive, which is after their product or their transfer: each turn knows that cost for one more level.
 */
export async function replay(movements: ReplayedMovement[], beginning?: Beginning): Promise<Replayed> {
  let owed = new Map<string, bigint>();
  for (let level = 1; ; level++) {
    const { arrived, ...replayed } = await replayOnce(movements, owed, beginning);
    if (level > LEVELS_MAX || isDeepStrictEqual(arrived, owed))
      return arrived.size > 0 ? { ...replayed, monthEnds: [] } : replayed;
    owed = arrived;
  }
}

/** `owed` is how much more missing goods cost than expected, by their movement. Answers the values that this turn found. */
async function replayOnce(movements: ReplayedMovement[], owed: Map<string, bigint>, beginning?: Beginning) {
  const arrived = new Map<string, bigint>();
  const holdings = new Map<string, Holding>(beginning?.holdings);
  const left = leftUntil(beginning);
  const monthEnds: Checkpoint[] = [];
  let day: string | undefined;
  const used: Replayed['used'] = [];
  const values = new Map<ReplayedMovement, bigint>();
  const departures = new Map<string, ReplayedMovement>();
  const turn = turns();
  const made = new Set(movements.flatMap(({ productionId, quantity }) => (quantity > 0n ? (productionId ?? []) : [])));

  const leave = (movement: ReplayedMovement, before: Holding, known: Left) => {
    const { id, position, number, date, quantity, value, method, productionId } = movement;
    const issued = issue(method, before, { quantity: -quantity, date, place: number });
    const cost = issued.value + (owed.get(id) ?? 0n);
    known.quantity -= quantity;
    known.value += passesCostOn(movement) ? cost : issued.value;
    known.more += cost + value;
    values.set(movement, -issued.value);
    departures.set(`${position} ${number}`, movement);
    holdings.set(position, issued.holding);
    if (productionId !== null && made.has(productionId) && cost !== -value) used.push({ id, value: -cost });
  };

  const arrive = (movement: ReplayedMovement, before: Holding, known: Left) => {
    const { position, number, date, quantity, method } = movement;
    const cost = costOf(movement, known);
    const received = receive(method, before, { quantity, value: cost, date, place: number });
    values.set(movement, cost);
    holdings.set(position, received.holding);
    for (const { place, more } of received.covered) {
      const departure = departures.get(`${position} ${place}`);
      if (departure) correct(departure, more);
    }
  };

  /** Goods that were missing when they left cost more, or less, than was expected. */
  const correct = (departure: ReplayedMovement, more: bigint) => {
    const isPassedOn = passesCostOn(departure);
    if (isPassedOn) arrived.set(departure.id, (arrived.get(departure.id) ?? 0n) + more);
    if (!hasCounter(departure)) return;
    values.set(departure, values.get(departure)! - more);
    if (!isPassedOn) left.get(linkOf(departure)!)!.value += more;
  };

  for (const movement of inOrder(movements)) {
    await turn();
    if (day && monthOf(day) !== monthOf(movement.date))
      monthEnds.push({ date: monthEnd(day), holdings: new Map(holdings) });
    day = movement.date;
    const before = holdings.get(movement.position) ?? nothing;
    const link = linkOf(movement)!;
    const known = left.get(link) ?? nothingLeft();
    left.set(link, known);
    (movement.quantity < 0n ? leave : arrive)(movement, before, known);
  }
  const changed = [...values]
    .map(([movement, value]) => ({ movement, value }))
    .filter(({ movement, value }) => hasCounter(movement) && value !== movement.booked);
  return { holdings, used, changed, arrived, monthEnds };
}

/** The quantities that left and came back under a link. */
interface Left {
  quantity: bigint;
  value: bigint;
  more: bigint;
  back: { quantity: bigint; value: bigint };
}

/** The quantities that had left, and were back, for the documents of a beginning. */
function leftUntil(beginning: Beginning | undefined): Map<string, Left> {
  const all = new Map<string, Left>();
  for (const movement of inOrder(beginning?.linked ?? [])) {
    const known = all.get(linkOf(movement)!) ?? nothingLeft();
    all.set(linkOf(movement)!, known);
    const { quantity, booked } = movement;
    if (quantity < 0n) {
      known.quantity -= quantity;
      known.value -= booked;
    } else if (known.quantity > 0n)
      known.back = { quantity: known.back.quantity + quantity, value: known.back.value + booked };
  }
  return all;
}

const monthOf = (day: string): string => day.slice(0, 7);

const monthEnd = (day: string): string => {
  const date = Temporal.PlainDate.from(day);
  return date.with({ day: date.daysInMonth }).toString();
};

const nothingLeft = (): Left => ({ quantity: 0n, value: 0n, more: 0n, back: { quantity: 0n, value: 0n } });

/** Transfers and productions are posted against each other; all others against an account of their own. */
const hasCounter = ({ counterpartId, productionId }: ReplayedMovement): boolean =>
  counterpartId === null && productionId === null;

/** Whether other stock takes over the cost of goods that leave, and so their real cost once they arrive. */
const passesCostOn = ({ counterpartId, productionId, isInTransit }: ReplayedMovement): boolean =>
  counterpartId !== null || productionId !== null || isInTransit === true;

/** The cost of an arrival, by what has left with the same link: its quantity, cost and change of cost. */
function costOf({ quantity, value, counterpartId, productionId, documentKey }: ReplayedMovement, left: Left): bigint {
  if (productionId !== null) return value + left.more;
  if (left.quantity === 0n) return value;
  if (counterpartId !== null) return left.value;
  if (documentKey === null) return value;
  const { back } = left;
  const until = divideRounded(left.value * (back.quantity + quantity), left.quantity);
  const cost = until > back.value ? until - back.value : 0n;
  left.back = { quantity: back.quantity + quantity, value: back.value + cost };
  return cost;
}

/** Connects goods that leave with the arrivals that depend on their cost. */
const linkOf = ({ id, quantity, counterpartId, productionId, documentKey }: ReplayedMovement): string | null =>
  productionId ?? documentKey ?? (quantity < 0n ? id : counterpartId);

const inOrder = (movements: ReplayedMovement[]): ReplayedMovement[] =>
  [...Map.groupBy(movements, ({ date }) => date).values()].flatMap((day) => [...inOrderOfDay(day)]);

/**
 * The movements of a day, each position in the order of its numbers; arrivals come after the goods have left elsewhere, and products
 * after their parts. Numbers of different positions are not comparable, so within a day any position that is ready
 * continues. If none is, goods left again for a document after they came back: then the first position continues with what
 * has left so far.
 */
function* inOrderOfDay(day: ReplayedMovement[]): Iterable<ReplayedMovement> {
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
