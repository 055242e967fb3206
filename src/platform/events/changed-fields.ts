import { isDeepStrictEqual } from 'node:util';

type Fields = Record<string, unknown>;

/** The fields of `after` that differ, as events of changes name them: their old and their new values. Null where none differs. */
export function changedFields(
  before: object,
  after: object,
  ignored: readonly string[] = [],
): { old: Fields; new: Fields } | null {
  const [old, current] = [before as Fields, after as Fields];
  const names = Object.keys(current).filter(
    (name) => !ignored.includes(name) && !isDeepStrictEqual(old[name], current[name]),
  );
  if (names.length === 0) return null;
  const only = (fields: Fields): Fields => Object.fromEntries(names.map((name) => [name, fields[name]]));
  return { old: only(old), new: only(current) };
}
