import { formatAmount, formatDate, formatNumber } from '#platform/format.ts';
import { withUnit } from '#platform/pages/unit.ts';
import { drawQr, fonts, type Pdf, pdfBytes, printable } from '#platform/pdf/pdf.ts';
import { numberLine, type Voucher, wordsOf } from './voucher.ts';

const MILLIMETRE = 72 / 25.4;
const WIDTH = 80 * MILLIMETRE;
const MARGIN = 4 * MILLIMETRE;
const INNER = WIDTH - 2 * MARGIN;
const QR_SIZE = 38 * MILLIMETRE;
/** The QR code must be that far from every edge. */
const QR_DISTANCE = 20 * MILLIMETRE;
/** Longer than any roll of paper; the real page is cut to what was drawn. */
const MEASURING_HEIGHT = 100_000;

/** A receipt for a roll of 80 mm: one page, exactly as long as its content. */
export async function receiptPdf(voucher: Voucher, logo: Buffer | null): Promise<Buffer> {
  let end = 0;
  await pdfBytes(pageOf(MEASURING_HEIGHT), (pdf) => {
    drawReceipt(pdf, voucher, logo);
    end = pdf.y;
  });
  return pdfBytes(pageOf(end + MARGIN), (pdf) => {
    // The last line ends where the page does: without a margin it does not begin another.
    pdf.page.margins.bottom = 0;
    drawReceipt(pdf, voucher, logo);
  });
}

const pageOf = (height: number): PDFKit.PDFDocumentOptions => ({
  size: [WIDTH, height],
  margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: 0 },
});

function drawReceipt(pdf: Pdf, voucher: Voucher, logo: Buffer | null): void {
  drawHead(pdf, voucher, logo);
  drawLines(pdf, voucher);
  for (const { label, value, strong } of voucher.totals) {
    pdf.font(strong ? fonts.bold : fonts.regular).fontSize(strong ? 11 : 8.5);
    drawPair(pdf, label, value);
  }
  pdf.font(fonts.regular).fontSize(8.5);
  if (voucher.payments.length > 0) drawRule(pdf);
  for (const { label, value } of voucher.payments) drawPair(pdf, label, value);
  drawFoot(pdf, voucher);
}

const centred = (pdf: Pdf, text: string): void => {
  pdf.text(printable(text), MARGIN, pdf.y, { width: INNER, align: 'center' });
};

function drawHead(pdf: Pdf, voucher: Voucher, logo: Buffer | null): void {
  const { issuer, party, language, notation, appearance } = voucher;
  const say = wordsOf(language);
  pdf.fillColor('#000000');
  if (logo) {
    pdf.image(logo, MARGIN + INNER / 4, pdf.y, { fit: [INNER / 2, 48], align: 'center' });
    pdf.y += 54;
  }
  pdf.font(fonts.bold).fontSize(11);
  centred(pdf, issuer.name);
  pdf.font(fonts.regular).fontSize(8);
  if (issuer.tradeName) centred(pdf, issuer.tradeName);
  if (issuer.taxId) centred(pdf, `${say.taxId}: ${issuer.taxId}`);
  for (const line of [
    issuer.address,
    issuer.place,
    issuer.phone && `${say.phone} ${issuer.phone}`,
    appearance.header,
  ]) {
    if (line) centred(pdf, line);
  }
  drawRule(pdf);
  pdf.font(fonts.bold).fontSize(9.5);
  centred(pdf, voucher.stamp ? `${voucher.title} (${voucher.stamp})` : voucher.title);
  pdf.moveDown(0.3).font(fonts.regular).fontSize(8.5);
  const numbered = numberLine(voucher);
  const day = (date: string | null | undefined) => date && formatDate(date, notation);
  const pairs: [label: string, value: string | null | undefined][] = [
    [numbered?.label ?? '', numbered?.value],
    [say.validUntil, day(voucher.fiscal?.expiresOn)],
    [say.modifies, voucher.fiscal?.modifies],
    [say.modification, voucher.fiscal?.modification],
    [say.number, voucher.number],
    [say.date, day(voucher.date)],
    [say.dueOn, voucher.dueOn === voucher.date ? null : day(voucher.dueOn)],
    ...voucher.details.map(({ label, value }): [string, string] => [label, value]),
    [party?.role ?? '', party?.name],
    [party?.taxIdLabel ?? say.taxId, party?.taxId],
  ];
  for (const [label, value] of pairs) if (value) drawPair(pdf, label, value);
  drawRule(pdf);
}

