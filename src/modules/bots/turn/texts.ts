import type { Language } from '#platform/pages/language.ts';

/** The answers of a bot that no training has to cover. */
export const texts: Record<Language, Record<'greeting' | 'thanks' | 'unknown' | 'handOver', string>> = {
  es: {
    greeting: '¡Hola! ¿En qué te puedo ayudar?',
    thanks: '¡Con gusto!',
    unknown: 'No tengo ese dato a mano. Lo averiguo y te escribo por aquí.',
    handOver: 'Te comunico con una persona del equipo, que te responde por aquí.',
  },
  en: {
    greeting: 'Hello! How can I help you?',
    thanks: 'You are welcome!',
    unknown: 'I do not have that at hand. I will find out and write to you here.',
    handOver: 'I am passing you on to a colleague, who will answer you here.',
  },
};
