import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import fastifyCookie from '@fastify/cookie';
import fastifyCors from '@fastify/cors';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { newId } from '../../id.ts';
import { Refusal } from '../../refusal.ts';
import { corsFor } from '../cors.ts';
import { TEXT, URL_FORM } from '../form.ts';
import { bodyLimitOf, cutAfter, hasSmallBody } from '../limits/body-limits.ts';
import { isWrite, type Route, refusesByPage } from '../route.ts';
import { unknownPath } from '../unknown-path.ts';
import { refuseExpectation, refuseUnreadable } from '../unreadable-request.ts';
import { RouteHandler } from './handler.ts';
import { observe } from './observe.ts';
import type { ServerOptions } from './options.ts';
import { sendError } from './send-error.ts';

const HEADERS_WITHIN_MS = 20_000;
const CHECKED_EVERY_MS = 1_000;
const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** A page or a probe next to the API: served as it is, outside the contract. */
export type Extension = (server: FastifyInstance) => void | Promise<void>;
export type { FastifyReply as ExtensionReply, FastifyRequest as ExtensionRequest };

/** Only this folder knows the web framework. */
export async function createServer(options: ServerOptions, extensions: Extension[]): Promise<FastifyInstance> {
  const { config } = options.engine.services;
  const anyCase = options.routes.filter((route) => route.anyCase).map(({ path }) => path);
  const server: FastifyInstance = Fastify({
    loggerInstance: options.log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: trusted(config.TRUST_PROXY),
    genReqId: (request: IncomingMessage) => {
      const given = request.headers['x-request-id'];
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : newId();
    },
    exposeHeadRoutes: true,
    routerOptions: { maxParamLength: 1000 },
    rewriteUrl: ({ url = '' }) => asDeclared(anyCase, url),
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply, options.log),
    clientErrorHandler: refuseUnreadable,
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    // An upload arrives as a whole within this time; other bodies have a tenth of it. An answer that nobody reads is cut.
    requestTimeout: config.REQUEST_TIMEOUT_SECONDS * 10 * 1000,
    connectionTimeout: config.REQUEST_TIMEOUT_SECONDS * 2 * 1000,
    http: {
      headersTimeout: Math.min(HEADERS_WITHIN_MS, config.REQUEST_TIMEOUT_SECONDS * 1000),
      connectionsCheckingInterval: CHECKED_EVERY_MS,
    },
  });
  server.server.on('checkExpectation', refuseExpectation);
  await server.register(fastifyCookie);
  if (config.CORS_ORIGINS) await server.register(fastifyCors, corsFor(config.CORS_ORIGINS));
  server.removeAllContentTypeParsers();
  server.addContentTypeParser(
    ['application/json', 'multipart/form-data'],
    { parseAs: 'buffer' },
    (_request, body, done) => done(null, body),
  );
  server.setErrorHandler((error, request, reply) => sendError(error, request, reply, options.log));
  const refuse = unknownPath(options.routes);
  server.setNotFoundHandler((request, reply) => sendError(refuse(request), request, reply, options.log));
  observe(server, options);
  for (const extension of extensions) await server.register(async (scope) => extension(scope));
  const handle = new RouteHandler(options);
  const declare = (scope: FastifyInstance, route: Route): void => {
    scope.route({
      method: route.method as 'GET',
      url: route.path,
      exposeHeadRoute: !isWrite(route),
      config: { hasPage: refusesByPage(route), form: route.form },
      bodyLimit: bodyLimitOf(route, config),
      ...(isWrite(route) &&
        !route.takesFiles && {
          preParsing: async (request, reply, body) => {
            cutAfter(request.raw, reply.raw, config.REQUEST_TIMEOUT_SECONDS * 1000);
            return hasSmallBody(request) ? body : handle.beforeBody(route, request, reply, body as Readable);
          },
        }),
      handler: (request, reply) =>
        handle.answer(route, request, reply).catch((error: unknown) => {
          if (error instanceof Refusal) options.onRefusal?.(route, error);
          throw error;
        }),
    });
  };
  const takesMore = ({ takesUrlForms, takesText }: Route): boolean => takesUrlForms || takesText;
  for (const route of options.routes.filter((each) => !each.takesFiles && !takesMore(each))) declare(server, route);
  await server.register(async (scope) => {
    scope.addContentTypeParser([URL_FORM, TEXT], { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    for (const route of options.routes.filter(takesMore)) declare(scope, route);
  });
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The route reads the body itself, after the caller was identified.
    scope.addContentTypeParser('*', (_request, body, done) => done(null, body));
    for (const route of options.routes.filter(({ takesFiles }) => takesFiles)) declare(scope, route);
  });
  return server;
}

/** Proxies by their number, nearest first, or by their networks. */
const trusted = (proxies: number | string[]) =>
  typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : proxies;

/** A path that differs from one of these only in small and capital letters, as that is declared. */
function asDeclared(paths: string[], url: string): string {
  const [given = '', ...query] = url.split('?');
  const parts = given.split('/');
  const path = paths.find((each) => {
    const wanted = each.split('/');
    return (
      wanted.length === parts.length &&
      wanted.every((part, place) => part.startsWith(':') || part.toLowerCase() === parts[place]!.toLowerCase())
    );
  });
  const declared = path?.split('/').map((part, place) => (part.startsWith(':') ? parts[place] : part));
  return declared ? [declared.join('/'), ...query].join('?') : url;
}
