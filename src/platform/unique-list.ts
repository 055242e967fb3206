import { z } from 'zod';

/** A list without duplicates; `by` is the value that two items must not share. */
export function uniqueList<S extends z.ZodType>(
  item: S,
  { min, max, by }: { min?: number; max: number; by?: (item: z.output<S>) => unknown },
) {
  const list = z.array(item).max(max);
  return (min === undefined ? list : list.min(min)).refine(
    (items) => new Set(by ? items.map(by) : items).size === items.length,
    { error: 'must name each one once', params: { code: 'duplicate' } },
  );
}
