import type { TenantContext } from '#platform/context.ts';
import type { Node } from '../automation/graph.schema.ts';
import { type Automation, type LoopPlace, type Thread, versions } from '../tables.ts';
import { selectStepsOf } from './thread.sql.ts';

/** A thread while a job works on it. */
export interface Run {
  automation: Automation;
  thread: Thread;
  nodes: ReadonlyMap<string, Node>;
  /** The newest output of each node. */
  outputs: Record<string, unknown>;
  /** The time of the organization. */
  clock(): Temporal.Instant;
  /** The zone of the organization. */
  timeZone: string;
  /** Which job holds the thread; null: a test, which records nothing. */
  jobId: string | null;
}

/** The nodes of a graph by their ids. */
export const byId = (nodes: readonly Node[]): Run['nodes'] => new Map(nodes.map((node) => [node.id, node]));

/** The nodes of the version that a thread runs. */
export async function nodesOf(ctx: TenantContext, { automationId, automationVersion }: Thread): Promise<Run['nodes']> {
  const { nodes } = await versions.get(ctx, { automationId, number: automationVersion });
  return byId(nodes);
}

/** The data that conditions and expressions of a node see. */
export function dataOf({ thread, outputs, clock, timeZone }: Run, node: Node): Record<string, unknown> {
  const text = JSON.stringify(node);
  const named = Object.entries(outputs).filter(([id]) => text.includes(id));
  const loop = thread.loops.at(-1);
  const items = loop ? (outputs[loop.nodeId] as { items?: unknown[] } | null)?.items : undefined;
  return {
    event: thread.source === 'event' ? thread.input : null,
    input: thread.input,
    request: thread.source === 'webhook' ? { ...thread.request, body: thread.input } : null,
    steps: Object.fromEntries(named),
    item: items?.[loop!.index] ?? null,
    index: loop?.index ?? 0,
    now: clock().toString({ fractionalSecondDigits: 3 }),
    timeZone,
  };
}

/** Where a thread goes after a node. At the end of a path the loop around it takes the next item, or ends. */
export function placeAfter(
  { thread, nodes }: Pick<Run, 'thread' | 'nodes'>,
  next: string | null,
  entered?: LoopPlace,
): { nodeId: string | null; loops: LoopPlace[] } {
  const loops = [...thread.loops, ...(entered ? [entered] : [])].map((place) => ({ ...place }));
  let nodeId = next;
  for (let loop = loops.at(-1); nodeId === null && loop; loop = loops.at(-1)) {
    const node = nodes.get(loop.nodeId) as Extract<Node, { kind: 'loop' }>;
    loop.index++;
    if (loop.index < loop.count) nodeId = node.body;
    else {
      loops.pop();
      nodeId = node.next;
    }
  }
  return { nodeId, loops };
}

/** Threads with their steps, which are read in one statement. */
export async function withSteps(ctx: TenantContext, rows: Thread[]) {
  const ids = rows.map(({ id }) => id);
  const found = await selectStepsOf(ctx, ids);
  const byThread = Map.groupBy(found, ({ threadId }) => threadId);
  return rows.map((thread) => ({ ...thread, steps: byThread.get(thread.id) ?? [] }));
}
