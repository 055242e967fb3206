type Operation = { description?: string };

interface Entry {
  /** The words of each name that the API has for it. */
  names: string[][];
  spanish: string;
}

/** Adds the Spanish words of the glossary to the operations whose path has the API's word, because the reader searches these texts. */
export function addSpanishWords(
  document: { paths: Record<string, Record<string, Operation>> },
  glossary: string,
): void {
  const entries = entriesOf(glossary);
  for (const [path, operations] of Object.entries(document.paths)) {
    const words = spanishFor(path, entries);
    if (words.length === 0) continue;
    for (const operation of Object.values(operations))
      operation.description = `${operation.description ?? ''}\n\nIn Spanish: ${words.join(', ')}.`;
  }
}

/** The rows of its table: API, English, Spanish, meaning. */
const entriesOf = (glossary: string): Entry[] =>
  [...glossary.matchAll(/^\| (.+?) \| .+? \| (.+?) \|/gm)].map(([, api, spanish]) => ({
    names: api!.split(', ').map((name) => name.toLowerCase().split(/[ -]/)),
    spanish: spanish!,
  }));

function spanishFor(path: string, entries: Entry[]): string[] {
  const parts = path.split(/[/-]/);
  const isIn = (word: string) => [word, `${word}s`, `${word}es`].some((form) => parts.includes(form));
  const found = entries.flatMap(({ names, spanish }) => {
    const name = names.find((words) => words.every(isIn));
    return name ? [{ name, spanish }] : [];
  });
  // A document (`record/pending`) is not an entry of the books (`record`).
  const isGeneral = (name: string[]) =>
    found.some((other) => other.name.length > name.length && name.every((word) => other.name.includes(word)));
  return found.filter(({ name }) => !isGeneral(name)).map(({ spanish }) => spanish);
}
