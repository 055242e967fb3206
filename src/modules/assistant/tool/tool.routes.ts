import { z } from 'zod';
import { route } from '#platform/http/route.ts';
import { availableOperations, toolNameOf } from './available.ts';

const AssistantTool = z.object({
  name: z.string().describe('As the model calls it.'),
  operation: z.string().describe('The operation of this API, as in the reference.'),
  summary: z.string().describe('What it does.'),
  permission: z.string().describe('What you must hold to use it.'),
  writes: z.boolean().describe('Whether it changes data.'),
  asks: z.boolean().describe('Waits for your approval. Tools that write always do.'),
});

export const toolRoutes = [
  route('GET', '/v1/automation/assistant/tools-config', 'assistant:read', {
    action: 'listTools',
    summary: 'List the tools of the assistant',
    description:
      'The operations of this API that the assistant may call for you: those that you have the permission for, one transaction each, without secrets and providers. The settings `assistant.off` and `assistant.ask`, of the organization and your own, take tools away or make reading ones ask first.',
    returns: z.object({ data: z.array(AssistantTool) }),
    handler: async (ctx) => ({
      data: (await availableOperations(ctx)).map(({ operation, asks }) => ({
        name: toolNameOf(operation),
        operation: operation.id,
        summary: operation.summary,
        permission: operation.permission,
        writes: operation.writes,
        asks,
      })),
    }),
  }),
];
