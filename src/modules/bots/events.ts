import { z } from 'zod';
import { event } from '#platform/events/event.ts';
import { exampleId, otherExampleId } from '#platform/http/example-ids.ts';

const failure = {
  conversationId: z.uuid(),
  botId: z.uuid(),
  details: z.string().optional().describe('Why, in words.'),
};

export const botFailedToAnswer = event({
  type: 'conversation:bot-failed-to-answer',
  emittedWhen: 'the assigned bot could not produce a valid answer',
  payload: z.object(failure),
  example: { conversationId: exampleId, botId: otherExampleId, details: 'The model did not answer in time.' },
});

export const botFailedToSend = event({
  type: 'conversation:bot-failed-to-send',
  emittedWhen: 'a bot-generated message could not be delivered to the channel',
  payload: z.object(failure),
  example: { conversationId: exampleId, botId: otherExampleId, details: 'The number cannot receive messages.' },
});

export const functionCalled = event({
  type: 'conversation:function-call',
  emittedWhen: 'an automated agent ran a tool or external function',
  payload: z.object({
    conversationId: z.uuid(),
    botId: z.uuid(),
    type: z.string().describe('The name of the tool.'),
    toolCallId: z.string().describe('The idempotency key of the invocation.'),
    args: z.record(z.string(), z.unknown()).optional().describe('As the model gave them.'),
    result: z.unknown().optional().describe('As the model received it.'),
    submited: z.boolean().optional().describe('True when the action led to a confirmed submission to the end user.'),
  }),
  example: {
    conversationId: exampleId,
    botId: otherExampleId,
    type: 'find_products',
    toolCallId: 'call_1',
    args: { search: 'arroz' },
    result: [{ name: 'Arroz selecto', price: 'RD$ 250.00' }],
  },
});
