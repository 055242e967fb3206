const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
/** Characters that no XML 1.0 document may hold, not even escaped. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

export const xmlDeclaration = '<?xml version="1.0" encoding="utf-8"?>';

/** An element with a text. A missing value has no element: the authority rejects empty ones. */
export function field(name: string, value: string | number | null | undefined): string {
  const text = String(value ?? '')
    .replace(FORBIDDEN, '')
    .trim();
  return text === '' ? '' : `<${name}>${text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!)}</${name}>`;
}

/** An element with child elements, or nothing without children. No whitespace between them, because it would be signed. */
export function block(name: string, ...children: string[]): string {
  const inner = children.join('');
  return inner === '' ? '' : `<${name}>${inner}</${name}>`;
}

/** The text of an element in XML that we wrote ourselves; null where there is none. */
export function ownTextIn(xml: string, name: string): string | null {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  if (text === undefined) return null;
  return Object.entries(ENTITIES).reduceRight((plain, [sign, entity]) => plain.replaceAll(entity, sign), text);
}

/** At most so many characters. */
export const cut = (text: string | null | undefined, lengthMax: number): string | null =>
  text == null ? null : [...text].slice(0, lengthMax).join('');

/** `2026-11-15` is `15-11-2026` there. */
export const ecfDate = (date: string): string => date.split('-').reverse().join('-');

/** Times are in the time of the Dominican Republic, which has no summer time. */
export const ecfTimeZone = 'America/Santo_Domingo';

/** `15-11-2026 13:05:09`, with 24 hours. */
export function ecfTime(instant: Temporal.Instant): string {
  const local = instant.toZonedDateTimeISO(ecfTimeZone).toPlainDateTime();
  return `${ecfDate(local.toPlainDate().toString())} ${local.toPlainTime().toString({ smallestUnit: 'second' })}`;
}
