import { type ChatModel, chatModel } from '#modules/bots/index.ts';
import type { ChangedSettings } from '#modules/organization/index.ts';
import type { Services, TenantContext } from '#platform/context.ts';
import { unknownReference } from '#platform/refusal.ts';

export const BUILT_IN = 'built-in';

/** A model that this installation offers. */
export interface OfferedModel {
  id: string;
  name: string;
  provider: string;
  can: ('chat' | 'tools' | 'pictures' | 'documents')[];
  /** In US dollars for a million tokens. */
  inputPrice: string;
  outputPrice: string;
}

const builtIn: OfferedModel = {
  id: BUILT_IN,
  name: 'Colmado',
  provider: BUILT_IN,
  can: ['chat', 'tools', 'documents'],
  inputPrice: '0',
  outputPrice: '0',
};

/** The built-in one first; then those of the configuration whose provider this installation has. */
export const offeredModels = ({ config, connections }: Pick<Services, 'config' | 'connections'>): OfferedModel[] => [
  builtIn,
  ...(config.AI_MODELS ?? [])
    .filter(({ provider }) => connections.adaptersOf(chatModel).some((adapter) => adapter.name === provider))
    .map(({ id, name, provider, vision, inputPrice, outputPrice }) => ({
      id,
      name: name ?? id,
      provider,
      can: ['chat' as const, 'tools' as const, 'documents' as const, ...(vision ? (['pictures'] as const) : [])],
      inputPrice,
      outputPrice,
    })),
];

/** The model with this id, or a refusal that names the field. */
export function requireModel(services: Services, id: string, path: string): OfferedModel {
  const found = offeredModels(services).find((model) => model.id === id);
  if (!found) throw unknownReference(path, 'The model');
  return found;
}

/** The settings choose a model that is offered now; it may be withdrawn later. */
export async function requireChosenModel(ctx: TenantContext, { section, userId, new: { model } }: ChangedSettings) {
  if (section === 'assistant' && userId === null && typeof model === 'string')
    requireModel(ctx, model, 'body.value.model');
}

/** The chosen model of an organization; the built-in one if the chosen one is not offered any more. */
export const chosenModel = (services: Services, id: string): OfferedModel =>
  offeredModels(services).find((model) => model.id === id) ?? builtIn;

/** Connects an outside model; null for the built-in one. */
export function connectModel(services: Services & { organizationId: string }, { id }: OfferedModel): ChatModel | null {
  const configured = services.config.AI_MODELS?.find((model) => model.id === id);
  if (!configured) return null;
  const { provider, model, url, key } = configured;
  const adapter = services.connections.adaptersOf(chatModel).find(({ name }) => name === provider)!;
  return adapter.connect({ model, url, key }, services.organizationId) as ChatModel;
}
