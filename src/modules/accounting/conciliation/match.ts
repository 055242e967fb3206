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

export interface Candidate {
  /** One record, or several with the same sum as the line. */
  recordIds: string[];
  /** 0 to 100. */
  score: number;
  reason: string;
  /** The best candidate of the line whose records are not suggested for another line. */
  suggested: boolean;
}

/** A bank books a payment within some days of its date. */
export const DAYS_APART_MAX = 10;
const CANDIDATES_MAX = 5;
const PARTS_MAX = 6;
/** Only the records nearest in time are considered as parts of a line. */
const PARTS_CONSIDERED_MAX = 30;
const STEPS_MAX = 20_000;

/** The candidates of each line, the likeliest first. The order of lines and records does not matter. */
export function matchLines(lines: Line[], movements: Movement[]): Map<string, Candidate[]> {
  const records = movements.map(remembered).toSorted(inTime);
  const found = new Map(lines.map((line) => [line.id, candidatesOf(remembered(line), records)]));
  suggest(lines, found);
  return found;
}

type Remembered<T> = T & { day: number; words: Set<string> };

const remembered = <T extends Line | Movement>(item: T): Remembered<T> => ({
  ...item,
  day: Temporal.PlainDate.from(item.date).since('1970-01-01').days,
  words: wordsOf(item),
});

const WORD_LENGTH_MIN = 3;

const wordsOf = ({ description, reference }: { description: string; reference: string | null }): Set<string> =>
  new Set(
    folded(`${description} ${reference ?? ''}`)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length >= WORD_LENGTH_MIN),
  );

const inTime = (a: Remembered<Movement>, b: Remembered<Movement>): number =>
  a.day - b.day || inOrder(a.recordId, b.recordId);

function candidatesOf(line: Remembered<Line>, records: Remembered<Movement>[]): Candidate[] {
  const near = records.filter(({ day }) => Math.abs(day - line.day) <= DAYS_APART_MAX);
  const single = near.filter(({ amount }) => amount === line.amount).map((record) => [record]);
  return [...single, ...partsOf(line, near)]
    .map((parts) => judged(line, parts))
    .toSorted(byScore)
    .slice(0, CANDIDATES_MAX);
}

/** Sets of two to six records whose sum is the amount of the line. The search is bounded, because it is exponential. */
function partsOf(line: Remembered<Line>, near: Remembered<Movement>[]): Remembered<Movement>[][] {
  const sign = line.amount < 0n ? -1n : 1n;
  const target = line.amount * sign;
  const smaller = near
    .filter(({ amount }) => amount * sign > 0n && amount * sign < target)
    .toSorted((a, b) => Math.abs(a.day - line.day) - Math.abs(b.day - line.day) || inTime(a, b))
    .slice(0, PARTS_CONSIDERED_MAX)
    .map((record) => ({ record, size: record.amount * sign }))
    .toSorted((a, b) => (a.size === b.size ? inTime(a.record, b.record) : a.size > b.size ? -1 : 1));
  // The sum of all records from each position on: a branch that cannot reach the missing amount is cut.
  const rest = new Array<bigint>(smaller.length + 1).fill(0n);
  for (let place = smaller.length - 1; place >= 0; place--) rest[place] = rest[place + 1]! + smaller[place]!.size;
  const found: Remembered<Movement>[][] = [];
  let steps = 0;
  const search = (from: number, missing: bigint, taken: Remembered<Movement>[]): void => {
    if (missing === 0n) {
      if (taken.length > 1) found.push(taken);
      return;
    }
    for (let place = from; place < smaller.length && taken.length < PARTS_MAX; place++) {
      if (rest[place]! < missing || ++steps > STEPS_MAX) return;
      const { record, size } = smaller[place]!;
      if (size <= missing) search(place + 1, missing - size, [...taken, record]);
    }
  };
  search(0, target, []);
  return found;
}

const SAME_AMOUNT = 60;
const SUM_OF_RECORDS = 45;
const EACH_FURTHER_RECORD = 3;
const SAME_DAY = 20;
const EACH_DAY = 2;
const SAME_REFERENCE = 15;
const COMMON_WORDS = 15;

function judged(line: Remembered<Line>, parts: Remembered<Movement>[]): Candidate {
  const days = Math.max(...parts.map(({ day }) => Math.abs(day - line.day)));
  const reference = line.reference !== null && parts.some((part) => part.reference === line.reference);
  const words = [...line.words].filter((word) => parts.some((part) => part.words.has(word))).toSorted();
  const amount = parts.length === 1 ? SAME_AMOUNT : SUM_OF_RECORDS - EACH_FURTHER_RECORD * (parts.length - 2);
  const wordScore = Math.round((COMMON_WORDS * words.length) / Math.max(1, line.words.size));
  const score = amount + Math.max(0, SAME_DAY - EACH_DAY * days) + (reference ? SAME_REFERENCE : 0) + wordScore;
  const reasons = [
    parts.length === 1 ? 'the same amount' : `${parts.length} records with the same amount together`,
    days === 0 ? 'on the same day' : `${days} ${days === 1 ? 'day' : 'days'} apart`,
    ...(reference ? [`with the reference ${line.reference}`] : []),
    ...(words.length > 0 ? [`both say ${words.slice(0, 3).join(', ')}`] : []),
  ];
  const recordIds = parts.map(({ recordId }) => recordId).toSorted();
  return { recordIds, score: Math.min(100, score), reason: reasons.join(', '), suggested: false };
}

const byScore = (a: Candidate, b: Candidate): number =>
  b.score - a.score || a.recordIds.length - b.recordIds.length || inOrder(a.recordIds.join(), b.recordIds.join());

const inOrder = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** The likeliest pairs first; a record that is taken is not suggested again. */
function suggest(lines: Line[], found: Map<string, Candidate[]>): void {
  const taken = new Set<string>();
  const pairs = lines
    .flatMap(({ id, date }) => found.get(id)!.map((candidate) => ({ id, date, candidate })))
    .toSorted((a, b) => byScore(a.candidate, b.candidate) || inOrder(a.date, b.date) || inOrder(a.id, b.id));
  for (const { id, candidate } of pairs) {
    const settled = found.get(id)!.some(({ suggested }) => suggested);
    if (settled || candidate.recordIds.some((recordId) => taken.has(recordId))) continue;
    candidate.suggested = true;
    for (const recordId of candidate.recordIds) taken.add(recordId);
  }
}
