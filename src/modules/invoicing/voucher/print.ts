import { readLogo } from '#modules/organization/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { type LaterAnswer, RawAnswer } from '#platform/http/route.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { invoiceVoucherPrinted } from '../events.ts';
import { composeVoucher, findPrintable, type Printable } from './compose.ts';
import { letterPdf } from './letter.ts';
import { receiptPdf } from './receipt.ts';
import type { Voucher } from './voucher.ts';

export type Format = 'letter' | 'receipt';

const drawings = { letter: letterPdf, receipt: receiptPdf };

/** The document as a PDF for printing. */
export async function printVoucher(ctx: TenantContext, id: string, format?: Format): Promise<LaterAnswer> {
  const printable = await findPrintable(ctx, id);
  if (printable.document.kind === 'invoice') ctx.emit(invoiceVoucherPrinted, { invoiceId: id });
  return pdfOf(ctx, printable, format);
}

export const pdfOf = (ctx: TenantContext, printable: Printable, format?: Format): LaterAnswer =>
  pdfFile(composeVoucher(ctx, printable), format ?? printable.template.format, fileNameOf(printable));

/** A PDF that a browser shows under its own name. */
export const pdfFile =
  (voucher: Voucher, format: Format, fileName: string): LaterAnswer =>
  async (storage) =>
    new RawAnswer(await drawVoucher(storage, voucher, format), {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${fileName}"`,
      'cache-control': 'private, no-store',
    });

/** Drawing takes a while, and its logo is read from the storage: it happens outside of any transaction. */
export async function drawVoucher(storage: Storage, voucher: Voucher, format: Format): Promise<Buffer> {
  const { logoKey } = voucher.issuer;
  return drawings[format](voucher, logoKey === null ? null : await readLogo(storage, logoKey));
}

export const fileNameOf = ({ document }: Printable): string =>
  `${document.fiscalNumber ?? `${document.kind}-${document.number ?? 'draft'}`}.pdf`;
