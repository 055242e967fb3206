import { globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import MarkdownIt from 'markdown-it';
import { Html, html } from '../../pages/html.ts';
import { type RenderedPage, renderPage } from '../../pages/page.ts';
import type { Extension } from '../server/server.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const INDEX = 'docs/README.md';
const ADDRESS = '/docs/guides/';
/** Each folder is named: a search of all of `src` takes 30 ms of the start. */
const READMES = ['client', 'src/platform', 'src/{platform,modules}/*'].map((folder) => `${folder}/README.md`);
const DOCUMENTS = ['*.md', 'LICENSE', 'docs/*.md', ...READMES];

/** The documents of the repository as pages: `/docs/guides/` is their index. Only files that exist at the start are served. */
export const guidePages: Extension = (server) => {
  const files = new Map(globSync(DOCUMENTS, { cwd: ROOT }).map((path) => [nameOf(path), path]));
  const rendered = new Map<string, RenderedPage>();
  // With and without the slash at its end.
  server.get<{ Params: { name?: string } }>('/docs/guides/:name?', async (request, reply) => {
    const path = files.get(request.params.name ?? '');
    if (path === undefined) return reply.callNotFound();
    const page = rendered.get(path) ?? guidePage(path);
    rendered.set(path, page);
    return reply.headers(page.headers).send(page.body);
  });
};

/** `docs/selling.md` is `selling`, and `src/platform/README.md` is `src-platform`. The index has the empty name. */
function nameOf(path: string): string {
  if (path === INDEX) return '';
  return path.endsWith('/README.md') ? dirname(path).replaceAll('/', '-') : basename(path, '.md').toLowerCase();
}

function guidePage(path: string): RenderedPage {
  const text = readFileSync(`${ROOT}${path}`, 'utf8');
  const title = /^# (.+)$/m.exec(text)?.[1] ?? 'Colmado';
  return renderPage({
    language: 'en',
    title,
    brand: { name: 'Colmado', logoUrl: null },
    menu: [
      { label: 'Guides', url: ADDRESS },
      { label: 'Reference', url: '/docs/' },
    ],
    isIndexed: true,
    body: html`<article class="card rich guide">${new Html(markdown.render(text, { path }))}</article>`,
  });
}

const markdown = new MarkdownIt();
const { rules } = markdown.renderer;

rules.heading_open = (tokens, index, options, _env, self) => {
  tokens[index]!.attrSet('id', slugOf(tokens[index + 1]!.content));
  return self.renderToken(tokens, index, options);
};

rules.link_open = (tokens, index, options, env: { path: string }, self) => {
  const token = tokens[index]!;
  token.attrSet('href', addressOf(token.attrGet('href')!, env.path));
  return self.renderToken(tokens, index, options);
};

rules.table_open = () => '<div class="scrolls" tabindex="0"><table>';
rules.table_close = () => '</table></div>';

/** The address of a heading is the one that GitHub gives it, because the documents are read there too. */
const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');

function addressOf(link: string, from: string): string {
  if (/^(https?:|#)/.test(link)) return link;
  const { pathname, hash } = new URL(link, `file:///${from}`);
  const path = pathname.slice(1);
  if (path === 'docs/' || path === INDEX) return ADDRESS;
  return path === 'openapi.json' ? '/openapi.json' : `${ADDRESS}${nameOf(path)}${hash}`;
}
