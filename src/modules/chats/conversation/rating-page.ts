import { html } from '#platform/pages/html.ts';
import type { Page, Visit } from '#platform/pages/page.ts';

const words = {
  es: {
    title: '¿Cómo te atendimos?',
    stars: ['Muy mal', 'Mal', 'Regular', 'Bien', 'Muy bien'],
    comment: 'Cuéntanos más (opcional)',
    send: 'Enviar',
    thanks: 'Gracias por tu opinión.',
    again: 'Puedes cambiarla cuando quieras.',
  },
  en: {
    title: 'How did we do?',
    stars: ['Very bad', 'Bad', 'Fair', 'Good', 'Very good'],
    comment: 'Tell us more (optional)',
    send: 'Send',
    thanks: 'Thank you for your opinion.',
    again: 'You can change it at any time.',
  },
};

export interface Rated {
  organizationName: string;
  rating: number | null;
  comment: string;
}

/** The page on which a customer rates a conversation. A form without a script. */
export function ratingPage({ organizationName, rating, comment }: Rated, { language }: Visit): Page {
  const said = words[language];
  const choices = said.stars.map((label, place) => ({ value: place + 1, label })).reverse();
  return {
    language,
    title: said.title,
    brand: { name: organizationName, logoUrl: null },
    body: html`<h1>${said.title}</h1>
      ${rating === null ? '' : html`<p role="status"><strong>${said.thanks}</strong> ${said.again}</p>`}
      <form method="post" enctype="multipart/form-data" class="card">
        <fieldset class="choices"><legend>${said.title}</legend>
          ${choices.map(
            ({ value, label }) =>
              html`<label><input type="radio" name="rating" value="${value}" required${
                value === rating ? html` checked` : ''
              }> ${label}</label>`,
          )}
        </fieldset>
        <label>${said.comment}<textarea name="comment" rows="4" maxlength="2000">${comment}</textarea></label>
        <button class="button" type="submit">${said.send}</button>
      </form>`,
  };
}
