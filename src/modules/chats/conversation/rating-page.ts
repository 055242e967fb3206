import type { z } from 'zod';
import { html } from '#platform/pages/html.ts';
import { bilingual } from '#platform/pages/language.ts';
import type { Page, Visit } from '#platform/pages/page.ts';
import type { Rating } from './conversation.schema.ts';

const words = bilingual({
  title: ['¿Cómo te atendimos?', 'How did we do?'],
  stars: [
    ['Muy mal', 'Mal', 'Regular', 'Bien', 'Muy bien'],
    ['Very bad', 'Bad', 'Fair', 'Good', 'Very good'],
  ],
  choose: ['Tu opinión', 'Your opinion'],
  comment: ['Cuéntanos más (opcional)', 'Tell us more (optional)'],
  send: ['Enviar', 'Send'],
  thanks: ['Gracias por tu opinión.', 'Thank you for your opinion.'],
  again: ['Puedes cambiarla cuando quieras.', 'You can change it at any time.'],
});

/** The page on which a customer rates a conversation. A form without a script. */
export function ratingPage(rated: z.output<typeof Rating>, { language }: Visit): Page {
  const { organizationName, logoUrl, rating, comment } = rated;
  const said = words[language];
  const choices = said.stars.map((label, place) => ({ value: place + 1, label })).reverse();
  return {
    language,
    title: said.title,
    brand: { name: organizationName, logoUrl },
    body: html`<form method="post" enctype="multipart/form-data" class="card">
        <h1>${said.title}</h1>
        ${rating === null ? '' : html`<p role="status"><strong>${said.thanks}</strong> ${said.again}</p>`}
        <fieldset class="field"><legend>${said.choose}</legend>
          <div class="choices">${choices.map(
            ({ value, label }) =>
              html`<label class="choice"><input type="radio" name="rating" value="${value}" required${
                value === rating ? html` checked` : ''
              }><span>${label} <span aria-hidden="true">${'★'.repeat(value)}</span></span></label>`,
          )}</div>
        </fieldset>
        <div class="field"><label for="comment">${said.comment}</label>
          <textarea id="comment" name="comment" rows="4" maxlength="2000">${comment}</textarea></div>
        <div class="actions"><button class="button" type="submit">${said.send}</button></div>
      </form>`,
  };
}
