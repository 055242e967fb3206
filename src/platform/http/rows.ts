import type { z } from 'zod';
import type { FieldError } from '../refusal.ts';
import { parseLongLists } from './long-lists.ts';
import { fieldErrors, invalid, validate, validateBody } from './validate.ts';

/** The rows of a bulk request: those that the schema accepted are in the body, the others are kept here. */
export class GivenRows {
  readonly validRowsOnly: boolean;
  readonly #malformed: ReadonlyMap<number, FieldError[]>;
  readonly #places: number[];

  constructor(count: number, validRowsOnly: boolean, malformed: ReadonlyMap<number, FieldError[]>) {
    this.validRowsOnly = validRowsOnly;
    this.#malformed = malformed;
    this.#places = Array.from({ length: count }, (_, place) => place).filter((place) => !malformed.has(place));
  }

  /** The place in the request of a row of the body. */
  placeOf(index: number): number {
    return this.#places[index]!;
  }

  /** One result for each row of the request: those of the body in their order, the malformed ones between them. */
  results<R>(accepted: R[], failed: (errors: FieldError[]) => R): R[] {
    const results: R[] = [];
    accepted.forEach((result, index) => {
      results[this.placeOf(index)] = result;
    });
    for (const [place, errors] of this.#malformed) results[place] = failed(errors);
    return results;
  }
}

/**
 * Parses a body with a list of rows. With `validRowsOnly`, malformed rows are left out and reported by their place.
 * Anything else that is malformed refuses the request, and so does a list without a well-formed row.
 */
export async function validateRows(schema: z.core.$ZodType, field: string, value: unknown) {
  const { [field]: list, validRowsOnly } = (value ?? {}) as Record<string, unknown>;
  const count = Array.isArray(list) ? list.length : 0;
  if (validRowsOnly !== true || count === 0)
    return { body: await validateBody(schema, value), rows: new GivenRows(count, false, new Map()) };
  const parsed = await parseLongLists(schema, value, 1);
  const malformed = malformedRows(parsed.issues, { field, value, schema });
  if (malformed.size === count) throw invalid(parsed.issues, 'body', value, schema);
  const rows = (parsed.value as Record<string, unknown[]>)[field]!.filter((_, place) => !malformed.has(place));
  const left = { ...(parsed.value as object), [field]: rows };
  return { body: validate(parsed.schema, left, 'body'), rows: new GivenRows(count, true, malformed) };
}

function malformedRows(
  issues: z.core.$ZodIssue[],
  { field, value, schema }: { field: string; value: unknown; schema: z.core.$ZodType },
): Map<number, FieldError[]> {
  const malformed = new Map<number, FieldError[]>();
  for (const issue of issues) {
    const [first, place] = issue.path;
    if (first !== field || typeof place !== 'number') throw invalid(issues, 'body', value, schema);
    const errors = malformed.get(place) ?? [];
    malformed.set(place, errors);
    errors.push(...fieldErrors(issue, 'body', value, schema));
  }
  return malformed;
}
