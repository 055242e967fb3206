import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { route } from '#platform/http/route.ts';
import { listUnrouted, retryUnrouted } from './unrouted.ts';

const Unrouted = z.object({
  id: z.uuid(),
  provider: z.string().describe('Who sent it: `graph`, `simulator`.'),
  addresses: z.array(z.string()).describe('The numbers (ids at the provider) and accounts of yours that it is for.'),
  reason: z.string().describe('Why it waits.'),
  bytes: z.number().int().describe('The size of the webhook.'),
  receivedAt: Timestamp.describe('When it arrived.'),
});

export const unroutedRoutes = [
  route('GET', '/v1/chat/unrouted', 'chats:read', {
    summary: 'List what arrived for numbers without a channel',
    description:
      'Webhooks for your own numbers and accounts that no channel has yet, newest first. They are processed when the number is linked.',
    returns: z.object({ data: z.array(Unrouted) }),
    handler: (ctx) => listUnrouted(ctx),
  }),
  route('POST', '/v1/chat/unrouted/retry', 'chats:write', {
    action: 'retryUnrouted',
    summary: 'Process webhooks of numbers that have a channel now',
    description: 'Linking a number does this for the first 10,000 webhooks; call it again for more. Answers how many.',
    returns: z.object({ adopted: z.number().int().describe('Webhooks that found their channel.') }),
    handler: (ctx) => retryUnrouted(ctx),
  }),
];
