import type { TenantContext } from '#platform/context.ts';
import { accounts, channels, numbers } from '../tables.ts';
import { adoptPayloads, selectUnrouted } from './inbound.sql.ts';
import { accountAddress } from './msgapp.ts';
import { processInbound } from './process.ts';

const SHOWN_MAX = 100;
const ADOPTED_MAX = 10_000;

/** Payloads for the organization's own numbers and accounts that no channel has. Those of others are not shown. */
export async function listUnrouted(ctx: TenantContext) {
  const [ownNumbers, ownAccounts] = await Promise.all([numbers.all(ctx, {}), accounts.all(ctx, {})]);
  const own = new Set([
    ...ownNumbers.map(({ adapter, phoneNumberId }) => `${adapter} ${phoneNumberId}`),
    ...ownAccounts.map(({ adapter, account }) => `${adapter} ${accountAddress(account)}`),
  ]);
  const addresses = [...own].map((each) => each.slice(each.indexOf(' ') + 1));
  const found = await selectUnrouted(ctx.tx, addresses, SHOWN_MAX);
  const data = found
    .map(({ adapter, unrouted, problem, ...payload }) => ({
      ...payload,
      reason: problem ?? 'No channel has this number.',
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

export async function retryUnrouted(ctx: TenantContext) {
  let adopted = 0;
  for (const channel of await channels.all(ctx, { kind: 'msgapp' })) adopted += await adoptUnrouted(ctx, channel);
  return { adopted };
}
