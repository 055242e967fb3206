import { z } from 'zod';
import { isDecimal } from '../money.ts';
import type { Route } from './route.ts';

type Schema = z.core.$ZodType;
/** Null: the value travels as it is. */
type Copy = ((value: unknown) => unknown) | null;

/** Turns the result of a handler into the body of its answer: the declared fields and no others. */
export class Answers {
  readonly #copies = new Map<Route, (value: unknown) => unknown>();

  bodyOf(route: Route, value: unknown): unknown {
    let copy = this.#copies.get(route);
    if (!copy) {
      copy = copierOf(route.returns as Schema);
      this.#copies.set(route, copy);
    }
    return copy(value);
  }
}

/**
 * Compiles the schema of an answer into a copy of its declared fields. The types of handlers guarantee the values, and the
 * tests parse every answer by its schema, so production does not check each value again. A part that its schema changes (a
 * transformation, a default) or chooses (a union of objects) is parsed.
 */
function copierOf(schema: Schema): (value: unknown) => unknown {
  return copyOf(schema) ?? ((value) => value);
}

const PLAIN = new Set(['string', 'number', 'int', 'bigint', 'boolean', 'null', 'enum', 'literal', 'unknown', 'any']);

function copyOf(schema: Schema): Copy {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (PLAIN.has(def.type)) return changesText(def) ? parsed(schema) : null;
  if (isDecimal(schema)) return (value) => (typeof value === 'string' ? value : z.parse(schema, value));
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'readonly':
      return whereGiven(copyOf(def.innerType));
    case 'array':
      return eachOf(copyOf(def.element));
    case 'record':
      return copyOf(def.valueType) === null ? null : parsed(schema);
    case 'union':
      return def.options.every((option) => copyOf(option) === null) ? null : parsed(schema);
    case 'object':
      return def.catchall === undefined ? fieldsOf(def.shape) : parsed(schema);
    default:
      return parsed(schema);
  }
}

const parsed =
  (schema: Schema): Copy =>
  (value) =>
    z.parse(schema, value);

/** Whether a text is trimmed or converted on its way. */
const changesText = ({ checks = [] }: z.core.$ZodTypeDef): boolean =>
  checks.some((check) => check._zod.def.check === 'overwrite');

const whereGiven = (copy: Copy): Copy =>
  copy && ((value) => (value === null || value === undefined ? value : copy(value)));

const eachOf = (copy: Copy): Copy => copy && ((values) => (values as unknown[]).map(copy));

/** Compiled as an object literal, which stays fast with many fields; see `shapeOf` in `db/statement.ts`. */
function fieldsOf(shape: Readonly<Record<string, Schema>>): Copy {
  const fields = Object.entries(shape).map(([name, schema]) => ({ name: JSON.stringify(name), copy: copyOf(schema) }));
  const values = fields.map(({ name, copy }, place) => {
    const field = `given[${name}]`;
    return `${name}: ${copy === null ? field : `copies[${place}](${field})`}`;
  });
  const compile = new Function('copies', `return (given) => ({ ${values.join(', ')} })`);
  return compile(fields.map(({ copy }) => copy)) as Copy;
}
