import type { z } from 'zod';
import { grantCapability } from '#platform/auth/capability.ts';
import type { TenantContext } from '#platform/context.ts';
import { onViolation } from '#platform/db/violation.ts';
import { requireReference } from '#platform/entity-kind.ts';
import { givenFields } from '#platform/http/change.ts';
import { newId, newSecret } from '#platform/id.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { requireAnswerers } from '../conversation/answerers.ts';
import { deleteRoutes, insertRoute } from '../inbound/inbound.sql.ts';
import { accountAddress } from '../inbound/msgapp.ts';
import { adoptUnrouted } from '../inbound/unrouted.ts';
import { requireVariablesOfConversation } from '../message/variables.ts';
import { messaging } from '../messaging.port.ts';
import { tokenOf } from '../msgapp/connection.ts';
import {
  type Account,
  type Channel,
  channels,
  type Connection as MsgappConnection,
  numbers,
  type PhoneNumber,
} from '../tables.ts';
import { Assignment, type ChannelChange, type NewChannel } from './channel.schema.ts';
import { openSecrets, sealSecrets } from './credentials.ts';
import { sendHeld } from './send-held.ts';
import { type Proof, verifyChannel } from './verify.ts';

export const AddressTaken = refusal(
  'address_taken',
  'Another channel has this number, page or address: use that channel, or disconnect it first.',
  409,
);
export const ProviderUnknown = refusal(
  'provider_unknown',
  'This provider is not available on this service: choose another one.',
);

const refuseTaken = onViolation('channels_email', () => AddressTaken.at('body.email'));

export async function createChannel(
  ctx: TenantContext,
  given: z.output<typeof NewChannel>,
  proof: Proof | null = null,
) {
  const { kind, connection, email, assignment = Assignment.parse({}), ...fields } = given;
  const id = newId();
  await requireReferences(ctx, { ...fields, assignment });
  const reached = addressOf(kind, connection, email, id);
  const isProven = proof !== null && reached !== null && isOf(proof, reached);
  // E-mails arrive by the key of their channel, and nobody proves that an address is theirs.
  if (reached && kind !== 'email') await takeAddress(ctx, id, reached, isProven);
  const publicKey = await grantCapability(
    ctx,
    { organizationId: ctx.organizationId, kind: 'channel', entityId: id },
    { prefix: 'chn' },
  );
  const inboundSecret = newSecret('chs');
  const channel = await channels
    .insert(ctx, {
      ...fields,
      id,
      kind,
      assignment,
      publicKey,
      adapter: reached?.adapter ?? null,
      address: reached?.address ?? null,
      account: reached?.account ?? null,
      displayAddress: connection?.displayAddress ?? email ?? proof?.displayAddress ?? '',
      ...(isProven && { messagesPerSecond: proof.messagesPerSecond }),
      verifiedAt: isProven ? ctx.now : null,
      sealed: sealSecrets(ctx, id, { inboundSecret, accessToken: connection?.accessToken ?? '' }),
    })
    .catch(refuseTaken);
  if (reached) await adoptUnrouted(ctx, channel);
  if (connection?.accessToken && !isProven) ctx.enqueue(verifyChannel, { channelId: id });
  return { ...describeChannel(ctx, channel), inboundSecret };
}

interface Reached {
  adapter: string;
  address: string;
  account: string | null;
}

type Connection = z.output<typeof NewChannel>['connection'];

const isOf = (proof: Proof, { adapter, address }: Reached): boolean =>
  proof.adapter === adapter && proof.address === address;

function addressOf(
  kind: Channel['kind'],
  connection: Connection,
  email: string | undefined,
  id: string,
): Reached | null {
  if (kind === 'widget') return null;
  if (kind === 'email') return { adapter: 'email', address: email!.toLowerCase(), account: null };
  const adapter = connection?.provider ?? 'simulator';
  // A simulated number is made with its channel; a real one without an address is connected later.
  const isSimulated = adapter === 'simulator';
  const address = connection?.address ?? (isSimulated ? `sim-${id}` : `new-${id}`);
  return { adapter, address, account: connection?.account ?? (isSimulated ? `waba-${address}` : null) };
}

async function takeAddress(
  ctx: TenantContext,
  channelId: string,
  { adapter, address, account }: Reached,
  isProven: boolean,
): Promise<void> {
  const isKnown = ctx.connections.adaptersOf(messaging).some(({ name }) => name === adapter);
  if (!isKnown) throw ProviderUnknown.at('body.connection.provider');
  const route = { adapter, organizationId: ctx.organizationId, channelId, isProven, createdAt: ctx.now };
  if (!(await insertRoute(ctx.tx, { ...route, address }))) throw AddressTaken.at('body.connection.address');
  // Numbers of one account share its notices: the first one receives them.
  if (account) await insertRoute(ctx.tx, { ...route, address: accountAddress(account) });
}

/** Members, the bot and the variables of texts must be known. */
async function requireReferences(
  ctx: TenantContext,
  { botId, assignment, welcome, away }: Partial<z.output<typeof ChannelChange>>,
): Promise<void> {
  requireVariablesOfConversation(welcome, 'body.welcome');
  requireVariablesOfConversation(away, 'body.away');
  if (botId) await requireReference(ctx, { field: 'botId', id: botId, path: 'body.botId', what: 'This bot' });
  if (!assignment) return;
  const wanted = [
    ...assignment.userIds.map((userId, place) => ({ userId, path: `body.assignment.userIds[${place}]` })),
    ...assignment.byLabel.map(({ userId }, place) => ({ userId, path: `body.assignment.byLabel[${place}].userId` })),
  ];
  await requireAnswerers(ctx, wanted);
}

