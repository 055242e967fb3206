import { z } from 'zod';

export const isShort = (input: unknown): boolean => JSON.stringify(input).length <= 64_000;

export const AutomationInput = z
  .record(z.string().min(1).max(100), z.unknown())
  .refine(isShort, 'must have at most 64,000 characters');

const QueryValue = z.string().max(2_000);
export const WebhookQuery = z.record(z.string().max(200), z.union([QueryValue, z.array(QueryValue).max(100)]));

export const AutomationCall = z.strictObject({
  automationId: z.uuid(),
  input: AutomationInput.default({}).describe('As the input schema of the automation says.'),
  key: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Idempotency key without expiry: the same key starts the automation once. For example, an order number.'),
});

export const CallableAutomation = z.object({
  automationId: z.uuid(),
  name: z.string().describe('What members named it.'),
  description: z.string().describe('What it is for.'),
  enabled: z.boolean().describe('Whether it can be called.'),
  input: z.record(z.string(), z.unknown()).describe('The JSON Schema of its input.'),
});
