import { z } from 'zod';
import { parseParameter } from '#platform/http/json.ts';
import { FieldName, isRounded } from '#platform/json-schema.ts';
import { InvalidRequest } from '#platform/refusal.ts';

const number = z.number().refine((value) => !isRounded(value), 'A number beyond ±2^53 would be rounded.');
const Scalar = z.union([z.string().max(500), number, z.boolean()]);
const Ordered = z.union([z.string().max(500), number]);
const Operators = z
  .strictObject({
    eq: Scalar,
    ne: Scalar,
    gt: Ordered,
    gte: Ordered,
    lt: Ordered,
    lte: Ordered,
    in: z.array(Scalar).min(1).max(100),
    contains: Scalar,
    exists: z.boolean(),
  })
  .partial();
const Filter = z
  .record(FieldName, z.union([Scalar, Operators]))
  .refine((fields) => Object.keys(fields).length <= 20, 'must name at most 20 fields');

type Operator = keyof z.output<typeof Operators>;

/** One condition on a top-level field. */
export interface FieldCondition {
  field: string;
  operator: Operator;
  value: string | number | boolean | (string | number | boolean)[];
}

/** The conditions of the `filter` of a query, on known fields. Null stands for every field, because the release no longer lists them. */
export function readFilter(text: string | undefined, known: readonly string[] | null): FieldCondition[] {
  if (text === undefined) return [];
  const { data, error } = Filter.safeParse(parseParameter(text, 'query.filter'));
  if (error) throw invalid(error.issues[0]?.message ?? 'is not valid');
  return Object.entries(data).flatMap(([field, given]) => {
    if (known && !known.includes(field)) throw unknownField('query.filter', field, known);
    const operators = typeof given === 'object' ? given : { eq: given };
    return Object.entries(operators).map(([operator, value]) => ({ field, operator, value }) as FieldCondition);
  });
}

/** A condition on a field that does not exist would find nothing and hide the mistake. */
export const unknownField = (path: string, field: string, known: readonly string[]) =>
  InvalidRequest.at(path, 'unknown_field', `There is no field ${field} here. Fields: ${known.join(', ') || 'none'}.`);

const invalid = (message: string) => InvalidRequest.at('query.filter', 'invalid', message);
