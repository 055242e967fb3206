import type { TenantSteps } from '#platform/context.ts';
import { modelConfigOf } from '../bot/bot.ts';
import type { Bot } from '../tables.ts';
import { type ChatModel, chatModel } from './model.port.ts';

/** The model of a bot; null: it has none. */
export function modelOf(steps: TenantSteps, bot: Bot): ChatModel | null {
  if (bot.modelProvider === null) return null;
  const adapter = steps.connections.adaptersOf(chatModel).find(({ name }) => name === bot.modelProvider);
  return (adapter?.connect(modelConfigOf(steps, bot), steps.organizationId) as ChatModel | undefined) ?? null;
}
