export interface XmlBounds {
  elementsMax: number;
  depthMax: number;
}

/** More is no tag of a business document, and parsers compare every attribute with every other. */
const TAG_LENGTH_MAX = 4_096;
const NOT_CLOSED = 'A tag is not closed.';

/**
 * Why a text must not reach an XML parser; null if it may. One pass over the tags finds nesting without end, a flood of elements
 * and document types, for which parsers need quadratic time or the whole stack. Whether it is well-formed, the parser says.
 */
export function xmlProblem(text: string, { elementsMax, depthMax }: XmlBounds): string | null {
  let elements = 0;
  let depth = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const special = specialEnd(text, at);
    if (special === null) return 'A document type declaration is not allowed.';
    if (special !== undefined) {
      if (special < 0) return NOT_CLOSED;
      at = special;
      continue;
    }
    const end = tagEnd(text, at);
    if (end < 0) return NOT_CLOSED;
    if (text[at + 1] === '/') depth--;
    else {
      if (++elements > elementsMax) return `It has more than ${elementsMax} elements.`;
      if (text[end - 1] !== '/' && ++depth > depthMax) return `Its elements are nested more than ${depthMax} deep.`;
    }
    at = end + 1;
  }
  return depth === 0 ? null : NOT_CLOSED;
}

/** Where a comment, a CDATA section or an instruction ends, -1 where it does not; null for a document type, else undefined. */
function specialEnd(text: string, at: number): number | null | undefined {
  if (text.startsWith('<!--', at)) return after(text, '-->', at + 4);
  if (text.startsWith('<![CDATA[', at)) return after(text, ']]>', at + 9);
  if (text.startsWith('<?', at)) return after(text, '?>', at + 2);
  return text[at + 1] === '!' ? null : undefined;
}

function after(text: string, end: string, from: number): number {
  const found = text.indexOf(end, from);
  return found < 0 ? -1 : found + end.length;
}

/** A quoted value may contain the sign that ends a tag. */
function tagEnd(text: string, at: number): number {
  let opener = '';
  for (let place = at + 1; place < text.length && place - at <= TAG_LENGTH_MAX; place++) {
    const sign = text[place]!;
    if (opener) {
      if (sign === opener) opener = '';
    } else if (sign === '>') return place;
    else if (sign === '"' || sign === "'") opener = sign;
    else if (sign === '<') return -1;
  }
  return -1;
}
