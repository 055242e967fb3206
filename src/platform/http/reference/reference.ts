import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { CompressedFile } from '../bytes/compressed.ts';
import type { Extension } from '../server/server.ts';
import { addSpanishWords } from './spanish-words.ts';

const contractFile = new URL('../../../../openapi.json', import.meta.url);
const glossaryFile = new URL('../../../../docs/glossary.md', import.meta.url);
const readerFile = createRequire(import.meta.url).resolve('openapi-explorer/dist/browser/openapi-explorer.min.js');

/** The reader sets styles from its script, and calls the API of this service only. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; img-src 'self' data:; font-src 'self' data:; base-uri 'none'; frame-ancestors 'none'";

/** `/openapi.json` and the interactive reference at `/docs`. The page loads nothing from elsewhere. */
export const referencePages: Extension = (server) => {
  // Read when somebody asks for them: most processes never do.
  let contract: Promise<CompressedFile> | undefined;
  let searched: Promise<CompressedFile> | undefined;
  let reader: Promise<CompressedFile> | undefined;
  server.get('/', async (_request, reply) => reply.redirect('/docs/'));
  server.get('/docs', async (_request, reply) => reply.redirect('/docs/'));
  server.get('/docs/', async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('content-security-policy', PAGE_POLICY).send(page),
  );
  server.get('/docs/reader.js', async (request, reply) => {
    reader ??= readFile(readerFile, 'utf8').then(
      (script) => new CompressedFile(Buffer.from(script + openSearch), 'text/javascript; charset=utf-8'),
    );
    return (await reader).send(request, reply);
  });
  server.get('/openapi.json', async (request, reply) => {
    contract ??= readContract().then(toFile);
    return (await contract).send(request, reply);
  });
  server.get('/docs/openapi.json', async (request, reply) => {
    searched ??= readSearched();
    return (await searched).send(request, reply);
  });
  server.get('/favicon.ico', async (_request, reply) => reply.type('image/svg+xml').send(icon));
};

type Contract = Parameters<typeof addSpanishWords>[0] & {
  components: { responses: Record<string, { description: string; content?: unknown }> };
};

const readContract = async () => JSON.parse(await readFile(contractFile, 'utf8')) as Contract;

/** The responses that all operations have as `4XX` and `5XX`. */
const statusRanges = ['Refused', 'ServerError'];

async function readSearched(): Promise<CompressedFile> {
  const [document, glossary] = await Promise.all([readContract(), readFile(glossaryFile, 'utf8')]);
  addSpanishWords(document, glossary);
  // The reader takes the content of `4XX` for an alternative to the answer, and would offer `Accept` in every operation.
  for (const response of statusRanges.map((name) => document.components.responses[name]!)) {
    response.description += ' The body is a problem with one of the codes in the section Errors.';
    delete response.content;
  }
  return toFile(document);
}

/** The committed file is indented for reviews; readers get it without. */
const toFile = (document: unknown): CompressedFile =>
  new CompressedFile(Buffer.from(JSON.stringify(document)), 'application/json; charset=utf-8');

/** The reader shows its menu, and with it the search, on wide screens only. */
const openSearch = `
document.querySelector('nav button').addEventListener('click', () => {
  document.querySelector('openapi-explorer').showAdvancedSearchDialog = true;
});
`;

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Colmado API</title>
<link rel="preload" href="/docs/openapi.json" as="fetch" crossorigin>
<script type="module" src="/docs/reader.js"></script>
<style>
  body { margin: 0 }
  openapi-explorer {
    --font-regular: system-ui, sans-serif;
    --font-mono: ui-monospace, monospace;
    --blue: #0f75c4; --green: #1a6e31; --red: #b3261e; --orange: #9a4300; --yellow: #7a5b00;
    --secondary-color: #8f4a00;
  }
  openapi-explorer::part(section-navbar) { --secondary-color: #f4a259 }
  openapi-explorer::part(btn-try) { --secondary-color: #fff }
  nav { display: none; justify-content: space-between; padding: 8px 16px; background: #10342a; font: 16px system-ui, sans-serif }
  nav a, nav button { padding: 8px 0; border: 0; background: none; color: #fff; font: inherit }
  @media (max-width: 767px) { nav { display: flex } }
  /* The reader leaves the descriptions of fields out on narrow screens. */
  @media (max-width: 575px) {
    openapi-explorer::part(schema-key) { box-sizing: border-box; width: 38% !important; padding-right: 4px }
    openapi-explorer::part(schema-type) { width: 21% !important; padding-right: 4px; overflow-wrap: anywhere }
    openapi-explorer::part(schema-description) {
      display: block !important; flex: 1 1 0; overflow: visible; word-break: normal; overflow-wrap: anywhere
    }
  }
</style>
<nav><a href="/docs/guides/">Guides</a><button type="button">Search</button></nav>
<openapi-explorer spec-url="/docs/openapi.json" collapse hide-components hide-server-selection
  text-color="#222222" primary-color="#0b6e4f" nav-bg-color="#10342a" nav-text-color="#d7e5df"
  nav-hover-bg-color="#0a4936" nav-hover-text-color="#ffffff"></openapi-explorer>
</html>
`;

/** A shop with its awning: browsers ask for an icon of every page. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path fill="#0b6e4f" d="M2 7h12v8H2z"/><path
fill="#f4a259" d="M1 7l2-6h10l2 6z"/><path fill="#fff" d="M6 9h4v6H6z"/></svg>`;