function drawLines(pdf: Pdf, voucher: Voucher): void {
  const { lines, legend, notation, language, pricesIncludeTax, appearance } = voucher;
  pdf.font(fonts.regular).fontSize(8.5);
  for (const { description, notes, quantity, unit, unitPrice, discount, tax, total } of lines) {
    const counted = quantity && withUnit(formatNumber(quantity, notation), unit);
    const what = printable([description, ...notes].join('\n'));
    const amount = total && formatAmount(total, notation);
    if (!unitPrice) {
      drawPair(pdf, what, amount ?? counted ?? '');
      continue;
    }
    pdf.text(what, MARGIN, pdf.y, { width: INNER });
    const parts = [
      `  ${counted} x ${formatNumber(unitPrice, notation, 2)}`,
      discount && appearance.showDiscounts && `- ${formatAmount(discount, notation)}`,
      Number(tax) > 0 && !pricesIncludeTax && `+ ${formatAmount(tax!, notation)} ${wordsOf(language).taxShort}`,
    ];
    drawPair(pdf, parts.filter(Boolean).join(' '), amount ?? '');
  }
  if (legend) pdf.fontSize(7.5).text(printable(legend), MARGIN, pdf.y + 2, { width: INNER });
  pdf.fontSize(8.5);
  drawRule(pdf);
}

function drawFoot(pdf: Pdf, { electronic, language, notes, terms, signatures, appearance }: Voucher): void {
  const say = wordsOf(language);
  let least = 0;
  if (electronic) {
    pdf.y += 8;
    drawQr(pdf, electronic.url, { x: (WIDTH - QR_SIZE) / 2, y: pdf.y, size: QR_SIZE });
    pdf.y += QR_SIZE + 6;
    least = pdf.y - 6 + QR_DISTANCE - MARGIN;
    pdf.fontSize(8);
    centred(pdf, `${say.securityCode}: ${electronic.securityCode}`);
    if (electronic.signedAt) centred(pdf, `${say.signedAt}: ${electronic.signedAt}`);
  }
  pdf.fontSize(8);
  for (const text of [notes, terms, appearance.footer]) {
    if (!text) continue;
    pdf.y += 6;
    centred(pdf, text);
  }
  for (const name of signatures) {
    pdf.y += 34;
    drawRule(pdf);
    centred(pdf, name);
  }
  pdf.y = Math.max(pdf.y, least);
}

/** A name at the left and its value at the right; the value keeps its place however long the name is. */
function drawPair(pdf: Pdf, label: string, value: string): void {
  const [name, figure] = [printable(label), printable(value)];
  const width = Math.min(pdf.widthOfString(figure) + 2, INNER * 0.7);
  const y = pdf.y;
  pdf.text(name, MARGIN, y, { width: INNER - width - 4 });
  const nameEnd = pdf.y;
  pdf.text(figure, WIDTH - MARGIN - width, y, { width, align: 'right' });
  pdf.y = Math.max(nameEnd, pdf.y) + 1;
}

function drawRule(pdf: Pdf): void {
  pdf.y += 3;
  pdf
    .moveTo(MARGIN, pdf.y)
    .lineTo(WIDTH - MARGIN, pdf.y)
    .lineWidth(0.6)
    .dash(2, { space: 2 })
    .strokeColor('#000000');
  pdf.stroke().undash();
  pdf.y += 5;
}
