import { formatAmount, formatDate, formatNumber } from '#platform/format.ts';
import { withUnit } from '#platform/pages/unit.ts';
import { drawQr, fonts, type Pdf, pdfBytes, printable } from '#platform/pdf/pdf.ts';
import { drawSignatures, GREY, INK, MARGIN, RULE, SIGNATURES_HEIGHT, widthOf } from '#platform/pdf/sheet.ts';
import { type Labelled, numberLine, type Party, type Voucher, wordsOf } from './voucher.ts';

const FOOTER_HEIGHT = 40;
const QR_SIZE = 92;

interface Column {
  title: string;
  width: number;
  align: 'left' | 'right';
  value: (line: Voucher['lines'][number]) => string;
}

/** A document on US letter paper: as many pages as its lines need, each with the heads of the columns. */
export const letterPdf = (voucher: Voucher, logo: Buffer | null): Promise<Buffer> =>
  pdfBytes(
    {
      size: 'LETTER',
      margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOTER_HEIGHT },
      info: { Title: [voucher.title, voucher.fiscal?.number ?? voucher.number].filter(Boolean).join(' ') },
    },
    (pdf) => {
      drawHead(pdf, voucher, logo);
      drawParties(pdf, voucher);
      drawLines(pdf, voucher);
      drawEnd(pdf, voucher);
      drawEveryPage(pdf, voucher);
    },
  );

const bottomOf = (pdf: Pdf): number => pdf.page.height - MARGIN - FOOTER_HEIGHT;

function ensureRoom(pdf: Pdf, height: number): boolean {
  if (pdf.y + height <= bottomOf(pdf)) return false;
  pdf.addPage();
  return true;
}

function drawHead(pdf: Pdf, voucher: Voucher, logo: Buffer | null): void {
  const { issuer, appearance } = voucher;
  const half = widthOf(pdf) / 2;
  const top = pdf.y;
  let y = top;
  if (logo) {
    pdf.image(logo, MARGIN, y, { fit: [half - 24, 56] });
    y += 64;
  }
  pdf
    .font(fonts.bold)
    .fontSize(13)
    .fillColor(INK)
    .text(printable(issuer.name), MARGIN, y, { width: half - 12 });
  pdf.font(fonts.regular).fontSize(9).fillColor(GREY);
  for (const line of partyLines(issuer, voucher)) pdf.text(printable(line), { width: half - 12 });
  if (appearance.header) pdf.moveDown(0.3).text(printable(appearance.header), { width: half - 12 });
  const leftEnd = pdf.y;

  const right = MARGIN + half;
  pdf.font(fonts.bold).fontSize(14).fillColor(appearance.accentColor);
  pdf.text(printable(voucher.title), right, top, { width: half, align: 'right' });
  pdf.moveDown(0.3);
  for (const { label, value } of headFacts(voucher)) drawFact(pdf, label, value, right, half);
  pdf.y = Math.max(leftEnd, pdf.y) + 14;
  drawRule(pdf, appearance.accentColor);
}

function headFacts(voucher: Voucher): Labelled[] {
  const say = wordsOf(voucher.language);
  const on = (date: string): string => formatDate(date, voucher.notation);
  const facts: (Labelled | null)[] = [
    numberLine(voucher),
    voucher.fiscal?.expiresOn ? { label: say.validUntil, value: on(voucher.fiscal.expiresOn) } : null,
    voucher.fiscal?.modifies ? { label: say.modifies, value: voucher.fiscal.modifies } : null,
    voucher.fiscal?.modification ? { label: say.modification, value: voucher.fiscal.modification } : null,
    voucher.number ? { label: say.number, value: voucher.number } : null,
    { label: say.date, value: on(voucher.date) },
    voucher.dueOn ? { label: say.dueOn, value: on(voucher.dueOn) } : null,
  ];
  return facts.filter((fact) => fact !== null);
}

function drawFact(pdf: Pdf, label: string, value: string, x: number, width: number): void {
  const y = pdf.y;
  pdf.fontSize(9.5);
  pdf
    .font(fonts.regular)
    .fillColor(GREY)
    .text(printable(`${label}:`), x, y, { width: width - 118, align: 'right' });
  const labelEnd = pdf.y;
  pdf
    .font(fonts.bold)
    .fillColor(INK)
    .text(printable(value), x + width - 112, y, { width: 112, align: 'right' });
  pdf.y = Math.max(labelEnd, pdf.y);
}

