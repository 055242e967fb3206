import { readdir, readFile } from 'node:fs/promises';
import { wordsOf } from '#platform/search/words.ts';
import { shortened } from '#platform/text.ts';

interface Passage {
  title: string;
  page: string;
  text: string;
  words: Set<string>;
  titleWords: Set<string>;
}

const FOLDER = new URL('../../../../docs/', import.meta.url);
const PASSAGE_LENGTH_MAX = 900;
const FOUND_MAX = 3;
/** Lists for programs, not explanations. */
const SKIPPED = new Set(['README.md', 'errors.md', 'events.md', 'drills.md', 'glossary.md']);

/** The guides are in English, so Spanish words are translated. */
const TRANSLATED: Record<string, string> = {
  automatizacion: 'automation',
  archivo: 'file',
  tablero: 'board',
  tarea: 'task',
  cita: 'booking',
  reserva: 'booking',
  horario: 'schedule',
  formulario: 'form',
  conversacion: 'conversation',
  mensaje: 'message',
  canal: 'channel',
  entrenar: 'training',
  entrenamiento: 'training',
  permiso: 'permission',
  rol: 'role',
  clave: 'key',
  llave: 'key',
  firma: 'signature',
  firmar: 'signing',
  pago: 'payment',
  pagar: 'pay',
  enlace: 'link',
  factura: 'invoice',
  cotizacion: 'quote',
  cliente: 'contact',
  contacto: 'contact',
  producto: 'product',
  sitio: 'website',
  pagina: 'page',
  dominio: 'domain',
  suscripcion: 'subscription',
  difusion: 'diffusion',
  campana: 'diffusion',
  evento: 'event',
  secreto: 'secret',
  asistente: 'assistant',
  modelo: 'model',
  crear: 'create',
  creo: 'create',
  cerrar: 'close',
  cierro: 'close',
  caja: 'till',
  inventario: 'stock',
  existencia: 'stock',
  impuesto: 'tax',
  comprobante: 'receipt',
  entrega: 'delivery',
  devolucion: 'return',
  miembro: 'member',
};

const inEnglish = (word: string): string =>
  TRANSLATED[word] ?? TRANSLATED[word.replace(/s$/, '')] ?? TRANSLATED[word.replace(/es$/, '')] ?? word;

let loaded: Promise<Passage[]> | null = null;

/** Passages of the guides that have most of these words, best first. */
export async function searchHelp(text: string) {
  loaded ??= loadPassages().catch(() => []);
  const asked = [...new Set(wordsOf(text).flatMap((word) => (word.length > 2 ? [inEnglish(word)] : [])))];
  const passages = await loaded;
  const weight = (word: string): number => {
    const having = passages.filter(({ words }) => hasWord(words, word)).length;
    return having === 0 ? 0 : Math.log(1 + passages.length / having);
  };
  const weights = new Map(asked.map((word) => [word, weight(word)]));
  return passages
    .map((passage) => ({
      passage,
      score: asked
        .filter((word) => hasWord(passage.words, word))
        .reduce((sum, word) => sum + weights.get(word)! * (hasWord(passage.titleWords, word) ? 2 : 1), 0),
    }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, FOUND_MAX)
    .map(({ passage: { title, page, text: found } }) => ({ title, page, text: found }));
}

/** Plurals count as their singular. */
const hasWord = (words: Set<string>, word: string): boolean =>
  words.has(word) || words.has(`${word}s`) || (word.endsWith('s') && words.has(word.slice(0, -1)));

async function loadPassages(): Promise<Passage[]> {
  const pages = (await readdir(FOLDER)).filter((name) => name.endsWith('.md') && !SKIPPED.has(name));
  const texts = await Promise.all(pages.map((page) => readFile(new URL(page, FOLDER), 'utf8')));
  return texts.flatMap((text, place) => passagesOf(pages[place]!, text));
}

/** One passage for each heading. */
function passagesOf(page: string, text: string): Passage[] {
  const [, first = page] = /^# (.+)$/m.exec(text) ?? [];
  return sectionsOf(text).map((part) => {
    const [heading = '', ...lines] = part.split('\n');
    const title = heading.replace(/^#+ /, '').trim();
    const body = lines.join('\n').trim();
    const shown = title === first ? first : `${first}: ${title}`;
    return {
      title: shown,
      page: `/docs/guides/${page.replace(/\.md$/, '')}`,
      text: shortened(body, PASSAGE_LENGTH_MAX),
      words: new Set(wordsOf(`${first} ${proseOf(part)}`)),
      titleWords: new Set(wordsOf(shown)),
    };
  });
}

const CODE = /^```[\s\S]*?^```$/gm;

/** The parts of a guide by its headings. A comment in a code block begins with the same sign and is not a heading. */
function sectionsOf(text: string): string[] {
  const code = [...text.matchAll(CODE)].map(({ index, 0: block }) => [index, index + block.length] as const);
  const starts = [...text.matchAll(/^##? /gm)]
    .map(({ index }) => index)
    .filter((index) => !code.some(([from, to]) => index >= from && index < to));
  return starts.map((start, place) => text.slice(start, starts[place + 1]));
}

/** Examples in code and quoted questions are in Spanish: their words would outweigh those of the guide that is asked for. */
const proseOf = (part: string): string => part.replace(CODE, '').replace(/“[^”]*”/g, '');
