import { createHash } from 'node:crypto';
import { addUsage } from '#modules/billing/index.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import type { Language } from '#platform/pages/language.ts';
import { isRefusal, ProviderRefused, ProviderTimeout, ProviderUnavailable } from '#platform/ports/port.ts';
import { wordsOf } from '#platform/search/words.ts';
import { shortened } from '#platform/text.ts';
import type { ChatModel, ModelAnswer, ModelMessage, ModelToolCall } from '../model/model.port.ts';
import { modelOf } from '../model/model.ts';
import { asksForPerson, smallTalkOf } from '../retrieval/courtesy.ts';
import { embedQuestion } from '../retrieval/embed.ts';
import { retrieve } from '../retrieval/retrieve.ts';
import type { Question, Source } from '../retrieval/source.ts';
import type { Bot } from '../tables.ts';
import { loadTools, type Tools } from '../tool/tools.ts';
import { texts } from '../turn/texts.ts';
import { HAND_OVER, handOverTool, RESOLVE, readCitations, resolveTool, systemPrompt } from './prompt.ts';

/** The answer of a bot to a question, before anything is sent. */
export interface Outcome {
  outcome: 'answered' | 'unknown' | 'handed-over' | 'resolved' | 'failed';
  answer: string | null;
  reason: string | null;
  language: Language;
  sources: Source[];
  toolCalls: { name: string; args: Record<string, unknown>; error: string | null }[];
}

interface Conversing extends Question {
  history: NonNullable<Question['history']>;
  conversationId: string | null;
  /** The beginning of the idempotency keys of its tool calls: the same for every attempt of a turn. */
  callKey: string;
  signal?: AbortSignal;
}

const STEPS_MAX = 6;
const QUESTIONS_MAX = 5;
const CALLS_PER_STEP_MAX = 5;
const ANSWER_TOKENS_MAX = 800;
const ANSWER_LENGTH_MAX = 4_000;
const MODEL_TIMEOUT_MS = 40_000;

/** Finds an answer: with a model where the bot has one, else in the best source. */
export async function answerQuestion(steps: TenantSteps, bot: Bot, question: Conversing): Promise<Outcome> {
  const vector = await embedQuestion(steps, bot, question.text, question.signal);
  const { sources, language, tools } = await steps.transaction((ctx) => gather(ctx, bot, { ...question, vector }));
  if (question.text.trim() === '')
    return {
      outcome: 'handed-over',
      answer: null,
      reason: 'The customer sent something without words.',
      language,
      sources,
      toolCalls: [],
    };
  const model = modelOf(steps, bot);
  if (model) return converse(steps, { bot, model, sources, language, tools, question });
  const found = await answerWithoutModel(steps, bot, question, { sources, language });
  return { reason: null, language, toolCalls: [], ...found };
}

type Found = Pick<Outcome, 'outcome' | 'answer' | 'sources'> & { reason?: string };

/** The best source, a courtesy, or a source for each of several questions. */
async function answerWithoutModel(
  steps: TenantSteps,
  bot: Bot,
  question: Conversing,
  { sources, language }: Pick<Outcome, 'sources' | 'language'>,
): Promise<Found> {
  const best = sources.find((source) => covers(bot, source));
  if (best) return { outcome: 'answered', answer: best.content, sources: [best] };
  const words = wordsOf(question.text);
  const courtesy = smallTalkOf(question.text, words);
  if (courtesy) return { outcome: 'answered', answer: texts[language][courtesy], sources: [] };
  if (asksForPerson(words))
    return { outcome: 'handed-over', answer: null, sources, reason: 'The customer asks for a person.' };
  const each = await steps.transaction((ctx) => answerEach(ctx, bot, question));
  if (each.length > 0)
    return { outcome: 'answered', answer: each.map(({ content }) => content).join('\n\n'), sources: each };
  return { outcome: 'unknown', answer: null, sources, reason: 'No source covers the question.' };
}

const covers = ({ threshold }: Bot, { score }: Source): boolean => score * 100 >= threshold;

/** No source covers several questions at once, so each is answered by its own; if one has none, a person must answer them all. */
async function answerEach(ctx: TenantContext, bot: Bot, { text, contactId, history }: Conversing): Promise<Source[]> {
  const questions = text.split(/\n|(?<=\?)/).filter((part) => {
    const words = wordsOf(part);
    return words.length > 0 && !smallTalkOf(part, words);
  });
  if (questions.length < 2 || questions.length > QUESTIONS_MAX) return [];
  const found = await Promise.all(questions.map((part) => retrieve(ctx, bot, { text: part, contactId, history })));
  const best = found.flatMap(({ sources }) => sources.find((source) => covers(bot, source)) ?? []);
  return best.length < questions.length ? [] : [...new Map(best.map((source) => [source.content, source])).values()];
}

