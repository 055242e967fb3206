import { z } from 'zod';
import { mapInTurns } from '../turns.ts';

/** Shorter lists are parsed with the rest of their body. */
const LONG_LIST_MIN = 50;

interface ParsedLists {
  /** The problems in elements of long lists. */
  issues: z.core.$ZodIssue[];
  /** The body with these elements as they were parsed, and the schema for it, which accepts them as they are. */
  value: unknown;
  schema: z.core.$ZodType;
}

/** Parses the elements of a body's long lists in turns, so that thousands of rows do not hold the event loop. */
export async function parseLongLists(
  schema: z.core.$ZodType,
  value: unknown,
  longFrom = LONG_LIST_MIN,
): Promise<ParsedLists> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const parsed: ParsedLists = { issues: [], value, schema };
  if (def.type !== 'object' || typeof value !== 'object' || value === null) return parsed;
  for (const [field, list] of Object.entries(value)) {
    const element = Object.hasOwn(def.shape, field) ? elementOf(def.shape[field]!) : null;
    if (!element || !Array.isArray(list) || list.length < longFrom) continue;
    const elements = await mapInTurns(list, (given, place) => {
      const { data, error } = z.safeParse(element, given);
      for (const issue of error?.issues ?? []) parsed.issues.push({ ...issue, path: [field, place, ...issue.path] });
      return data;
    });
    const { shape } = (parsed.schema as z.core.$ZodObject)._zod.def;
    parsed.value = { ...(parsed.value as object), [field]: elements };
    parsed.schema = changed(parsed.schema, { shape: { ...shape, [field]: accepting(shape[field]!) } });
  }
  return parsed;
}

/** The schema of the elements of a list, which may be optional or have a default. */
function elementOf(schema: z.core.$ZodType): z.core.$ZodType | null {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'array') return def.element;
  return def.type === 'optional' || def.type === 'nullable' || def.type === 'default' ? elementOf(def.innerType) : null;
}

/** The same list with all its checks, but for any elements. */
function accepting(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'array'
    ? changed(schema, { element: z.any() })
    : changed(schema, { innerType: accepting((def as z.core.$ZodOptionalDef).innerType) });
}

const changed = (schema: z.core.$ZodType, change: object): z.core.$ZodType =>
  z.core.clone(schema, { ...schema._zod.def, ...change } as never);
