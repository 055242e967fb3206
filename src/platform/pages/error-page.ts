import type { Refusal } from '../refusal.ts';
import { html } from './html.ts';
import type { Language } from './language.ts';
import type { Page } from './page.ts';

type Words = Record<'title' | 'text', string>;

/** For routes that the form of a page calls: what its visitor reads by the code of the refusal, and where the page is. */
export interface RefusedForm {
  backTo: string;
  words: Record<Language, Record<string, string>>;
}

const CLOSED = 423;

const words: Record<Language, Record<'missing' | 'refused' | 'busy' | 'broken' | 'closed', Words> & { back: string }> =
  {
    es: {
      missing: {
        title: 'Esta página no existe',
        text: 'El enlace está incompleto o ya no es válido. Pide uno nuevo a quien te lo envió.',
      },
      refused: {
        title: 'No se pudo completar',
        text: 'Vuelve a la página anterior, revisa lo que escribiste e inténtalo otra vez.',
      },
      busy: { title: 'Demasiadas visitas', text: 'Espera un momento y vuelve a cargar la página.' },
      broken: { title: 'Algo salió mal', text: 'Vuelve a intentarlo en unos minutos.' },
      closed: { title: 'Este negocio cerró', text: 'Ya no atiende por aquí. Comunícate directamente con el negocio.' },
      back: 'Volver',
    },
    en: {
      missing: {
        title: 'This page does not exist',
        text: 'The link is incomplete or no longer valid. Ask the sender for a new one.',
      },
      refused: {
        title: 'It could not be done',
        text: 'Go back to the page before, check what you wrote and try again.',
      },
      busy: { title: 'Too many visits', text: 'Wait a moment and reload the page.' },
      broken: { title: 'Something went wrong', text: 'Try again in a few minutes.' },
      closed: {
        title: 'This business has closed',
        text: 'It is no longer available here. Get in touch with it directly.',
      },
      back: 'Back',
    },
  };

/** A refusal, for a person who opened a link or sent a form in a browser. One that gives its reason in their language shows it. */
export function errorPage(
  language: Language,
  { kind: { status, code }, members }: Refusal,
  request: { id: string; method: string; params: unknown; form?: RefusedForm | undefined },
): Page {
  const say = words[language];
  const reason = members.message ?? request.form?.words[language][code];
  const isRefused = typeof reason === 'string' || (request.method !== 'GET' && ![401, 403, 404, 410].includes(status));
  const { title, text } = say[kindOf(status, isRefused)];
  const params = request.params as Record<string, string>;
  const back = request.form?.backTo.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  return {
    language,
    title,
    status,
    body: html`<section class="card notice"><h1>${title}</h1><p>${typeof reason === 'string' ? reason : text}</p>
${back && html`<div class="actions"><a class="button second" href="${back}">${say.back}</a></div>`}
<p class="quiet">${status} · ${request.id}</p></section>`,
  };
}

function kindOf(status: number, isRefused: boolean): 'missing' | 'refused' | 'busy' | 'broken' | 'closed' {
  if (status === CLOSED) return 'closed';
  if (status === 429) return 'busy';
  if (status >= 500) return 'broken';
  return isRefused ? 'refused' : 'missing';
}
