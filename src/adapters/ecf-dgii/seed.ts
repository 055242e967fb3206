import { parseXml, textAt } from '#modules/filings/index.ts';

const TEXT_MAX = 1_000;
const PLAIN = /^[^<>&]+$/;

/**
 * The seed of an answer, made anew from its two texts; null where it is no seed. What others send is never signed as it came:
 * under the name of a seed they could send an invoice of ours.
 */
export function seedIn(xml: string): string | null {
  const { '?xml': _, SemillaModel: model, ...more } = read(xml);
  const [valor, fecha] = [textAt(model, ['valor']), textAt(model, ['fecha'])];
  if (!isSeedText(valor) || !isSeedText(fecha)) return null;
  const isWhole = Object.keys(more).length === 0 && Object.keys(model as object).length === 2;
  return isWhole ? `<SemillaModel ${NAMESPACES}><valor>${valor}</valor><fecha>${fecha}</fecha></SemillaModel>` : null;
}

/** As the authority declares them. */
const NAMESPACES = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema"';

const isSeedText = (text: string | null): boolean => text !== null && text.length <= TEXT_MAX && PLAIN.test(text);

function read(xml: string): Record<string, unknown> {
  try {
    return parseXml(xml);
  } catch {
    return {};
  }
}
