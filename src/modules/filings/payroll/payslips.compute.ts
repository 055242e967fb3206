import { fonts, type Pdf, printable } from '#platform/pdf/pdf.ts';
import {
  drawLetterhead,
  drawParty,
  drawRule,
  drawSignatures,
  ensureRoom,
  GREY,
  INK,
  MARGIN,
  sheetsPdf,
  widthOf,
} from '#platform/pdf/sheet.ts';
import type { PayslipPaper } from './payslip-paper.ts';

const ROW = 16;
const AMOUNT_WIDTH = 120;

/** Draws payslips, each on a page of its own. */
export default ({ paper, logo }: { paper: PayslipPaper; logo: Uint8Array | null }): Promise<Buffer> =>
  sheetsPdf(`${paper.title} ${paper.subtitle}`, (pdf) => {
    const { words } = paper;
    for (const [place, slip] of paper.slips.entries()) {
      if (place > 0) pdf.addPage();
      drawLetterhead(pdf, paper, logo);
      drawParty(pdf, slip);
      pdf.y += 14;
      drawTable(pdf, words.pay, slip.pay, { label: words.gross, amount: slip.gross });
      drawTable(pdf, words.deductions, slip.deductions, { label: words.deducted, amount: slip.deducted });
      drawEnd(pdf, words, slip.net);
    }
  });

type Line = PayslipPaper['slips'][number]['pay'][number];

function drawTable(pdf: Pdf, title: string, lines: Line[], total: Line): void {
  pdf.font(fonts.bold).fontSize(8).fillColor(GREY);
  pdf.text(printable(title.toUpperCase()), MARGIN, pdf.y);
  pdf.y += 4;
  drawRule(pdf);
  pdf.font(fonts.regular).fontSize(9.5).fillColor(INK);
  for (const line of lines) drawLine(pdf, line);
  drawRule(pdf);
  pdf.font(fonts.bold);
  drawLine(pdf, total);
  pdf.y += 12;
}

function drawLine(pdf: Pdf, { label, amount }: Line): void {
  const width = widthOf(pdf) - AMOUNT_WIDTH;
  const height = Math.max(ROW, pdf.heightOfString(printable(label), { width }) + 4);
  ensureRoom(pdf, height);
  const { y } = pdf;
  pdf.text(printable(label), MARGIN, y, { width });
  pdf.text(printable(amount), MARGIN + width, y, { width: AMOUNT_WIDTH, align: 'right' });
  pdf.y = y + height;
}

function drawEnd(pdf: Pdf, words: PayslipPaper['words'], net: string): void {
  ensureRoom(pdf, 110);
  pdf.font(fonts.bold).fontSize(13).fillColor(INK);
  drawLine(pdf, { label: words.net, amount: net });
  drawSignatures(pdf, [words.receivedBy]);
}
