import MarkdownIt from 'markdown-it';
import { MarkdownParser, MarkdownSerializer, type MarkdownSerializerState } from 'prosemirror-markdown';
import type { Node } from 'prosemirror-model';
import { safeUrl } from '#platform/pages/html.ts';
import type { RichNode } from './content.ts';
import { schema } from './rich-text.ts';

/** `{{contact.name}}` is a field of a template. */
const FIELD = /\{\{\s*([A-Za-z][\w.-]{0,59})\s*\}\}/y;

/** HTML in Markdown stays text. */
const tokenizer = new MarkdownIt('default', { html: false, linkify: false, typographer: false }).disable([
  'linkify',
  'image',
]);
// A link that leads nowhere stays text.
tokenizer.validateLink = (address) => safeUrl(address) !== null;
tokenizer.inline.ruler.before('escape', 'field', (state, silent) => {
  FIELD.lastIndex = state.pos;
  const [all, id] = FIELD.exec(state.src) ?? [];
  if (!all) return false;
  if (!silent) state.push('field', '', 0).meta = { id };
  state.pos += all.length;
  return true;
});
// A cell contains blocks, and Markdown puts bare text into it.
tokenizer.core.ruler.push('cells', (state) => {
  state.tokens = state.tokens.flatMap((token) => {
    if (token.type === 'th_open' || token.type === 'td_open') return [token, new state.Token('paragraph_open', 'p', 1)];
    if (token.type === 'th_close' || token.type === 'td_close')
      return [new state.Token('paragraph_close', 'p', -1), token];
    return [token];
  });
});

const parser = new MarkdownParser(schema, tokenizer, {
  paragraph: { block: 'paragraph' },
  heading: { block: 'heading', getAttrs: ({ tag }) => ({ level: Number(tag.slice(1)) }) },
  blockquote: { block: 'blockquote' },
  bullet_list: { block: 'bulletList' },
  ordered_list: { block: 'orderedList', getAttrs: (token) => ({ start: Number(token.attrGet('start') ?? 1) }) },
  list_item: { block: 'listItem' },
  code_block: { block: 'codeBlock', noCloseToken: true },
  fence: {
    block: 'codeBlock',
    getAttrs: ({ info }) => ({ language: /^[\w+#.-]{1,40}/.exec(info)?.[0] ?? null }),
    noCloseToken: true,
  },
  hr: { node: 'horizontalRule' },
  hardbreak: { node: 'hardBreak' },
  field: { node: 'mention', getAttrs: ({ meta }) => ({ id: meta.id }) },
  table: { block: 'table' },
  thead: { ignore: true },
  tbody: { ignore: true },
  tr: { block: 'tableRow' },
  th: { block: 'tableHeader' },
  td: { block: 'tableCell' },
  strong: { mark: 'bold' },
  em: { mark: 'italic' },
  s: { mark: 'strike' },
  code_inline: { mark: 'code', noCloseToken: true },
  link: { mark: 'link', getAttrs: (token) => ({ href: token.attrGet('href') }) },
});

export const parseMarkdown = (text: string): Node => parser.parse(text);

const isPlain = (text: string) => ({ open: text, close: text, mixable: true, expelEnclosingWhitespace: true });
const destination = (address: unknown): string => String(address).replace(/[()\s<>\\]/g, encodeURIComponent);

const serializer = new MarkdownSerializer(
  {
    text: (state, node) => state.text(node.text!),
    paragraph: (state, node) => closing(state, node, () => state.renderInline(node)),
    heading: (state, node) =>
      closing(state, node, () => {
        state.write(`${'#'.repeat(node.attrs.level)} `);
        state.renderInline(node, false);
      }),
    blockquote: (state, node) => state.wrapBlock('> ', null, node, () => state.renderContent(node)),
    bulletList: (state, node) => state.renderList(node, '  ', () => '- '),
    orderedList: (state, node) => state.renderList(node, '   ', (place) => `${node.attrs.start + place}. `),
    listItem: (state, node) => state.renderContent(node),
    taskList: (state, node) =>
      state.renderList(node, '  ', (place) => `- [${node.child(place).attrs.checked ? 'x' : ' '}] `),
    taskItem: (state, node) => state.renderContent(node),
    codeBlock: (state, node) =>
      closing(state, node, () => {
        const fence = '`'.repeat(Math.max(3, ...(node.textContent.match(/`+/g) ?? []).map(({ length }) => length + 1)));
        state.write(`${fence}${node.attrs.language ?? ''}\n`);
        state.text(node.textContent, false);
        state.write(`\n${fence}`);
      }),
    horizontalRule: (state, node) => closing(state, node, () => state.write('---')),
    hardBreak: (state) => state.write('\\\n'),
    image: (state, node) =>
      closing(state, node, () => state.write(`![${state.esc(node.attrs.alt ?? '')}](${destination(node.attrs.src)})`)),
    mention: (state, node) => state.write(`{{${node.attrs.id}}}`),
    table: (state, node) =>
      closing(state, node, () => {
        node.forEach((row, _, place) => {
          state.write(`${lineOf(row)}\n`);
          if (place === 0) state.write(`|${' --- |'.repeat(row.childCount)}\n`);
        });
      }),
  },
  {
    bold: isPlain('**'),
    italic: isPlain('*'),
    strike: isPlain('~~'),
    code: { open: '`', close: '`', escape: false },
    link: { open: '[', close: (_, mark) => `](${destination(mark.attrs.href)})` },
    // Markdown has no sign for these.
    ...Object.fromEntries(['underline', 'highlight', 'subscript', 'superscript'].map((mark) => [mark, isPlain('')])),
  },
  { hardBreakNodeName: 'hardBreak', escapeExtraCharacters: /[|<{]/g },
);

function closing(state: MarkdownSerializerState, node: Node, write: () => void): void {
  write();
  state.closeBlock(node);
}

/** A row of a table: Markdown has no blocks in cells, so each is one line. */
function lineOf(row: Node): string {
  const cells: string[] = [];
  row.forEach((cell) => {
    cells.push(
      serializer
        .serialize(cell)
        .trim()
        .replace(/\s*\n\s*/g, ' '),
    );
  });
  return `| ${cells.join(' | ')} |`;
}

export const toMarkdown = (content: RichNode): string =>
  serializer.serialize(schema.nodeFromJSON(content), { tightLists: true });
