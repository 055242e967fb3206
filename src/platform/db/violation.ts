import { RetryTransaction } from './sqlstate.ts';

const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code;

/** Whether a statement failed because of that unique or check constraint. */
export const violates = (error: unknown, constraint: string): boolean =>
  (error as { constraint?: string }).constraint === constraint;

/** For `.catch`: throws another error in place of a violation of this constraint. */
export const onViolation =
  (constraint: string, instead: () => Error) =>
  (error: unknown): never => {
    throw violates(error, constraint) ? instead() : error;
  };

/** For `.catch`: runs the transaction again, because a concurrent one has taken the key. The next run finds it. */
export const retryOnViolation = (constraint: string) => onViolation(constraint, () => new RetryTransaction());

/** The table whose rows still point at what a statement would have removed or changed, if that is why it failed. */
export const referencingTable = (error: unknown): string | undefined => {
  const { table } = error as { table?: string };
  return codeOf(error) === '23503' ? table : undefined;
};
