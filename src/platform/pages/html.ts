/** Text that is HTML already. Only the `html` tag makes it, so everything else is escaped. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** The content of a template. `null`, `undefined` and `false` are empty, so that `condition && html…` works. */
export type Content = Html | string | number | null | undefined | false | readonly Content[];

/**
 * A template whose values are escaped, unless they are templates themselves. Attribute values must be quoted in the
 * template: ``html`<a href="${url}">` ``. Addresses from outside need `safeUrl`, because escaping does not stop `javascript:`.
 */
export const html = (texts: TemplateStringsArray, ...values: Content[]): Html =>
  new Html(texts.reduce((before, text, place) => before + render(values[place - 1]) + text));

function render(value: Content): string {
  if (value instanceof Html) return value.toString();
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'object') return value.map(render).join('');
  return escapeHtml(String(value));
}

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** An address of the web, or null: a link must not run a script. */
export function safeUrl(text: string | null | undefined): string | null {
  const url = text ? URL.parse(text) : null;
  return url && /^(https?|mailto|tel):$/.test(url.protocol) ? url.href : null;
}

/** Browsers accept `ana@gmail`, which no e-mail reaches. */
export const emailPattern: Html = html`pattern="[^@\\s]+@[^@\\s]+\\.[^@\\s]+" title="ana@example.com"`;
