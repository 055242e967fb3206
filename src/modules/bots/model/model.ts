import type { Services, TenantSteps } from '#platform/context.ts';
import type { Port } from '#platform/ports/port.ts';
import type { Bot } from '../tables.ts';
import { type EmbeddingModel, embeddingModel } from './embedding.port.ts';
import { type ChatModel, chatModel, type ModelConfig } from './model.port.ts';

type Owner = { organizationId: string };

export const modelKeyPurpose = ({ organizationId }: Owner, id: string): string =>
  `bot model key ${organizationId} ${id}`;
export const embeddingKeyPurpose = ({ organizationId }: Owner, id: string): string =>
  `bot embedding key ${organizationId} ${id}`;

/** The configuration of a bot's model, with its key in plain text: never let it leave the service. */
const modelConfigOf = (ctx: Services & Owner, bot: Bot): ModelConfig => ({
  model: bot.modelName ?? '',
  url: bot.modelUrl,
  key: bot.modelKey && ctx.secrets.decrypt(bot.modelKey, modelKeyPurpose(ctx, bot.id)).toString(),
});

/** The same of its embedding model. */
const embeddingConfigOf = (ctx: Services & Owner, bot: Bot): ModelConfig => ({
  model: bot.embeddingName ?? '',
  url: bot.embeddingUrl,
  key: bot.embeddingKey && ctx.secrets.decrypt(bot.embeddingKey, embeddingKeyPurpose(ctx, bot.id)).toString(),
});

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