async function gather(ctx: TenantContext, bot: Bot, question: Conversing) {
  const [retrieved, tools] = await Promise.all([retrieve(ctx, bot, question), loadTools(ctx, bot)]);
  return { ...retrieved, tools };
}

interface Conversation {
  bot: Bot;
  model: ChatModel;
  sources: Source[];
  language: Language;
  tools: Tools;
  question: Conversing;
}

/** Asks the model, runs the tools that it calls, and asks again, until it answers or hands over. */
async function converse(steps: TenantSteps, conversation: Conversation): Promise<Outcome> {
  const { bot, model, sources, language, tools, question } = conversation;
  const messages: ModelMessage[] = [...question.history, { role: 'user', text: question.text }];
  const toolCalls: Outcome['toolCalls'] = [];
  const ended = (outcome: Outcome['outcome'], reason: string): Outcome => ({
    outcome,
    reason,
    language,
    sources,
    toolCalls,
    answer: null,
  });
  try {
    for (let step = 0; step < STEPS_MAX; step++) {
      const answer = await model.answer({
        system: systemPrompt(bot, sources, language),
        messages,
        tools: [handOverTool, ...(question.conversationId ? [resolveTool] : []), ...tools.described],
        answerTokensMax: ANSWER_TOKENS_MAX,
        timeoutMs: MODEL_TIMEOUT_MS,
        signal: question.signal,
      });
      const tokens = answer.tokens.input + answer.tokens.output;
      if (tokens > 0) await steps.transaction((ctx) => addUsage(ctx, 'aiTokens', tokens));
      const handOver = answer.calls.find(({ name }) => name === HAND_OVER);
      if (handOver) return ended('handed-over', reasonIn(handOver));
      const resolved = answer.calls.find(({ name }) => name === RESOLVE);
      if (resolved) return ended('resolved', reasonIn(resolved));
      if (answer.calls.length === 0) return written(answer, conversation, toolCalls);
      messages.push({ role: 'calls', text: answer.text, calls: answer.calls });
      messages.push({ role: 'results', results: await runCalls(steps, conversation, answer.calls, toolCalls) });
    }
    return ended('failed', 'The model called too many tools without an answer.');
  } catch (error) {
    if (isRefusal(error, ProviderRefused, ProviderTimeout, ProviderUnavailable)) return ended('failed', error.message);
    throw error;
  }
}

function written(
  { text, isCut }: ModelAnswer,
  { sources, language }: Conversation,
  toolCalls: Outcome['toolCalls'],
): Outcome {
  const read = readCitations(isCut ? wholeSentences(text) : text, sources);
  const answer = shortened(read.text, ANSWER_LENGTH_MAX);
  return answer
    ? { outcome: 'answered', answer, reason: null, language, sources: read.cited, toolCalls }
    : { outcome: 'failed', answer: null, reason: 'The model answered nothing.', language, sources, toolCalls };
}

/** Half a sentence may mean something else than the whole: "RD$ 1" of "RD$ 1,500". */
const wholeSentences = (text: string): string => /^.*[.!?…](?=\s)/s.exec(text)?.[0] ?? '';

async function runCalls(
  steps: TenantSteps,
  { tools, question, bot }: Conversation,
  calls: ModelToolCall[],
  made: Outcome['toolCalls'],
) {
  const results = [];
  for (const [place, call] of calls.entries()) {
    const facts = {
      toolCallId: `${question.callKey}:${keyOf(call, made)}`,
      botId: bot.id,
      conversationId: question.conversationId,
      contactId: question.contactId,
    };
    const { result, error } =
      place < CALLS_PER_STEP_MAX
        ? await tools.run(steps, call.name, call.args, facts, question.signal)
        : { result: null, error: 'Too many tools at once.' };
    made.push({ name: call.name, args: asObject(call.args), error });
    results.push({ id: call.id, name: call.name, result: error === null ? result : { error } });
  }
  return results;
}

/** By its content, not by its place: in a further attempt the model may call other tools, or in another order. */
function keyOf({ name, args }: ModelToolCall, made: Outcome['toolCalls']): string {
  const content = JSON.stringify([name, asObject(args)]);
  const before = made.filter((call) => JSON.stringify([call.name, call.args]) === content).length;
  return `${createHash('sha256').update(content).digest('hex').slice(0, 16)}:${before}`;
}

const asObject = (args: unknown): Record<string, unknown> =>
  typeof args === 'object' && args !== null && !Array.isArray(args) ? (args as Record<string, unknown>) : {};

const reasonIn = ({ args }: ModelToolCall): string => {
  const { reason } = asObject(args);
  return typeof reason === 'string' && reason.trim() ? shortened(reason.trim(), 300) : 'The bot asked for a person.';
};
