import assert from 'node:assert/strict';
import type { Automation } from '#client';
import { type Business, eventually } from '#test/harness.ts';

/** A trigger by calls, with an input that takes anything it names. */
export const byCall = (...fields: string[]) => ({
  kind: 'api' as const,
  input: {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field, { type: 'string' }])),
  },
});

/** Creates an automation, enabled unless given otherwise. */
export async function newAutomation(
  { api }: Pick<Business, 'api'>,
  given: { trigger: unknown; nodes: unknown[] } & Record<string, unknown>,
): Promise<Automation> {
  const body = { name: 'Prueba', enabled: true, ...given };
  const { data, error } = await api.POST('/v1/automation', { body: body as never });
  assert.ok(data, `refused: ${error?.code} ${error?.detail} ${JSON.stringify(error?.errors)}`);
  return data;
}

export async function call({ api }: Business, automationId: string, input: Record<string, unknown> = {}, key?: string) {
  const body = { automationId, input, ...(key && { key }) };
  const { data, error } = await api.POST('/v1/automation/api', { body });
  assert.ok(data, `refused: ${error?.code} ${error?.detail}`);
  return data;
}

/** The threads of an automation with their steps, newest first. */
export async function threadsOf({ api }: Pick<Business, 'api'>, automationId: string) {
  const { data } = await api.GET('/v1/automation/{id}/threads/detailed', { params: { path: { id: automationId } } });
  return data!.data;
}

const RESTING = ['done', 'stopped', 'failed', 'canceled', 'needs-review', 'waiting'];

/** The newest thread of an automation, once it has ended or waits. */
export const settled = (business: Pick<Business, 'api'>, automationId: string) =>
  eventually(async () => {
    const [thread] = await threadsOf(business, automationId);
    return thread && RESTING.includes(thread.state) ? thread : null;
  });
