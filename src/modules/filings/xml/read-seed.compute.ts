import { textAt } from '#platform/compute/read-xml.ts';
import { parseXml } from './xml-reading.ts';

const TEXT_MAX = 1_000;
const PLAIN = /^[^<>&]+$/;

/**
 * Rebuilds the seed of an answer from its two fields; null if it is not a seed. Never sign received XML as it is: a server
 * could send one of our invoices as its seed.
 */
export default function readSeed(xml: string): string | null {
  const { '?xml': _, SemillaModel: model, ...more } = read(xml);
  const [valor, fecha] = [textAt(model, 'valor'), textAt(model, 'fecha')];
  if (!isSeedText(valor) || !isSeedText(fecha)) return null;
  const isWhole = Object.keys(more).length === 0 && Object.keys(model as object).length === 2;
  return isWhole ? `<SemillaModel ${NAMESPACES}><valor>${valor}</valor><fecha>${fecha}</fecha></SemillaModel>` : null;
}

/** The namespaces that the authority declares. */
const NAMESPACES = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

const isSeedText = (text: string | null): boolean => text !== null && text.length <= TEXT_MAX && PLAIN.test(text);

function read(xml: string): Record<string, unknown> {
  try {
    return parseXml(xml);
  } catch {
    return {};
  }
}
