import { z } from 'zod';
import { OutboundHeader } from '#platform/http/outbound-header.ts';

const NODES_MAX = 50;
export const EXPRESSION_LENGTH_MAX = 2_000;
const TEXT_LENGTH_MAX = 10_000;
const DAY_SECONDS = 86_400;

export const NodeId = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, 'must have small letters, digits and underscores')
  .describe('Names its output in expressions: `steps.find_invoice.total`.');

const next = NodeId.nullable().default(null).describe('The node that follows; null: this path ends.');
const onError = NodeId.nullable()
  .default(null)
  .describe('The node that follows where this one fails; null: the thread fails.');
const retries = z.number().int().min(0).max(5).default(2).describe('Attempts after the first, with growing pauses.');
const Text = z.string().max(TEXT_LENGTH_MAX);
const Texts = z.record(z.string().min(1).max(60), Text);

const templates = 'Texts may contain expressions, such as `{{ event.payload.invoiceId }}`.';

export const AutomationCondition = z.strictObject({
  field: z
    .string()
    .max(200)
    .regex(/^[A-Za-z]\w*(\.\w+)*$/, 'must be a path such as steps.find_invoice.total')
    .describe('A path into the data of the thread: `event.payload.total`, `input.name`, `steps.find_invoice.state`.'),
  operator: z
    .enum([
      'equals',
      'not-equals',
      'contains',
      'not-contains',
      'starts-with',
      'greater',
      'at-least',
      'less',
      'at-most',
      'exists',
      'missing',
    ])
    .describe('How `field` is compared with `value`; `exists` and `missing` need no value.'),
  value: z
    .union([z.string().max(1_000), z.number(), z.boolean(), z.null()])
    .default(null)
    .describe('Amounts compare as decimal numbers, whether they are text or numbers.'),
});
export type Condition = z.output<typeof AutomationCondition>;

const match = z.enum(['all', 'any']).default('all').describe('Whether all conditions must hold, or one.');
const conditions = z.array(AutomationCondition).max(20);

export const AutomationTrigger = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('event').describe('Started by events.'),
    types: z.array(z.string().min(1).max(100)).min(1).max(50).describe('Types of the event catalogue.'),
    match,
    conditions: conditions.default([]).describe('Events that do not meet them start nothing.'),
  }),
  z.strictObject({
    kind: z.literal('webhook').describe('Started by requests to `webhookUrl`.'),
    secret: z
      .string()
      .max(40)
      .nullable()
      .default(null)
      .describe(
        'The name of a secret. Requests then need it as `Authorization: Bearer …`, or a Standard Webhooks signature made with it. Null: the unguessable address is enough.',
      ),
  }),
  z.strictObject({
    kind: z.literal('api').describe('Started by calls (`POST /v1/automation/api`) and plans.'),
    input: z
      .record(z.string().max(40), z.unknown())
      .default({ type: 'object', properties: {}, additionalProperties: false })
      .describe('A JSON Schema of type `object`: what calls and plans must give as `input`. Default: nothing.'),
  }),
]);
export type Trigger = z.output<typeof AutomationTrigger>;

