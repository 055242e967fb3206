import { type Content, type Html, html, safeUrl } from '#platform/pages/html.ts';
import type { RichMark, RichNode } from './content.ts';

/** The address of a picture for this reader, or null where they get only its description. */
type PictureUrl = (source: string) => string | null;

/** Rich text as HTML. Everything that it contains is escaped, and addresses lead to the web only. */
export function renderHtml(content: RichNode, pictureUrl: PictureUrl): Html {
  const levelOf = headingLevels();
  const render = (node: RichNode): Content => {
    const tag = tags[node.type];
    if (node.type === 'text') return marked(node.text!, node.marks);
    if (node.type === 'mention') return marked(html`<span class="placeholder">${fieldName(node)}</span>`, node.marks);
    if (node.type === 'image') return picture(node, pictureUrl);
    const inside = (node.content ?? []).map(render);
    if (node.type === 'heading') return heading(levelOf(Number(node.attrs!.level)), inside, node.attrs!);
    return tag ? tag(inside, node.attrs ?? {}) : inside;
  };
  return html`${render(content)}`;
}

const aligned = (attrs: Record<string, unknown>): Html | null =>
  attrs.textAlign ? html` class="align-${String(attrs.textAlign)}"` : null;

/** The title of a document is the only heading of the first level, and no level is skipped: readers of the outline rely on it. */
function headingLevels(): (level: number) => number {
  let open: number[] = [];
  return (level) => {
    open = [...open.filter((outer) => outer < level), level];
    return Math.min(open.length + 1, 6);
  };
}

const heading = (level: number, inside: Content, attrs: Record<string, unknown>): Html =>
  html`<h${level}${aligned(attrs)}>${inside}</h${level}>\n`;

const spans = ({ colspan, rowspan }: Record<string, unknown>): Html =>
  html`${Number(colspan) > 1 && html` colspan="${Number(colspan)}"`}${Number(rowspan) > 1 && html` rowspan="${Number(rowspan)}"`}`;

const tags: Record<string, (inside: Content, attrs: Record<string, unknown>) => Html> = {
  paragraph: (inside, attrs) => html`<p${aligned(attrs)}>${inside}</p>\n`,
  bulletList: (inside) => html`<ul>${inside}</ul>\n`,
  orderedList: (inside, { start }) => html`<ol${start !== 1 && html` start="${Number(start)}"`}>${inside}</ol>\n`,
  listItem: (inside) => html`<li>${inside}</li>\n`,
  taskList: (inside) => html`<ul class="tasks">${inside}</ul>\n`,
  taskItem: (inside, { checked }) => html`<li><span>${checked ? '☑' : '☐'}</span><div>${inside}</div></li>\n`,
  blockquote: (inside) => html`<blockquote>${inside}</blockquote>\n`,
  // A reader who uses the keyboard can scroll it.
  codeBlock: (inside) => html`<pre tabindex="0"><code>${inside}</code></pre>\n`,
  horizontalRule: () => html`<hr>\n`,
  hardBreak: () => html`<br>`,
  table: (inside) => html`<div class="scrolls" tabindex="0"><table><tbody>${inside}</tbody></table></div>\n`,
  tableRow: (inside) => html`<tr>${inside}</tr>\n`,
  tableHeader: (inside, attrs) => html`<th${spans(attrs)}>${inside}</th>`,
  tableCell: (inside, attrs) => html`<td${spans(attrs)}>${inside}</td>`,
};

const markTags: Record<string, (inside: Content, attrs: Record<string, unknown>) => Html> = {
  bold: (inside) => html`<strong>${inside}</strong>`,
  italic: (inside) => html`<em>${inside}</em>`,
  strike: (inside) => html`<s>${inside}</s>`,
  underline: (inside) => html`<u>${inside}</u>`,
  highlight: (inside) => html`<mark>${inside}</mark>`,
  subscript: (inside) => html`<sub>${inside}</sub>`,
  superscript: (inside) => html`<sup>${inside}</sup>`,
  code: (inside) => html`<code>${inside}</code>`,
  link: (inside, { href }) => html`<a href="${safeUrl(String(href))}" rel="noopener noreferrer nofollow">${inside}</a>`,
};

const marked = (inside: Content, marks: RichMark[] = []): Content =>
  marks.reduceRight((within, { type, attrs }) => markTags[type]?.(within, attrs ?? {}) ?? within, inside);

const fieldName = ({ attrs }: RichNode): string => String(attrs!.label ?? attrs!.id);

function picture({ attrs }: RichNode, pictureUrl: PictureUrl): Html | null {
  const [url, alt] = [pictureUrl(String(attrs!.src)), String(attrs!.alt ?? '')];
  if (url) return html`<p class="picture"><img src="${url}" alt="${alt}" loading="lazy"></p>\n`;
  return alt ? html`<p class="picture quiet">${alt}</p>\n` : null;
}
