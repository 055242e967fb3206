import { CompressedFile } from '../http/compressed.ts';
import type { Extension } from '../http/server.ts';
import { allPublicScripts, browserModuleAt, MODULES_PATH } from './browser-module.ts';
import { html } from './html.ts';
import { languageOf } from './language.ts';
import { renderPage, stylesheet } from './page.ts';

const SCRIPT = 'text/javascript; charset=utf-8';

const done = {
  es: { title: 'Listo', text: 'Puedes cerrar esta página.' },
  en: { title: 'Done', text: 'You can close this page.' },
};

/** The files that hosted pages load, and the page to which providers send people back by default (`/pages/done`). */
export const pageAssets: Extension = (server) => {
  const style = new CompressedFile(stylesheet, 'text/css; charset=utf-8', { isVersioned: true });
  server.get('/pages/style.css', (request, reply) => style.send(request, reply));
  const modules = new Map<string, CompressedFile>();
  server.get<{ Params: { version: string; '*': string } }>(`${MODULES_PATH}/:version/*`, (request, reply) => {
    const { version, '*': path } = request.params;
    const found = browserModuleAt(version, path);
    if (!found) return reply.callNotFound();
    const key = `${found.isCurrent} ${path}`;
    const type = path.endsWith('.css') ? 'text/css; charset=utf-8' : SCRIPT;
    // Another release may have made the page while this one serves its module: then nothing may keep it.
    const file =
      modules.get(key) ?? new CompressedFile(Buffer.from(found.code), type, { isVersioned: found.isCurrent });
    modules.set(key, file);
    return file.send(request, reply);
  });
  for (const [path, code] of allPublicScripts()) {
    const file = new CompressedFile(Buffer.from(code), SCRIPT);
    server.get(path, (request, reply) => file.send(request, reply));
  }
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
