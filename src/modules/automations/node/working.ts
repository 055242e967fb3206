import type { TenantSteps } from '#platform/context.ts';
import type { Node } from '../automation/graph.schema.ts';
import type { EvaluatedCondition } from '../expression/condition.ts';
import type { Run } from '../thread/run.ts';

/** Everything that a node needs to run. */
export interface Working<N extends Node = Node> {
  steps: TenantSteps;
  run: Run;
  node: N;
  data: Record<string, unknown>;
  /** A test: reports what would happen, and neither changes nor sends anything. */
  isTest: boolean;
  signal?: AbortSignal | undefined;
}

export const notEvaluated = (error: string): Outcome => failed('invalid_expression', error);

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
