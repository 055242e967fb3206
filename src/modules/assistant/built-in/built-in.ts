import type { ChatModel, ModelRequest } from '#modules/bots/index.ts';
import { newId } from '#platform/id.ts';
import { folded } from '#platform/search/folded.ts';
import { Conversing, type Reply } from './conversing.ts';
import type { Facts } from './facts.ts';
import { intents } from './intents.ts';

/**
 * A model without a language model: rules recognize what is asked, and compose the answer from what the tools return. It never
 * takes a result for an instruction, and says so where it does not understand.
 */
export const builtInModel = (facts: Facts): ChatModel => ({
  answer: async (request) => {
    const { text, calls } = reply(facts, request);
    if (text) request.onText?.(text);
    return { text, calls: calls.map((call) => ({ ...call, id: newId() })), tokens: { input: 0, output: 0 } };
  },
});

function reply(facts: Facts, { messages, tools }: ModelRequest): Reply {
  const place = messages.findLastIndex(({ role }) => role === 'user');
  const asked = messages[place] as { text: string };
  const conversing = new Conversing(facts, tools, messages.slice(place + 1));
  const given = { text: asked.text.trim(), plain: folded(asked.text) };
  for (const intent of intents) {
    const answer = intent(given, conversing);
    if (answer) return answer;
  }
  return conversing.say(conversing.texts.cannot);
}
