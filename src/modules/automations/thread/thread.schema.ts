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
  source: ThreadSource.describe('What started it.'),
  triggerKey: z.string().describe('The same key starts a thread once.'),
  eventId: z.uuid().nullable().describe('The event that started it; null: something else did.'),
  scheduleId: z.uuid().nullable().describe('The plan that started it; null: something else did.'),
  nodeId: z.string().nullable().describe('The node that is next, or where it ended.'),
  stepsMade: z.number().int().describe('How many steps it has made.'),
  dueAt: Timestamp.nullable().describe('When it goes on, if it waits; null: it does not.'),
  errorCode: z.string().nullable(),
  error: z.string().nullable().describe('Why it failed, for people; null: it did not.'),
  createdAt: Timestamp,
  startedAt: Timestamp.nullable(),
  finishedAt: Timestamp.nullable(),
});

export const ThreadChange = z
  .strictObject({
    action: z
      .enum(['retry', 'continue', 'cancel', 'restart'])
      .describe('`continue` goes on after its node; `restart` begins another thread.'),
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
  approved: z.boolean().describe('False takes the path `otherwise`.'),
  fingerprint: z
    .string()
    .length(64)
    .optional()
    .describe('Of what was shown: `input.fingerprint` of the waiting step. Left out only for a decision in advance.'),
  comment: z.string().trim().max(1_000).default('').describe('Why, kept with the step.'),
});

export const AutomationStep = z.object({
  number: z.number().int().describe('From 1, in the order in which they were made.'),
  nodeId: z.string(),
  kind: z.string().describe('The kind of the node.'),
  state: z.enum(['running', 'waiting', 'done', 'failed']).describe('Whether it has ended, and how.'),
  attempts: z.number().int().describe('How often it was tried.'),
  input: z.unknown().describe('The input of the node, with secrets masked.'),
  output: z.unknown().describe('What later nodes see as `steps.<node>`.'),
  errorCode: z.string().nullable(),
  error: z.string().nullable().describe('Why it failed, for people; null: it did not.'),
  startedAt: Timestamp.describe('When it was first tried.'),
  finishedAt: Timestamp.nullable(),
});

export const DetailedAutomationThread = z.object({
  ...AutomationThread.shape,
  input: z.unknown().describe('The event, the input of the call or plan, or the body of the request to the webhook.'),
  request: z
    .object({
      query: z.record(z.string(), z.union([z.string(), z.array(z.string())])).describe('By name; repeated: a list.'),
      headers: z.record(z.string(), z.string()).describe('By name, in small letters.'),
    })
    .nullable()
    .describe('Of a webhook: the query and some headers of the request.'),
  steps: z
    .array(AutomationStep)
    .describe('The first 100 in their order. Inputs and outputs above 8 kB are left out, and say so.'),
});

export const AutomationHappening = z.object({
  seq: z.number().int().describe('From 1, without gaps.'),
  type: z
    .enum([
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
    ])
    .describe('What happened.'),
  nodeId: z.string().nullable().describe('The node that it is about; null: the whole thread.'),
  details: z.record(z.string(), z.unknown()).describe('Depends on `type`: the reason, the time of the next attempt …'),
  createdAt: Timestamp,
});
export type HappeningType = z.output<typeof AutomationHappening>['type'];
