import type { Extension, ExtensionReply, ExtensionRequest } from '#platform/http/server/server.ts';
import { type Html, html } from '#platform/pages/html.ts';
import { bilingual, type Language, languageOf } from '#platform/pages/language.ts';
import { type Page, renderPage } from '#platform/pages/page.ts';
import type { Letter, Mailbox } from './mailbox.ts';

const words = bilingual({
  title: ['Buzón', 'Mailbox'],
  empty: ['Todavía no hay correos.', 'No e-mails yet.'],
  hint: ['Pide un código para entrar, por ejemplo:', 'Ask for a sign-in code, for example:'],
  to: ['Para', 'To'],
  all: ['Todos los correos', 'All e-mails'],
  noLetter: ['Este correo no existe.', 'There is no such e-mail.'],
  noAttachment: ['Este archivo adjunto no existe.', 'There is no such attachment.'],
  attachments: ['Archivos adjuntos', 'Attachments'],
});

/** Shows the e-mails that would have been sent. They contain login codes, so only a loopback service serves the page. */
export const mailboxPage =
  (mailbox: Mailbox): Extension =>
  (server) => {
    // Refuse other host names: protection against DNS rebinding.
    server.addHook('onRequest', async (request, reply) => {
      if (!['localhost', '127.0.0.1', '[::1]'].includes(request.hostname)) await reply.code(404).send();
    });
    server.get('/mailbox', async (request, reply) => {
      const language = languageFor(request);
      const body = listOf(await mailbox.letters(), language);
      return send(reply, { language, title: words[language].title, body });
    });
    server.get('/mailbox/:id', async (request, reply) => {
      const language = languageFor(request);
      const letter = await mailbox.letter((request.params as { id: string }).id);
      return letter
        ? send(reply, { language, title: letter.subject, body: letterOf(letter, language) })
        : send(reply, missing(language, words[language].noLetter));
    });
    server.get('/mailbox/:id/:place', async (request, reply) => {
      const language = languageFor(request);
      const { id, place } = request.params as { id: string; place: string };
      const attached = (await mailbox.letter(id))?.attachments?.[Number(place)];
      if (!attached) return send(reply, missing(language, words[language].noAttachment));
      return reply
        .type(attached.contentType)
        .header('content-disposition', `inline; filename*=UTF-8''${encodeURIComponent(attached.fileName)}`)
        .send(Buffer.from(attached.base64, 'base64'));
    });
  };

const languageFor = (request: ExtensionRequest): Language => languageOf(request.headers['accept-language']);

function send(reply: ExtensionReply, page: Page): ExtensionReply {
  const { status, headers, body } = renderPage(page);
  return reply.code(status).headers(headers).send(body);
}

const missing = (language: Language, text: string): Page => ({
  language,
  title: words[language].title,
  status: 404,
  body: html`<section class="card notice"><h1>${text}</h1><p><a href="/mailbox">${words[language].all}</a></p></section>`,
});

function listOf(letters: Letter[], language: Language): Html {
  const say = words[language];
  if (letters.length === 0)
    return html`<section class="card notice"><h1>${say.empty}</h1><p class="quiet">${say.hint}</p>
<p><code>GET /v1/user/login/pinRequest?email=ana@example.com</code></p></section>`;
  const rows = letters.map(
    ({ id, subject, to, sentAt }) => html`<li><a href="/mailbox/${encodeURIComponent(id)}"><b>${subject}</b>
<time class="quiet" datetime="${sentAt}">${timeOf(sentAt)}</time><span class="quiet wide">${to}</span></a></li>`,
  );
  return html`<section class="card"><h1>${say.title}</h1><ul class="rows">${rows}</ul></section>`;
}

function letterOf({ id, subject, to, sentAt, text, attachments = [] }: Letter, language: Language): Html {
  const say = words[language];
  const files = attachments.map(
    ({ fileName }, place) => html`<li><a href="/mailbox/${encodeURIComponent(id)}/${place}">${fileName}</a></li>`,
  );
  return html`<section class="card"><h1>${subject}</h1>
<p class="quiet">${say.to} ${to} · <time datetime="${sentAt}">${timeOf(sentAt)}</time></p><pre>${text}</pre></section>
${files.length > 0 && html`<section class="card"><h2>${say.attachments}</h2><ul class="rows">${files}</ul></section>`}
<p><a href="/mailbox">← ${say.all}</a></p>`;
}

const timeOf = (sentAt: string): string => `${sentAt.slice(0, 19).replace('T', ' ')} UTC`;