function partyLines(party: Party, { language }: Voucher): string[] {
  const say = wordsOf(language);
  const reach = [party.phone && `${say.phone} ${party.phone}`, party.email].filter(Boolean).join(' · ');
  const taxId = party.taxId && `${party.taxIdLabel ?? say.taxId}: ${party.taxId}`;
  const lines = [party.tradeName, taxId, party.address, party.place, reach.replaceAll('·', '-')];
  return lines.filter((line): line is string => !!line);
}

function drawParties(pdf: Pdf, voucher: Voucher): void {
  const half = widthOf(pdf) / 2;
  const top = pdf.y;
  let end = top;
  const { party } = voucher;
  if (party) {
    pdf.font(fonts.bold).fontSize(8).fillColor(GREY);
    pdf.text(printable(party.role.toUpperCase()), MARGIN, top, { width: half - 12 });
    pdf
      .font(fonts.bold)
      .fontSize(11)
      .fillColor(INK)
      .text(printable(party.name), { width: half - 12 });
    pdf.font(fonts.regular).fontSize(9).fillColor(GREY);
    for (const line of partyLines(party, voucher)) pdf.text(printable(line), { width: half - 12 });
    end = pdf.y;
  }
  pdf.y = top;
  for (const { label, value } of voucher.details) drawFact(pdf, label, value, MARGIN + half, half);
  pdf.y = Math.max(end, pdf.y) + 14;
}

function columnsOf(pdf: Pdf, { language, notation, appearance, lines }: Voucher): Column[] {
  const say = wordsOf(language);
  const isFilled = (field: 'code' | 'quantity' | 'unitPrice' | 'discount' | 'tax' | 'total') =>
    lines.some((line) => line[field] !== null);
  const amount = (value: string | null) => (value ? formatAmount(value, notation) : '');
  const fixed: (Column | false)[] = [
    appearance.showCodes &&
      isFilled('code') && { title: say.code, width: 62, align: 'left', value: ({ code }) => code ?? '' },
    {
      title: say.description,
      width: 0,
      align: 'left',
      value: ({ description, notes }) => [description, ...notes].join('\n'),
    },
    isFilled('quantity') && {
      title: say.quantity,
      width: 56,
      align: 'right',
      value: ({ quantity, unit }) => (quantity ? withUnit(formatNumber(quantity, notation), unit) : ''),
    },
    isFilled('unitPrice') && {
      title: say.unitPrice,
      width: 72,
      align: 'right',
      value: ({ unitPrice }) => (unitPrice ? formatNumber(unitPrice, notation, 2) : ''),
    },
    appearance.showDiscounts &&
      isFilled('discount') && {
        title: say.discount,
        width: 60,
        align: 'right',
        value: ({ discount }) => amount(discount),
      },
    isFilled('tax') && { title: say.tax, width: 62, align: 'right', value: ({ tax }) => amount(tax) },
    isFilled('total') && { title: say.total, width: 78, align: 'right', value: ({ total }) => amount(total) },
  ];
  const columns = fixed.filter((column) => column !== false);
  const taken = columns.reduce((sum, { width }) => sum + width, 0);
  return columns.map((column) => (column.width ? column : { ...column, width: widthOf(pdf) - taken }));
}

function drawLines(pdf: Pdf, voucher: Voucher): void {
  const columns = columnsOf(pdf, voucher);
  const drawTitles = (): void => {
    pdf.font(fonts.bold).fontSize(8).fillColor(GREY);
    drawCells(pdf, columns, ({ title }) => title);
    drawRule(pdf, RULE);
  };
  drawTitles();
  for (const line of voucher.lines) {
    pdf.font(fonts.regular).fontSize(9).fillColor(INK);
    if (ensureRoom(pdf, heightOf(pdf, columns, line) + 6)) drawTitles();
    pdf.font(fonts.regular).fontSize(9).fillColor(INK);
    drawCells(pdf, columns, ({ value }) => value(line));
  }
  drawRule(pdf, RULE);
  if (!voucher.legend) return;
  pdf.font(fonts.regular).fontSize(8).fillColor(GREY);
  pdf.text(printable(voucher.legend), MARGIN + 4, pdf.y - 4, { width: widthOf(pdf) });
}

const heightOf = (pdf: Pdf, columns: Column[], line: Voucher['lines'][number]): number =>
  Math.max(
    ...columns.map(({ width, value }) => pdf.heightOfString(printable(value(line)) || ' ', { width: width - 8 })),
  );

function drawCells(pdf: Pdf, columns: Column[], text: (column: Column) => string): void {
  const top = pdf.y;
  let [x, end] = [MARGIN, top];
  for (const column of columns) {
    pdf.text(printable(text(column)) || ' ', x + 4, top, { width: column.width - 8, align: column.align });
    end = Math.max(end, pdf.y);
    x += column.width;
  }
  pdf.y = end + 4;
}

