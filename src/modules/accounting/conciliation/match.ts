import { greatest, sum } from '#platform/decimal.ts';
import { folded } from '#platform/search/folded.ts';

/** The compared fields of a line of the bank and a record of the books. Amounts are signed. */
export interface Line {
  id: string;
  date: string;
  amount: bigint;
  description: string;
  reference: string | null;
}

export interface Movement extends Omit<Line, 'id'> {
  recordId: string;
}

/** One line and one record, one line and several records, or several lines and one record: both sides have the same sum. */
interface Candidate {
  lineIds: string[];
  recordIds: string[];
  /** 0 to 100. */
  score: number;
  reason: string;
  /** The best candidate whose lines and records are in no other suggestion. */
  suggested: boolean;
}

/** A bank books a payment within some days of its date. */
export const DAYS_APART_MAX = 10;
const CANDIDATES_MAX = 5;
const PARTS_MAX = 6;
/** Only the nearest in time are considered as parts of a sum, or as those of the same amount. */
const PARTS_CONSIDERED_MAX = 30;
const EQUALS_CONSIDERED_MAX = 20;
const LOOKED_AT_MAX = 500;
const RECORDS_JOINED_MAX = 200;
/** The search for sums is exponential, and a page has up to 200 lines: both bounds keep it below a tenth of a second. */
const STEPS_MAX = 20_000;
const STEPS_OF_PAGE_MAX = 100_000;
const SETS_JUDGED_MAX = 20;

/** The candidates of each line, the likeliest first. The order of lines and records does not matter. */
export function matchLines(lines: Line[], movements: Movement[]): Map<string, Candidate[]> {
  const records = movements.map((movement) => remembered(movement, movement.recordId)).toSorted(inTime);
  const ofBank = lines.map((line) => remembered(line, line.id)).toSorted(inTime);
  const equals = Map.groupBy(records, ({ amount }) => amount);
  const joined = joinedLines(ofBank, records);
  const stepsMax = Math.min(STEPS_MAX, Math.floor(STEPS_OF_PAGE_MAX / lines.length));
  const found = new Map<string, Pairing[]>();
  for (const line of ofBank) {
    const single = nearest(line, equals.get(line.amount) ?? [], EQUALS_CONSIDERED_MAX).map((record) => [record]);
    const pairings = [...single, ...partsOf(line, records, stepsMax)].map((parts) => judged([line], parts));
    found.set(line.key, best([...pairings, ...joined.filter((pairing) => pairing.lines.includes(line))]));
  }
  const chosen = suggested(found);
  const all = new Set([...found.values()].flat());
  const candidates = new Map([...all].map((each) => [each, { ...described(each), suggested: chosen.has(each) }]));
  return new Map([...found].map(([key, pairings]) => [key, pairings.map((each) => candidates.get(each)!)]));
}

interface Item extends Omit<Line, 'id'> {
  key: string;
  day: number;
  readonly words: Set<string>;
}

const DAY_MS = 86_400_000;

function remembered({ date, amount, description, reference }: Omit<Line, 'id'>, key: string): Item {
  let words: Set<string> | undefined;
  return {
    key,
    date,
    amount,
    description,
    reference,
    day: Date.parse(date) / DAY_MS,
    // Most are never compared.
    get words() {
      words ??= wordsOf({ description, reference });
      return words;
    },
  };
}

const WORD_LENGTH_MIN = 3;

/** Its words without case and accents. */
export const wordsOf = ({ description, reference }: { description: string; reference: string | null }): Set<string> =>
  new Set(
    folded(`${description} ${reference ?? ''}`)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length >= WORD_LENGTH_MIN),
  );

const inTime = (a: Item, b: Item): number => a.day - b.day || inOrder(a.key, b.key);

/** The items that fit and are nearest in time, the earlier of two first. `items` are sorted by time. */
function nearest(whole: Item, items: Item[], max: number, fits: (item: Item) => boolean = () => true): Item[] {
  const found: Item[] = [];
  let after = placeOf(whole.day, items);
  let before = after - 1;
  for (let looked = 0; looked < LOOKED_AT_MAX && found.length < max; looked++) {
    const [earlier, later] = [items[before], items[after]];
    const isEarlier = earlier && (!later || whole.day - earlier.day <= later.day - whole.day);
    const item = isEarlier ? earlier : later;
    if (!item || Math.abs(item.day - whole.day) > DAYS_APART_MAX) break;
    if (isEarlier) before--;
    else after++;
    if (fits(item)) found.push(item);
  }
  return found;
}

