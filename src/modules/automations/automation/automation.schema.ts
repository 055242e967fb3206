import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { readVersion } from '#platform/http/change.ts';
import { AutomationTrigger, Nodes } from './graph.schema.ts';

const fields = {
  name: z.string().trim().min(1).max(200).describe('What members see in lists.'),
  description: z.string().trim().max(2_000).describe('What it is for. The callers of an `api` trigger read it.'),
  threadsPerHour: z.number().int().min(1).max(10_000).describe('More threads in an hour than this fail at once.'),
};

export const NewAutomation = z.strictObject({
  ...fields,
  description: fields.description.default(''),
  threadsPerHour: fields.threadsPerHour.default(1_000),
  trigger: AutomationTrigger.describe('What starts it.'),
  nodes: Nodes,
  enabled: z.boolean().default(false).describe('Enables it at once, published by you.'),
});

export const AutomationChange = z.strictObject({
  ...NewAutomation.omit({ enabled: true }).shape,
  version: readVersion,
});

export const AutomationSummary = z.object({
  ...fields,
  id: z.uuid(),
  enabled: z.boolean().describe('Whether its trigger starts threads.'),
  triggerKind: z.enum(['event', 'webhook', 'api']).describe('What starts it.'),
  currentVersion: z
    .number()
    .int()
    .describe('Of trigger and nodes. Threads finish with the version that they began with.'),
  publishedBy: z.uuid().nullable().describe('It acts as this person, with no more permissions than they have.'),
  webhookUrl: z.string().nullable().describe('Where requests start it, if a webhook is its trigger. Keep it secret.'),
  version: z.number().int(),
  createdBy: z.uuid().nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});

export const AutomationVersion = z.object({
  number: z.number().int().describe('As `automationVersion` of threads.'),
  isCurrent: z.boolean().describe('Whether new threads run it, once the automation is enabled.'),
  createdBy: z.uuid().nullable().describe('Who saved it.'),
  createdAt: Timestamp,
  publishedBy: z.uuid().nullable().describe('Who published it last. Null: nobody, or before this was recorded.'),
  publishedAt: Timestamp.nullable().describe('When it was published last; null: never, or not recorded.'),
});

export const VersionRestored = z.strictObject({
  automationVersion: z.number().int().min(1).describe('The version whose trigger and nodes are wanted again.'),
  version: AutomationChange.shape.version,
});

export const Automation = z.object({
  ...AutomationSummary.shape,
  trigger: AutomationTrigger.describe('What starts it.'),
  nodes: Nodes,
});
