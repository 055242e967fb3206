import type { TenantContext } from '#platform/context.ts';
import type { LaterAnswer, RawAnswer } from '#platform/http/route.ts';
import { releaseFiles } from '#platform/storage/files.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { xmlFile } from '../ecf/ecf.schema.ts';

/** The texts of a document that move to the storage together, each under the key of its row. */
export const parts = ['signed', 'summary', 'receipt', 'approval'] as const;
export type XmlPart = (typeof parts)[number];

export const partKey = (xmlKey: string, part: XmlPart): string => `${xmlKey}/${part}.xml`;

/** A text from its row, or from the storage once it has moved there and is empty in the row. */
export async function readXml(
  storage: Storage,
  { xmlKey, part, inRow }: { xmlKey: string | null; part: XmlPart; inRow: string },
): Promise<string> {
  if (xmlKey === null || inRow !== '') return inRow;
  const bytes = await storage.get(partKey(xmlKey, part));
  if (!bytes) throw new Error(`The bytes of ${partKey(xmlKey, part)} are missing.`);
  return bytes.toString();
}

/** A text of a document as a file, byte for byte. */
export function xmlDownload(
  { number, xmlKey }: { number: string; xmlKey: string | null },
  part: XmlPart,
  inRow: string,
): RawAnswer | LaterAnswer {
  if (xmlKey === null) return xmlFile({ number, xml: inRow });
  return async ({ storage }) => xmlFile({ number, xml: await readXml(storage, { xmlKey, part, inRow }) });
}

/** Releases the stored texts that this transaction replaces. */
export async function releaseXml(ctx: TenantContext, xmlKey: string | null): Promise<void> {
  if (xmlKey !== null)
    await releaseFiles(
      ctx,
      parts.map((part) => partKey(xmlKey, part)),
    );
}
