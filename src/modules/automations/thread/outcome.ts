import type { EvaluatedCondition } from '../expression/condition.ts';

/** The outcome of running a node. */
export type Outcome =
  | { kind: 'done'; input: unknown; output: unknown; next: string | null; entersLoop?: { count: number } }
  | { kind: 'wait'; input: unknown; until: Temporal.Instant }
  | { kind: 'stop'; evaluated: EvaluatedCondition[] }
  | { kind: 'failed'; input: unknown; code: string; message: string; mayRetry: boolean; output?: unknown }
  /** A request was sent, and nobody knows whether it had its effect. */
  | { kind: 'unknown'; input: unknown; message: string }
  /** The transaction of the node has recorded it already. */
  | { kind: 'booked' };

export const failed = (
  code: string,
  message: string,
  { input = null, mayRetry = false, output }: { input?: unknown; mayRetry?: boolean; output?: unknown } = {},
): Outcome => ({ kind: 'failed', code, message, input, mayRetry, output });
