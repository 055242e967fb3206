import assert from 'node:assert/strict';
import type { z } from 'zod';
import type { NewDiffusion } from '#modules/chats/diffusion/diffusion.schema.ts';
import { messageTemplates } from '#modules/chats/tables.ts';
import { newId } from '#platform/id.ts';
import { type Line, newPhone } from '#test/chats.ts';
import { app, type Business, eventually } from '#test/harness.ts';

/** Gives a number an approved template whose body is its text. */
export const putTemplate = ({ business, channelId }: Line, name = 'oferta', text = 'Hola {{1}}', status = 'APPROVED') =>
  app.engine.within(business.id, (ctx) =>
    messageTemplates.insert(ctx, {
      id: newId(),
      channelId,
      providerTemplateId: newId(),
      name,
      language: 'es',
      category: 'MARKETING',
      status,
      components: [{ type: 'BODY', text }],
      createdAt: ctx.now,
      updatedAt: ctx.now,
    }),
  );

export const setTemplate = ({ business, channelId }: Line, name: string, status: string) =>
  app.engine.within(business.id, (ctx) => messageTemplates.updateAll(ctx, { channelId, name }, { status }));

export interface Friend {
  id: string;
  name: string;
  phone: string | null;
}

/** A contact with a number of its own, unless it is said to have another or none. */
export async function newContact(
  { api }: Business,
  name: string,
  { labels = ['club'], phone = newPhone() }: { labels?: string[]; phone?: string | null } = {},
): Promise<Friend> {
  const contactData = phone === null ? [] : [{ kind: 'phone' as const, value: `+${phone}` }];
  const { data, error } = await api.POST('/v1/beneficiary', { body: { name, labels, contactData } });
  assert.ok(data, JSON.stringify(error));
  return { id: data.id, name, phone };
}

export const byName = { header: [], body: ['{{contact.name}}'], buttons: [] };

/** Drafts a diffusion to the contacts of the club. */
export async function draft(line: Line, fields: Partial<z.input<typeof NewDiffusion>> = {}) {
  const { data, error } = await line.business.api.POST('/v1/conversation-diffusion', {
    body: {
      name: 'Ofertas',
      channelId: line.channelId,
      audience: { filter: { label: 'club' } },
      templates: [{ name: 'oferta', language: 'es', parameters: byName }],
      ...fields,
    },
  });
  assert.ok(data, JSON.stringify(error));
  return data;
}

export async function start({ api }: Business, id: string) {
  const { data, error } = await api.POST('/v1/conversation-diffusion/{id}/start', { params: { path: { id } } });
  assert.ok(data, JSON.stringify(error));
  return data;
}

export const read = async ({ api }: Business, id: string) =>
  (await api.GET('/v1/conversation-diffusion/{id}', { params: { path: { id } } })).data!;

export const preview = async ({ api }: Business, id: string) =>
  (await api.GET('/v1/conversation-diffusion/{id}/preview', { params: { path: { id } } })).data!;

export const logs = async ({ api }: Business, id: string, query: Record<string, string> = {}) =>
  (
    await api.GET('/v1/conversation-diffusion/{id}/logs', {
      params: { path: { id }, query: { itemsPerPage: 200, ...query } },
    })
  ).data!.data;

export const change = ({ api }: Business, id: string, action: 'pause' | 'resume' | 'cancel') =>
  api.PATCH('/v1/conversation-diffusion', { body: { id, action } });

/** Waits until a diffusion is in a state, or waits for something. */
export const until = (business: Business, id: string, state: string, waitingFor: string | null = null) =>
  eventually(async () => {
    const diffusion = await read(business, id);
    return diffusion.state === state && diffusion.waitingFor === waitingFor && diffusion;
  });
