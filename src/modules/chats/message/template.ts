import type { z } from 'zod';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { refusal, unknownReference } from '#platform/refusal.ts';
import { messagingOf } from '../channel/credentials.ts';
import { requireConversation } from '../conversation/find.ts';
import { doerOf } from '../conversation/state.ts';
import { channels, conversations, type MessageTemplate, messageTemplates } from '../tables.ts';
import type { NewTemplateMessage } from './message.schema.ts';
import { writeMessage } from './send.ts';

export const TemplateNotApproved = refusal(
  422,
  'template_not_approved',
  'The provider has not approved this template.',
);
export const TemplateParameters = refusal(422, 'template_parameters', 'The template needs another number of values.');

/** Sends an approved template, which the provider takes at any time. The number of its values is checked before. */
export async function sendTemplate(ctx: TenantContext, given: z.output<typeof NewTemplateMessage>) {
  const { id } = await requireConversation(ctx, given);
  const conversation = await conversations.lock(ctx, id);
  const channel = await channels.get(ctx, conversation.channelId);
  const { name, language, parameters } = given;
  const template = await messageTemplates.find(ctx, { channelId: channel.id, name, language });
  if (!template) throw unknownReference('body.name', 'The template');
  if (template.status !== 'APPROVED') throw TemplateNotApproved(`The template is ${template.status.toLowerCase()}.`);
  requireCounts(template, parameters);
  const { message } = await writeMessage(ctx, {
    channel,
    conversation,
    by: doerOf(ctx),
    type: 'template',
    text: filledIn(template, parameters),
    content: {
      category: template.category,
      template: { name, language: { code: language, policy: 'deterministic' }, components: componentsOf(parameters) },
    },
  });
  return message;
}

type Parameters = z.output<typeof NewTemplateMessage>['parameters'];

const textOf = ({ components }: MessageTemplate, type: string): string => {
  const found = components.find((each) => String(each.type).toUpperCase() === type);
  return typeof found?.text === 'string' ? found.text : '';
};
const variablesIn = (text: string): number => new Set(text.match(/\{\{\s*[\w]+\s*\}\}/g) ?? []).size;

function requireCounts(template: MessageTemplate, parameters: Parameters): void {
  for (const part of ['header', 'body'] as const) {
    const wanted = variablesIn(textOf(template, part.toUpperCase()));
    const given = parameters[part].length;
    if (wanted === given) continue;
    const message = `The ${part} of ${template.name} takes ${wanted} values, not ${given}.`;
    throw TemplateParameters(message, { errors: [{ path: `body.parameters.${part}`, code: 'wrong_count', message }] });
  }
}

function filledIn(template: MessageTemplate, parameters: Parameters): string {
  return (['header', 'body'] as const)
    .map((part) =>
      textOf(template, part.toUpperCase()).replace(
        /\{\{\s*(\d+)\s*\}\}/g,
        (_, place: string) => parameters[part][Number(place) - 1] ?? '',
      ),
    )
    .filter(Boolean)
    .join('\n\n');
}

const componentsOf = (parameters: Parameters) =>
  (['header', 'body'] as const)
    .filter((part) => parameters[part].length > 0)
    .map((type) => ({ type, parameters: parameters[type].map((text) => ({ type: 'text', text })) }));

/** Reads the provider's list of templates. */
export async function syncTemplates(steps: TenantSteps, channelId: string): Promise<void> {
  const provider = await steps.transaction(async (ctx) => messagingOf(ctx, await channels.get(ctx, channelId)));
  const templates = await provider.listTemplates();
  await steps.transaction(async (ctx) => {
    for (const { id, ...template } of templates)
      await messageTemplates.upsert(
        ctx,
        { ...template, id: newId(), providerTemplateId: id, channelId, createdAt: ctx.now, updatedAt: ctx.now },
        ['channelId', 'name', 'language'],
        ['id', 'createdAt'],
      );
  });
}
