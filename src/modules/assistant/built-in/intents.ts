import type { Intent } from './conversing.ts';
import { addContact, makeDocument } from './making.ts';
import { askBalances, askDebtors, askOpenInvoices, askSales } from './money.ts';
import { askContactData, askPrice, askStock } from './things.ts';

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
export const intents: Intent[] = [
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
