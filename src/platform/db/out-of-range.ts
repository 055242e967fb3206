import { refusal } from '../refusal.ts';

export const OutOfRange = refusal(
  'out_of_range',
  'A number, a date or a result is out of range: use smaller numbers, and dates between the years 1900 and 2999.',
);

/** Numeric value, date or interval out of range. */
const STATES = new Set(['22003', '22008', '22015']);
/** Every date column has a constraint of this name. */
const YEARS_CONSTRAINT = /_years$/;

/** Whether the database refused a value because of its size: the request is at fault, not the service. */
export function isOutOfRange(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string };
  return STATES.has(code ?? '') || (code === '23514' && YEARS_CONSTRAINT.test(constraint ?? ''));
}
