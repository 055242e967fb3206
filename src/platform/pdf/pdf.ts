import PDFDocument from 'pdfkit';
import encodeQR from 'qr';

export type Pdf = PDFKit.PDFDocument;

export const fonts = { regular: 'Helvetica', bold: 'Helvetica-Bold' };

/** A PDF is made in memory: a document is a few pages, and it goes whole into an answer or an e-mail. */
export async function pdfBytes(options: PDFKit.PDFDocumentOptions, draw: (pdf: Pdf) => void): Promise<Buffer> {
  const pdf = new PDFDocument({ bufferPages: true, ...options });
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<void>((resolve, fail) => pdf.on('end', resolve).on('error', fail));
  draw(pdf);
  pdf.end();
  await done;
  return Buffer.concat(chunks);
}

/** Emoji of one or more parts, with the space before them, or after them where a line begins with them. */
const pictures = (() => {
  const part = String.raw`(?![©®™])[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\u200d\u20e3\ufe0e\ufe0f]`;
  return new RegExp(`^(?:${part})+ ?| ?(?:${part})+`, 'gmu');
})();

/** The built-in fonts know the letters of Western Europe. */
const UNKNOWN = /[^\n\u0020-\u007e\u00a0-\u00ff€•…™ŒœŠšŽžŸƒ]/gu;
/** Letters that are not a known one with an accent. */
const STROKED: Record<string, string> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ħ: 'h', Ħ: 'H', ı: 'i', ẞ: 'SS', '−': '-' };

/**
 * Emoji are left out. Other Latin letters lose the accents that the fonts lack, so that a name can be read; whatever else a text holds is
 * shown as a question mark, and so is a text of emoji only.
 */
export const printable = (text: string): string =>
  (text.replace(pictures, '') || text.replace(pictures, '?'))
    .normalize('NFC')
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u201c\u201d]/g, '"')
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]/g, ' ')
    .replace(/[\p{M}\p{Cc}\p{Cf}]/gu, (mark) => (mark === '\n' ? mark : ''))
    .replace(UNKNOWN, (letter) => STROKED[letter] ?? (letter.normalize('NFKD').replace(UNKNOWN, '') || '?'));

/** Draws a QR code as squares, so that it prints sharply at every size. */
export function drawQr(pdf: Pdf, text: string, at: { x: number; y: number; size: number }): void {
  const cells = encodeQR(text, 'raw', { ecc: 'medium', border: 1 });
  const cell = at.size / cells.length;
  pdf.save().fillColor('#000000');
  for (const [row, line] of cells.entries()) {
    for (const [column, dark] of line.entries()) {
      // A hair wider than its place: viewers would show a grid of white lines between the squares.
      if (dark) pdf.rect(at.x + column * cell, at.y + row * cell, cell + 0.05, cell + 0.05);
    }
  }
  pdf.fill().restore();
}
