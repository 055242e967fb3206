/** Cuts a text that is too long, at a whole character: half of a surrogate pair cannot be stored. */
export const shortened = (text: string, lengthMax: number): string =>
  text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;

/** The text of a file: UTF-8, UTF-16 with a byte order mark, or Windows-1252. One that was cut may end within a character. */
export function decoded(bytes: Uint8Array, isCut = false): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Without what PostgreSQL cannot store: U+0000, and halves of surrogate pairs. */
export const storable = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/** Only an escape can bring such a character into JSON. */
const MAY_NEED_REPAIR = /\\u(0000|d[89a-f])/i;

/** Reads JSON of somebody else, whose texts and names are repaired so that they can be stored. */
export const parseRepaired = (json: string): unknown =>
  MAY_NEED_REPAIR.test(json) ? mapTexts(JSON.parse(json), storable) : JSON.parse(json);

/** Changes all texts and names in a value of JSON. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [change(name), mapTexts(inner, change)]));
}
