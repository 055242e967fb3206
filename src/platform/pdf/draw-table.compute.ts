import { fonts, type Pdf, printable } from './pdf.ts';
import {
  drawLetterhead,
  drawParty,
  drawRule,
  drawSignatures,
  ensureRoom,
  GREY,
  INK,
  MARGIN,
  SIGNATURES_HEIGHT,
  sheetsPdf,
  widthOf,
} from './sheet.ts';
import type { TablePaper } from './table-paper.ts';

const TOTALS_WIDTH = 260;
/** Between two columns. */
const GAP = 8;

/** Draws a letter with a table, each page with the heads of the columns. */
export default ({ paper, logo }: { paper: TablePaper; logo: Uint8Array | null }): Promise<Buffer> =>
  sheetsPdf(
    `${paper.title} ${paper.party.name}`,
    (pdf) => {
      drawLetterhead(pdf, paper, logo);
      drawParty(pdf, paper.party);
      pdf.y += 14;
      if (paper.text) {
        pdf.font(fonts.regular).fontSize(10).fillColor(INK);
        pdf.text(printable(paper.text), MARGIN, pdf.y, { width: widthOf(pdf) });
        pdf.y += 12;
      }
      drawRows(pdf, paper);
      drawTotals(pdf, paper);
      if (paper.signatures) {
        ensureRoom(pdf, SIGNATURES_HEIGHT);
        drawSignatures(pdf, paper.signatures);
      }
      countPages(pdf);
    },
    paper.landscape,
  );

/** Below the margin, where there are several pages. */
function countPages(pdf: Pdf): void {
  const { count } = pdf.bufferedPageRange();
  if (count === 1) return;
  for (let place = 0; place < count; place++) {
    pdf.switchToPage(place);
    // Text below the margin would begin another page.
    pdf.page.margins.bottom = 0;
    pdf.font(fonts.regular).fontSize(8).fillColor(GREY);
    const y = pdf.page.height - MARGIN + 12;
    pdf.text(`${place + 1} / ${count}`, MARGIN, y, { width: widthOf(pdf), align: 'right' });
  }
}

type Column = Required<TablePaper['columns'][number]> | { title: string; width: number; align?: undefined };

function drawRows(pdf: Pdf, { columns: given, rows }: TablePaper): void {
  const taken = given.reduce((sum, { width = 0 }) => sum + width, 0);
  const columns = given.map((column): Column => ({ ...column, width: column.width ?? widthOf(pdf) - taken }));
  const drawTitles = (): void => {
    pdf.font(fonts.bold).fontSize(8).fillColor(GREY);
    drawRow(
      pdf,
      columns,
      columns.map(({ title }) => title),
    );
    drawRule(pdf);
    pdf.font(fonts.regular).fontSize(9).fillColor(INK);
  };
  drawTitles();
  for (const row of rows) {
    const height = heightOf(pdf, columns, row);
    if (ensureRoom(pdf, height)) drawTitles();
    drawRow(pdf, columns, row, height);
  }
  drawRule(pdf);
}

const heightOf = (pdf: Pdf, columns: Column[], row: string[]): number =>
  5 +
  Math.max(
    ...columns.map(({ width }, place) => pdf.heightOfString(printable(row[place]!) || ' ', { width: width - GAP })),
  );

function drawRow(pdf: Pdf, columns: Column[], row: string[], height = heightOf(pdf, columns, row)): void {
  const { y } = pdf;
  let x = MARGIN;
  for (const [place, { width, align }] of columns.entries()) {
    const left = align === 'right' ? x + GAP : x;
    if (row[place]) pdf.text(printable(row[place]), left, y, { width: width - GAP, ...(align && { align }) });
    x += width;
  }
  pdf.y = y + height;
}

function drawTotals(pdf: Pdf, { totals }: TablePaper): void {
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