function drawEnd(pdf: Pdf, voucher: Voucher): void {
  const half = widthOf(pdf) / 2;
  const rows = voucher.totals.length + voucher.payments.length + (voucher.payments.length > 0 ? 1 : 0);
  ensureRoom(pdf, Math.max(rows * 15, voucher.electronic ? QR_SIZE + 40 : 0) + 8);
  pdf.y += 4;
  const top = pdf.y;
  for (const { label, value, strong } of voucher.totals) drawTotal(pdf, label, value, strong ?? false);
  if (voucher.payments.length > 0) {
    pdf.moveDown(0.4);
    for (const { label, value } of voucher.payments) drawTotal(pdf, label, value, false);
  }
  const totalsEnd = pdf.y;
  pdf.y = top;
  if (voucher.electronic) drawElectronic(pdf, voucher, half - 24);
  const textTop = pdf.y;
  pdf.font(fonts.regular).fontSize(9).fillColor(INK);
  for (const text of [voucher.notes, voucher.terms]) {
    if (!text) continue;
    pdf.text(printable(text), MARGIN, pdf.y, { width: half - 24 }).moveDown(0.5);
  }
  // Notes may have gone on to the next page; the totals never do.
  if (pdf.y >= textTop) pdf.y = Math.max(pdf.y, totalsEnd);
  if (voucher.signatures.length === 0) return;
  ensureRoom(pdf, SIGNATURES_HEIGHT);
  drawSignatures(pdf, voucher.signatures);
}

function drawTotal(pdf: Pdf, label: string, value: string, strong: boolean): void {
  const x = MARGIN + widthOf(pdf) / 2;
  const width = widthOf(pdf) / 2;
  const y = pdf.y;
  const font = strong ? fonts.bold : fonts.regular;
  pdf
    .font(font)
    .fontSize(strong ? 11.5 : 9.5)
    .fillColor(strong ? INK : GREY);
  pdf.text(printable(label), x, y, { width: width - 120, align: 'right' });
  const labelEnd = pdf.y;
  pdf.fillColor(INK).text(printable(value), x + width - 112, y, { width: 108, align: 'right' });
  pdf.y = Math.max(labelEnd, pdf.y) + 2;
}

function drawElectronic(pdf: Pdf, { electronic, language }: Voucher, width: number): void {
  const say = wordsOf(language);
  const y = pdf.y;
  drawQr(pdf, electronic!.url, { x: MARGIN, y, size: QR_SIZE });
  pdf.y = y + QR_SIZE + 6;
  pdf.font(fonts.regular).fontSize(8).fillColor(INK);
  pdf.text(printable(`${say.securityCode}: ${electronic!.securityCode}`), MARGIN, pdf.y, { width });
  if (electronic!.signedAt) pdf.text(printable(`${say.signedAt}: ${electronic!.signedAt}`), { width });
  pdf.moveDown(0.6);
}

function drawRule(pdf: Pdf, color: string): void {
  pdf
    .moveTo(MARGIN, pdf.y)
    .lineTo(MARGIN + widthOf(pdf), pdf.y)
    .lineWidth(0.7)
    .strokeColor(color)
    .stroke();
  pdf.y += 8;
}

/** Draws the header and footer of every page last, when the number of pages is known. */
function drawEveryPage(pdf: Pdf, voucher: Voucher): void {
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page++) {
    pdf.switchToPage(page);
    // Below the margin: otherwise writing there would begin another page.
    pdf.page.margins.bottom = 0;
    if (voucher.stamp) drawStamp(pdf, voucher.stamp);
    const y = pdf.page.height - MARGIN - 20;
    pdf.font(fonts.regular).fontSize(8).fillColor(GREY);
    if (voucher.appearance.footer) {
      const footer = { width: widthOf(pdf) - 100, height: 30, ellipsis: true };
      pdf.text(printable(voucher.appearance.footer), MARGIN, y, footer);
    }
    const counted = wordsOf(voucher.language).page(page - start + 1, count);
    pdf.text(printable(counted), MARGIN, y, { width: widthOf(pdf), align: 'right' });
  }
}

function drawStamp(pdf: Pdf, stamp: string): void {
  const { width, height } = pdf.page;
  pdf.save().rotate(-35, { origin: [width / 2, height / 2] });
  pdf.font(fonts.bold).fontSize(84).fillColor('#cf222e').opacity(0.14);
  pdf.text(printable(stamp), 0, height / 2 - 42, { width, align: 'center' });
  pdf.restore().opacity(1);
}
