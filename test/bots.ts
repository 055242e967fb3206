import assert from 'node:assert/strict';
import { turns } from '#modules/bots/tables.ts';
import { readSource } from '#modules/bots/training/read-source.ts';
import type { TenantSteps } from '#platform/context.ts';
import { type Line, messagesOf, newLine, newPhone } from '#test/chats.ts';
import type { Business } from '#test/harness.ts';
import { app, eventually, newBusiness } from '#test/harness.ts';
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

/** A line whose new conversations belong to a bot. */
export async function newBotLine(details: Record<string, unknown> = {}) {
  const business = await newBusiness();
  const bot = await newBot(business, { waitSeconds: 0, ...details });
  const line = await newLine(business, { botId: bot.id, assignment: { to: 'bot' } });
  return { business, bot, line, from: newPhone() };
}

export const turnsOf = ({ business }: Line, conversationId: string) =>
  app.engine.within(business.id, (ctx) => turns.all(ctx, { conversationId }, { orderBy: ['createdAt', 'id'] }));

/** All turns of a conversation once none of them waits or runs. */
export const ended = (line: Line, conversationId: string, least = 1) =>
  eventually(async () => {
    const all = await turnsOf(line, conversationId);
    return all.length >= least && all.every(({ finishedAt }) => finishedAt !== null) && all;
  });

/** The messages of the organization in a conversation. */
export const said = async (line: Line, from: string) =>
  (await messagesOf(line, `+${from}`)).filter(({ direction }) => direction === 'out').map(({ text }) => text);
