import type { TenantSteps } from '#platform/context.ts';
import type { Port } from '#platform/ports/port.ts';
import type { Bot } from '../tables.ts';
import { type EmbeddingModel, embeddingModel } from './embedding.port.ts';
import { type ChatModel, chatModel, type ModelConfig } from './model.port.ts';
import { embeddingConfigOf, modelConfigOf } from './model-config.ts';

export const modelOf = (steps: TenantSteps, bot: Bot): ChatModel | null =>
  connected(steps, chatModel, bot.modelProvider, () => modelConfigOf(steps, bot));

export const embeddingOf = (steps: TenantSteps, bot: Bot): EmbeddingModel | null =>
  connected(steps, embeddingModel, bot.embeddingProvider, () => embeddingConfigOf(steps, bot));

function connected<T>(
  { connections, organizationId }: TenantSteps,
  port: Port<T>,
  provider: string | null,
  config: () => ModelConfig,
): T | null {
  const adapter = provider && connections.adaptersOf(port).find(({ name }) => name === provider);
  return adapter ? (adapter.connect(config(), organizationId) as T) : null;
}
