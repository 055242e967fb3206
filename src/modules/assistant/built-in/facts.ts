import type { ModelMessage } from '#modules/bots/index.ts';
import { generalSettings, readSettings } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import type { Notation } from '#platform/format.ts';
import type { Language } from '#platform/pages/language.ts';
import { wordsOf } from '#platform/search/words.ts';

/** Facts that every answer may depend on. */
export interface Facts {
  today: string;
  currency: string;
  language: Language;
  notation: Notation;
}

export async function readFacts(ctx: TenantContext, history: ModelMessage[]): Promise<Facts> {
  const asked = history.findLast((message) => message.role === 'user');
  return {
    today: ctx.today.toString(),
    currency: ctx.currency,
    language: languageOf(asked?.text ?? ''),
    notation: await readSettings(ctx, generalSettings),
  };
}

const ENGLISH = new Set(
  'the a an of for to what how much many who whom does do did is are my our me us make create today yesterday week month sales invoice invoices unpaid owes owe stock price left have can you help add customer supplier quote please show list hello where when this'.split(
    ' ',
  ),
);
const SPANISH = new Set(
  'el la los las un una de del para que como cuanto cuanta cuantos cuantas quien quienes debe deben es son mi me nos haz hazme crea hoy ayer semana mes ventas vendi vendimos factura facturas pendientes sin precio hay queda quedan tengo puedes ayuda agrega cliente suplidor proveedor cotizacion por favor muestra lista hola donde cuando este esta en'.split(
    ' ',
  ),
);

/** The language that has more of its frequent words in the text; Spanish where neither has. */
function languageOf(text: string): Language {
  const words = wordsOf(text);
  const count = (known: Set<string>): number => words.filter((word) => known.has(word)).length;
  return count(ENGLISH) > count(SPANISH) ? 'en' : 'es';
}
