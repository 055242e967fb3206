import { Fragment, type Mark, type Node } from 'prosemirror-model';
import { ContentInvalid, type RichMark, type RichNode, type RichText, refuseLarge } from './content.ts';
import { parseMarkdown } from './markdown.ts';
import { schema } from './rich-text.ts';

/** Checks a document against its schema, or reads it from Markdown. Attributes that the schema does not know are dropped. */
export default function readContent(given: { content: unknown } | { markdown: string }): RichText {
  const isMarkdown = 'markdown' in given;
  const path = isMarkdown ? 'body.markdown' : 'body.content';
  const node = isMarkdown ? checked(path, () => parseMarkdown(given.markdown)) : build(given.content, path);
  checked(path, () => node.check());
  const content = node.toJSON() as RichText;
  if (isMarkdown) refuseLarge(content);
  return content;
}

/** The request has bounded the depth. */
function build(given: unknown, path: string): Node {
  const node = recordAt(given, path) as unknown as RichNode;
  const type = schema.nodes[String(node.type)];
  if (!type || typeof node.type !== 'string') refuse(`${path}.type`, 'There is no such node.');
  const marks = listAt(node.marks, `${path}.marks`).map((mark, place) => buildMark(mark, `${path}.marks[${place}]`));
  if (type.isText) {
    if (typeof node.text !== 'string' || node.text === '') refuse(`${path}.text`, 'A text node has text.');
    return schema.text(node.text, marks);
  }
  const children = listAt(node.content, `${path}.content`);
  const content = Fragment.from(children.map((child, place) => build(child, `${path}.content[${place}]`)));
  const attrs = recordAt(node.attrs ?? {}, `${path}.attrs`);
  return checked(path, () => type.createChecked(attrs, content, marks));
}

function buildMark(given: unknown, path: string): Mark {
  const mark = recordAt(given, path) as unknown as RichMark;
  const type = schema.marks[String(mark.type)];
  if (!type || typeof mark.type !== 'string') refuse(`${path}.type`, 'There is no such mark.');
  const attrs = recordAt(mark.attrs ?? {}, `${path}.attrs`);
  return checked(path, () => type.create(attrs));
}

/** ProseMirror reports what is wrong with a node as a RangeError. */
function checked<T>(path: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof RangeError) refuse(path, error.message.slice(0, 300));
    throw error;
  }
}

function recordAt(value: unknown, path: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) refuse(path, 'This is not an object.');
  return value as Record<string, unknown>;
}

function listAt(value: unknown, path: string): unknown[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) refuse(path, 'This is not a list.');
  return value;
}

function refuse(path: string, message: string): never {
  throw ContentInvalid.at(path.slice(0, 200), 'invalid', message);
}
