import { fonts, type Pdf, printable } from '#platform/pdf/pdf.ts';
import {
  drawLetterhead,
  drawParty,
  drawRule,
  ensureRoom,
  GREY,
  INK,
  MARGIN,
  sheetsPdf,
  widthOf,
} from '#platform/pdf/sheet.ts';
import type { StatementPaper } from './statement-paper.ts';

const AMOUNT_WIDTH = 84;
const DATE_WIDTH = 66;
const TOTALS_WIDTH = 260;

/** Draws an account statement, each page with the heads of the columns. */
export default ({ paper, logo }: { paper: StatementPaper; logo: Uint8Array | null }): Promise<Buffer> =>
  sheetsPdf(`${paper.title} ${paper.contact.name}`, (pdf) => {
    drawLetterhead(pdf, paper, logo);
    drawParty(pdf, paper.contact);
    pdf.y += 14;
    drawRows(pdf, paper);
    drawTotals(pdf, paper);
  });

type Row = StatementPaper['columns'];

function drawRows(pdf: Pdf, { columns, rows }: StatementPaper): void {
  const drawTitles = (): void => {
    pdf.font(fonts.bold).fontSize(8).fillColor(GREY);
    drawRow(pdf, columns);
    drawRule(pdf);
    pdf.font(fonts.regular).fontSize(9).fillColor(INK);
  };
  drawTitles();
  for (const row of rows) {
    if (ensureRoom(pdf, heightOf(pdf, row))) drawTitles();
    drawRow(pdf, row);
  }
  drawRule(pdf);
}

const whatWidth = (pdf: Pdf): number => widthOf(pdf) - DATE_WIDTH - 3 * AMOUNT_WIDTH - 8;

const heightOf = (pdf: Pdf, { what }: Row): number =>
  pdf.heightOfString(printable(what) || ' ', { width: whatWidth(pdf) }) + 5;

function drawRow(pdf: Pdf, row: Row): void {
  const { y } = pdf;
  const height = heightOf(pdf, row);
  pdf.text(printable(row.date), MARGIN, y, { width: DATE_WIDTH });
  pdf.text(printable(row.what), MARGIN + DATE_WIDTH, y, { width: whatWidth(pdf) });
  for (const [place, amount] of [row.charge, row.payment, row.balance].entries()) {
    const x = pdf.page.width - MARGIN - (3 - place) * AMOUNT_WIDTH;
    if (amount) pdf.text(printable(amount), x, y, { width: AMOUNT_WIDTH, align: 'right' });
  }
  pdf.y = y + height;
}

function drawTotals(pdf: Pdf, { totals }: StatementPaper): void {
  ensureRoom(pdf, totals.length * 20);
  pdf.y += 4;
  const [left, half] = [pdf.page.width - MARGIN - TOTALS_WIDTH, TOTALS_WIDTH / 2];
  for (const { label, amount, strong } of totals) {
    const { y } = pdf;
    pdf
      .font(strong ? fonts.bold : fonts.regular)
      .fontSize(strong ? 12 : 9.5)
      .fillColor(INK);
    pdf.text(printable(label), left, y, { width: half });
    pdf.text(printable(amount), left + half, y, { width: half, align: 'right' });
    pdf.y = y + (strong ? 20 : 16);
  }
}
