import leven from 'leven';

const TYPOS_MAX = 2;
const OFFERED_MAX = 3;
/** No name that we know is longer. To compare a key of a megabyte with sixty names holds the event loop for two seconds. */
const COMPARED_LENGTH_MAX = 100;

/** The end of a sentence that offers the names that were probably meant. */
export function meant(given: string, names: string[]): string {
  if (given.length > COMPARED_LENGTH_MAX) return '.';
  const known = [...new Set(names)];
  const misspelled = known
    .map((name) => ({ name, distance: distanceOf(plain(name), plain(given)) }))
    .filter(({ name, distance }) => distance <= Math.min(TYPOS_MAX, name.length / 3))
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, 1)
    .map(({ name }) => name);
  const offered = misspelled.length ? misspelled : known.filter((name) => areAlike(name, given));
  if (offered.length === 0 || offered.length > OFFERED_MAX) return '.';
  return `: did you mean ${offered.map((name) => `\`${name}\``).join(' or ')}?`;
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '');

/** Letters that changed places are the most frequent typo, so they count as one. */
function distanceOf(name: string, given: string): number {
  const swapped = [...given].findIndex((letter, place) => letter !== name[place]);
  const letters = [...given];
  if (swapped >= 0 && swapped + 1 < letters.length) {
    [letters[swapped], letters[swapped + 1]] = [letters[swapped + 1]!, letters[swapped]!];
    if (letters.join('') === name) return 1;
  }
  return leven(name, given, { maxDistance: TYPOS_MAX + 1 });
}

/** Whether one name has all words of the other: `price` and `unitPrice`, `discountPercent` and `discount`. */
function areAlike(name: string, given: string): boolean {
  const [fewer, more] = [wordsOf(name), wordsOf(given)].toSorted((a, b) => a.length - b.length) as [string[], string[]];
  return fewer.every((word) => more.includes(word));
}

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[ ._-]+/);
