import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { post } from '#test/chats.ts';
import { EventReader } from '#test/event-stream.ts';
import { anonymous, type Business, baseUrl } from '#test/harness.ts';

export async function newWidget(business: Business, settings: object = {}) {
  const { data: channel } = await business.api.POST('/v1/channel', { body: { kind: 'widget', name: 'Tienda' } });
  const path = { channelId: channel!.id };
  await business.api.PATCH('/v1/channel/{channelId}/widget', { params: { path }, body: settings });
  return { business, channelId: channel!.id, key: channel!.publicKey, secret: channel!.inboundSecret };
}
export type Widget = Awaited<ReturnType<typeof newWidget>>;

/** Begins a visit, or continues one. */
export async function visit({ key }: Widget, given: { visitorToken?: string; identity?: string } = {}) {
  const { data, error } = await anonymous.POST('/v1/channel/{channelId}/widget/session', {
    params: { path: { channelId: key } },
    body: given,
  });
  assert.ok(data, JSON.stringify(error));
  return data;
}

export async function say({ key }: Widget, visitorToken: string, text: string, more: object = {}) {
  const body = Buffer.from(JSON.stringify({ visitorToken, text, ...more }));
  const answer = await post(`/v1/chat/webhook?key=${key}`, body);
  assert.equal(answer.status, 200, await answer.clone().text());
  return ((await answer.json()) as { sourceId: string }).sourceId;
}

export const feed = ({ key }: Widget, token: string, query = '') =>
  fetch(`${baseUrl}/v1/channel/${key}/widget/feed${query}`, { headers: { 'x-visitor-token': token } });

export const follow = ({ key }: Widget, token: string, more: Record<string, string> = {}) =>
  EventReader.open(`/v1/channel/${key}/widget/feed`, { 'x-visitor-token': token, ...more });

export const lookAt = ({ business, channelId }: Widget, sourceId: string, more: Record<string, string> = {}) =>
  EventReader.open(`/v1/conversation/${channelId}/${encodeURIComponent(sourceId)}/feed`, {
    authorization: `Bearer ${business.owner.token}`,
    'x-service-organization-id': business.id,
    ...more,
  });

export const note = (
  { key }: Widget,
  body: { visitorToken: string; typing?: boolean; seenSeq?: string; email?: string },
) => anonymous.POST('/v1/channel/{channelId}/widget/activity', { params: { path: { channelId: key } }, body });

export async function answer({ business, channelId }: Widget, sourceId: string, text: string, more: object = {}) {
  const { data, error } = await business.api.POST('/v1/chat/message', { body: { channelId, sourceId, text, ...more } });
  assert.ok(data, JSON.stringify(error));
  return data;
}

/** The identity of a person, as the organization's site signs it. */
export function signIdentity(
  { secret }: Widget,
  claims: { sub: string; name?: string; email?: string; nbf?: number },
  header: object = {},
): string {
  const exp = Math.floor(Date.now() / 1000) + 600;
  const parts = [
    { alg: 'HS256', ...header },
    { ...claims, exp },
  ].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  return `${parts.join('.')}.${createHmac('sha256', secret).update(parts.join('.')).digest('base64url')}`;
}
