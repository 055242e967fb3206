import type { Language } from '#platform/pages/language.ts';

/** The answers of a bot that does not know. */
export const texts: Record<Language, { unknown: string; handOver: string }> = {
  es: {
    unknown: 'No tengo ese dato a mano. Lo averiguo y te escribo por aquí.',
    handOver: 'Te comunico con una persona del equipo, que te responde por aquí.',
  },
  en: {
    unknown: 'I do not have that at hand. I will find out and write to you here.',
    handOver: 'I am passing you on to a colleague, who will answer you here.',
  },
};
