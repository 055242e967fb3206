import { fonts, type Pdf, pdfBytes, printable } from './pdf.ts';

/** 20 mm: the QR code of an electronic document must be that far from every edge. */
export const MARGIN = 57;
export const INK = '#1f2328';
export const GREY = '#656d76';
export const RULE = '#d0d7de';

/** The head of a paper: who it is from, what it is and for when. */
export interface Letterhead {
  issuer: { name: string; facts: string[]; logoKey: string | null };
  title: string;
  subtitle: string;
}

/** A paper on sheets of the size US letter. */
export const sheetsPdf = (title: string, draw: (pdf: Pdf) => void, landscape = false): Promise<Buffer> =>
  pdfBytes(
    { size: 'LETTER', layout: landscape ? 'landscape' : 'portrait', margin: MARGIN, info: { Title: title } },
    draw,
  );

export const widthOf = (pdf: Pdf): number => pdf.page.width - 2 * MARGIN;

/** Begins another page where this one has no room for so much. */
export function ensureRoom(pdf: Pdf, height: number): boolean {
  if (pdf.y + height <= pdf.page.height - MARGIN) return false;
  pdf.addPage();
  return true;
}

export function drawLetterhead(pdf: Pdf, { issuer, title, subtitle }: Letterhead, logo: Uint8Array | null): void {
  const half = widthOf(pdf) / 2;
  const top = pdf.y;
  if (logo) {
    pdf.image(Buffer.from(logo), MARGIN, top, { fit: [half - 24, 48] });
    pdf.y = top + 56;
  }
  drawParty(pdf, issuer, 13, half - 12);
  const end = pdf.y;
  pdf.font(fonts.bold).fontSize(14).fillColor(INK);
  pdf.text(printable(title.toUpperCase()), MARGIN + half, top, { width: half, align: 'right' });
  pdf.font(fonts.regular).fontSize(10).fillColor(GREY);
  pdf.text(printable(subtitle), MARGIN + half, pdf.y, { width: half, align: 'right' });
  pdf.y = Math.max(end, pdf.y) + 12;
  drawRule(pdf, INK);
  pdf.y += 6;
}

/** A name with its facts below. */
export function drawParty(pdf: Pdf, party: { name: string; facts: string[] }, size = 11, width = widthOf(pdf)): void {
  pdf.font(fonts.bold).fontSize(size).fillColor(INK);
  pdf.text(printable(party.name), MARGIN, pdf.y, { width });
  pdf.font(fonts.regular).fontSize(9).fillColor(GREY);
  for (const fact of party.facts) pdf.text(printable(fact), { width });
}

export function drawRule(pdf: Pdf, color = RULE): void {
  const { y } = pdf;
  pdf
    .moveTo(MARGIN, y)
    .lineTo(pdf.page.width - MARGIN, y)
    .lineWidth(0.8)
    .strokeColor(color)
    .stroke();
  pdf.y = y + 6;
}

export const SIGNATURES_HEIGHT = 90;
const SIGNATURE_WIDTH = 200;

/** Lines to sign on, side by side, each with who signs it. */
export function drawSignatures(pdf: Pdf, names: string[]): void {
  const place = widthOf(pdf) / names.length;
  const width = Math.min(place - 24, SIGNATURE_WIDTH);
  const y = pdf.y + 70;
  for (const [index, name] of names.entries()) {
    const x = MARGIN + index * place;
    pdf
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.8)
      .strokeColor(GREY)
      .stroke();
    pdf.font(fonts.regular).fontSize(9).fillColor(GREY);
    pdf.text(printable(name), x, y + 5, { width, align: 'center' });
  }
}
