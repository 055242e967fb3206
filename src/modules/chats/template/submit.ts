import type { z } from 'zod';
import { findContent } from '#modules/files/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { exchange } from '#platform/ports/exchange.ts';
import type { Attempt, Reply } from '#platform/ports/exchange-declaration.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { messagingOf } from '../channel/credentials.ts';
import type { Messaging, NewProviderTemplate, ProviderTemplate } from '../messaging.port.ts';
import { channels, type MessageTemplate, messageTemplates, templateStatuses, templateVersions } from '../tables.ts';
import { componentsOf, type Needs, saySame } from './components.ts';
import { DELETED, SUBMITTING } from './facts.ts';
import { recordEvent } from './status.ts';
import { adopt, holdTemplates, keepVersion, syncTemplatesJob } from './sync.ts';
import type { NewTemplate } from './template.schema.ts';

export const TemplateBusy = refusal(
  'template_submitting',
  'The provider has not answered the last submission yet: wait for its answer.',
  409,
);
export const HeaderFileUnsupported = refusal(
  'header_file_unsupported',
  'A header must be a JPEG or PNG picture, an MP4 video or a PDF: choose another file.',
);

interface Question {
  provider: Messaging;
  template: NewProviderTemplate;
  providerTemplateId: string | null;
  storageKey: string | null;
}

/**
 * Submits a template to the provider. It has no idempotency key, but names are unique: after a request without an answer the
 * provider's list shows whether it has the template.
 */
export const submitting = exchange<Question, { template: ProviderTemplate }>({
  name: 'chats/submit-template',
  mayOverlap: () => false,
  prepare,
  ask,
  settle: async (ctx, { id, state, answer, problem }) => {
    const template = await messageTemplates.find(ctx, id, { lock: 'FOR UPDATE' });
    if (template?.status !== SUBMITTING) return;
    if (state === 'done') await adopt(ctx, template, answer!.template, 'api');
    else await withdraw(ctx, template, problem);
    await syncSiblings(ctx, template.channelId);
  },
});

/** Null: a notice or a sync has already recorded the outcome. */
async function prepare(ctx: TenantContext, id: string): Promise<Question | null> {
  const row = await messageTemplates.find(ctx, id);
  if (row?.status !== SUBMITTING) return null;
  const { name, language, category, components, headerFileId } = row;
  const provider = messagingOf(ctx, await channels.get(ctx, row.channelId));
  const file = headerFileId ? await findContent(ctx, headerFileId) : undefined;
  return {
    provider,
    providerTemplateId: row.providerTemplateId,
    storageKey: file?.storageKey ?? null,
    template: {
      name,
      language,
      category,
      components,
      headerFile: file
        ? { name: file.name, contentType: file.contentType, read: () => Promise.reject(new Error('no storage')) }
        : null,
    },
  };
}

async function ask(
  { provider, template, providerTemplateId, storageKey }: Question,
  attempt: Attempt<{ template: ProviderTemplate }>,
): Promise<Reply<{ template: ProviderTemplate }>> {
  const { name, language, components, headerFile } = template;
  if (attempt.askedAt !== null) {
    const listed = await provider.listTemplates();
    const theirs = listed.find((each) => each.name === name && each.language === language);
    if (theirs && (!providerTemplateId || saySame(theirs.components, components)))
      return { state: 'done', answer: { template: theirs } };
  }
  const read = async () => {
    const bytes = await attempt.storage.get(storageKey!);
    if (!bytes) throw new Error(`The bytes of ${storageKey} are missing.`);
    return bytes;
  };
  const given = { ...template, headerFile: headerFile && { ...headerFile, read } };
  const made = await provider.submitTemplate(given, providerTemplateId);
  return { state: 'done', answer: { template: { ...made, components } } };
}

/** The provider refused: the template is again what it was before. */
async function withdraw(ctx: TenantContext, template: MessageTemplate, problem: string | null): Promise<void> {
  const { id, edition } = template;
  const before = await templateVersions.find(ctx, { templateId: id, edition: edition - 1 });
  if (!before) return void (await messageTemplates.delete(ctx, id));
  const last = await templateStatuses.find(
    ctx,
    { templateId: id, edition: edition - 1 },
    { orderBy: ['-createdAt', '-id'] },
  );
  const { category, components } = before;
  const restored = await messageTemplates.update(ctx, id, {
    category,
    components,
    edition: edition - 1,
    updatedAt: ctx.now,
  });
  await templateVersions.delete(ctx, { templateId: id, edition: edition - 1 });
  const status = last?.status ?? 'PENDING';
  await recordEvent(ctx, restored, {
    event: 'SUBMISSION_REFUSED',
    status,
    reason: problem,
    source: 'api',
    at: realNow(),
  });
}

/** Other numbers of the same account have the same templates. */
async function syncSiblings(ctx: TenantContext, channelId: string): Promise<void> {
  const { adapter, account } = await channels.get(ctx, channelId);
  if (account === null) return;
  for (const { id } of await channels.all(ctx, { adapter, account }, { columns: ['id'] }))
    if (id !== channelId) ctx.enqueue(syncTemplatesJob, { channelId: id }, { group: id });
}

/** Creates a template, or a new version of the one with this name and language, and submits it for approval. */
export async function createTemplate(
  steps: TenantSteps,
  channelId: string,
  given: z.output<typeof NewTemplate>,
): Promise<string> {
  const id = await steps.transaction(async (ctx) => {
    const channel = await channels.get(ctx, { id: channelId, kind: 'msgapp' });
    await holdTemplates(ctx, channel.id);
    const row = await draft(ctx, channel.id, given);
    await submitting.begin(ctx, row.id, { group: channel.id });
    return row.id;
  });
  await submitting.advance(steps, id);
  return id;
}

async function draft(ctx: TenantContext, channelId: string, given: z.output<typeof NewTemplate>) {
  const { name, language, category, header } = given;
  const format = header?.fileId ? await formatOf(ctx, header.fileId) : null;
  const fields = {
    category,
    components: componentsOf(given, format),
    headerFileId: header?.fileId ?? null,
    updatedAt: ctx.now,
  };
  const made = await messageTemplates.insertUnlessTaken(ctx, {
    ...fields,
    channelId,
    name,
    language,
    status: SUBMITTING,
    statusAt: ctx.now,
  });
  const before = made ?? (await messageTemplates.lock(ctx, { channelId, name, language }));
  if (!made && before.status === SUBMITTING) throw TemplateBusy();
  if (!made) await keepVersion(ctx, before);
  const row = made
    ? made
    : await messageTemplates.update(ctx, before.id, {
        ...fields,
        edition: before.edition + 1,
        // A deleted one is made again under its name.
        ...(before.status === DELETED && { providerTemplateId: null }),
      });
  return recordEvent(ctx, row, { event: SUBMITTING, status: SUBMITTING, reason: null, source: 'api', at: realNow() });
}

const formats: Record<string, Needs['media']> = {
  'image/jpeg': 'IMAGE',
  'image/png': 'IMAGE',
  'video/mp4': 'VIDEO',
  'application/pdf': 'DOCUMENT',
};

async function formatOf(ctx: TenantContext, fileId: string): Promise<Needs['media']> {
  const file = await findContent(ctx, fileId);
  if (!file) throw unknownReference('body.header.fileId', 'The file');
  const format = formats[file.contentType];
  if (format) return format;
  const message = `${HeaderFileUnsupported.title} This file is ${file.contentType}.`;
  throw HeaderFileUnsupported.at('body.header.fileId', undefined, message);
}
