import { Parser } from 'htmlparser2';

const SKIPPED = new Set(['head', 'script', 'style', 'noscript', 'template', 'svg', 'iframe']);
const BLOCKS = new Set(
  'p div section article header footer li ul ol table tr h1 h2 h3 h4 h5 h6 blockquote pre hr'.split(' '),
);
const LENGTH_MAX = 1_000_000;

/** The words of a letter in HTML, line by line. A link whose address is not its text is followed by it. */
export function textOfHtml(html: string): string {
  let text = '';
  let skipped = 0;
  const links: { address: string; from: number }[] = [];
  const breakLine = (): void => {
    if (text !== '' && !text.endsWith('\n')) text += '\n';
  };
  const parser = new Parser(
    {
      onopentag: (name, { href = '' }) => {
        if (SKIPPED.has(name)) skipped++;
        if (BLOCKS.has(name)) breakLine();
        if (name === 'li') text += '- ';
        if (name === 'a') links.push({ address: href.trim(), from: text.length });
      },
      onclosetag: (name) => {
        if (SKIPPED.has(name)) skipped--;
        if (BLOCKS.has(name)) breakLine();
        if (name === 'br' || name === 'p') text += '\n';
        if (name === 'td' || name === 'th') text += ' ';
        if (name === 'a') text += addressAfter(text, links.pop());
      },
      ontext: (data) => {
        if (skipped > 0 || text.length > LENGTH_MAX) return;
        const words = data.replace(/\s+/g, ' ');
        text += text === '' || text.endsWith(' ') || text.endsWith('\n') ? words.trimStart() : words;
      },
    },
    { decodeEntities: true },
  );
  parser.end(html.slice(0, LENGTH_MAX));
  return text
    .replace(/ +\n/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const addressAfter = (text: string, link: { address: string; from: number } | undefined): string =>
  link && /^https?:/i.test(link.address) && !text.slice(link.from).includes(link.address) ? ` (${link.address})` : '';
