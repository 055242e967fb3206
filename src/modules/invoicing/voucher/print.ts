import { readLogo } from '#modules/organization/index.ts';
import { computation } from '#platform/compute/computation.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import type { LaterAnswer } from '#platform/http/route.ts';
import { pdfAnswer } from '#platform/pdf/pdf-answer.ts';
import { wordsOf } from '#platform/search/words.ts';
import { kept } from '#platform/storage/kept.ts';
import { invoiceVoucherPrinted } from '../events.ts';
import { composeVoucher, findPrintable, type Printable, titleOf } from './compose.ts';
import type draw from './draw.compute.ts';
import type { Format, Voucher } from './voucher.ts';

/** A thousand long lines take two seconds of a free processor. */
const drawing = computation<typeof draw>(import.meta.resolve('./draw.compute.ts'), { deadlineMs: 30_000 });

/** The document as a PDF for printing. */
export async function printVoucher(ctx: TenantContext, id: string, format?: Format): Promise<LaterAnswer> {
  const printable = await findPrintable(ctx, id);
  return pdfOf(ctx, printable, format);
}

export function pdfOf(ctx: TenantContext, printable: Printable, format?: Format): LaterAnswer {
  announcePrint(ctx, printable);
  return pdfFile(ctx, composeVoucher(ctx, printable), format ?? printable.template.format, fileNameOf(printable));
}

/** Announces the PDF of an invoice with a fiscal receipt. */
export function announcePrint(ctx: TenantContext, { document: { id, kind, fiscalNumber } }: Printable): void {
  if (kind === 'invoice' && fiscalNumber !== null) ctx.emit(invoiceVoucherPrinted, { invoiceId: id });
}

/** A PDF that a browser shows under its own name. */
export const pdfFile =
  ({ organizationId }: TenantContext, voucher: Voucher, format: Format, fileName: string): LaterAnswer =>
  async (steps) =>
    pdfAnswer(await drawVoucher(steps.enter(organizationId), voucher, format), fileName);

/** The PDF of a voucher. It is drawn in another thread and kept by its content. */
export const drawVoucher = (steps: TenantSteps, voucher: Voucher, format: Format): Promise<Buffer> =>
  kept(steps, `voucher-${format}`, voucher, async () => {
    const { logoKey } = voucher.issuer;
    const logo = logoKey === null ? null : await readLogo(steps, logoKey);
    return steps.compute(drawing, { voucher, format, logo });
  });

/** In the language of the document: `factura-12.pdf`. */
export function fileNameOf({ document, language }: Printable): string {
  const { fiscalNumber, number } = document;
  const draft = language === 'es' ? 'borrador' : 'draft';
  return `${fiscalNumber ?? [...wordsOf(titleOf(document, language)), number ?? draft].join('-')}.pdf`;
}
