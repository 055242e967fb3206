import assert from 'node:assert/strict';
import { readSource } from '#modules/bots/training/read-source.ts';
import type { TenantSteps } from '#platform/context.ts';
import type { Business } from '#test/harness.ts';
import { app, eventually } from '#test/harness.ts';
import { runNow } from '#test/jobs.ts';

/** Creates a bot, without a model unless given otherwise. */
export async function newBot({ api }: Business, details: Record<string, unknown> = {}) {
  const { data, error } = await api.POST('/v1/bot', { body: { name: 'Colmadito', ...details } as never });
  assert.ok(data, `refused: ${error?.code} ${error?.detail}`);
  return data;
}

/** Trains a bot: an approved question with its answer, unless given otherwise. */
export async function train({ api }: Business, botId: string, details: Record<string, unknown>) {
  const body = { kind: 'question', approved: true, botId, ...details };
  const { data, error } = await api.POST('/v1/bot/training', { body: body as never });
  assert.ok(data, `refused: ${error?.code} ${error?.detail} ${JSON.stringify(error?.errors)}`);
  return data;
}

/** The entry once its text was read. */
export async function readWhole(business: Business, { id, botId }: { id: string; botId: string }, number = 1) {
  await runNow(readSource, { organizationId: business.id, trainingId: id, number });
  return eventually(async () => {
    const { data } = await business.api.GET('/v1/bot/training/{botId}/{id}', { params: { path: { botId, id } } });
    return data?.state === 'pending' ? null : data;
  });
}

export async function ask({ api }: Business, botId: string, question: string, details: Record<string, unknown> = {}) {
  const { data, error } = await api.POST('/v1/bot/answer', { body: { botId, question, ...details } as never });
  assert.ok(data, `refused: ${error?.code} ${error?.detail}`);
  return data;
}

/** Work in steps for an organization, as a job of it has. */
export const stepsOf = ({ id }: Business): TenantSteps => app.engine.stepsWithin(id, app.log);
