import { z } from 'zod';
import type { FacetValue, WantedAttributes } from '#modules/catalog/index.ts';
import { parseParameter } from '#platform/http/json.ts';
import { InvalidRequest } from '#platform/refusal.ts';

const ATTRIBUTES_MAX = 20;
const VALUES_MAX = 50;

const PATH = 'query.attributes';

const Value = z.union([z.string().max(100), z.number(), z.boolean()]).transform(String);
const Wanted = z
  .record(
    z.string(),
    z.union([Value.transform((value) => [value]), z.array(Value).min(1).max(VALUES_MAX)], {
      error: `must be a text, a number, true or false, or 1 to ${VALUES_MAX} of them`,
    }),
  )
  .refine((wanted) => Object.keys(wanted).length <= ATTRIBUTES_MAX, `must name at most ${ATTRIBUTES_MAX} attributes`);

/** The wanted attributes of a query. Only those that visitors see can be asked for. */
export function readWanted(text: string | undefined, shown: string[]): WantedAttributes {
  if (text === undefined) return new Map();
  const { data, error } = Wanted.safeParse(parseParameter(text, PATH));
  if (error) throw refused('invalid', error.issues[0]?.message ?? 'is not valid');
  const unknown = Object.keys(data).find((name) => !shown.includes(name));
  if (unknown !== undefined)
    throw refused('unknown_field', `There is no attribute ${unknown} here. Attributes: ${shown.join(', ') || 'none'}.`);
  return new Map(Object.entries(data).map(([name, values]) => [name, [...new Set(values)]]));
}

const refused = (code: string, message: string) => InvalidRequest.at(PATH, code, message);

/** The values to choose from, by attribute and in the order of the settings. A chosen value stays, also where no product has it. */
export function facetsOf(shown: string[], counted: FacetValue[], wanted: WantedAttributes) {
  const byName = Map.groupBy(counted, ({ name }) => name);
  return shown.flatMap((name) => {
    const chosen = wanted.get(name) ?? [];
    const found = byName.get(name) ?? [];
    const missing = chosen.filter((value) => !found.some((one) => one.value === value));
    const values = [...found, ...missing.map((value) => ({ value, count: 0 }))].map(({ value, count }) => ({
      value,
      count,
      isChosen: chosen.includes(value),
    }));
    return values.length > 0 ? [{ name, values }] : [];
  });
}
