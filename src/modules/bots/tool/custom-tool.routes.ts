import { listOf } from '#platform/db/list.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { customTools, toolCalls } from '../tables.ts';
import { callList } from './call.sql.ts';
import { TooManyCalls, tryTool, WrongArguments } from './call.ts';
import { CustomTool, GivenTool, ToolCall, ToolTrial, ToolTrialResult } from './custom-tool.schema.ts';
import { createTool, describeTool, replaceTool, ToolNameTaken, ToolNotAllowed, TooManyTools } from './custom-tool.ts';
import { InvalidToolSchema } from './parameters.ts';

const toolList = listOf(customTools, { filters: {}, sort: { created: 'createdAt' }, order: '-created' });

const example = {
  name: 'check_delivery',
  description: 'Says where the delivery of an order is.',
  method: 'GET' as const,
  url: 'https://delivery.example.com/orders/{orderNumber}',
  headers: { Authorization: 'Bearer {{API_KEY}}' },
  parameters: {
    type: 'object',
    properties: { orderNumber: { type: 'string', maxLength: 40, description: 'As printed on the order.' } },
    required: ['orderNumber'],
  },
  secrets: { API_KEY: 'k-2f9d1c' },
  approved: true,
};

export const customToolRoutes = [
  route('GET', '/v1/custom-tools', 'tools:read', {
    summary: 'List custom tools',
    description: 'The HTTP tools of the organization, newest first. Secrets are never returned.',
    query: toolList.query,
    returns: pageOf(CustomTool),
    handler: (ctx, { query }) => toolList.page(ctx, query, (rows) => rows.map(describeTool)),
  }),
  route('POST', '/v1/custom-tools', 'tools:write', {
    summary: 'Create a custom tool',
    description:
      'A request to an address of your own that bots may make once the tool is approved and named in `tools` of the bot. Arguments of a model are checked against `parameters` before anything is sent. Only public https addresses are called, redirects are not followed, and an answer counts up to 64 kB.',
    needsFreshAuthentication: true,
    status: 201,
    body: GivenTool,
    returns: CustomTool,
    refusals: [ToolNameTaken, TooManyTools, ToolNotAllowed, InvalidToolSchema],
    examples: { body: example },
    handler: (ctx, { body }) => createTool(ctx, body),
  }),
  route('GET', '/v1/custom-tools/:id', 'tools:read', {
    summary: 'Read a custom tool',
    description: 'With the names of its secrets, not their values.',
    returns: CustomTool,
    handler: async (ctx, { params: { id } }) => describeTool(await customTools.get(ctx, id)),
  }),
  route('PUT', '/v1/custom-tools/:id', 'tools:write', {
    summary: 'Replace a custom tool',
    description:
      'All fields are replaced, and the approval must be given again. Secrets that are left out stay, as long as the host stays the same.',
    needsFreshAuthentication: true,
    body: GivenTool,
    returns: CustomTool,
    refusals: [ToolNameTaken, ToolNotAllowed, InvalidToolSchema],
    examples: { body: { ...example, timeoutMs: 3_000 } },
    handler: (ctx, { params: { id }, body }) => replaceTool(ctx, id, body),
  }),
  route('DELETE', '/v1/custom-tools/:id', 'tools:write', {
    summary: 'Delete a custom tool',
    description: 'Bots cannot call it any more. Its recorded calls stay.',
    handler: (ctx, { params: { id } }) => customTools.remove(ctx, id),
  }),
  route('POST', '/v1/custom-tools/:id/test', 'tools:write', {
    summary: 'Try a custom tool',
    description:
      'A dry run checks the arguments and answers the request that would be sent, with masked secrets. With `send: true` it is sent and recorded; the tool need not be approved.',
    reachesProvider: true,
    body: ToolTrial,
    returns: ToolTrialResult,
    refusals: [WrongArguments, TooManyCalls],
    examples: { body: { args: { orderNumber: 'PED-0012' } } },
    handler: (steps, { params: { id }, body }) => tryTool(steps, id, body),
  }),
  route('GET', '/v1/custom-tools/:id/calls', 'tools:read', {
    summary: 'List the calls of a custom tool',
    description: 'Newest first: the arguments and the result of each, as the model saw them.',
    query: callList.query,
    returns: pageOf(ToolCall),
    handler: async (ctx, { params: { id }, query }) => {
      // Those of a deleted tool stay.
      if (!(await toolCalls.exists(ctx, { toolId: id }))) await customTools.get(ctx, id);
      return callList.page(ctx, { ...query, toolId: id });
    },
  }),
];
