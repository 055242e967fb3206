import type { z } from 'zod';
import { requireFreshSession } from '#platform/auth/authenticate.ts';
import type { TenantContext } from '#platform/context.ts';
import { archivedAtBy, givenFields } from '#platform/http/change.ts';
import { requireOutboundUrl } from '#platform/http/outbound.ts';
import { newId } from '#platform/id.ts';
import type { Port } from '#platform/ports/port.ts';
import { NotFound, refusal, unknownReference } from '#platform/refusal.ts';
import { sealedColumn } from '#platform/verification.ts';
import { embeddingModel } from '../model/embedding.port.ts';
import { chatModel } from '../model/model.port.ts';
import { embeddingKeyPurpose, modelKeyPurpose } from '../model/model.ts';
import { embedPassages } from '../retrieval/embed.ts';
import { type Bot, bots, customTools } from '../tables.ts';
import { isOwnTool } from '../tool/own-tool-names.ts';
import type { BotChange, NewBot } from './bot.schema.ts';

export const TooManyBots = refusal('too_many_bots', 'An organization has at most 100 bots: delete one first.');
export const ModelNotAllowed = refusal(
  'model_not_allowed',
  'This model is not available: choose one that GET /v1/ai/models lists.',
);

const BOTS_MAX = 100;

type Given = z.output<typeof NewBot>;

export async function createBot(ctx: TenantContext, fields: Given, id = newId()) {
  if ((await bots.countForLimit(ctx)) >= BOTS_MAX) throw TooManyBots();
  const { model, embedding, ...rest } = fields;
  await requireTools(ctx, rest.tools);
  const row = { ...rest, ...modelColumns(ctx, id, model, null), ...embeddingColumns(ctx, id, embedding, null) };
  return describeBot(await bots.insert(ctx, { ...row, id }));
}

/** Changes a bot. An id that is not known yet makes a new bot, if it has a name. */
export async function changeBot(ctx: TenantContext, id: string, change: z.output<typeof BotChange>) {
  const { version, archived, model, embedding, ...fields } = change;
  if (!(await bots.exists(ctx, id))) {
    const { name } = fields;
    if (name === undefined || version !== undefined) throw NotFound();
    return createBot(ctx, { ...fields, name, model, embedding }, id);
  }
  const before = await bots.lock(ctx, id, version);
  await requireTools(ctx, fields.tools);
  if (embedding) ctx.enqueue(embedPassages, { botId: id }, { group: id });
  return describeBot(
    await bots.change(ctx, id, {
      ...givenFields(fields),
      ...(model !== undefined && modelColumns(ctx, id, model, before)),
      ...(embedding !== undefined && embeddingColumns(ctx, id, embedding, before)),
      archivedAt: archivedAtBy(ctx, archived, before),
      updatedAt: ctx.now,
    }),
  );
}

export function describeBot(row: Bot) {
  const { modelProvider, modelName, modelUrl, modelKey, archivedAt, ...rest } = row;
  const { embeddingProvider, embeddingName, embeddingUrl, embeddingKey, embeddingProblem: problem, ...bot } = rest;
  const describe = (provider: string | null, name: string | null, url: string | null, key: Buffer | null) =>
    provider === null ? null : { provider, name: name!, url, hasKey: key !== null };
  const embedding = describe(embeddingProvider, embeddingName, embeddingUrl, embeddingKey);
  return {
    ...bot,
    archived: archivedAt !== null,
    model: describe(modelProvider, modelName, modelUrl, modelKey),
    embedding: embedding && { ...embedding, problem },
  };
}

/** Refuses tools that are neither the business's own nor custom tools of the organization. */
async function requireTools(ctx: TenantContext, tools: string[] = []): Promise<void> {
  const custom = tools.filter((name) => !isOwnTool(name));
  const known = new Set((await customTools.all(ctx, { name: custom }, { columns: ['name'] })).map(({ name }) => name));
  const unknown = tools.findIndex((name) => !isOwnTool(name) && !known.has(name));
  if (unknown >= 0) throw unknownReference(`body.tools[${unknown}]`, 'The tool');
}

function modelColumns(ctx: TenantContext, id: string, model: Given['model'], before: Bot | null) {
  const known = before && { provider: before.modelProvider, url: before.modelUrl, key: before.modelKey };
  const purpose = modelKeyPurpose(ctx, id);
  const { provider, name, url, key } = connectionOf(ctx, model, known, {
    port: chatModel,
    path: 'body.model',
    purpose,
  });
  return { modelProvider: provider, modelName: name, modelUrl: url, modelKey: key };
}

function embeddingColumns(ctx: TenantContext, id: string, embedding: Given['embedding'], before: Bot | null) {
  const known = before && { provider: before.embeddingProvider, url: before.embeddingUrl, key: before.embeddingKey };
  const at = { port: embeddingModel, path: 'body.embedding', purpose: embeddingKeyPurpose(ctx, id) };
  const { provider, name, url, key } = connectionOf(ctx, embedding, known, at);
  return {
    embeddingProvider: provider,
    embeddingName: name,
    embeddingUrl: url,
    embeddingKey: key,
    embeddingProblem: null,
  };
}

interface Connected {
  provider: string | null;
  url: string | null;
  key: Buffer | null;
}

/** The stored connection of a model, with its address checked and its key encrypted. */
function connectionOf(
  ctx: TenantContext,
  given: Given['model'] | Given['embedding'],
  before: Connected | null,
  { port, path, purpose }: { port: Port<unknown>; path: string; purpose: string },
): Connected & { name: string | null } {
  if (!given) return { provider: null, name: null, url: null, key: null };
  const { provider, name, url, key } = given;
  if (!ctx.connections.adaptersOf(port).some((adapter) => adapter.name === provider))
    throw ModelNotAllowed.at(`${path}.provider`, 'unavailable', 'This provider is not available here.');
  if (url !== null) requireOutboundUrl(ctx, url, ModelNotAllowed, `${path}.url`);
  const keeps = before?.provider === provider && before.url === url;
  // Conversations and training are sent to the address of a model.
  if (!keeps || key !== undefined) requireFreshSession(ctx.actor);
  // Otherwise a new address would be sent the key that somebody else gave.
  if (before?.key && !keeps && key === undefined)
    throw ModelNotAllowed.at(`${path}.key`, 'required', 'A new provider or URL needs the key again.');
  return { provider, name, url, key: key === undefined ? (before?.key ?? null) : ctx.secrets.encrypt(key, purpose) };
}

export const sealedModelKeys = [
  sealedColumn('keys of models', bots, 'modelKey', modelKeyPurpose),
  sealedColumn('keys of embedding models', bots, 'embeddingKey', embeddingKeyPurpose),
];
