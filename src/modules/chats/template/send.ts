import type { z } from 'zod';
import type { TenantContext } from '#platform/context.ts';
import { unknownReference } from '#platform/refusal.ts';
import { namingField, requireConversation } from '../conversation/find.ts';
import { doerOf } from '../conversation/state.ts';
import type { NewTemplateMessage } from '../message/message.schema.ts';
import { writeMessage } from '../message/send.ts';
import { channels, conversations, messageTemplates } from '../tables.ts';
import { requireSendable, templateMessage } from './facts.ts';

/** Sends an approved template, which the provider takes at any time. The number of its values is checked before. */
export async function sendTemplate(ctx: TenantContext, given: z.output<typeof NewTemplateMessage>) {
  const { id } = await requireConversation(ctx, given);
  const conversation = await conversations.lock(ctx, id);
  const channel = await channels.get(ctx, conversation.channelId);
  const { name, language, parameters: values, headerFileId } = given;
  const template = await messageTemplates.find(ctx, { channelId: channel.id, name, language });
  if (!template) throw unknownReference('body.name', 'The template');
  const needs = requireSendable(template, { values, hasFile: headerFileId !== undefined });
  const { message } = await writeMessage(ctx, {
    ...templateMessage(template, needs, values),
    channel,
    conversation,
    by: doerOf(ctx),
    namedBy: namingField(given),
    fileId: headerFileId ?? null,
  });
  return message;
}
