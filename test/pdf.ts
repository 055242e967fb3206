import assert from 'node:assert/strict';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { type Business, baseUrl } from '#test/harness.ts';

/** Asks for a PDF as the owner of a business, or as someone else. */
export const fetchPdf = (business: Business, path: string, token = business.owner.token): Promise<Response> =>
  fetch(`${baseUrl}${path}`, {
    headers: { authorization: `Bearer ${token}`, 'x-service-organization-id': business.id },
  });

/** The text of each page of a PDF. */
export async function pagesOf(answer: Response): Promise<string[]> {
  assert.equal(answer.headers.get('content-type'), 'application/pdf', String(answer.status));
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(Buffer.from(await answer.arrayBuffer()));
  const pages = [...document.pages()].map((page) => page.getText().replaceAll(/\s+/g, ' '));
  document.destroy();
  library.destroy();
  return pages;
}

export function assertHas(text: string, parts: string[]): void {
  for (const part of parts) assert.ok(text.includes(part), `${part}: ${text}`);
}
