import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from '../../pages/language.ts';
import { type Page, renderPage } from '../../pages/page.ts';
import { isHeld } from '../bytes/if-none-match.ts';
import type { Answer } from '../idempotency.ts';
import type { IncomingRequest } from '../input.ts';
import { isWrite, RawAnswer, type Route } from '../route.ts';
import type { PendingCookies } from './incoming.ts';
import type { ServerOptions } from './options.ts';

const NO_BODY = Buffer.alloc(0);

export type Answered = [
  route: Route,
  reply: FastifyReply,
  incoming: IncomingRequest,
  cookies: PendingCookies,
  answer: Answer | RawAnswer,
];

/** Sets the status and the headers. Fastify sends what a handler returns; a returned reply would cost it a dozen listeners. */
export function payloadOf(
  [route, reply, { dryRun }, cookies, answer]: Answered,
  onAnswer: ServerOptions['onAnswer'],
): unknown {
  if (!dryRun) for (const apply of cookies) apply(reply);
  if (route.page && !(answer instanceof RawAnswer) && wantsPage(reply.request)) {
    const language = languageOf(reply.request.headers['accept-language']);
    return pageBody(reply, route.page(answer.body as never, { language }));
  }
  if (answer instanceof RawAnswer) {
    reply.code(answer.status).headers(answer.headers);
    return answer.body ?? NO_BODY;
  }
  reply.code(answer.status);
  if (answer.replayed) reply.header('idempotent-replayed', 'true');
  if (answer.status === 204) return undefined;
  if (!dryRun) onAnswer?.(route, answer.body);
  return jsonBody(route, reply, answer.body);
}

/** A changeable object has a version: sent back in `If-Match`, or in the body, it refuses a change to any other. */
const versionOf = (body: unknown): number | undefined => {
  const { version } = (body ?? {}) as { version?: unknown };
  return typeof version === 'number' ? version : undefined;
};

/**
 * The ETag of a changeable object is its version. Any other answer to a GET has the hash of its content, so that a caller who
 * sends it back as `If-None-Match` gets 304 while nothing has changed.
 */
function jsonBody(route: Route, reply: FastifyReply, body: unknown): Buffer | undefined {
  const json = Buffer.from(JSON.stringify(body));
  const version = versionOf(body);
  if (version !== undefined) reply.header('etag', `"${version}"`);
  else if (!isWrite(route)) {
    const etag = `W/"${hash('sha1', json, 'base64url')}"`;
    reply.headers({ etag, 'cache-control': 'private, no-cache' });
    if (isHeld(reply.request.headers['if-none-match'] ?? '', etag)) return void reply.code(304);
  }
  reply.header('content-type', 'application/json; charset=utf-8');
  return json;
}

/** Browsers name HTML first when a person opens an address; programs do not. */
export const wantsPage = (request: FastifyRequest): boolean => request.headers.accept?.startsWith('text/html') ?? false;

export function pageBody(reply: FastifyReply, page: Page): Buffer {
  const { status, headers, body } = renderPage(page);
  reply.code(status).headers(headers);
  return body;
}
