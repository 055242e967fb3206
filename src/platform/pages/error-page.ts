import { html } from './html.ts';
import type { Language } from './language.ts';
import type { Page } from './page.ts';

type Words = Record<'title' | 'text', string>;

const words: Record<Language, { missing: Words; refused: Words; busy: Words; broken: Words }> = {
  es: {
    missing: {
      title: 'Esta página no existe',
      text: 'El enlace está incompleto o ya no es válido. Pide uno nuevo a quien te lo envió.',
    },
    refused: { title: 'No se pudo completar', text: '' },
    busy: { title: 'Demasiadas visitas', text: 'Espera un momento y vuelve a cargar la página.' },
    broken: { title: 'Algo salió mal', text: 'Vuelve a intentarlo en unos minutos.' },
  },
  en: {
    missing: {
      title: 'This page does not exist',
      text: 'The link is incomplete or no longer valid. Ask the sender for a new one.',
    },
    refused: { title: 'It could not be done', text: '' },
    busy: { title: 'Too many visits', text: 'Wait a moment and reload the page.' },
    broken: { title: 'Something went wrong', text: 'Try again in a few minutes.' },
  },
};

/** A refusal, for a person who opened a link in a browser. A refusal that gives its reason in their language shows it. */
export function errorPage(language: Language, status: number, requestId: string, reason?: unknown): Page {
  const kind = status === 429 ? 'busy' : status >= 500 ? 'broken' : typeof reason === 'string' ? 'refused' : 'missing';
  const { title } = words[language][kind];
  const text = kind === 'refused' ? String(reason) : words[language][kind].text;
  return {
    language,
    title,
    status,
    body: html`<section class="card notice"><h1>${title}</h1><p>${text}</p><p class="quiet">${status} · ${requestId}</p></section>`,
  };
}
