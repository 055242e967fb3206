import { z } from 'zod';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { isAfter, realNow } from '#platform/date.ts';
import { newId } from '#platform/id.ts';
import { tenantJob } from '#platform/jobs/job.ts';
import { messagingOf } from '../channel/credentials.ts';
import type { ProviderTemplate } from '../messaging.port.ts';
import { channels, type MessageTemplate, messageTemplates, templateStatuses, templateVersions } from '../tables.ts';
import { saySame } from './components.ts';
import { DELETED, SUBMITTING } from './facts.ts';
import { recordEvent } from './status.ts';

/** Reads the provider's list of templates in the background: after a channel was connected, or a notice about an unknown one. */
export const syncTemplatesJob = tenantJob({
  name: 'chats/sync-templates',
  queue: 'deliveries',
  payload: { channelId: z.uuid() },
  attempts: 8,
  backoffSeconds: 10,
  run: (steps, { channelId }) => syncTemplates(steps, channelId).then(() => {}),
});

/** Makes our templates of a channel equal to the provider's. Answers how many changed. */
export async function syncTemplates(steps: TenantSteps, channelId: string): Promise<number> {
  const { provider, startedAt } = await steps.transaction(async (ctx) => ({
    provider: messagingOf(ctx, await channels.get(ctx, channelId)),
    startedAt: ctx.now,
  }));
  const listed = await provider.listTemplates();
  return steps.transaction((ctx) => applyList(ctx, channelId, listed, startedAt));
}

/** Serializes what adds templates to a channel: two lists at once, or a list and a submission. */
export const holdTemplates = (ctx: TenantContext, channelId: string) =>
  channels.find(ctx, channelId, { columns: ['id'], lock: 'FOR NO KEY UPDATE' });

const keyOf = ({ name, language }: { name: string; language: string }): string => `${name} ${language}`;

async function applyList(
  ctx: TenantContext,
  channelId: string,
  listed: ProviderTemplate[],
  startedAt: Temporal.Instant,
): Promise<number> {
  await holdTemplates(ctx, channelId);
  const known = await messageTemplates.all(ctx, { channelId }, { orderBy: ['id'], lock: 'FOR UPDATE' });
  const byKey = new Map(known.map((template) => [keyOf(template), template]));
  const fresh = new Map<string, ProviderTemplate>();
  let changed = 0;
  for (const template of listed) {
    const ours = byKey.get(keyOf(template));
    if (!ours) fresh.set(keyOf(template), template);
    else if (!isNewer(ours, startedAt) && (await adopt(ctx, ours, template))) changed++;
  }
  await insertTemplates(ctx, channelId, [...fresh.values()]);
  const names = new Set(listed.map(keyOf));
  for (const ours of known) {
    const isGone = !names.has(keyOf(ours)) && ours.status !== DELETED && ours.status !== SUBMITTING;
    if (!isGone || isNewer(ours, startedAt)) continue;
    await recordEvent(ctx, ours, { event: DELETED, status: DELETED, reason: null, source: 'sync', at: realNow() });
    changed++;
  }
  return changed + fresh.size;
}

/** A notice or a submission changed it after the provider was asked for its list. */
const isNewer = ({ updatedAt }: MessageTemplate, startedAt: Temporal.Instant): boolean => isAfter(updatedAt, startedAt);

async function insertTemplates(ctx: TenantContext, channelId: string, fresh: ProviderTemplate[]): Promise<void> {
  const rows = fresh.map(({ id: providerTemplateId, ...template }) => ({
    ...template,
    id: newId(),
    channelId,
    providerTemplateId,
    status: template.status.toUpperCase(),
    statusAt: ctx.now,
  }));
  await messageTemplates.insertMany(ctx, rows);
  await templateStatuses.insertMany(
    ctx,
    rows.map(({ id, status, reason }) => ({
      templateId: id,
      edition: 1,
      event: status,
      status,
      reason,
      source: 'sync' as const,
      at: realNow(),
    })),
  );
}

/** Stores the provider's data of a locked template. False: nothing has changed. */
export async function adopt(
  ctx: TenantContext,
  ours: MessageTemplate,
  theirs: ProviderTemplate,
  source: 'api' | 'sync' = 'sync',
): Promise<boolean> {
  const { id: providerTemplateId, category, components, quality, reason } = theirs;
  const status = theirs.status.toUpperCase();
  const saysOther = !saySame(ours.components, components);
  // The words that the provider adds to a one-time code are no new version.
  const isEdited = saysOther && ours.category !== 'AUTHENTICATION';
  const isSame =
    !saysOther &&
    ours.providerTemplateId === providerTemplateId &&
    ours.category === category &&
    ours.quality === quality &&
    ours.status === status;
  if (isSame) return false;
  if (isEdited) await keepVersion(ctx, ours);
  const updated = await messageTemplates.update(ctx, ours.id, {
    providerTemplateId,
    category,
    components,
    quality,
    edition: ours.edition + (isEdited ? 1 : 0),
    updatedAt: ctx.now,
  });
  if (ours.status !== status) await recordEvent(ctx, updated, { event: status, status, reason, source, at: realNow() });
  return true;
}

/** Keeps the current version before another one takes its place. */
export const keepVersion = (ctx: TenantContext, { id, edition, category, components }: MessageTemplate) =>
  templateVersions.insert(ctx, { templateId: id, edition, category, components, replacedAt: ctx.now });
