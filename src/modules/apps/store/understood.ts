import type { z } from 'zod';
import { firstProblem } from '#platform/http/validate.ts';
import { refusal } from '#platform/refusal.ts';

export const StoreMessageKept = refusal(
  'store_message_kept',
  'A message of a store could not be processed: see its problem, correct it and retry.',
);

/** Parses data of a store into the form of our own rules, or throws the reason to keep the message. */
export function understood<S extends z.ZodType>(schema: S, given: unknown): z.output<S> {
  const { data, error } = schema.safeParse(given);
  if (!error) return data;
  throw StoreMessageKept(`The store sends a value that is not accepted: ${firstProblem(error)}.`);
}
