import structure from './received-structure.json' with { type: 'json' };

/** The format of a text, as the authority's schemas restrict it. */
interface Format {
  base: string;
  pattern?: string;
  values?: string[];
  lengthMin?: number;
  lengthMax?: number;
  decimals?: number;
  digits?: number;
  min?: string;
  above?: string;
  max?: string;
}

/** Least and most occurrences of an element, and its children in their order or the index of its format. */
type Rule = [min: number, max: number, content: Rules | number];
interface Rules {
  [name: string]: Rule;
}

const formats: Format[] = structure.formats;
const documents = structure.documents as unknown as Record<string, Rules>;
const patterns = new Map<string, RegExp>();
/** Stops on the first fault: one is enough to refuse a document. */
type Fault = string | null;

/** The first difference of a document from the authority's schema of its type; null: none was found. */
export function structureFault(type: string, document: unknown): Fault {
  const { Signature: _, ...content } = (document ?? {}) as Record<string, unknown>;
  const rules = documents[type];
  return rules ? childrenFault(rules, content, 'ECF') : `Type ${type} is not exchanged.`;
}

function childrenFault(rules: Rules, element: unknown, path: string): Fault {
  if (typeof element !== 'object' || element === null) return `${path} is empty.`;
  const [names, known] = [Object.keys(element), Object.keys(rules)];
  const strange = names.find((name) => !known.includes(name));
  if (strange) return `${path} has an unknown element ${strange}.`;
  const places = names.map((name) => known.indexOf(name));
  const late = places.findIndex((place, index) => index > 0 && place < places[index - 1]!);
  if (late > 0) return `${path}.${names[late]} is not in its place.`;
  for (const [name, rule] of Object.entries(rules)) {
    const fault = elementFault(rule, (element as Record<string, unknown>)[name], `${path}.${name}`);
    if (fault) return fault;
  }
  return null;
}

function elementFault([min, max, content]: Rule, value: unknown, path: string): Fault {
  const given = value === undefined ? [] : [value].flat();
  if (given.length < min) return `${path} is missing.`;
  if (given.length > max) return `${path} occurs more than ${max} times.`;
  for (const each of given) {
    const fault =
      typeof content === 'number' ? textFault(formats[content]!, each, path) : childrenFault(content, each, path);
    if (fault) return fault;
  }
  return null;
}

function textFault(format: Format, value: unknown, path: string): Fault {
  const isRight = typeof value === 'string' && (format.base === 'string' || isNumber(format, value));
  if (!isRight) return `${path} has a wrong value.`;
  const { length } = [...value];
  const fits =
    length >= (format.lengthMin ?? 0) &&
    length <= (format.lengthMax ?? Number.POSITIVE_INFINITY) &&
    (!format.pattern || patternOf(format.pattern).test(value)) &&
    (!format.values || format.values.some((each) => isSame(format, each, value)));
  return fits ? null : `${path} has a wrong value.`;
}

const isSame = ({ base }: Format, a: string, b: string): boolean =>
  base === 'string' ? a === b : Number(a) === Number(b);

function isNumber({ base, decimals, digits, min, above, max }: Format, value: string): boolean {
  const [, whole, fraction = ''] = /^[+-]?(\d+)(?:\.(\d+))?$/.exec(value) ?? [];
  if (whole === undefined || (base === 'integer' && fraction !== '')) return false;
  const number = Number(value);
  return (
    fraction.replace(/0+$/, '').length <= (decimals ?? Number.POSITIVE_INFINITY) &&
    whole.replace(/^0+/, '').length + fraction.length <= (digits ?? Number.POSITIVE_INFINITY) &&
    (min === undefined || number >= Number(min)) &&
    (above === undefined || number > Number(above)) &&
    (max === undefined || number <= Number(max))
  );
}

function patternOf(source: string): RegExp {
  const known = patterns.get(source) ?? new RegExp(`^(?:${source})$`, 'u');
  patterns.set(source, known);
  return known;
}
