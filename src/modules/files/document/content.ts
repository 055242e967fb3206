import { refusal } from '#platform/refusal.ts';

/** Rich text in the shape of ProseMirror and TipTap. `rich-text.ts` knows which nodes and marks there are. */
export type RichNode = {
  type: string;
  attrs?: Record<string, unknown>;
  content?: RichNode[];
  marks?: RichMark[];
  text?: string;
};

export type RichMark = { type: string; attrs?: Record<string, unknown> };

/** A whole document. */
export type RichText = RichNode & { type: 'doc'; content: RichNode[] };

export const ContentInvalid = refusal(
  'content_invalid',
  'The content is not a document of known nodes and marks: correct what `errors` lists.',
);
export const ContentTooLarge = refusal(
  'content_too_large',
  'The document has too many nodes or too much text: split it.',
);

export const PARTS_MAX = 30_000;
const CHARACTERS_MAX = 600_000;

/** Pictures of the organization's own files are named by the address that serves them. */
const FILE_SOURCE = /^\/v1\/files\/object\?key=([0-9a-f-]{36}(?:\/\d{1,5})?)$/;

export const fileKeyOf = (source: unknown): string | null => FILE_SOURCE.exec(String(source))?.[1] ?? null;

/** Every node of a document, from its beginning to its end. */
function* nodesOf(node: RichNode): Generator<RichNode> {
  yield node;
  for (const child of node.content ?? []) yield* nodesOf(child);
}

/** The files whose pictures a document shows. */
export function filesIn(content: RichNode): string[] {
  const pictures = [...nodesOf(content)].filter(({ type }) => type === 'image');
  return [...new Set(pictures.flatMap(({ attrs }) => fileKeyOf(attrs?.src)?.slice(0, 36) ?? []))];
}

/** The fields of a template: TipTap calls such a node a mention. */
export function fieldsIn(content: RichNode): string[] {
  const fields = [...nodesOf(content)].filter(({ type }) => type === 'mention');
  return [...new Set(fields.map(({ attrs }) => String(attrs!.id)))];
}

/** The same document with some of its nodes replaced; null leaves a node out. */
export function mapNodes<N extends RichNode>(node: N, change: (node: RichNode) => RichNode | null): N {
  const content = node.content?.flatMap((child) => {
    const changed = change(child);
    return changed ? [mapNodes(changed, change)] : [];
  });
  return content ? { ...node, content } : node;
}

const isTextBlock = ({ content = [] }: RichNode): boolean =>
  content.some(({ type }) => type === 'text' || type === 'mention');

/** The words of a document, one line for each block. */
export function plainTextOf(content: RichNode): string {
  const lines = nodesOf(content)
    .filter(isTextBlock)
    .map((block) => block.content!.map(({ text, type }) => text ?? (type === 'hardBreak' ? ' ' : '')).join(''));
  return [...lines].join('\n');
}

/** Refuses what would take long to read, before anything reads it. The request has bounded the depth. */
export function refuseLarge(content: unknown): void {
  let [parts, characters] = [0, 0];
  const open = [content];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === 'string') characters += value.length;
    if (typeof value !== 'object' || value === null) continue;
    parts++;
    open.push(...Object.values(value));
    if (parts > PARTS_MAX) throw ContentTooLarge(`A document has at most ${PARTS_MAX} nodes, marks and lists of them.`);
    if (characters > CHARACTERS_MAX) throw ContentTooLarge(`A document has at most ${CHARACTERS_MAX} characters.`);
  }
}
