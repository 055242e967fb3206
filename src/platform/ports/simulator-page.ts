import type { Extension, ExtensionReply, ExtensionRequest } from '../http/server/server.ts';
import { fromMinor } from '../money.ts';
import { escapeHtml } from '../pages/html.ts';

export const money = (minor: string, currency: string): string => `${fromMinor(BigInt(minor), currency)} ${currency}`;

export const button = (value: string, title: string, quiet = false): string =>
  `<button name="action" value="${escapeHtml(value)}"${quiet ? ' class="quiet"' : ''}>${escapeHtml(title)}</button>`;

export const table = (rows: string[][]): string =>
  `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`;

export const select = (name: string, choices: (readonly [value: string, title: string])[]): string =>
  `<select name="${name}">${choices
    .map(([value, title]) => `<option value="${escapeHtml(value)}">${escapeHtml(title)}</option>`)
    .join('')}</select>`;

/** The answer of a page; null: not found. */
export type PageAnswer = { html: string } | { redirect: string } | null;

/** The pages of one simulated provider, which all say whose they are. */
export const simulatorPages = (style: {
  root: string;
  lang: string;
  note: string;
  nothingHere: string;
  /** Added to the common rules. */
  css?: string;
}) => {
  const page = (
    title: string,
    body: string,
  ): string => `<!doctype html><html lang="${style.lang}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 2.5rem auto; padding: 0 1rem; color: #1d2733; background: #f6f7f9 }
  form, table { background: #fff; border: 1px solid #e0e4ea; border-radius: 10px; padding: 1rem; margin: 1rem 0; width: 100%; box-sizing: border-box }
  label { display: block; margin-bottom: .8rem } td form { border: 0; padding: 0; margin: 0 }
  input, select { font: inherit; width: 100%; box-sizing: border-box; padding: .4rem .6rem; border: 1px solid #c9d0d9; border-radius: 6px }
  input[type=checkbox] { width: auto } button { font: inherit; padding: .4rem .9rem; border: 0; border-radius: 6px; background: #2457d6; color: #fff; margin: .2rem .3rem .2rem 0 }
  button.quiet { background: #e6eaf0; color: #1d2733 } .note { color: #5b6675; font-size: .9rem }
  ${style.css ?? ''}
</style></head><body><p class="note">${escapeHtml(style.note)}</p>
<h1>${escapeHtml(title)}</h1>${body}</body></html>`;
  const html = (reply: ExtensionReply, text: string): ExtensionReply =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
      .send(text);
  return {
    page,
    form: (action: string, body: string): string =>
      `<form method="post" action="${style.root}/${escapeHtml(action)}">${body}</form>`,
    send: (reply: ExtensionReply, answer: PageAnswer): ExtensionReply => {
      if (!answer) return html(reply.code(404), page(style.nothingHere, ''));
      return 'redirect' in answer ? reply.redirect(answer.redirect, 303) : html(reply, answer.html);
    },
  };
};

/** The fields of a form, as text. */
export const formOf = (request: ExtensionRequest): Record<string, string> =>
  typeof request.body === 'string' ? Object.fromEntries(new URLSearchParams(request.body)) : {};

export type PageHandler<H> = (handling: H, key: string, fields: Record<string, string>) => Promise<PageAnswer>;

/** Serves the pages of a simulated provider: forms arrive as text, and each page is handled as the provider does its work. */
export function pageServer<H>(
  server: Parameters<Extension>[0],
  provider: { handle(work: (handling: H) => Promise<PageAnswer>): Promise<PageAnswer> },
  send: (reply: ExtensionReply, answer: PageAnswer) => ExtensionReply,
) {
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  return (handler: PageHandler<H>) => async (request: ExtensionRequest, reply: ExtensionReply) => {
    const { key = '' } = request.params as { key?: string };
    return send(reply, await provider.handle((handling) => handler(handling, key, formOf(request))));
  };
}
