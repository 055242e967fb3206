import { type AttributeSpec, type NodeSpec, Schema } from 'prosemirror-model';
import { safeUrl } from '#platform/pages/html.ts';
import { fileKeyOf } from './content.ts';

/** An attribute with its default, refused unless it passes the check. */
const attribute = (fallback: unknown, isValid: (value: unknown) => boolean, rule: string): AttributeSpec => ({
  default: fallback,
  validate: (value) => {
    if (!isValid(value)) throw new RangeError(rule);
  },
});

const isText = (value: unknown, max: number): boolean => typeof value === 'string' && value.length <= max;
const isWhole = (value: unknown, min: number, max: number): boolean =>
  Number.isInteger(value) && Number(value) >= min && Number(value) <= max;

const note = (max: number) =>
  attribute(null, (value) => value === null || isText(value, max), `at most ${max} characters`);
const ADDRESS = 'an address that begins with https:, http:, mailto: or tel:';
const isAddress = (value: unknown): boolean => isText(value, 2000) && safeUrl(value as string) !== null;
const isPictureSource = (value: unknown): boolean =>
  isText(value, 2000) && (/^https:/i.test(value as string) ? isAddress(value) : fileKeyOf(value) !== null);

const alignments = [null, 'left', 'center', 'right', 'justify'];
const textAlign = attribute(null, (value) => alignments.includes(value as string), 'left, center, right or justify');
const span = attribute(1, (value) => isWhole(value, 1, 100), 'a whole number from 1 to 100');
const cell: NodeSpec = { content: 'block+', attrs: { colspan: span, rowspan: span } };

/** The nodes and marks of TipTap's own extensions, by their names, so that any editor of that family reads a document. */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { content: 'inline*', group: 'block', attrs: { textAlign } },
    text: { group: 'inline' },
    heading: {
      content: 'inline*',
      group: 'block',
      attrs: { level: attribute(1, (value) => isWhole(value, 1, 6), 'a level from 1 to 6'), textAlign },
    },
    bulletList: { content: 'listItem+', group: 'block' },
    orderedList: {
      content: 'listItem+',
      group: 'block',
      attrs: { start: attribute(1, (value) => isWhole(value, 0, 1_000_000), 'a whole number') },
    },
    listItem: { content: 'paragraph block*' },
    taskList: { content: 'taskItem+', group: 'block' },
    taskItem: {
      content: 'paragraph block*',
      attrs: { checked: attribute(false, (value) => typeof value === 'boolean', 'true or false') },
    },
    blockquote: { content: 'block+', group: 'block' },
    codeBlock: {
      content: 'text*',
      marks: '',
      group: 'block',
      code: true,
      attrs: {
        language: attribute(null, (value) => value === null || /^[\w+#.-]{0,40}$/.test(String(value)), 'a name'),
      },
    },
    horizontalRule: { group: 'block' },
    hardBreak: { inline: true, group: 'inline' },
    image: {
      inline: false,
      group: 'block',
      attrs: {
        src: {
          validate: attribute('', isPictureSource, 'an https: address, or /v1/files/object?key= of a file').validate!,
        },
        alt: note(500),
        title: note(500),
      },
    },
    mention: {
      inline: true,
      group: 'inline',
      attrs: {
        id: {
          validate: attribute('', (value) => /^[A-Za-z][\w.-]{0,59}$/.test(String(value)), 'the name of a field')
            .validate!,
        },
        label: note(100),
      },
    },
    table: { content: 'tableRow+', group: 'block' },
    tableRow: { content: '(tableCell | tableHeader)+' },
    tableHeader: cell,
    tableCell: cell,
  },
  marks: {
    link: { attrs: { href: { validate: attribute('', isAddress, ADDRESS).validate! } } },
    bold: {},
    italic: {},
    strike: {},
    underline: {},
    highlight: {},
    subscript: {},
    superscript: {},
    code: {},
  },
});
