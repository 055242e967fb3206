import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { isAfter, realNow } from '#platform/date.ts';
import { isRefusal } from '#platform/ports/port.ts';
import { orNotFound, type Refusal, refusal } from '#platform/refusal.ts';
import { shortened } from '#platform/text.ts';
import { linkChannel } from '../channel/channel.ts';
import { type Messaging, PinTriesExceeded, PinWrong, RegistrationWait } from '../messaging.port.ts';
import { type Account, accounts, connections, numbers, type PhoneNumber } from '../tables.ts';
import { syncTemplatesJob } from '../template/sync.ts';
import { describeAccounts, nextStepOf } from './account.ts';
import { providerOf } from './connection.ts';

export const StepMissing = refusal(
  'step_missing',
  'An earlier step of the connection is missing: finish the steps in their order.',
  409,
);
export const CallbackRefused = refusal(
  'callback_refused',
  'The account is subscribed, but the provider does not accept the webhook address of this service: check PUBLIC_URL.',
);

/** How long the provider is not asked again after it refused a registration. */
const WAITS = { [PinTriesExceeded.code]: { hours: 1 }, [RegistrationWait.code]: { minutes: 5 } };

async function openAccount(ctx: TenantContext, account: Account): Promise<Messaging> {
  return providerOf(ctx, await connections.get(ctx, account.connectionId));
}

/** How far the registration of a number is. */
export async function readRegistration(ctx: TenantContext, phoneNumberId: string) {
  const { registeredAt, problemCode, problem, retryAt } = await numbers.get(ctx, { phoneNumberId });
  const isWaiting = retryAt !== null && isAfter(retryAt, realNow());
  return {
    phoneNumberId,
    isRegistered: registeredAt !== null,
    registeredAt,
    problem: problemCode === null ? null : { code: problemCode, message: problem ?? '' },
    retryAt: isWaiting ? retryAt : null,
  };
}

/** Registers a number with its PIN. A number that is registered stays as it is. */
export async function registerNumber(steps: TenantSteps, phoneNumberId: string, pin: string) {
  const opened = await steps.transaction(async (ctx) => {
    const number = await numbers.get(ctx, { phoneNumberId });
    if (number.registeredAt !== null) return null;
    refuseEarlyTry(number);
    return openAccount(ctx, await accounts.get(ctx, number.accountId));
  });
  if (opened)
    try {
      await opened.setUp.register(phoneNumberId, pin);
    } catch (error) {
      if (isRefusal(error, PinWrong, PinTriesExceeded, RegistrationWait))
        throw await steps.transaction((ctx) => recordRefusal(ctx, phoneNumberId, error));
      throw error;
    }
  return steps.transaction(async (ctx) => {
    const { id, registeredAt } = await numbers.get(ctx, { phoneNumberId });
    const clear = { problemCode: null, problem: null, retryAt: null, updatedAt: ctx.now };
    await numbers.update(ctx, id, { ...clear, registeredAt: registeredAt ?? String(ctx.now) });
    return readRegistration(ctx, phoneNumberId);
  });
}

/** Asking too early would only make the provider's wait longer. */
function refuseEarlyTry({ retryAt, problemCode, problem }: PhoneNumber): void {
  if (retryAt === null || !isAfter(retryAt, realNow())) return;
  const kind = problemCode === PinTriesExceeded.code ? PinTriesExceeded : RegistrationWait;
  throw kind(problem ?? undefined, { headers: waitUntil(Temporal.Instant.from(retryAt)) });
}

const waitUntil = (at: Temporal.Instant): Record<string, string> => ({
  'retry-after': String(Math.max(1, Math.ceil(at.since(realNow()).total('seconds')))),
});

/** Keeps why the provider refused, and gives the refusal the field or the time of the next try. */
async function recordRefusal(ctx: TenantContext, phoneNumberId: string, error: Refusal): Promise<Refusal> {
  const { kind, message } = error;
  const wait = WAITS[kind.code];
  const retryAt = wait ? realNow().add(wait) : null;
  const { id } = await numbers.get(ctx, { phoneNumberId });
  await numbers.update(ctx, id, {
    problemCode: kind.code,
    problem: shortened(message, 1000),
    retryAt: retryAt && String(retryAt),
    updatedAt: ctx.now,
  });
  if (retryAt) return kind(message, { headers: waitUntil(retryAt) });
  return kind.at('body.pin', kind.code, message);
}

/** Has the webhooks of an account sent to this service: first plainly, then to our own address. What is done is not repeated. */
export async function subscribeAccount(steps: TenantSteps, wabaId: string) {
  const { account, provider } = await steps.transaction(async (ctx) => {
    const found = await accounts.get(ctx, { account: wabaId });
    return { account: found, provider: await openAccount(ctx, found) };
  });
  const mark = (change: 'subscribedAt' | 'overriddenAt') =>
    steps.transaction((ctx) => accounts.update(ctx, account.id, { [change]: ctx.now, updatedAt: ctx.now }));
  if (account.subscribedAt === null) {
    await provider.setUp.subscribe(wabaId);
    await mark('subscribedAt');
  }
  const { verifyToken } = provider;
  if (account.overriddenAt === null && verifyToken) {
    const url = `${steps.publicUrl}/v2/chat/webhook/msgapp`;
    await provider.setUp.overrideCallback(wabaId, { url, verifyToken }).catch((error: Refusal) => {
      throw error.kind?.status === 422 ? CallbackRefused(error.message) : error;
    });
    await mark('overriddenAt');
  }
  return steps.transaction(async (ctx) =>
    orNotFound((await describeAccounts(ctx)).find((each) => each.wabaId === wabaId)),
  );
}

/** Makes a channel of a number, or gives the number to a channel. Done again, it answers the same channel. */
export async function linkNumber(
  ctx: TenantContext,
  phoneNumberId: string,
  given: { channelId?: string | undefined; name?: string | undefined },
) {
  const number = await numbers.lock(ctx, { phoneNumberId });
  const account = await accounts.get(ctx, number.accountId);
  const missing = nextStepOf(account, number);
  if (missing === 'subscribe' || missing === 'pin')
    throw StepMissing(`The step \`${missing}\` is missing.`, { members: { step: missing } });
  const connection = await connections.get(ctx, account.connectionId);
  const channel = await linkChannel(ctx, { number, account, connection, ...given });
  if (number.channelId === channel.id) return channel;
  await numbers.update(ctx, number.id, { channelId: channel.id, updatedAt: ctx.now });
  ctx.enqueue(syncTemplatesJob, { channelId: channel.id }, { group: channel.id });
  return channel;
}
