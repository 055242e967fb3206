import type { ChatModel, ModelRequest } from '#modules/bots/index.ts';
import { newId } from '#platform/id.ts';
import { folded } from '#platform/search/folded.ts';
import { Conversing, type Intent, type Reply } from './conversing.ts';
import type { Facts } from './facts.ts';
import { addContact, makeDocument } from './making.ts';
import { askBalances, askDebtors, askOpenInvoices, askSales } from './money.ts';
import { askContactData, askPrice, askStock } from './things.ts';

/**
 * A model without a language model: rules recognize the question and compose the answer from the results of tools. It never
 * treats a result as an instruction, and says when it does not understand.
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
  const text = tidied(asked.text);
  const given = { text, plain: folded(text) };
  for (const intent of intents) {
    const answer = intent(given, conversing);
    if (answer) return answer;
  }
  return conversing.say(conversing.texts.cannot);
}

/** The lines with single spaces: patterns that look for spaces in several places would try every division of a long run. */
const tidied = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim().replace(/\s+/g, ' '))
    .filter(Boolean)
    .join('\n');

const greet: Intent = ({ plain }, c) =>
  /^(hola|hello|hi|hey|buen[oa]s( dias| tardes| noches)?|ayuda|help)\b.{0,12}$|que (puedes|sabes) hacer|what can you do/.test(
    plain,
  )
    ? c.say(c.texts.hello)
    : null;

const howTo: Intent = ({ text, plain }, c) => {
  if (!/^\W*(como|how|donde|where|para que|que es|what is|what are|explica|explain|guia|guide)\b/.test(plain))
    return null;
  const found = c.resultsOf<{ title: string; page: string; text: string }[]>('search_help');
  if (!found) return c.call([{ name: 'search_help', args: { search: text.slice(0, 200) } }]);
  const passages = found[0]?.data ?? [];
  return c.say(passages.length > 0 ? c.texts.guides(passages.slice(0, 2)) : c.texts.noGuide);
};

/** The first that recognizes the question answers it. */
const intents: Intent[] = [
  greet,
  makeDocument,
  addContact,
  askOpenInvoices,
  askDebtors,
  askBalances,
  askContactData,
  askPrice,
  askSales,
  askStock,
  howTo,
];
