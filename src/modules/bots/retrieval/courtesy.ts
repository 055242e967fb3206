import type { Language } from '#platform/pages/language.ts';

const wordsIn = (text: string): Set<string> => new Set(text.split(' '));

const english = wordsIn(
  'hello hi hey please thanks thank good morning afternoon evening could want need know tell question help',
);
const thanks = wordsIn('gracias thanks thank ok okay vale perfecto listo adios chao bye');
/** Words that go with a greeting or thanks, and mean nothing alone. */
const filler = wordsIn(
  'muchas mil por me nos cordiales como esta estan estas que muy amable todo bien un una tengo hacer you very much so how are the a an i have',
);
/** Greetings and the words around a question do not tell what it is about. */
const courtesy = wordsIn(
  `hola buenas buenos buen dia dias tardes noches saludos bendiciones tal gracias favor porfavor porfa ayuda ayudar ayudarme disculpe disculpa puedo puede pueden podria podrian quiero quisiera necesito saber pregunta dime decirme ${[...english].join(' ')}`,
);
const people = wordsIn(
  'persona humano humana agente asesor asesora representante operador operadora empleado alguien person human agent representative operator someone somebody',
);
const talking = wordsIn(
  'hablar hable hablo comunicar comunicarme comunicame comuniqueme contactar atienda atiendan pasame paseme talk speak connect transfer',
);
/** As short as this, naming a person is asking for one: "un agente por favor". */
const SHORT_WORDS_MAX = 4;
const REQUEST_WORDS_MAX = 12;

/** Words that only begin a question. The other ones like them are stop words of the dictionaries. */
const asking = wordsIn('cuanto cuanta cuantos cuantas cual cuales');
/** Pictures that only mean thanks or yes. */
const THANKS = /^(?:👍|👌|🙏|❤|😊|😃|😄|🙂|😍|🥰|🤗|🤝|👏|💯|✅|\p{Emoji_Modifier}|[\u200d\ufe0f\s!.])+$/u;

const isCourtesy = (word: string): boolean => courtesy.has(word);

/** Whether a word does not tell what the question is about. */
export const saysNothing = (word: string): boolean => isCourtesy(word) || asking.has(word);

/** The language of a greeting, whose words are too few for the dictionaries; null: it has none. */
export function languageOfGreeting(words: string[]): Language | null {
  const said = words.filter(isCourtesy);
  if (said.length === 0) return null;
  return said.some((word) => english.has(word)) ? 'en' : 'es';
}

/** Whether a text is only a greeting or thanks; null: it is neither, or says more. */
export function smallTalkOf(text: string, words: string[]): 'greeting' | 'thanks' | null {
  if (THANKS.test(text)) return 'thanks';
  const said = words.filter((word) => !filler.has(word));
  if (said.length === 0 || !said.every((word) => isCourtesy(word) || thanks.has(word))) return null;
  return said.some((word) => thanks.has(word)) ? 'thanks' : 'greeting';
}

/** Whether the customer wants to talk to a person. */
export function asksForPerson(words: string[]): boolean {
  if (words.length > REQUEST_WORDS_MAX || !words.some((word) => people.has(word))) return false;
  return words.length <= SHORT_WORDS_MAX || words.some((word) => talking.has(word));
}
