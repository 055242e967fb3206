import { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { Timestamp } from '#platform/date.ts';
import { route } from '#platform/http/route.ts';
import { accounts, channels, numbers } from '../tables.ts';
import { adoptPayloads, selectUnrouted } from './inbound.sql.ts';
import { accountAddress } from './msgapp.ts';
import { processInbound } from './process.ts';

const SHOWN_MAX = 100;
const ADOPTED_MAX = 10_000;

const Unrouted = z.object({
  id: z.uuid(),
  provider: z.string(),
  addresses: z.array(z.string()).describe('The numbers (ids at the provider) and accounts of yours that it is for.'),
  bytes: z.number().int(),
  receivedAt: Timestamp,
});

/** Payloads for the organization's own numbers and accounts that no channel has. Those of others are not shown. */
async function listUnrouted(ctx: TenantContext) {
  const [ownNumbers, ownAccounts] = await Promise.all([numbers.all(ctx, {}), accounts.all(ctx, {})]);
  const own = new Set([
    ...ownNumbers.map(({ adapter, phoneNumberId }) => `${adapter} ${phoneNumberId}`),
    ...ownAccounts.map(({ adapter, account }) => `${adapter} ${accountAddress(account)}`),
  ]);
  const addresses = [...own].map((each) => each.slice(each.indexOf(' ') + 1));
  const found = await selectUnrouted(ctx.tx, addresses, SHOWN_MAX);
  const data = found
    .map(({ adapter, unrouted, ...payload }) => ({
      ...payload,
      provider: adapter,
      addresses: unrouted.filter((address) => own.has(`${adapter} ${address}`)),
    }))
    .filter(({ addresses: shown }) => shown.length > 0);
  return { data };
}

/** Gives waiting payloads to the channels that have their number or account now. */
export async function adoptUnrouted(
  ctx: TenantContext,
  channel: { id: string; adapter: string | null; address: string | null; account: string | null },
): Promise<number> {
  const { id: channelId, adapter, address, account } = channel;
  if (adapter === null || address === null) return 0;
  const route = { adapter, organizationId: ctx.organizationId, channelId };
  let adopted = await adoptPayloads(ctx.tx, { ...route, address }, ADOPTED_MAX);
  if (account) adopted += await adoptPayloads(ctx.tx, { ...route, address: accountAddress(account) }, ADOPTED_MAX);
  if (adopted > 0) ctx.enqueue(processInbound, {}, { group: ctx.organizationId });
  return adopted;
}

async function retryUnrouted(ctx: TenantContext) {
  let adopted = 0;
  for (const channel of await channels.all(ctx, { kind: 'msgapp' })) adopted += await adoptUnrouted(ctx, channel);
  return { adopted };
}

export const unroutedRoutes = [
  route({
    method: 'GET',
    path: '/v1/chat/unrouted',
    action: 'listUnrouted',
    summary: 'List what arrived for numbers without a channel',
    description:
      'Webhooks for your own numbers and accounts that no channel has yet, newest first. They are processed when the number is linked.',
    access: { permission: 'chats:read' },
    returns: z.object({ data: z.array(Unrouted) }),
    handler: (ctx) => listUnrouted(ctx),
  }),
  route({
    method: 'POST',
    path: '/v1/chat/unrouted/retry',
    action: 'retryUnrouted',
    summary: 'Process what arrived for numbers that have a channel now',
    description: 'Linking a number does this for the first 10,000 webhooks; call it again for more. Answers how many.',
    access: { permission: 'chats:write' },
    returns: z.object({ adopted: z.number().int() }),
    handler: (ctx) => retryUnrouted(ctx),
  }),
];
