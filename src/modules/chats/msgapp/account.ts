import type { z } from 'zod';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { refusal } from '#platform/refusal.ts';
import { changeToken } from '../channel/channel.ts';
import type { ProviderAccount } from '../messaging.port.ts';
import {
  type Account,
  accounts,
  type Connection,
  channels,
  connections,
  numbers,
  type PhoneNumber,
} from '../tables.ts';
import { authorize, insertToken, providerOf, SignUpNeeded } from './connection.ts';
import type { BusinessAccount } from './msgapp.schema.ts';

export const AccountNotOpened = refusal(
  'account_not_opened',
  'The sign-up or the token has no access to this business account: sign up again, or give another token.',
);

const CONNECTIONS_MAX = 5;
const TEXT_MAX = 254;

type Shown = z.output<typeof BusinessAccount>;

/** The accounts that sign-ups have opened, and those that were added, each number with its next step. */
export async function listAccounts(
  steps: TenantSteps,
  { connectionId, code }: { connectionId?: string | undefined; code?: string | undefined },
): Promise<{ data: Shown[] }> {
  if (connectionId && code) await authorize(steps, connectionId, code, null);
  const opened = await steps.transaction((ctx) => openConnections(ctx, connectionId));
  const offered: { connection: Connection; account: ProviderAccount }[] = [];
  for (const { connection, provider } of opened) {
    const listed = await provider.setUp.listAccounts();
    offered.push(...listed.map((account) => ({ connection, account })));
  }
  return steps.transaction(async (ctx) => {
    for (const { connection, account } of offered) await refreshAccount(ctx, connection.adapter, account);
    const added = await describeAccounts(ctx);
    const known = new Set(added.map(({ provider, wabaId }) => `${provider} ${wabaId}`));
    const candidates = offered.filter(({ connection, account }) => !known.has(`${connection.adapter} ${account.id}`));
    return { data: [...added, ...candidates.map(({ connection, account }) => candidateOf(connection, account))] };
  });
}

/** The connections whose accounts are read: the named one, or the newest. */
async function openConnections(ctx: TenantContext, connectionId: string | undefined) {
  const rows = connectionId
    ? [await connections.get(ctx, connectionId)]
    : await connections.all(ctx, {}, { orderBy: ['-createdAt'], limit: CONNECTIONS_MAX });
  if (connectionId && rows[0]!.sealed === null) throw SignUpNeeded();
  return rows
    .filter(({ sealed }) => sealed !== null)
    .map((connection) => ({ connection, provider: providerOf(ctx, connection) }));
}

function candidateOf({ id, adapter }: Connection, account: ProviderAccount): Shown {
  return {
    connectionId: id,
    provider: adapter,
    wabaId: account.id,
    name: account.name,
    isAdded: false,
    isSubscribed: false,
    isOverridden: false,
    numbers: account.numbers.map(({ id: phoneNumberId, ...number }) => ({
      ...number,
      phoneNumberId,
      channelId: null,
      nextStep: 'addWaba',
    })),
  };
}

export async function describeAccounts(ctx: TenantContext): Promise<Shown[]> {
  const [rows, all] = [
    await accounts.all(ctx, {}, { orderBy: ['createdAt', 'id'] }),
    await numbers.all(ctx, {}, { orderBy: ['createdAt', 'id'] }),
  ];
  const byAccount = Map.groupBy(all, ({ accountId }) => accountId);
  return rows.map((account) => ({
    connectionId: account.connectionId,
    provider: account.adapter,
    wabaId: account.account,
    name: account.name,
    isAdded: true,
    isSubscribed: account.subscribedAt !== null,
    isOverridden: account.overriddenAt !== null,
    numbers: (byAccount.get(account.id) ?? []).map((number) => ({
      ...number,
      isRegistered: number.registeredAt !== null,
      nextStep: nextStepOf(account, number),
    })),
  }));
}

/** The step that a number needs next; null: it is connected. */
export function nextStepOf(account: Account, number: PhoneNumber): 'subscribe' | 'pin' | 'link' | null {
  if (account.subscribedAt === null) return 'subscribe';
  if (number.registeredAt === null) return 'pin';
  return number.channelId === null ? 'link' : null;
}

/** Adds an account that a sign-up or a token opens, with its numbers. Added again, it takes over the new token. */
export async function addAccount(
  steps: TenantSteps,
  given: { wabaId: string; provider: string; connectionId?: string | undefined; accessToken?: string | undefined },
): Promise<Shown> {
  const { wabaId, provider: adapter, connectionId, accessToken } = given;
  const made = accessToken ? await steps.transaction((ctx) => insertToken(ctx, adapter, accessToken)) : null;
  const opened = await steps.transaction((ctx) => openConnections(ctx, made?.id ?? connectionId));
  for (const { connection, provider } of opened) {
    const account = (await provider.setUp.listAccounts()).find(({ id }) => id === wabaId);
    if (account) return steps.transaction((ctx) => writeAccount(ctx, connection, account));
  }
  if (made) await steps.transaction((ctx) => connections.delete(ctx, made.id));
  throw AccountNotOpened.at('body.wabaId');
}

async function writeAccount(ctx: TenantContext, connection: Connection, account: ProviderAccount): Promise<Shown> {
  const { adapter, id: connectionId } = connection;
  await accounts.upsert(
    ctx,
    {
      adapter,
      account: account.id,
      name: account.name.slice(0, TEXT_MAX),
      connectionId,
    },
    ['adapter', 'account'],
    ['id', 'createdAt'],
  );
  const row = await refreshAccount(ctx, adapter, account);
  await changeToken(ctx, row!, connection);
  return (await describeAccounts(ctx)).find(({ wabaId, provider }) => wabaId === account.id && provider === adapter)!;
}

/** Stores the provider's data of an account that was added, and of its numbers. */
async function refreshAccount(ctx: TenantContext, adapter: string, account: ProviderAccount) {
  const row = await accounts.find(ctx, { adapter, account: account.id }, { lock: 'FOR UPDATE' });
  if (!row) return undefined;
  const known = await numbers.all(ctx, { accountId: row.id });
  for (const { id, displayNumber, name, quality, messagesPerSecond, isRegistered } of account.numbers) {
    const { registeredAt = null, channelId = null } = known.find(({ phoneNumberId }) => phoneNumberId === id) ?? {};
    if (channelId) await channels.updateAll(ctx, { id: channelId }, { messagesPerSecond });
    await numbers.upsert(
      ctx,
      {
        adapter,
        phoneNumberId: id,
        accountId: row.id,
        displayNumber: displayNumber.slice(0, TEXT_MAX),
        name: name.slice(0, TEXT_MAX),
        quality,
        messagesPerSecond,
        registeredAt: registeredAt ?? (isRegistered ? String(ctx.now) : null),
      },
      ['adapter', 'phoneNumberId'],
      ['id', 'createdAt'],
    );
  }
  return row;
}
