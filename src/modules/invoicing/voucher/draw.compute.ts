import { letterPdf } from './letter.ts';
import { receiptPdf } from './receipt.ts';
import type { Format, Voucher } from './voucher.ts';

const drawings = { letter: letterPdf, receipt: receiptPdf };

export default ({ voucher, format, logo }: { voucher: Voucher; format: Format; logo: Uint8Array | null }) =>
  drawings[format](voucher, logo && Buffer.from(logo));
