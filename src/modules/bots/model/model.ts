import type { TenantSteps } from '#platform/context.ts';
import type { Port } from '#platform/ports/port.ts';
import type { Bot } from '../tables.ts';
import { type EmbeddingModel, embeddingModel } from './embedding.port.ts';
import { type ChatModel, chatModel, type ModelConfig } from './model.port.ts';

type Owner = { organizationId: string };

export const modelKeyPurpose = ({ organizationId }: Owner, id: string): string =>
  `bot model key ${organizationId} ${id}`;
export const embeddingKeyPurpose = ({ organizationId }: Owner, id: string): string =>
  `bot embedding key ${organizationId} ${id}`;

export function modelOf(steps: TenantSteps, bot: Bot): ChatModel | null {
  const { modelProvider: provider, modelName: name, modelUrl: url, modelKey: key } = bot;
  return connected(steps, chatModel, { provider, name, url, key, purpose: modelKeyPurpose(steps, bot.id) });
}

export function embeddingOf(steps: TenantSteps, bot: Bot): EmbeddingModel | null {
  const { embeddingProvider: provider, embeddingName: name, embeddingUrl: url, embeddingKey: key } = bot;
  return connected(steps, embeddingModel, { provider, name, url, key, purpose: embeddingKeyPurpose(steps, bot.id) });
}

interface Stored {
  provider: string | null;
  name: string | null;
  url: string | null;
  key: Buffer | null;
  purpose: string;
}

/** The configuration has the key in plain text: never let it leave the service. */
function connected<T>(
  { connections, organizationId, secrets }: TenantSteps,
  port: Port<T>,
  { provider, name, url, key, purpose }: Stored,
): T | null {
  const adapter = provider && connections.adaptersOf(port).find((each) => each.name === provider);
  if (!adapter) return null;
  const config: ModelConfig = { model: name ?? '', url, key: key && secrets.decrypt(key, purpose).toString() };
  return adapter.connect(config, organizationId) as T;
}
