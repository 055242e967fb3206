/** A word that more items share does not distinguish them, and counting them all would block the event loop. */
const ITEMS_OF_WORD_MAX = 200;

/** Counts the words that items have in common with a text; of the items that share a word the first ones count. */
export function commonWords<T>(items: T[], wordsOf: (item: T) => Iterable<string>) {
  const byWord = new Map<string, T[]>();
  for (const item of items)
    for (const word of wordsOf(item)) {
      const having = byWord.get(word);
      if (!having) byWord.set(word, [item]);
      else if (having.length < ITEMS_OF_WORD_MAX) having.push(item);
    }
  return (words: Iterable<string>): Map<T, number> => {
    const counts = new Map<T, number>();
    for (const word of words) for (const item of byWord.get(word) ?? []) counts.set(item, (counts.get(item) ?? 0) + 1);
    return counts;
  };
}
