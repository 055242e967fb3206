import { z } from 'zod';
import { isShort, WebhookQuery } from '../trigger/call.schema.ts';

export const AutomationTest = z.strictObject({
  input: z
    .unknown()
    .refine(isShort, 'must have at most 64,000 characters')
    .default({})
    .describe('The payload of the sample event, the input of a call, or the body of a request to the webhook.'),
  request: z
    .strictObject({
      query: WebhookQuery.default({}).describe('By name; a list where a name is repeated.'),
      headers: z.record(z.string().max(100), z.string().max(1_000)).default({}).describe('By name, in small letters.'),
    })
    .default({ query: {}, headers: {} })
    .describe('Of a webhook: the query and headers of the request.'),
});

export const AutomationTestStep = z.object({
  nodeId: z.string(),
  kind: z.string().describe('The kind of the node.'),
  input: z.unknown().describe('The input that the node would get, with secrets masked.'),
  output: z.unknown().describe('Of an operation: what it would answer. Of an HTTP request: a sample, as none is sent.'),
  errorCode: z.string().nullable(),
  error: z.string().nullable().describe('Why it would fail, for people; null: it would not.'),
});

export const AutomationTestResult = z.object({
  state: z.enum(['done', 'stopped', 'failed']).describe('How a thread would end.'),
  steps: z.array(AutomationTestStep).describe('In their order, up to 100.'),
});
