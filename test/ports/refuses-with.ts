import { Refusal, type RefusalKind } from '#platform/refusal.ts';

/** For `assert.rejects`: the error is a refusal of one of these kinds. */
export const refusesWith =
  (...kinds: RefusalKind[]) =>
  (error: unknown): boolean =>
    error instanceof Refusal && kinds.includes(error.kind);
