import type { RequestFacts } from '../context.ts';

/** The languages in which pages, documents and e-mails exist. */
export const languages = ['es', 'en'] as const;
export type Language = (typeof languages)[number];

export const inEachLanguage = <T>(say: (language: Language) => T): Record<Language, T> => ({
  es: say('es'),
  en: say('en'),
});

/** Words with their Spanish and their English next to each other; groups of words may be nested. */
interface Words {
  readonly [name: string]: readonly [es: unknown, en: unknown] | Words;
}
type Side<W> = { readonly [K in keyof W]: W[K] extends readonly [infer Word, unknown] ? Word : Side<W[K]> };

/** Words by language: `bilingual({ yes: ['Sí', 'Yes'] })[language].yes`. */
export const bilingual = <W extends Words>(words: W): Record<Language, Side<W>> =>
  inEachLanguage((language) => sideOf(words, languages.indexOf(language)) as Side<W>);

const sideOf = (words: Words, place: number): object =>
  Object.fromEntries(
    Object.entries(words).map(([name, entry]) => [
      name,
      Array.isArray(entry) ? entry[place] : sideOf(entry as Words, place),
    ]),
  );

/** The form of dates and numbers in a language. */
export const localeOf = (language: Language): string => (language === 'es' ? 'es-DO' : 'en-US');

/** The language that the sender of a request prefers. */
export const languageOfRequest = (request: Pick<RequestFacts, 'headers'>): Language =>
  preferredLanguage(request) ?? 'es';

/** The same; null where they prefer none of ours. */
export const preferredLanguage = ({ headers }: Pick<RequestFacts, 'headers'>): Language | null =>
  preferredOf(String(headers['accept-language'] ?? ''));

/** The language that a reader prefers by `Accept-Language`; Spanish where they prefer none of ours. */
export const languageOf = (accepted: string | undefined): Language => preferredOf(accepted) ?? 'es';

function preferredOf(accepted: string | undefined): Language | null {
  const preferred = (accepted ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map((each) => /^\s*q=([\d.]+)$/.exec(each)?.[1]).find(Boolean);
      return { language: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  return preferred.map(({ language }) => languages.find((each) => each === language)).find(Boolean) ?? null;
}
