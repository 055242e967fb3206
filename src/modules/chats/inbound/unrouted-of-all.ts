import type { WorkContext } from '#platform/context.ts';
import { selectAllUnrouted, takeUnrouted } from './inbound.sql.ts';
import { routeWebhook } from './store.ts';

const SHOWN_MAX = 100;

/** Webhooks of the messaging app that are for nobody, for an operator: no organization may see them. */
export const listUnrouted = ({ tx }: WorkContext) => selectAllUnrouted(tx, SHOWN_MAX);

/** Routes such a webhook again. False: there is none. */
export async function routeAgain(ctx: WorkContext, id: string): Promise<boolean> {
  const payload = await takeUnrouted(ctx.tx, id);
  if (payload) await routeWebhook(ctx, payload);
  return payload !== undefined;
}
