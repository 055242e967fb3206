import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../log.ts';
import { errorPage, type RefusedForm } from '../../pages/error-page.ts';
import { languageOf } from '../../pages/language.ts';
import { InternalError, Unavailable } from '../../refusal.ts';
import { asRefusal } from '../as-refusal.ts';
import { PROBLEM_TYPE, problemOf } from '../problem.ts';
import { pageBody, wantsPage } from './payload.ts';

/** The accepted authentication schemes, sent with a 401. */
const CHALLENGE = 'Bearer realm="colmado", CM2-HMAC-SHA256 realm="colmado"';

/** Answers an error as a problem, or as a page where a person has opened the address. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: Log): FastifyReply {
  const answer = asRefusal(error);
  // A provider that fails is a 5xx as well, and no bug of ours.
  if (answer.kind === InternalError)
    log.error({ err: error, requestId: request.id, method: request.method, url: request.url }, 'bug');
  if (answer.kind === Unavailable) log.warn({ err: error, requestId: request.id }, 'the database is unreachable');
  const { hasPage, form } = (request.routeOptions?.config ?? {}) as { hasPage?: boolean; form?: RefusedForm };
  if ((hasPage || request.is404) && wantsPage(request)) {
    const language = languageOf(request.headers['accept-language']);
    const { id, method, params } = request;
    reply.headers(answer.headers ?? {});
    return reply.send(pageBody(reply, errorPage(language, answer, { id, method, params, form })));
  }
  return reply
    .code(answer.kind.status)
    .headers({ ...(answer.kind.status === 401 && { 'www-authenticate': CHALLENGE }), ...answer.headers })
    .header('content-type', PROBLEM_TYPE)
    .send(problemOf(answer, request.id));
}
