import { json, type Row, table } from '#platform/db/table.ts';
import type { Graph } from './automation/graph.schema.ts';

export const automations = table('automations');
export type Automation = Row<typeof automations>;
/** The key of an automation, unless it was deleted: its row then only stays for its threads. */
export const present = (id: string) => ({ id, deletedAt: null });
export const versions = table('automationVersions', json<Graph>());
export const secrets = table('automationSecrets');
export type Secret = Row<typeof secrets>;
export const schedules = table('automationSchedules', json<{ payload: Record<string, unknown> }>());
export type Schedule = Row<typeof schedules>;
/** A loop around the next node: how many of its items are there, and which one is in hand. */
export interface LoopPlace {
  nodeId: string;
  index: number;
  count: number;
}
/** The part of the request to a webhook that expressions see, in addition to its body. */
export interface WebhookRequest {
  query: Record<string, string | string[]>;
  headers: Record<string, string>;
}
export const threads = table(
  'automationThreads',
  json<{ input: unknown; request: WebhookRequest | null; loops: LoopPlace[] }>(),
);
export type Thread = Row<typeof threads>;
export const steps = table('automationSteps', json<{ input: unknown; output: unknown }>());
export type Step = Row<typeof steps>;
export const happenings = table('automationHappenings', json<{ details: Record<string, unknown> }>());
export const causes = table('automationCauses');
export const decisions = table('automationDecisions');
