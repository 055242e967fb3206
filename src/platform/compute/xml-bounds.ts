export interface XmlBounds {
  elementsMax: number;
  depthMax: number;
}

/** More is no tag of a business document, and parsers compare every attribute with every other. */
const TAG_LENGTH_MAX = 4_096;
const NOT_CLOSED = 'A tag is not closed.';

/**
 * Why a text must not reach an XML parser; null if it may. One pass over the tags finds nesting without end, a flood of elements
 * and document types, for which parsers need quadratic time or the whole stack. Only the parser checks that it is well-formed.
 */
export function xmlProblem(text: string, { elementsMax, depthMax }: XmlBounds): string | null {
  let elements = 0;
  let depth = 0;
  for (const { at, end, isDeclaration } of tagsOf(text)) {
    if (isDeclaration) return 'A document type declaration is not allowed.';
    if (end < 0) return NOT_CLOSED;
    const isClosing = text[at + 1] === '/';
    if (!isClosing && ++elements > elementsMax) return `It has more than ${elementsMax} elements.`;
    if (isClosing) depth--;
    else if (text[end - 1] !== '/' && ++depth > depthMax) return `Its elements are nested more than ${depthMax} deep.`;
  }
  return depth === 0 ? null : NOT_CLOSED;
}

/** The places at which tags begin and end, up to one that does not end. */
function* tagsOf(text: string): Iterable<{ at: number; end: number; isDeclaration: boolean }> {
  let end = 0;
  for (let at = text.indexOf('<'); at >= 0 && end >= 0; at = text.indexOf('<', end)) {
    const skipped = SKIPPED.find(({ begin }) => text.startsWith(begin, at));
    end = skipped ? text.indexOf(skipped.end, at + skipped.begin.length) : tagEnd(text, at);
    if (!skipped || end < 0) yield { at, end, isDeclaration: !skipped && text[at + 1] === '!' };
  }
}

/** Comments, CDATA sections and instructions: their content is no tag. */
const SKIPPED = [
  { begin: '<!--', end: '-->' },
  { begin: '<![CDATA[', end: ']]>' },
  { begin: '<?', end: '?>' },
];

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
