import { RawAnswer } from '../http/route.ts';

/** A PDF that a browser shows under its own name. */
export const pdfAnswer = (bytes: Buffer, fileName: string): RawAnswer =>
  new RawAnswer(bytes, {
    'content-type': 'application/pdf',
    'content-disposition': `inline; filename="${fileName}"`,
    'cache-control': 'private, no-store',
  });
