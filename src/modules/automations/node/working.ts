import type { TenantSteps } from '#platform/context.ts';
import type { Node } from '../automation/graph.schema.ts';
import { failed, type Outcome } from '../thread/outcome.ts';
import type { Run } from '../thread/run.ts';

/** Everything that a node needs to run. */
export interface Working<N extends Node = Node> {
  steps: TenantSteps;
  run: Run;
  node: N;
  data: Record<string, unknown>;
  /** A test: says what would happen, and neither changes nor sends anything. */
  isTest: boolean;
  signal?: AbortSignal | undefined;
}

export const notEvaluated = (error: string): Outcome => failed('invalid_expression', error);
