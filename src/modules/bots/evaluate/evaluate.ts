import { z } from 'zod';
import type { TenantSteps } from '#platform/context.ts';
import { newId } from '#platform/id.ts';
import { folded } from '#platform/search/folded.ts';
import { answerQuestion, type Outcome } from '../answer/answer.ts';
import type { Bot } from '../tables.ts';

/** A file of questions with what a bot should do about each. */
export const Evaluation = z.strictObject({
  bot: z.string().optional().describe('The name of the bot, where the command does not say.'),
  questions: z
    .array(
      z.strictObject({
        question: z.string().min(1).max(2000),
        expect: z.enum(['answer', 'hand-over']).default('answer'),
        source: z.string().optional().describe('Words of the title of the source that must be used.'),
        contains: z.string().optional().describe('Words that the answer must have.'),
      }),
    )
    .min(1)
    .max(1000),
});
export type Evaluation = z.output<typeof Evaluation>;

interface Verdict {
  question: string;
  verdict: 'answered' | 'wrong source' | 'wrong answer' | 'handed over' | 'answered without source' | 'failed';
  isExpected: boolean;
  answer: string | null;
}

/** Asks a bot each question of a file, without sending anything. */
export async function evaluateBot(steps: TenantSteps, bot: Bot, { questions }: Evaluation): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  for (const asked of questions) {
    const question = { text: asked.question, contactId: null, history: [], conversationId: null, callKey: newId() };
    const outcome = await answerQuestion(steps, bot, question);
    verdicts.push({ question: asked.question, answer: outcome.answer, ...judge(asked, outcome) });
  }
  return verdicts;
}

function judge({ expect, source, contains }: Evaluation['questions'][number], outcome: Outcome) {
  const verdict = verdictOf(outcome, { source, contains });
  const isExpected = expect === 'answer' ? verdict === 'answered' : verdict === 'handed over';
  return { verdict, isExpected };
}

function verdictOf(
  { outcome, answer, sources, toolCalls }: Outcome,
  { source, contains }: { source?: string | undefined; contains?: string | undefined },
): Verdict['verdict'] {
  if (outcome === 'failed') return 'failed';
  if (outcome !== 'answered') return 'handed over';
  if (sources.length === 0 && toolCalls.length === 0) return 'answered without source';
  if (source !== undefined && !sources.some(({ title }) => has(title, source))) return 'wrong source';
  return contains !== undefined && !has(answer ?? '', contains) ? 'wrong answer' : 'answered';
}

const has = (text: string, words: string): boolean => folded(text).includes(folded(words));
