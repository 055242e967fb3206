import type { z } from 'zod';
import { requireFreshSession } from '#platform/auth/authenticate.ts';
import type { Services, TenantContext } from '#platform/context.ts';
import { givenFields } from '#platform/http/change.ts';
import { checkOutboundUrl, OutboundRefused } from '#platform/http/outbound.ts';
import { newId } from '#platform/id.ts';
import { type FieldError, NotFound, refusal, unknownReference } from '#platform/refusal.ts';
import type { SealedKind } from '#platform/verification.ts';
import { chatModel, type ModelConfig } from '../model/model.port.ts';
import { type Bot, bots, customTools } from '../tables.ts';
import { isOwnTool } from '../tool/own-tool-names.ts';
import type { BotChange, NewBot } from './bot.schema.ts';

export const TooManyBots = refusal(422, 'too_many_bots', 'An organization has at most 100 bots.');
export const ModelNotAllowed = refusal(422, 'model_not_allowed', 'This model cannot be used.');

const BOTS_MAX = 100;

type Given = z.output<typeof NewBot>;

export async function createBot(ctx: TenantContext, fields: Given, id = newId()) {
  if ((await bots.count(ctx)) >= BOTS_MAX) throw TooManyBots();
  const { model, ...rest } = fields;
  await requireTools(ctx, rest.tools);
  const row = { ...rest, ...modelColumns(ctx, id, model, null) };
  return describeBot(
    await bots.insert(ctx, { ...row, id, createdBy: ctx.userId, createdAt: ctx.now, updatedAt: ctx.now }),
  );
}

/** Changes a bot. An id that is not known yet makes a new bot, if it has a name. */
export async function changeBot(ctx: TenantContext, id: string, change: z.output<typeof BotChange>) {
  const { version, archived, model, ...fields } = change;
  if (!(await bots.exists(ctx, id))) {
    const { name } = fields;
    if (name === undefined || version !== undefined) throw NotFound();
    return createBot(ctx, { ...fields, name, model }, id);
  }
  const before = await bots.lock(ctx, id, version);
  await requireTools(ctx, fields.tools);
  return describeBot(
    await bots.update(ctx, id, {
      ...givenFields(fields),
      ...(model !== undefined && modelColumns(ctx, id, model, before)),
      ...(archived !== undefined && { archivedAt: archived ? (before.archivedAt ?? ctx.now) : null }),
      updatedAt: ctx.now,
    }),
  );
}

export const describeBot = ({ modelProvider, modelName, modelUrl, modelKey, archivedAt, ...bot }: Bot) => ({
  ...bot,
  archived: archivedAt !== null,
  model:
    modelProvider === null
      ? null
      : { provider: modelProvider, name: modelName!, url: modelUrl, hasKey: modelKey !== null },
});

/** Refuses tools that are neither the business's own nor custom tools of the organization. */
async function requireTools(ctx: TenantContext, tools: string[] = []): Promise<void> {
  const custom = tools.filter((name) => !isOwnTool(name));
  const known = new Set((await customTools.all(ctx, { name: custom }, { columns: ['name'] })).map(({ name }) => name));
  const unknown = tools.findIndex((name) => !isOwnTool(name) && !known.has(name));
  if (unknown >= 0) throw unknownReference(`body.tools[${unknown}]`, 'The tool');
}

function modelColumns(ctx: TenantContext, id: string, model: Given['model'], before: Bot | null) {
  if (!model) return { modelProvider: null, modelName: null, modelUrl: null, modelKey: null };
  const { provider, name, url, key } = model;
  if (!ctx.connections.adaptersOf(chatModel).some((adapter) => adapter.name === provider))
    throw notAllowed('body.model.provider', 'unavailable', 'This provider is not available here.');
  if (url !== null) checkModelUrl(ctx, url);
  // Otherwise a new address would be sent the key that somebody else gave.
  const keeps = before?.modelProvider === provider && before.modelUrl === url;
  // Conversations are sent to the address of the model.
  if (!keeps || key !== undefined) requireFreshSession(ctx.actor);
  if (before?.modelKey && !keeps && key === undefined)
    throw notAllowed('body.model.key', 'required', 'A new provider or URL needs the key again.');
  const modelKey = key === undefined ? (before?.modelKey ?? null) : ctx.secrets.encrypt(key, modelKeyPurpose(ctx, id));
  return { modelProvider: provider, modelName: name, modelUrl: url, modelKey };
}

function checkModelUrl(ctx: TenantContext, url: string): void {
  try {
    checkOutboundUrl(url, ctx.config.WEBHOOK_ALLOW_PRIVATE);
  } catch (error) {
    if (!(error instanceof OutboundRefused)) throw error;
    throw notAllowed('body.model.url', error.reason, error.message);
  }
}

const notAllowed = (path: string, code: string, message: string) =>
  ModelNotAllowed(message, { errors: [{ path, code, message } satisfies FieldError] });

const modelKeyPurpose = ({ organizationId }: { organizationId: string }, id: string): string =>
  `bot model key ${organizationId} ${id}`;

/** The configuration of a bot's model, with its key in plain text: never let it leave the service. */
export const modelConfigOf = (ctx: Services & { organizationId: string }, bot: Bot): ModelConfig => ({
  model: bot.modelName ?? '',
  url: bot.modelUrl,
  key: bot.modelKey === null ? null : ctx.secrets.decrypt(bot.modelKey, modelKeyPurpose(ctx, bot.id)).toString(),
});

export const sealedModelKeys: SealedKind = {
  what: 'keys of models',
  sample: async (tenant) => {
    const rows = await bots.all(tenant, {}, { columns: ['id', 'modelKey'] });
    const found = rows.find(({ modelKey }) => modelKey !== null);
    return found ? { sealed: found.modelKey!, purpose: modelKeyPurpose(tenant, found.id) } : null;
  },
};
