import { type Html, html } from './html.ts';

/** Only pictures of the service are allowed on a page, on whatever host it is; of others the first letter of the name is shown. */
export function picture(url: string | null, name: string, origin: string): Html {
  return url?.startsWith(`${origin}/`)
    ? html`<img class="picture" src="${url.slice(origin.length)}" alt="" width="320" height="240" loading="lazy">`
    : html`<span class="picture" aria-hidden="true">${name.slice(0, 1).toUpperCase()}</span>`;
}