export async function changeChannel(
  ctx: TenantContext,
  change: z.output<typeof ChannelChange>,
  proof: Proof | null = null,
) {
  const { id, version, connection, ...fields } = change;
  const before = await channels.lock(ctx, id, version);
  await requireReferences(ctx, fields);
  const connected =
    connection && before.kind !== 'widget' && before.kind !== 'email'
      ? await reconnect(ctx, before, connection, proof)
      : null;
  const changed = await channels.change(ctx, id, { ...givenFields(fields), ...connected, updatedAt: ctx.now });
  if (connected) await adoptUnrouted(ctx, changed);
  if (connected?.verifiedAt === null) ctx.enqueue(verifyChannel, { channelId: id });
  return describeChannel(ctx, changed);
}

async function reconnect(
  ctx: TenantContext,
  channel: Channel,
  connection: NonNullable<Connection>,
  proof: Proof | null,
) {
  const { inboundSecret, accessToken } = openSecrets(ctx, channel);
  const sealed = sealSecrets(ctx, channel.id, { inboundSecret, accessToken: connection.accessToken ?? accessToken });
  const reached = {
    adapter: connection.provider,
    address: connection.address ?? channel.address!,
    account: connection.account ?? channel.account,
  };
  await deleteRoutes(ctx.tx, ctx.organizationId, channel.id);
  const isProven = proof !== null && isOf(proof, reached);
  await takeAddress(ctx, channel.id, reached, isProven);
  return {
    ...reached,
    sealed,
    problem: null,
    verifiedAt: isProven ? ctx.now : null,
    ...(isProven && { messagesPerSecond: proof.messagesPerSecond }),
    displayAddress: connection.displayAddress ?? (channel.displayAddress || (proof?.displayAddress ?? '')),
  };
}

/** A number of an account whose token has proven that it is the organization's own. */
interface Linked {
  number: PhoneNumber;
  account: Account;
  connection: MsgappConnection;
  channelId?: string | undefined;
  name?: string | undefined;
}

/** Makes a channel of a number, or gives the number to a channel that has none. */
export async function linkChannel(ctx: TenantContext, { number, account, connection, channelId, name }: Linked) {
  if (number.channelId !== null) {
    if (channelId && channelId !== number.channelId) throw AddressTaken.at('body.channelId');
    return describeChannel(ctx, await channels.get(ctx, number.channelId));
  }
  const reached = {
    provider: connection.adapter as NonNullable<Connection>['provider'],
    address: number.phoneNumberId,
    account: account.account,
    accessToken: tokenOf(ctx, connection),
    displayAddress: number.displayNumber,
  };
  const proof = {
    adapter: reached.provider,
    address: reached.address,
    displayAddress: reached.displayAddress,
    messagesPerSecond: number.messagesPerSecond,
  };
  if (!channelId) {
    const called = name ?? (number.name || number.displayNumber || number.phoneNumberId);
    const { id } = await createChannel(ctx, { kind: 'msgapp', name: called.slice(0, 200), connection: reached }, proof);
    return describeChannel(ctx, await channels.get(ctx, id));
  }
  const before = await channels.find(ctx, { id: channelId, kind: 'msgapp' }, { lock: 'FOR UPDATE' });
  if (!before) throw unknownReference('body.channelId', 'The channel');
  if (await numbers.exists(ctx, { channelId })) throw AddressTaken.at('body.channelId');
  const connected = await reconnect(ctx, before, reached, proof);
  const changed = await channels.update(ctx, channelId, { ...connected, ...(name && { name }), updatedAt: ctx.now });
  await adoptUnrouted(ctx, changed);
  return describeChannel(ctx, changed);
}

/** Gives the channels of an account the token of its newest sign-up. */
export async function changeToken(ctx: TenantContext, account: Account, connection: MsgappConnection): Promise<void> {
  const linked = (await numbers.all(ctx, { accountId: account.id })).flatMap(({ channelId }) => channelId ?? []);
  const accessToken = tokenOf(ctx, connection);
  for (const channel of await channels.all(ctx, { id: linked }, { orderBy: ['id'], lock: 'FOR UPDATE' })) {
    const { inboundSecret } = openSecrets(ctx, channel);
    const sealed = sealSecrets(ctx, channel.id, { inboundSecret, accessToken });
    await channels.update(ctx, channel.id, { sealed, problem: null, updatedAt: ctx.now });
  }
}

/** Pauses a channel, or resumes it and sends what waited. */
export async function toggleChannel(ctx: TenantContext, id: string, wanted: Channel['state'] | undefined) {
  const { state: before } = await channels.lock(ctx, id);
  const state = wanted ?? (before === 'active' ? 'paused' : 'active');
  const channel = await channels.update(ctx, id, { state, updatedAt: ctx.now });
  if (state === 'active' && before === 'paused') ctx.enqueue(sendHeld, { channelId: id });
  return describeChannel(ctx, channel);
}

export function describeChannel({ publicUrl }: { publicUrl: string }, channel: Channel) {
  const { adapter, assignment, kind, publicKey, verifiedAt } = channel;
  const own = `${publicUrl}/v1/chat/webhook?key=${publicKey}`;
  return {
    ...channel,
    assignment: Assignment.parse(assignment),
    provider: adapter,
    inboundUrl: kind === 'msgapp' ? `${publicUrl}/v2/chat/webhook/msgapp` : own,
    isConnected: kind === 'widget' || kind === 'email' || adapter === 'simulator' || verifiedAt !== null,
  };
}
