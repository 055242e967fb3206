import { fonts, type Pdf, pdfBytes, printable } from '#platform/pdf.ts';
import type { PayslipPaper } from './payslip-paper.ts';

const MARGIN = 57;
const INK = '#1f2328';
const GREY = '#656d76';
const RULE = '#d0d7de';
const ROW = 16;
const SIGNATURE_WIDTH = 200;

/** Draws payslips on US letter paper, each on a page of its own. */
export default ({ paper, logo }: { paper: PayslipPaper; logo: Uint8Array | null }): Promise<Buffer> =>
  pdfBytes({ size: 'LETTER', margin: MARGIN, info: { Title: `${paper.words.title} ${paper.month}` } }, (pdf) => {
    for (const [place, slip] of paper.slips.entries()) {
      if (place > 0) pdf.addPage();
      drawHead(pdf, paper, logo && Buffer.from(logo));
      drawEmployee(pdf, paper, slip);
      drawTable(pdf, paper.words.pay, slip.pay, { label: paper.words.gross, amount: slip.gross });
      drawTable(pdf, paper.words.deductions, slip.deductions, { label: paper.words.deducted, amount: slip.deducted });
      drawEnd(pdf, paper, slip);
    }
  });

type Slip = PayslipPaper['slips'][number];
type Line = Slip['pay'][number];

const widthOf = (pdf: Pdf): number => pdf.page.width - 2 * MARGIN;

function drawHead(pdf: Pdf, { issuer, words, month }: PayslipPaper, logo: Buffer | null): void {
  const half = widthOf(pdf) / 2;
  const top = pdf.y;
  if (logo) {
    pdf.image(logo, MARGIN, top, { fit: [half - 24, 48] });
    pdf.y = top + 56;
  }
  pdf.font(fonts.bold).fontSize(13).fillColor(INK);
  pdf.text(printable(issuer.name), MARGIN, pdf.y, { width: half - 12 });
  pdf.font(fonts.regular).fontSize(9).fillColor(GREY);
  for (const line of [issuer.taxId && `${words.taxId}: ${issuer.taxId}`, issuer.address])
    if (line) pdf.text(printable(line), { width: half - 12 });
  const end = pdf.y;
  pdf.font(fonts.bold).fontSize(14).fillColor(INK);
  pdf.text(printable(words.title.toUpperCase()), MARGIN + half, top, { width: half, align: 'right' });
  pdf.font(fonts.regular).fontSize(10).fillColor(GREY);
  pdf.text(printable(month), MARGIN + half, pdf.y, { width: half, align: 'right' });
  pdf.y = Math.max(end, pdf.y) + 12;
  drawRule(pdf, INK);
  pdf.y += 6;
}

function drawEmployee(pdf: Pdf, { words }: PayslipPaper, { name, taxId, days }: Slip): void {
  pdf.font(fonts.bold).fontSize(11).fillColor(INK);
  pdf.text(printable(name), MARGIN, pdf.y, { width: widthOf(pdf) });
  pdf.font(fonts.regular).fontSize(9).fillColor(GREY);
  const facts = [taxId && `${words.employeeTaxId}: ${taxId}`, `${words.days}: ${days}`];
  pdf.text(printable(facts.filter(Boolean).join('    ')), { width: widthOf(pdf) });
  pdf.y += 14;
}

function drawTable(pdf: Pdf, title: string, lines: Line[], total: Line): void {
  pdf.font(fonts.bold).fontSize(8).fillColor(GREY);
  pdf.text(printable(title.toUpperCase()), MARGIN, pdf.y);
  pdf.y += 4;
  drawRule(pdf, RULE);
  pdf.font(fonts.regular).fontSize(9.5).fillColor(INK);
  for (const line of lines) drawLine(pdf, line);
  drawRule(pdf, RULE);
  pdf.font(fonts.bold);
  drawLine(pdf, total);
  pdf.y += 12;
}

function drawLine(pdf: Pdf, { label, amount }: Line): void {
  const width = widthOf(pdf) - 120;
  const height = Math.max(ROW, pdf.heightOfString(printable(label), { width }) + 4);
  if (pdf.y + height > pdf.page.height - MARGIN) pdf.addPage();
  const { y } = pdf;
  pdf.text(printable(label), MARGIN, y, { width });
  pdf.text(printable(amount), MARGIN + width, y, { width: 120, align: 'right' });
  pdf.y = y + height;
}

function drawEnd(pdf: Pdf, { words }: PayslipPaper, { net }: Slip): void {
  if (pdf.y + 110 > pdf.page.height - MARGIN) pdf.addPage();
  pdf.font(fonts.bold).fontSize(13).fillColor(INK);
  drawLine(pdf, { label: words.net, amount: net });
  const y = pdf.y + 70;
  pdf
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + SIGNATURE_WIDTH, y)
    .lineWidth(0.8)
    .strokeColor(GREY)
    .stroke();
  pdf.font(fonts.regular).fontSize(9).fillColor(GREY);
  pdf.text(printable(words.receivedBy), MARGIN, y + 5, { width: SIGNATURE_WIDTH, align: 'center' });
}

function drawRule(pdf: Pdf, color: string): void {
  const { y } = pdf;
  pdf
    .moveTo(MARGIN, y)
    .lineTo(pdf.page.width - MARGIN, y)
    .lineWidth(0.8)
    .strokeColor(color)
    .stroke();
  pdf.y = y + 6;
}
