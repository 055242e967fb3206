import type { ExtensionReply, ExtensionRequest } from '#platform/http/server.ts';
import { page } from './html.ts';

/** What a page answers: text, a way on, or nothing here. */
export type PageAnswer = { html: string } | { redirect: string } | null;

export function send(reply: ExtensionReply, answer: PageAnswer): ExtensionReply {
  if (!answer) return html(reply.code(404), page('Not found', '<p>There is nothing here.</p>'));
  return 'redirect' in answer ? reply.redirect(answer.redirect, 303) : html(reply, answer.html);
}

const html = (reply: ExtensionReply, text: string): ExtensionReply =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
    .send(text);

/** The fields of a form, as text. */
export const formOf = (request: ExtensionRequest): Record<string, string> =>
  typeof request.body === 'string' ? Object.fromEntries(new URLSearchParams(request.body)) : {};
