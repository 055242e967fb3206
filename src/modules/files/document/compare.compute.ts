import { type Change, diffLines, diffWordsWithSpace } from 'diff';
import type { RichText } from './content.ts';
import { toMarkdown } from './markdown.ts';

interface Difference {
  change: 'same' | 'added' | 'removed';
  text: string;
}

/** Comparing takes as long as there are differences: beyond these, whole lines are compared. */
const WORDS_CHANGED_MAX = 2000;
const LINES_CHANGED_MAX = 4000;

/** The differences between two contents, as Markdown: word by word, or line by line where much has changed. */
export default function compare({ from, to }: { from: RichText; to: RichText }): Difference[] {
  const [before, after] = [toMarkdown(from), toMarkdown(to)];
  const parts =
    diffWordsWithSpace(before, after, { maxEditLength: WORDS_CHANGED_MAX }) ??
    diffLines(before, after, { maxEditLength: LINES_CHANGED_MAX }) ??
    allOf(before, after);
  return parts.map(({ added, removed, value }) => ({
    change: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

const allOf = (before: string, after: string): Pick<Change, 'added' | 'removed' | 'value'>[] => [
  { added: false, removed: true, value: before },
  { added: true, removed: false, value: after },
];
