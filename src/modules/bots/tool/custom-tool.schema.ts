import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { versioned } from '#platform/http/change.ts';
import { OutboundHeader } from '#platform/http/outbound-header.ts';

const SecretName = z.string().regex(/^[A-Z][A-Z0-9_]{0,39}$/, 'must be a name such as API_KEY');
/** Printable, so that no value can begin another header. */
const HeaderValue = z.string().regex(/^[\x20-\x7e]{0,1000}$/, 'must have printable characters only');

const fields = {
  name: z
    .string()
    .regex(/^[a-z][a-z0-9_]{1,62}$/, 'must have small letters, digits and underscores')
    .describe('By which bots and models know it: `check_delivery`.'),
  description: z
    .string()
    .trim()
    .min(1)
    .max(1000)
    .describe('Purpose of the tool and when to use it. The model reads this.'),
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).describe('Of the request that is sent.'),
  url: z
    .string()
    .min(1)
    .max(2000)
    .describe(
      'A public https address. `{orderId}` in its path is replaced by that argument; other arguments go into the query of GET and DELETE, and into a JSON body otherwise.',
    ),
  headers: z
    .record(OutboundHeader, HeaderValue)
    .describe('`{{API_KEY}}` in a value is replaced by that secret when the tool is called.'),
  parameters: z
    .record(z.string().max(40), z.unknown())
    .describe(
      'A JSON Schema of type `object`: string, number, integer, boolean, array and object up to 4 deep, without `$ref` and `pattern`, up to 16,000 characters.',
    ),
  timeoutMs: z.number().int().min(100).max(20_000).describe('How long an answer is awaited.'),
  callsPerHour: z.number().int().min(1).max(10_000).describe('More calls in an hour are refused.'),
};

export const GivenTool = z.strictObject({
  ...fields,
  headers: fields.headers.default({}),
  timeoutMs: fields.timeoutMs.default(5_000),
  callsPerHour: fields.callsPerHour.default(100),
  secrets: z
    .record(SecretName, HeaderValue.min(1))
    .optional()
    .describe(
      'Stored encrypted, never returned and never shown to a model. Left out: those that it has stay. Another host needs them again.',
    ),
  approved: z.boolean().default(false).describe('Bots call approved tools only. Every change needs it again.'),
});

export const CustomTool = z.object({
  ...fields,
  id: z.uuid(),
  secretNames: z.array(z.string()).describe('The names of its secrets, never their values.'),
  approved: z.boolean().describe('Bots call approved tools only.'),
  approvedAt: Timestamp.nullable().describe('When it was approved; null: it is not.'),
  approvedBy: z.uuid().nullable().describe('The member who approved it; null: not approved.'),
  ...versioned,
});

export const ToolTrial = z.strictObject({
  args: z.record(z.string().max(64), z.unknown()).describe('Arguments that match `parameters`.'),
  send: z.boolean().default(false).describe('False is a dry run: it answers the request that would be sent.'),
});

export const ToolTrialResult = z.object({
  request: z
    .object({
      method: z.string().describe('Of the request.'),
      url: z.string().describe('With the arguments in it.'),
      headers: z.record(z.string(), z.string()).describe('Secrets are masked.'),
      body: z.string().nullable().describe('JSON; null for GET and DELETE.'),
    })
    .describe('As it was, or would be, sent.'),
  response: z
    .object({
      status: z.number().int().describe('The HTTP status of the answer.'),
      body: z.string().describe('As it was read, secrets masked.'),
      truncated: z.boolean().describe('Whether the answer was longer than is read.'),
      durationMs: z.number().int().describe('From sending to the end of the answer.'),
    })
    .nullable()
    .describe('Null in a dry run, or where no answer arrived.'),
  error: z.string().nullable().describe('Why the call failed; null: it did not, or nothing was sent.'),
});

export const ToolCall = z.object({
  id: z.uuid(),
  toolCallId: z.string().describe('The idempotency key, also sent to the address as `Idempotency-Key`.'),
  botId: z.uuid().nullable().describe('The bot that called it; null: a member tried it.'),
  type: z.string().describe('The name of the tool.'),
  conversationId: z.uuid().nullable().describe('In which it was called; null: in none.'),
  args: z.record(z.string(), z.unknown()).describe('As the model gave them.'),
  result: z.unknown().describe('As the model received it.'),
  state: z.enum(['running', 'done', 'failed']).describe('Whether it has ended, and how.'),
  error: z.string().nullable().describe('Why it failed; null: it did not.'),
  responseStatus: z.number().int().nullable().describe('The HTTP status of the answer; null: none.'),
  durationMs: z.number().int().nullable().describe('Until the end of the answer; null: none.'),
  createdAt: Timestamp,
  finishedAt: Timestamp.nullable(),
});
