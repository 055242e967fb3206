import { z } from 'zod';
import { route } from '#platform/http/route.ts';
import { offeredModels } from './offered.ts';

const AiModel = z.object({
  id: z.string().describe('For the setting `assistant.model`, and for `model` of a turn.'),
  name: z.string().describe('What people see.'),
  provider: z.string().describe('`built-in`: part of this service, works without any outside provider.'),
  can: z
    .array(z.enum(['chat', 'tools', 'pictures', 'documents']))
    .describe('`pictures`: reads photos. `documents`: reads text, PDF and electronic receipts.'),
  inputPrice: z.string().describe('US dollars for a million tokens that it reads.'),
  outputPrice: z.string().describe('US dollars for a million tokens that it writes.'),
});

export const modelRoutes = [
  route('GET', '/v1/ai/models', 'public', {
    summary: 'List the models',
    description:
      'The language models that this installation offers, with what they can do and cost. The built-in one is always there, is free and sends no data outside.',
    returns: z.object({ data: z.array(AiModel) }),
    handler: async (ctx) => ({ data: offeredModels(ctx) }),
  }),
];
