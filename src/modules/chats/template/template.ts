import type { z } from 'zod';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { unknownReference } from '#platform/refusal.ts';
import { messagingOf } from '../channel/credentials.ts';
import { contactVariables, fillVariables, ownVariables } from '../message/variables.ts';
import {
  channels,
  conversations,
  type MessageTemplate,
  messageTemplates,
  type TemplateStatus,
  templateStatuses,
  templateVersions,
} from '../tables.ts';
import { exampleValues, renderTemplate, type Values } from './components.ts';
import { DELETED, factsOf, type Prices, readPrices, requireValues, SUBMITTING } from './facts.ts';
import { recordEvent } from './status.ts';
import { TemplateBusy } from './submit.ts';
import type { PreviewWanted } from './template.schema.ts';

const HISTORY_MAX = 100;

export async function describeTemplates(ctx: TenantContext, rows: MessageTemplate[]) {
  const prices = await readPrices(ctx);
  return rows.map((row) => describe(row, prices));
}

function describe(row: MessageTemplate, prices: Prices) {
  const { isSendable, needs, price } = factsOf(row, prices);
  const { header, body, buttons, media } = needs;
  return { ...row, isSendable, price, parameters: { header, body, buttons: buttons.length, media } };
}

/** A template with its earlier versions and its history. */
export async function readTemplate(ctx: TenantContext, channelId: string, id: string) {
  const row = await messageTemplates.get(ctx, { id, channelId });
  const [[described], versions, history] = await Promise.all([
    describeTemplates(ctx, [row]),
    templateVersions.all(ctx, { templateId: id }, { orderBy: ['-edition'], limit: HISTORY_MAX }),
    templateStatuses.all(ctx, { templateId: id }, { orderBy: ['-at', '-id'], limit: HISTORY_MAX }),
  ]);
  return { ...described!, versions, history: history.toSorted(newestFirst) };
}

/** The provider's notices have whole seconds: what falls into one second is in the order in which it was recorded. */
const newestFirst = (a: TemplateStatus, b: TemplateStatus): number =>
  secondOf(b) - secondOf(a) || (a.id < b.id ? 1 : -1);
const secondOf = ({ at }: TemplateStatus): number => Math.floor(Temporal.Instant.from(at).epochMilliseconds / 1000);

/** Deletes a template at the provider. Its row stays for the messages that were sent with it. */
export async function deleteTemplate(steps: TenantSteps, channelId: string, id: string) {
  const { provider, template } = await steps.transaction(async (ctx) => {
    const channel = await channels.get(ctx, { id: channelId, kind: 'msgapp' });
    const found = await messageTemplates.get(ctx, { id, channelId });
    if (found.status === SUBMITTING) throw TemplateBusy();
    return { provider: messagingOf(ctx, channel), template: found };
  });
  const { providerTemplateId, name, status } = template;
  if (providerTemplateId && status !== DELETED) await provider.deleteTemplate({ id: providerTemplateId, name });
  return steps.transaction(async (ctx) => {
    const locked = await messageTemplates.lock(ctx, { id, channelId });
    const event = { event: DELETED, status: DELETED, reason: null, source: 'api', at: realNow() } as const;
    const deleted = locked.status === DELETED ? locked : await recordEvent(ctx, locked, event);
    return (await describeTemplates(ctx, [deleted]))[0]!;
  });
}

/** How a template looks for one contact. Values may hold variables such as `{{contact.name}}`; without any, its examples are shown. */
export async function previewTemplate(
  ctx: TenantContext,
  { channelId, templateId }: { channelId: string; templateId: string },
  { contactId, conversationId, parameters }: z.output<typeof PreviewWanted>,
) {
  const template = await messageTemplates.get(ctx, { id: templateId, channelId });
  const { needs, price } = factsOf(template, await readPrices(ctx));
  const values = parameters ?? exampleValues(template.components);
  if (parameters) requireValues(template, { values, hasFile: needs.media !== null });
  const filled = await fillInValues(ctx, values, { contactId, conversationId });
  return { ...renderTemplate(template.components, filled), price };
}

async function fillInValues(
  ctx: TenantContext,
  values: Values,
  { contactId, conversationId }: { contactId?: string | undefined; conversationId?: string | undefined },
): Promise<Values> {
  const conversation = conversationId ? await conversations.find(ctx, conversationId) : undefined;
  if (conversationId && !conversation) throw unknownReference('body.conversationId', 'The conversation');
  const id = contactId ?? conversation?.contactId;
  const contact = id ? (await contactVariables(ctx, [id])).get(id) : undefined;
  if (contactId && !contact) throw unknownReference('body.contactId', 'The contact');
  const known = { ...(await ownVariables(ctx)), ...(contact ?? { 'contact.name': conversation?.name ?? '' }) };
  const fill = (texts: string[]) => texts.map((text) => fillVariables(text, known));
  return { header: fill(values.header), body: fill(values.body), buttons: fill(values.buttons) };
}
