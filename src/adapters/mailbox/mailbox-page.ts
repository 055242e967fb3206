import type { Extension } from '#platform/http/server.ts';
import type { Letter, Mailbox } from './mailbox.ts';

const PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** Shows the letters that would have been sent. They contain login codes, so only a loopback service serves the page. */
export const mailboxPage =
  (mailbox: Mailbox): Extension =>
  (server) => {
    const html = 'text/html; charset=utf-8';
    server.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', PAGE_POLICY);
    });
    server.get('/mailbox', async (_request, reply) =>
      reply.type(html).send(page('Mailbox', list(await mailbox.letters()))),
    );
    server.get('/mailbox/:id', async (request, reply) => {
      const letter = await mailbox.letter((request.params as { id: string }).id);
      return letter
        ? reply.type(html).send(page(letter.subject, show(letter)))
        : reply.code(404).type(html).send(page('Mailbox', '<p>No such letter.</p>'));
    });
    server.get('/mailbox/:id/:place', async (request, reply) => {
      const { id, place } = request.params as { id: string; place: string };
      const attached = (await mailbox.letter(id))?.attachments?.[Number(place)];
      if (!attached) return reply.code(404).type(html).send(page('Mailbox', '<p>No such attachment.</p>'));
      return reply
        .type(attached.contentType)
        .header('content-disposition', `inline; filename*=UTF-8''${encodeURIComponent(attached.fileName)}`)
        .send(Buffer.from(attached.base64, 'base64'));
    });
  };

const list = (letters: Letter[]): string =>
  letters.length === 0
    ? '<p class="empty">No letters yet. Ask for a login code: <code>GET /v1/user/login/pinRequest?email=you@example.com</code></p>'
    : `<ul>${letters
        .map(
          (letter) => `<li><a href="/mailbox/${encodeURIComponent(letter.id)}"><b>${escapeHtml(letter.subject)}</b>
            <span>${escapeHtml(letter.to)}</span><time>${escapeHtml(letter.sentAt.slice(0, 19).replace('T', ' '))} UTC</time></a></li>`,
        )
        .join('')}</ul>`;

const show = (letter: Letter): string => `
  <p class="meta">To ${escapeHtml(letter.to)} · ${escapeHtml(letter.sentAt)}</p>
  <pre>${escapeHtml(letter.text)}</pre>${attachments(letter)}<p><a href="/mailbox">← All letters</a></p>`;

const attachments = ({ id, attachments = [] }: Letter): string =>
  attachments
    .map(
      ({ fileName }, place) =>
        `<p>📎 <a href="/mailbox/${encodeURIComponent(id)}/${place}">${escapeHtml(fileName)}</a></p>`,
    )
    .join('');

const page = (title: string, body: string): string => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2.5rem auto; padding: 0 1rem; color: #1d2733; background: #f6f7f9 }
  ul { list-style: none; padding: 0; background: #fff; border: 1px solid #e0e4ea; border-radius: 10px; overflow: hidden }
  li + li { border-top: 1px solid #e9ecf1 } li a { display: grid; grid-template-columns: 1fr auto; padding: .8rem 1rem; color: inherit; text-decoration: none }
  li a:hover { background: #f0f5ff } span { grid-row: 2; color: #5b6675 } time { color: #5b6675 } .meta, .empty { color: #5b6675 }
  pre { background: #fff; border: 1px solid #e0e4ea; border-radius: 10px; padding: 1rem; white-space: pre-wrap; font: inherit }
</style></head><body><h1>${escapeHtml(title)}</h1>${body}</body></html>`;

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
