import { computation } from '../compute/computation.ts';
import type { ThreadPool } from '../compute/thread-pool.ts';
import { CompressedFile } from '../http/bytes/compressed.ts';
import type { Extension } from '../http/server/server.ts';
import {
  allBrowserModules,
  allPublicScripts,
  type BrowserModule,
  browserModuleAt,
  MODULES_PATH,
} from './browser-module.ts';
import { html } from './html.ts';
import { languageOf } from './language.ts';
import { renderPage, stylesheet } from './page.ts';
import type stripTypes from './strip-types.compute.ts';

const SCRIPT = 'text/javascript; charset=utf-8';
const STYLE = 'text/css; charset=utf-8';
const OWNER = 'pages';
const stripping = computation<typeof stripTypes>(import.meta.resolve('./strip-types.compute.ts'), { endsThread: true });

const done = {
  es: { title: 'Listo', text: 'Puedes cerrar esta página.' },
  en: { title: 'Done', text: 'You can close this page.' },
};

/** The files that hosted pages load, and the page to which providers send people back by default (`/pages/done`). */
export const pageAssets =
  (threads: ThreadPool): Extension =>
  (server) => {
    const style = new CompressedFile(stylesheet, STYLE, { isVersioned: true });
    server.get('/pages/style.css', (request, reply) => style.send(request, reply));
    const scripts = new Scripts(threads);
    server.get<{ Params: { version: string; '*': string } }>(`${MODULES_PATH}/:version/*`, async (request, reply) => {
      const { version, '*': path } = request.params;
      const found = browserModuleAt(version, path);
      if (!found) return reply.callNotFound();
      // Another release may have made the page while this one serves its module: then nothing may keep it.
      return (await scripts.fileOf(found.module, found.isCurrent)).send(request, reply);
    });
    for (const [path, script] of allPublicScripts())
      server.get(path, async (request, reply) => (await scripts.fileOf(script)).send(request, reply));
    server.get('/pages/done', async (request, reply) => {
      const language = languageOf(request.headers['accept-language']);
      const { title, text } = done[language];
      const { headers, body } = renderPage({
        language,
        title,
        body: html`<section class="card notice"><h1>${title}</h1><p>${text}</p></section>`,
      });
      return reply.headers(headers).send(body);
    });
  };

/** The modules for browsers, without their types from the first request on. */
class Scripts {
  readonly #threads: ThreadPool;
  readonly #files = new Map<string, CompressedFile>();
  #codes: Promise<Map<string, string>> | undefined;

  constructor(threads: ThreadPool) {
    this.#threads = threads;
  }

  async fileOf({ path, source }: BrowserModule, isVersioned = false): Promise<CompressedFile> {
    const key = `${isVersioned} ${path}`;
    const isStyle = path.endsWith('.css');
    const code = isStyle ? source : (await this.#stripped()).get(path)!;
    const file =
      this.#files.get(key) ?? new CompressedFile(Buffer.from(code), isStyle ? STYLE : SCRIPT, { isVersioned });
    this.#files.set(key, file);
    return file;
  }

  /** All of them at once, because starting the parser takes longer than its work. */
  #stripped(): Promise<Map<string, string>> {
    this.#codes ??= this.#strip().catch((error: unknown) => {
      this.#codes = undefined;
      throw error;
    });
    return this.#codes;
  }

  async #strip(): Promise<Map<string, string>> {
    const scripts = allBrowserModules().filter(({ path }) => !path.endsWith('.css'));
    const codes = await this.#threads.run(
      OWNER,
      stripping,
      scripts.map(({ source }) => source),
    );
    return new Map(scripts.map(({ path }, place) => [path, codes[place]!]));
  }
}
