import assert from 'node:assert/strict';
import type { ColmadoClient } from '#client';
import { baseUrl } from '#test/harness.ts';

type Api = { api: ColmadoClient };

/** One turn, with the built-in model unless given otherwise. */
export async function askAssistant(
  { api }: Api,
  message: string,
  details: { conversationId?: string; model?: string } = {},
) {
  const { data, error } = await api.POST('/v1/automation/assistant', { body: { message, ...details } });
  assert.ok(data, `refused: ${error?.code} ${error?.detail}`);
  return data;
}

/** A turn of the model that tests play. */
export const playModel = (by: Api, message: string, conversationId?: string) =>
  askAssistant(by, message, { model: 'test', ...(conversationId && { conversationId }) });

/** Decides a call that waited when the turn was read. */
export const decide = (
  { api }: Api,
  { conversationId, calls }: { conversationId: string; calls: { id: string; state: string }[] },
  approved: boolean,
  place = 0,
) =>
  api.POST('/v1/automation/assistant/tool-approval', {
    body: { conversationId, callId: calls.filter(({ state }) => state === 'pending')[place]!.id, approved },
  });

export interface Streamed {
  event: string;
  data: Record<string, unknown>;
}

/** The whole stream of a POST. */
export async function readStream(path: string, token: string, body: unknown, signal?: AbortSignal) {
  const answer = await fetch(baseUrl + path, {
    method: 'POST',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
  const events: Streamed[] = [];
  for (const part of (await answer.text()).split('\n\n')) {
    const [, event] = /^event: (.*)$/m.exec(part) ?? [];
    const [, data] = /^data: (.*)$/m.exec(part) ?? [];
    if (event && data) events.push({ event, data: JSON.parse(data) as Record<string, unknown> });
  }
  return { status: answer.status, type: answer.headers.get('content-type'), events };
}
