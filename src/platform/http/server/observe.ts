import type { FastifyInstance } from 'fastify';
import { compressAnswer } from '../bytes/encoding.ts';
import type { ServerOptions } from './options.ts';

const HSTS = 'max-age=31536000';
/** For answers that are no page, and for pages that declare nothing else. */
const NOTHING_ALLOWED = "default-src 'none'; frame-ancestors 'none'";

/** Request ids, headers, timing and one log line for everything that is served. */
export function observe(server: FastifyInstance, { metrics, log, engine, closing }: ServerOptions): void {
  const isSecure = engine.services.publicUrl.startsWith('https:');
  server.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('cache-control', 'no-store');
    reply.header('content-security-policy', NOTHING_ALLOWED);
    reply.header('x-frame-options', 'DENY');
    reply.header('referrer-policy', 'no-referrer');
    if (isSecure) reply.header('strict-transport-security', HSTS);
    done();
  });
  server.addHook('onSend', (_request, reply, _payload, done) => {
    // A client that keeps its connection opens another one elsewhere before this one is closed.
    if (closing.aborted) reply.header('connection', 'close');
    done();
  });
  server.addHook('onSend', (_request, reply, _payload, done) => {
    // Old browsers know only this header, which can name no list of sites.
    if (/frame-ancestors (?!'none')/.test(String(reply.getHeader('content-security-policy'))))
      reply.removeHeader('x-frame-options');
    done();
  });
  server.addHook('onSend', compressAnswer);
  server.addHook('onResponse', (request, reply, done) => {
    // A keep-alive connection that becomes idle only now would delay the stop by its whole timeout.
    if (closing.aborted) request.raw.socket.end();
    const path = request.routeOptions.url ?? 'unknown';
    metrics.observeRequest(request.method, path, reply.statusCode, reply.elapsedTime / 1000);
    const line = {
      requestId: request.id,
      method: request.method,
      path,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    log[reply.statusCode >= 500 ? 'error' : 'debug'](line, 'request');
    done();
  });
}
