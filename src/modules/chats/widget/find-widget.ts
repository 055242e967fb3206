import type { TenantContext } from '#platform/context.ts';
import { channels } from '../tables.ts';

/** The public key of a web widget that is in use. */
export async function findWidgetKey(ctx: TenantContext, channelId: string): Promise<string | null> {
  const channel = await channels.find(ctx, { id: channelId, kind: 'widget', state: 'active' });
  return channel?.publicKey ?? null;
}

/** Those of the ids that are web widgets, in use or not. */
export const knownWidgets = async (ctx: TenantContext, ids: string[]): Promise<string[]> =>
  (await channels.all(ctx, { id: ids, kind: 'widget' }, { columns: ['id'] })).map(({ id }) => id);
