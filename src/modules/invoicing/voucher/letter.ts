import { formatAmount, formatDate, formatNumber } from '#platform/format.ts';
import { withUnit } from '#platform/pages/unit.ts';
import { drawQr, fonts, type Pdf, pdfBytes, printable } from '#platform/pdf/pdf.ts';
import { drawSignatures, GREY, INK, MARGIN, RULE, SIGNATURES_HEIGHT, widthOf } from '#platform/pdf/sheet.ts';
import { type Labelled, numberLine, type Party, type Voucher, wordsOf } from './voucher.ts';

const FOOTER_HEIGHT = 40;
const QR_SIZE = 92;

const TITLE_SIZE = 8;
/** The type sizes of the lines: a smaller one where long amounts need the room. */
const SIZES = [9, 8, 7, 6];
/** Between the texts of two columns. */
const PADDING = 16;
const DESCRIPTION_MIN = 120;
/** Codes and units can be long texts: beyond this they continue on the next line. */
const TEXT_MAX = 100;
const AMOUNT_MAX = 140;

type Line = Voucher['lines'][number];

interface Column {
  title: string;
  /** Null takes what the others leave. */
  widthMax: number | null;
  align: 'left' | 'right';
  value: (line: Line) => string;
}

type Sum = Voucher['totals'][number];
type PlacedColumn = Column & { width: number };

interface Table {
  size: number;
  /** The width of the description. */
  left: number;
  columns: PlacedColumn[];
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

/** The columns, before they have a width. */
function columnsOf({ language, notation, appearance, lines }: Voucher): Column[] {
  const say = wordsOf(language);
  const isFilled = (field: 'code' | 'quantity' | 'unitPrice' | 'discount' | 'tax' | 'total') =>
    lines.some((line) => line[field] !== null);
  const amount = (value: string | null) => (value ? formatAmount(value, notation) : '');
  const columns: (Column | false)[] = [
    appearance.showCodes &&
      isFilled('code') && { title: say.code, widthMax: TEXT_MAX, align: 'left', value: ({ code }) => code ?? '' },
    {
      title: say.description,
      widthMax: null,
      align: 'left',
      value: ({ description, notes }) => [description, ...notes].join('\n'),
    },
    isFilled('quantity') && {
      title: say.quantity,
      widthMax: TEXT_MAX,
      align: 'right',
      value: ({ quantity, unit }) => (quantity ? withUnit(formatNumber(quantity, notation), unit) : ''),
    },
    isFilled('unitPrice') && {
      title: say.unitPrice,
      widthMax: AMOUNT_MAX,
      align: 'right',
      value: ({ unitPrice }) => (unitPrice ? formatNumber(unitPrice, notation, 2) : ''),
    },
    appearance.showDiscounts &&
      isFilled('discount') && {
        title: say.discount,
        widthMax: AMOUNT_MAX,
        align: 'right',
        value: ({ discount }) => amount(discount),
      },
    isFilled('tax') && { title: say.tax, widthMax: AMOUNT_MAX, align: 'right', value: ({ tax }) => amount(tax) },
    isFilled('total') && {
      title: say.total,
      widthMax: AMOUNT_MAX,
      align: 'right',
      value: ({ total }) => amount(total),
    },
  ];
  return columns.filter((column) => column !== false);
}

/** Each column as wide as its longest text, in the largest type that leaves the description enough room. */
function tableOf(pdf: Pdf, { lines, ...voucher }: Voucher): Table {
  const columns = columnsOf({ lines, ...voucher });
  const tables = SIZES.map((size): Table => {
    const needed = columns.map(({ title, value, widthMax }) => {
      if (widthMax === null) return 0;
      const titleWidth = pdf.font(fonts.bold).fontSize(TITLE_SIZE).widthOfString(printable(title));
      pdf.font(fonts.regular).fontSize(size);
      const longest = lines.reduce((max, line) => Math.max(max, pdf.widthOfString(printable(value(line)))), titleWidth);
      return Math.min(Math.ceil(longest) + PADDING, widthMax);
    });
    const left = widthOf(pdf) - needed.reduce((sum, width) => sum + width, 0);
    return { size, left, columns: columns.map((column, place) => ({ ...column, width: needed[place] || left })) };
  });
  return tables.find(({ left }) => left >= DESCRIPTION_MIN) ?? tables.at(-1)!;
}

function drawLines(pdf: Pdf, voucher: Voucher): void {
  const { columns, size } = tableOf(pdf, voucher);
  const drawTitles = (): void => {
    pdf.font(fonts.bold).fontSize(TITLE_SIZE).fillColor(GREY);
    drawCells(pdf, columns, ({ title }) => title);
    drawRule(pdf, RULE);
  };
  drawTitles();
  for (const line of voucher.lines) {
    pdf.font(fonts.regular).fontSize(size).fillColor(INK);
    if (ensureRoom(pdf, heightOf(pdf, columns, line) + 6)) drawTitles();
    pdf.font(fonts.regular).fontSize(size).fillColor(INK);
    drawCells(pdf, columns, ({ value }) => value(line));
  }
  drawRule(pdf, RULE);
  if (!voucher.legend) return;
  pdf.font(fonts.regular).fontSize(8).fillColor(GREY);
  pdf.text(printable(voucher.legend), MARGIN + 4, pdf.y - 4, { width: widthOf(pdf) });
}

const heightOf = (pdf: Pdf, columns: PlacedColumn[], line: Line): number =>
  Math.max(
    ...columns.map(({ width, value }) => pdf.heightOfString(printable(value(line)) || ' ', { width: width - 8 })),
  );

function drawCells(pdf: Pdf, columns: PlacedColumn[], text: (column: Column) => string): void {
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
  const sums = [...voucher.totals, ...voucher.payments];
  const width = sums.reduce((max, sum) => Math.max(max, styled(pdf, sum).widthOfString(printable(sum.value))), 0) + 1;
  for (const sum of voucher.totals) drawTotal(pdf, sum, width);
  if (voucher.payments.length > 0) {
    pdf.moveDown(0.4);
    for (const sum of voucher.payments) drawTotal(pdf, sum, width);
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

const styled = (pdf: Pdf, { strong }: Sum): Pdf =>
  pdf.font(strong ? fonts.bold : fonts.regular).fontSize(strong ? 11.5 : 9.5);

/** The amounts end where those of the lines end. */
function drawTotal(pdf: Pdf, sum: Sum, valueWidth: number): void {
  const half = widthOf(pdf) / 2;
  const right = MARGIN + widthOf(pdf) - 4;
  const { y } = pdf;
  styled(pdf, sum).fillColor(sum.strong ? INK : GREY);
  pdf.text(printable(sum.label), MARGIN + half, y, { width: half - valueWidth - 20, align: 'right' });
  const labelEnd = pdf.y;
  pdf.fillColor(INK).text(printable(sum.value), right - valueWidth, y, { width: valueWidth, align: 'right' });
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
      const footer = { width: widthOf(pdf) - 160, height: 30, ellipsis: true };
      pdf.text(printable(voucher.appearance.footer), MARGIN, y, footer);
    }
    // A page that is lost from its document can be put back.
    const number = count > 1 ? (voucher.fiscal?.number ?? voucher.number) : null;
    const counted = [number, wordsOf(voucher.language).page(page - start + 1, count)].filter(Boolean).join(' - ');
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
