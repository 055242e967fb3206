const PASSAGE_LENGTH = 900;
/** A text of 400,000 characters has about 450 passages. */
const PASSAGES_MAX = 1_000;

/** Cuts a text into passages: whole paragraphs together up to a length, long ones at the end of a sentence or word. */
export function passagesOf(text: string): string[] {
  const passages: string[] = [];
  let current = '';
  for (const part of text.split(/\n\s*\n/).flatMap(cutParagraph)) {
    if (current && current.length + part.length + 2 > PASSAGE_LENGTH) {
      passages.push(current);
      current = '';
    }
    current = current ? `${current}\n\n${part}` : part;
  }
  return (current ? [...passages, current] : passages).slice(0, PASSAGES_MAX);
}

function cutParagraph(paragraph: string): string[] {
  const parts: string[] = [];
  let rest = paragraph.trim();
  while (rest.length > PASSAGE_LENGTH) {
    const head = rest.slice(0, PASSAGE_LENGTH);
    const end = Math.max(head.lastIndexOf('. ') + 1, head.lastIndexOf('\n'));
    const cut = end > PASSAGE_LENGTH / 2 ? end : head.lastIndexOf(' ') > 0 ? head.lastIndexOf(' ') : PASSAGE_LENGTH;
    // Not between the halves of a character outside the basic plane.
    const at = /[\uD800-\uDBFF]/.test(rest.charAt(cut - 1)) ? cut - 1 : cut;
    parts.push(rest.slice(0, at).trim());
    rest = rest.slice(at).trim();
  }
  return rest ? [...parts, rest] : parts;
}
