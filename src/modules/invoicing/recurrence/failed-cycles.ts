import { notifyOwner } from '#modules/collaboration/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { inEachLanguage, type Language } from '#platform/pages/language.ts';
import { Refusal } from '#platform/refusal.ts';
import { pendingRecords, type Recurrency } from '../tables.ts';

const NAMED_MAX = 5;

export interface FailedCycle {
  recurrency: Recurrency;
  cycleOn: string;
  attempts: number;
  retryAt: string | null;
  reason: unknown;
}

/** Notifies the owner of documents that could not be created: of their first failure, and when they are not tried again. */
export async function reportFailedCycles(ctx: TenantContext, failed: FailedCycle[]): Promise<void> {
  for (const outlook of ['retried', 'abandoned'] as const) {
    const isAbandoned = outlook === 'abandoned';
    const chosen = failed.filter(({ attempts, retryAt }) => (isAbandoned ? retryAt === null : attempts === 1));
    if (chosen.length > 0) await report(ctx, chosen, outlook);
  }
}

async function report(ctx: TenantContext, failed: FailedCycle[], outlook: 'retried' | 'abandoned'): Promise<void> {
  const modelIds = [...new Set(failed.map(({ recurrency }) => recurrency.pendingRecordId))];
  const models = await pendingRecords.all(ctx, { id: modelIds }, { columns: ['id', 'contactName'] });
  const nameOf = new Map(models.map(({ id, contactName }) => [id, contactName]));
  const rest = failed.length - NAMED_MAX;
  const textIn = (language: Language) => {
    const say = words[language];
    const named = failed
      .slice(0, NAMED_MAX)
      .map(({ recurrency, cycleOn }) => `${nameOf.get(recurrency.pendingRecordId) ?? say.nobody} (${cycleOn})`);
    const why = [...new Set(failed.map(({ reason }) => reasonOf(reason)[language]))].slice(0, NAMED_MAX);
    const body = `${named.join(', ')}${rest > 0 ? say.more(rest) : ''}. ${why.join(' ')} ${say[outlook]}`;
    return { title: say.title(failed.length), body };
  };
  await notifyOwner(ctx, {
    kind: 'recurring-documents',
    ...inEachLanguage(textIn),
    data: { recurrencyId: failed[0]!.recurrency.id },
  });
}

const words = {
  es: {
    title: (count: number) =>
      count === 1 ? 'No se pudo crear un documento recurrente' : `No se pudieron crear ${count} documentos recurrentes`,
    nobody: 'sin contacto',
    more: (count: number) => ` y ${count} más`,
    retried: 'Se intentará de nuevo durante unos días.',
    abandoned: 'No se intentará más: corrige la causa y créalas a mano.',
  },
  en: {
    title: (count: number) =>
      count === 1 ? 'A recurring document could not be created' : `${count} recurring documents could not be created`,
    nobody: 'without contact',
    more: (count: number) => ` and ${count} more`,
    retried: 'It will be tried again for some days.',
    abandoned: 'It will not be tried again: correct the cause and create them by hand.',
  },
};

const NO_NUMBERS = {
  es: 'No quedan comprobantes fiscales de este tipo que se puedan usar: registra una nueva secuencia.',
  en: 'No fiscal numbers of this type are left that can be used: register a new range.',
};

/** Why a document could not be created, as the owner reads it. */
const reasons: Record<string, Record<Language, string>> = {
  period_locked: {
    es: 'El período está cerrado: crea el documento con otra fecha, o abre el período.',
    en: 'The period is locked: create the document with another date, or unlock the period.',
  },
  numerals_missing: NO_NUMBERS,
  numerals_exhausted: NO_NUMBERS,
  numerals_expired: NO_NUMBERS,
  numerals_not_authorized: NO_NUMBERS,
  contact_archived: {
    es: 'El contacto está archivado: recupéralo, o termina la recurrencia.',
    en: 'The contact is archived: restore it, or end the recurrence.',
  },
  credit_limit_exceeded: {
    es: 'El cliente superó su límite de crédito.',
    en: 'The customer has exceeded their credit limit.',
  },
  stock_insufficient: {
    es: 'Ese día no hay existencia suficiente: recíbela con esa fecha, o crea el documento con otra.',
    en: 'There is not enough stock on that day: receive it with that date, or create the document with another one.',
  },
};

const INTERNAL = { es: 'Hubo un error interno.', en: 'There was an internal error.' };

const reasonOf = (reason: unknown): Record<Language, string> =>
  reason instanceof Refusal ? (reasons[reason.kind.code] ?? inEachLanguage(() => reason.message)) : INTERNAL;
