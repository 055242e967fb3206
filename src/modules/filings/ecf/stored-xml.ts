import type { LaterAnswer, RawAnswer } from '#platform/http/route.ts';
import { xmlFile } from './ecf.schema.ts';

/** The texts of a document that move to the storage together, each under the key of its row. */
export type XmlPart = 'signed' | 'summary' | 'receipt';

export const partKey = (xmlKey: string, part: XmlPart): string => `${xmlKey}/${part}.xml`;

/** A text of a document, byte for byte: from its row, or from the storage once it has moved there. */
export function xmlDownload(
  { number, xmlKey }: { number: string; xmlKey: string | null },
  part: XmlPart,
  xml: string,
): RawAnswer | LaterAnswer {
  if (xmlKey === null) return xmlFile({ number, xml });
  return async ({ storage }) => {
    const bytes = await storage.get(partKey(xmlKey, part));
    if (!bytes) throw new Error(`The bytes of ${partKey(xmlKey, part)} are missing.`);
    return xmlFile({ number, xml: bytes });
  };
}
