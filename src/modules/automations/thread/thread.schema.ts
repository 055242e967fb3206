import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';

export const ThreadState = z.enum([
  'queued',
  'running',
  'waiting',
  'needs-review',
  'done',
  'stopped',
  'failed',
  'canceled',
]);

export const ThreadSource = z.enum(['event', 'webhook', 'api', 'schedule']);

export const AutomationThread = z.object({
  id: z.uuid(),
  automationId: z.uuid(),
  automationVersion: z.number().int().describe('The version of the automation that it runs.'),
  state: ThreadState.describe(
    '`waiting`: at a wait node, until `dueAt`. `stopped`: a condition was not met. `needs-review`: it is not known whether a request had its effect, and a person decides.',
  ),
  source: ThreadSource,
  triggerKey: z.string().describe('The same key starts a thread once.'),
  eventId: z.uuid().nullable(),
  scheduleId: z.uuid().nullable(),
  nodeId: z.string().nullable().describe('The node that is next, or where it ended.'),
  stepsMade: z.number().int(),
  dueAt: Timestamp.nullable(),
  errorCode: z.string().nullable(),
  error: z.string().nullable(),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
});

export const ThreadChange = z
  .strictObject({
    action: z.enum(['retry', 'continue', 'cancel', 'restart']),
    currentVersion: z
      .boolean()
      .default(false)
      .describe('For `retry`: the thread goes on with the current version of the automation, which must be enabled.'),
  })
  .refine(({ action, currentVersion }) => action === 'retry' || !currentVersion, {
    path: ['currentVersion'],
    message: 'is only for `retry`: leave it out',
  });

export const ThreadDecision = z.strictObject({
  nodeId: z.string().max(40).describe('Of the approval node.'),
  approved: z.boolean(),
  fingerprint: z
    .string()
    .length(64)
    .optional()
    .describe('Of what was shown: `input.fingerprint` of the waiting step. Left out only for a decision in advance.'),
  comment: z.string().trim().max(1_000).default(''),
});

export const AutomationStep = z.object({
  number: z.number().int(),
  nodeId: z.string(),
  kind: z.string(),
  state: z.enum(['running', 'waiting', 'done', 'failed']),
  attempts: z.number().int(),
  input: z.unknown().describe('The input of the node, with secrets masked.'),
  output: z.unknown(),
  errorCode: z.string().nullable(),
  error: z.string().nullable(),
  startedAt: Timestamp,
  finishedAt: Timestamp.nullable(),
});

export const DetailedAutomationThread = z.object({
  ...AutomationThread.shape,
  input: z.unknown().describe('The event, the input of the call or plan, or the body of the request to the webhook.'),
  request: z
    .object({
      query: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
      headers: z.record(z.string(), z.string()),
    })
    .nullable()
    .describe('Of a webhook: the query and some headers of the request.'),
  steps: z
    .array(AutomationStep)
    .describe('The first 100 in their order. Inputs and outputs above 8 kB are left out, and say so.'),
});

export const AutomationHappening = z.object({
  seq: z.number().int().describe('From 1, without gaps.'),
  type: z.enum([
    'started',
    'step-done',
    'step-failed',
    'retry-planned',
    'waiting',
    'needs-review',
    'resumed',
    'done',
    'stopped',
    'failed',
    'canceled',
  ]),
  nodeId: z.string().nullable(),
  details: z.record(z.string(), z.unknown()),
  createdAt: Timestamp,
});
export type HappeningType = z.output<typeof AutomationHappening>['type'];
