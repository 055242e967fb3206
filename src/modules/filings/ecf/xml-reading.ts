import { XMLParser } from 'fast-xml-parser';
import { XmlUnreadable } from './ecf-signature.ts';

/** Parses XML from others: every value is text, and any element may be missing. */

const parser = new XMLParser({ parseTagValue: false, ignoreAttributes: true, processEntities: true });

export function parseXml(xml: string): Record<string, unknown> {
  if (/<!DOCTYPE/i.test(xml)) throw XmlUnreadable();
  try {
    return parser.parse(xml) as Record<string, unknown>;
  } catch {
    throw XmlUnreadable();
  }
}

export function textAt(root: unknown, path: string[]): string | null {
  const found = path.reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], root);
  return typeof found === 'string' && found.trim() !== '' ? found.trim() : null;
}
