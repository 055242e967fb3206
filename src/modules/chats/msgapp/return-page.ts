import { html } from '#platform/pages/html.ts';
import type { Page, Visit } from '#platform/pages/page.ts';

const words = {
  es: { title: 'Cuenta conectada', next: 'Puedes cerrar esta ventana y volver a tu panel para elegir el número.' },
  en: { title: 'Account connected', next: 'You can close this window and go back to choose the number.' },
};

/** Shown to the owner of an account after the sign-up. */
export const returnPage = ({ organizationName }: { organizationName: string }, { language }: Visit): Page => ({
  language,
  title: words[language].title,
  brand: { name: organizationName, logoUrl: null },
  body: html`<h1>${words[language].title}</h1><p>${words[language].next}</p>`,
});
