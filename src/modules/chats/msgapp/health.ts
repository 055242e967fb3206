import type { TenantSteps } from '#platform/context.ts';
import { toTimestamp } from '#platform/date.ts';
import { isRefusal } from '#platform/ports/port.ts';
import { type HealthEntity, ReconnectNeeded } from '../messaging.port.ts';
import { accounts, connections } from '../tables.ts';
import { providerOf } from './connection.ts';

const rank = { AVAILABLE: 0, LIMITED: 1, BLOCKED: 2 };

/** The obstacles to sending, by entity: the provider's, and missing steps of this service. `failing` is the worst. */
export async function readHealth(steps: TenantSteps, wabaId: string) {
  const { account, provider, now } = await steps.transaction(async (ctx) => {
    const found = await accounts.get(ctx, { account: wabaId });
    const connection = await connections.get(ctx, found.connectionId);
    return { account: found, provider: providerOf(ctx, connection), now: ctx.now };
  });
  const blocked = (type: string, code: string, message: string): HealthEntity => ({
    type,
    id: wabaId,
    canSend: 'BLOCKED',
    problems: [{ code, message, solution: null }],
  });
  const theirs = await provider.setUp.readHealth(wabaId).catch((error: unknown): HealthEntity[] => {
    if (!isRefusal(error, ReconnectNeeded)) throw error;
    return [blocked('TOKEN', ReconnectNeeded.code, error.message)];
  });
  const isMute = account.subscribedAt === null;
  const ours = isMute
    ? [blocked('SUBSCRIPTION', 'not_subscribed', 'The webhooks of the account are not sent here.')]
    : [];
  const entities = [...theirs, ...ours];
  const worst = entities.toSorted((a, b) => rank[b.canSend] - rank[a.canSend]).at(0);
  const failing = worst && worst.canSend !== 'AVAILABLE' ? worst : null;
  return { wabaId, canSend: failing?.canSend ?? 'AVAILABLE', failing, entities, checkedAt: toTimestamp(now) };
}
