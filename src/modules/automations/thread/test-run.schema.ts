import { z } from 'zod';
import { AutomationInput } from '../trigger/call.schema.ts';

export const AutomationTest = z.strictObject({
  input: AutomationInput.default({}).describe('The payload of the sample event, or the input of a call or webhook.'),
});

export const AutomationTestStep = z.object({
  nodeId: z.string(),
  kind: z.string(),
  input: z.unknown().describe('The input that the node would get, with secrets masked.'),
  output: z.unknown().describe('Of an operation: what it would answer. Of an HTTP request: a sample, as none is sent.'),
  errorCode: z.string().nullable(),
  error: z.string().nullable(),
});

export const AutomationTestResult = z.object({
  state: z.enum(['done', 'stopped', 'failed']),
  steps: z.array(AutomationTestStep).describe('In their order, up to 100.'),
});
