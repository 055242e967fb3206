import { readFile } from 'node:fs/promises';
import { CompressedFile } from './compressed.ts';
import { type Extension, latePages } from './server.ts';

const contractFile = new URL('../../../openapi.json', import.meta.url);

/** `/openapi.json` and the interactive reference at `/docs`, served whole from here: nothing is loaded from elsewhere. */
export const referencePages: Extension = async (server) => {
  let contract: Promise<CompressedFile> | undefined;
  let reader: ReturnType<typeof openReader> | undefined;
  server.get('/', async (_request, reply) => reply.redirect('/docs/'));
  server.get('/openapi.json', async (request, reply) => {
    contract ??= readContract();
    return (await contract).send(request, reply);
  });
  server.get('/favicon.ico', async (_request, reply) => reply.type('image/svg+xml').send(icon));
  server.get('/docs', async (_request, reply) => reply.redirect('/docs/'));
  server.get('/docs/*', async (request, reply) => {
    reader ??= openReader();
    const { statusCode, headers, rawPayload } = await (await reader).inject(request.raw.url!);
    return reply.code(statusCode).headers(headers).send(rawPayload);
  });
};

/** The committed file is indented for reviews; readers get it without. */
async function readContract(): Promise<CompressedFile> {
  const document: unknown = JSON.parse(await readFile(contractFile, 'utf8'));
  return new CompressedFile(Buffer.from(JSON.stringify(document)), 'application/json; charset=utf-8');
}

/** The reader is 20 MB in memory, so it is loaded when someone opens it: most processes never show it. */
async function openReader() {
  const { default: scalar } = await import('@scalar/fastify-api-reference');
  const pages = latePages();
  await pages.register(scalar, {
    routePrefix: '/docs',
    configuration: {
      url: '/openapi.json',
      pageTitle: 'Colmado API',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      agent: { disabled: true },
      mcp: { disabled: true },
      showDeveloperTools: 'never',
      persistAuth: true,
      authentication: { preferredSecurityScheme: 'token' },
      defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
    } as never,
  });
  return pages;
}

/** A shop with its awning: browsers ask for an icon beside every page. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#0b6e4f" d="M2 7h12v8H2z"/><path
fill="#f4a259" d="M1 7l2-6h10l2 6z"/><path fill="#fff" d="M6 9h4v6H6z"/></svg>`;