/** The first place of a day or of a later one. */
function placeOf(day: number, items: Item[]): number {
  let [from, to] = [0, items.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (items[middle]!.day < day) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Several lines whose sum is the amount of a record, for records that no single line matches. */
function joinedLines(lines: Item[], records: Item[]): Pairing[] {
  const byAmount = Map.groupBy(lines, ({ amount }) => amount);
  const least = sum(lines.map(({ amount }) => (amount < 0n ? amount : 0n)));
  const most = sum(lines.map(({ amount }) => greatest(amount, 0n)));
  const stepsMax = Math.floor(STEPS_OF_PAGE_MAX / RECORDS_JOINED_MAX);
  return records
    .filter(({ amount }) => amount >= least && amount <= most)
    .filter((record) => nearest(record, byAmount.get(record.amount) ?? [], 1).length === 0)
    .slice(0, RECORDS_JOINED_MAX)
    .flatMap((record) => best(partsOf(record, lines, stepsMax).map((parts) => judged(parts, [record]))));
}

/** Sets of two to six items whose sum is the amount of the whole. The search is bounded, because it is exponential. */
function partsOf(whole: Item, items: Item[], stepsMax: number): Item[][] {
  const sign = whole.amount < 0n ? -1n : 1n;
  const target = whole.amount * sign;
  const isPart = ({ amount }: Item) => amount * sign > 0n && amount * sign < target;
  const smaller = nearest(whole, items, PARTS_CONSIDERED_MAX, isPart)
    .map((item) => ({ item, size: item.amount * sign }))
    .toSorted((a, b) => (a.size === b.size ? inTime(a.item, b.item) : a.size > b.size ? -1 : 1));
  // The sum of all items from each position on: a branch that cannot reach the missing amount is cut.
  const rest = new Array<bigint>(smaller.length + 1).fill(0n);
  for (let place = smaller.length - 1; place >= 0; place--) rest[place] = rest[place + 1]! + smaller[place]!.size;
  const found: Item[][] = [];
  let steps = 0;
  const search = (from: number, missing: bigint, taken: Item[]): void => {
    if (missing === 0n) {
      if (taken.length > 1) found.push(taken);
      return;
    }
    for (let place = from; place < smaller.length && taken.length < PARTS_MAX; place++) {
      if (rest[place]! < missing || ++steps > stepsMax || found.length === SETS_JUDGED_MAX) return;
      const { item, size } = smaller[place]!;
      if (size <= missing) search(place + 1, missing - size, [...taken, item]);
    }
  };
  search(0, target, []);
  return found;
}

const SAME_AMOUNT = 60;
const SUM_OF_PARTS = 45;
const EACH_FURTHER_PART = 3;
const SAME_DAY = 20;
const EACH_DAY = 2;
const SAME_REFERENCE = 15;
const COMMON_WORDS = 15;

/** A candidate before it is described: most are not among the best. */
interface Pairing {
  lines: Item[];
  records: Item[];
  days: number;
  reference: string | null;
  common: string[];
  score: number;
}

function judged(lines: Item[], records: Item[]): Pairing {
  const pairs = lines.flatMap((line) => records.map((record) => ({ line, record })));
  const days = Math.max(...pairs.map(({ line, record }) => Math.abs(record.day - line.day)));
  const isReferred = ({ line, record }: (typeof pairs)[number]) => line.reference === record.reference;
  const reference =
    pairs
      .filter(isReferred)
      .map(({ line }) => line.reference)
      .find(Boolean) ?? null;
  const said = new Set(lines.flatMap(({ words }) => [...words]));
  const common = new Set(pairs.flatMap(({ line, record }) => [...line.words.intersection(record.words)]));
  const parts = Math.max(lines.length, records.length);
  const amount = parts === 1 ? SAME_AMOUNT : SUM_OF_PARTS - EACH_FURTHER_PART * (parts - 2);
  const words = Math.round((COMMON_WORDS * common.size) / Math.max(1, said.size));
  const score = amount + Math.max(0, SAME_DAY - EACH_DAY * days) + (reference ? SAME_REFERENCE : 0) + words;
  return { lines, records, days, reference, common: [...common], score: Math.min(100, score) };
}

const best = (pairings: Pairing[]): Pairing[] =>
  pairings
    .toSorted((a, b) => b.score - a.score || sizeOf(a) - sizeOf(b) || inOrder(keysOf(a.records), keysOf(b.records)))
    .slice(0, CANDIDATES_MAX);

const sizeOf = ({ lines, records }: Pairing): number => lines.length + records.length;

const keysOf = (items: Item[]): string => items.map(({ key }) => key).join();

function described({ lines, records, days, reference, common, score }: Pairing): Omit<Candidate, 'suggested'> {
  const parts = Math.max(lines.length, records.length);
  const several = `${parts} ${lines.length > 1 ? 'lines' : 'records'} with the same amount together`;
  const reasons = [
    parts === 1 ? 'the same amount' : several,
    days === 0 ? 'on the same day' : `${days} ${days === 1 ? 'day' : 'days'} apart`,
    ...(reference ? [`with the reference ${reference}`] : []),
    ...(common.length > 0 ? [`both say ${common.toSorted().slice(0, 3).join(', ')}`] : []),
  ];
  return {
    lineIds: lines.map(({ key }) => key).toSorted(),
    recordIds: records.map(({ key }) => key).toSorted(),
    score,
    reason: reasons.join(', '),
  };
}

const inOrder = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** The likeliest first; a line or record that is taken is not suggested again. */
function suggested(found: Map<string, Pairing[]>): Set<Pairing> {
  const [chosen, taken] = [new Set<Pairing>(), new Set<string>()];
  // The lines are sorted by time and the sort is stable, so of two equal scores the earlier is first.
  const pairings = [...new Set([...found.values()].flat())].toSorted(
    (a, b) => b.score - a.score || sizeOf(a) - sizeOf(b),
  );
  for (const pairing of pairings) {
    const isListed = pairing.lines.every(({ key }) => found.get(key)!.includes(pairing));
    const keys = [...pairing.lines, ...pairing.records].map(({ key }) => key);
    if (!isListed || keys.some((key) => taken.has(key))) continue;
    chosen.add(pairing);
    for (const key of keys) taken.add(key);
  }
  return chosen;
}
