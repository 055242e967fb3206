import { Parser } from 'htmlparser2';

const SKIPPED = new Set(['head', 'script', 'style', 'noscript', 'template', 'svg', 'iframe']);
const BLOCKS = new Set(
  'p div section article header footer li ul ol table tr h1 h2 h3 h4 h5 h6 blockquote pre hr'.split(' '),
);
const LENGTH_MAX = 1_000_000;
const LINK_PARTS_MAX = 50;

/** The words of a letter in HTML, line by line. A link whose address is not its text is followed by it. */
export function textOfHtml(html: string): string {
  const parts: string[] = [];
  const links: { address: string; from: number }[] = [];
  let skipped = 0;
  let isLineStart = true;
  let isWordStart = true;
  const add = (part: string): void => {
    if (part === '') return;
    parts.push(part);
    isLineStart = part.endsWith('\n');
    isWordStart = isLineStart || part.endsWith(' ');
  };
  const breakLine = (): void => {
    if (!isLineStart) add('\n');
  };
  const parser = new Parser(
    {
      onopentag: (name, { href = '' }) => {
        if (SKIPPED.has(name)) skipped++;
        if (BLOCKS.has(name)) breakLine();
        if (name === 'li') add('- ');
        if (name === 'a') links.push({ address: href.trim(), from: parts.length });
      },
      onclosetag: (name) => {
        if (SKIPPED.has(name)) skipped--;
        if (BLOCKS.has(name)) breakLine();
        if (name === 'br' || name === 'p') add('\n');
        if ((name === 'td' || name === 'th') && !isWordStart) add(' ');
        const link = name === 'a' ? links.pop() : undefined;
        if (link) add(addressAfter(parts.slice(link.from, link.from + LINK_PARTS_MAX).join(''), link.address));
      },
      ontext: (data) => {
        if (skipped > 0) return;
        const words = data.replace(/\s+/g, ' ');
        add(isWordStart ? words.trimStart() : words);
      },
    },
    { decodeEntities: true },
  );
  parser.end(html.slice(0, LENGTH_MAX));
  const lines = parts.join('').split('\n');
  return lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const addressAfter = (text: string, address: string): string =>
  /^https?:/i.test(address) && !text.includes(address) ? ` (${address})` : '';
