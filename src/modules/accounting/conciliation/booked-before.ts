import { commonWords } from './common-words.ts';
import { type Line, wordsOf } from './match.ts';

/** A conciliated line that matched one record, which was entered by hand. */
export interface BookedLine extends Pick<Line, 'amount' | 'description' | 'reference'> {
  chartAccountId: string;
  chartAccountName: string;
}

/** The share of the words of a line that an earlier line must contain to be like it. */
const SHARE_OF_WORDS_MIN = 0.5;
const DIGIT = /\p{N}/u;

/** Finds the account of the chart to which the most lines with the same words were booked, given the latest lines first. */
export function bookedBefore(booked: BookedLine[]) {
  const commonWith = commonWords(booked, namesIn);
  return (line: Omit<Line, 'id'>) => {
    const names = namesIn(line);
    const common = commonWith(names);
    const isLike = (other: BookedLine) =>
      other.amount > 0n === line.amount > 0n && common.get(other)! / names.length >= SHARE_OF_WORDS_MIN;
    const byAccount = Map.groupBy([...common.keys()].filter(isLike), ({ chartAccountId }) => chartAccountId);
    const [most] = [...byAccount.values()].toSorted((a, b) => b.length - a.length);
    if (!most) return null;
    const { chartAccountId, chartAccountName } = most[0]!;
    return { chartAccountId, chartAccountName, times: most.length };
  };
}

/** The words without those that have digits: numbers and dates differ each time. */
const namesIn = (line: Omit<Line, 'id' | 'date' | 'amount'>): string[] =>
  [...wordsOf(line)].filter((word) => !DIGIT.test(word));