export const AutomationNode = z.discriminatedUnion('kind', [
  z
    .strictObject({
      id: NodeId,
      kind: z.literal('condition').describe('Goes on only where the conditions hold.'),
      match,
      conditions: conditions.min(1).describe('What must hold, by `match`.'),
      next,
      otherwise: NodeId.nullable().default(null).describe('Null: the thread stops there, as `stopped`.'),
    })
    .describe('Goes on only where the conditions hold.'),
  z
    .strictObject({
      id: NodeId,
      kind: z.literal('switch').describe('Chooses a path by a value.'),
      value: Text.describe(templates),
      cases: z
        .array(
          z.strictObject({
            equals: z.union([z.string().max(1_000), z.number(), z.boolean()]).describe('The value of this case.'),
            next: NodeId,
          }),
        )
        .min(1)
        .max(20)
        .describe('The first one that is equal decides.'),
      next: next.describe('Where no case is equal.'),
    })
    .describe('Chooses a path by a value.'),
  z
    .strictObject({
      id: NodeId,
      kind: z.literal('operation').describe('Runs an operation of this API.'),
      operation: z.string().min(3).max(100).describe('An operation id of the reference, such as `contacts.create`.'),
      params: Texts.default({}).describe('The parameters of its path. They may contain expressions.'),
      query: Texts.default({}).describe('The parameters of its query. They may contain expressions.'),
      body: z.record(z.string().max(100), z.unknown()).optional().describe(templates),
      retries,
      next,
      onError,
    })
    .describe(
      'Runs an operation of this API as the person who published the automation. Its effect and the record of the step are one transaction.',
    ),
  z
    .strictObject({
      id: NodeId,
      kind: z.literal('http').describe('Calls an address on the internet.'),
      method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).describe('Of the request.'),
      url: z
        .string()
        .min(1)
        .max(2_000)
        .describe('A public https address. Expressions may follow the host, and are escaped.'),
      headers: z
        .record(OutboundHeader, z.string().max(1_000))
        .default({})
        .describe('Their values may contain expressions and `{{ secrets.NAME }}`.'),
      body: z.unknown().optional().describe(`Sent as JSON. ${templates} \`{{ secrets.NAME }}\` is a secret.`),
      timeoutMs: z.number().int().min(100).max(20_000).default(10_000).describe('How long an answer is awaited.'),
      repeatable: z
        .boolean()
        .default(false)
        .describe(
          'The address recognizes a request by its `Idempotency-Key`. Without it a POST or PATCH whose outcome is not known is not sent again: the thread waits for a person (`needs-review`).',
        ),
      retries,
      next,
      onError,
    })
    .describe('Calls an address on the internet.'),
  z
    .strictObject({
      id: NodeId,
      kind: z.literal('wait').describe('Waits for some time.'),
      seconds: z
        .number()
        .int()
        .min(1)
        .max(90 * DAY_SECONDS)
        .optional()
        .describe('How long it waits, up to 90 days. Instead of `until`.'),
      until: Text.optional().describe('A time, or a date for its first moment: `{{ steps.find_invoice.dueOn }}`.'),
      next,
    })
    .refine(({ seconds, until }) => (seconds === undefined) !== (until === undefined), {
      error: 'must have either `seconds` or `until`',
      path: ['seconds'],
    })
    .describe('Waits, by the clock of the organization.'),
  z
    .strictObject({
      id: NodeId,
      kind: z.literal('approval').describe('Waits until a person approves or refuses.'),
      message: Text.min(1).describe(`The question. ${templates}`),
      permission: z
        .string()
        .max(60)
        .default('automations:write')
        .describe('Who decides must hold it, in addition to `automations:write`.'),
      seconds: z
        .number()
        .int()
        .min(60)
        .max(90 * DAY_SECONDS)
        .default(7 * DAY_SECONDS)
        .describe('After this time it is not approved.'),
      early: z
        .boolean()
        .default(false)
        .describe('A decision before the thread gets there is kept for it, even before the message was shown.'),
      next,
      otherwise: NodeId.nullable()
        .default(null)
        .describe('Not approved in time. Null: the thread stops, as `stopped`.'),
    })
    .describe('Waits until a person approves or refuses.'),
  z
    .strictObject({
      id: NodeId,
      kind: z.literal('transform').describe('Computes a value.'),
      value: z.unknown().describe(templates),
      next,
      onError,
    })
    .describe('Computes a value for later nodes.'),
  z
    .strictObject({
      id: NodeId,
      kind: z.literal('loop').describe('Runs a path for each item of a list.'),
      items: Text.describe('An expression that gives a list.'),
      body: NodeId.describe('The first node for each item, which expressions call `item`, with its `index`.'),
      itemsMax: z.number().int().min(1).max(100).default(100).describe('A longer list fails.'),
      next,
    })
    .describe('Runs a path for each item of a list, one after the other.'),
  z
    .strictObject({
      id: NodeId,
      kind: z.literal('email').describe('Writes an e-mail to a member.'),
      to: Text.describe('The address of a member of the organization.'),
      subject: z.string().min(1).max(200).describe('May contain expressions.'),
      text: Text.min(1).describe('May contain expressions.'),
      next,
      onError,
    })
    .describe('Writes to a member. Customers are reached through operations of chats and documents.'),
]);
export type Node = z.output<typeof AutomationNode>;
export type NodeOf<K extends Node['kind']> = Extract<Node, { kind: K }>;

export const Nodes = z.array(AutomationNode).min(1).max(NODES_MAX).describe('The first one is where a thread begins.');

export interface Graph {
  trigger: Trigger;
  nodes: Node[];
}
