import type { TenantContext } from '#platform/context.ts';
import { RawAnswer } from '#platform/http/route.ts';
import { invoiceVoucherPrinted } from '../events.ts';
import { composeVoucher, findPrintable, type Printable } from './compose.ts';
import { letterPdf } from './letter.ts';
import { receiptPdf } from './receipt.ts';
import type { Voucher } from './voucher.ts';

export type Format = 'letter' | 'receipt';

const drawings = { letter: letterPdf, receipt: receiptPdf };

/** The document on paper, for whoever prints it at the counter. */
export async function printVoucher(ctx: TenantContext, id: string, format?: Format): Promise<RawAnswer> {
  const printable = await findPrintable(ctx, id);
  const bytes = await pdfOf(ctx, printable, format);
  if (printable.document.kind === 'invoice') ctx.emit(invoiceVoucherPrinted, { invoiceId: id });
  return pdfAnswer(bytes, printable);
}

export async function pdfOf(ctx: TenantContext, printable: Printable, format?: Format): Promise<Buffer> {
  return drawVoucher(await composeVoucher(ctx, printable), format ?? printable.template.format);
}

export const drawVoucher = (voucher: Voucher, format: Format): Promise<Buffer> => drawings[format](voucher);

export const pdfAnswer = (bytes: Buffer, printable: Printable): RawAnswer => pdfFile(bytes, fileNameOf(printable));

/** A PDF that a browser shows under its own name. */
export const pdfFile = (bytes: Buffer, fileName: string): RawAnswer =>
  new RawAnswer(bytes, {
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${fileName}"`,
    'cache-control': 'private, no-store',
  });

export const fileNameOf = ({ document }: Printable): string =>
  `${document.fiscalNumber ?? `${document.kind}-${document.number ?? 'draft'}`}.pdf`;
