import scalar from '@scalar/fastify-api-reference';
import type { Extension } from './server.ts';

/** `/openapi.json` and the interactive reference at `/docs`, served whole from here: nothing is loaded from elsewhere. */
export const referencePages =
  (document: Record<string, unknown>): Extension =>
  async (server) => {
    const text = JSON.stringify(document);
    server.get('/openapi.json', async (_request, reply) => reply.type('application/json; charset=utf-8').send(text));
    await server.register(scalar, {
      routePrefix: '/docs',
      configuration: {
        url: '/openapi.json',
        pageTitle: 'Colmado API',
        withDefaultFonts: false,
        telemetry: false,
        hideClientButton: true,
        agent: { disabled: true },
        defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
      } as never,
    });
  };
