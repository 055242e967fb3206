import { XMLParser } from 'fast-xml-parser';
import { xmlProblem } from '#platform/compute/xml-bounds.ts';
import { ECF_BOUNDS, XmlUnreadable } from './xml-refusals.ts';

/** Parses XML from others: every value is text, and any element may be missing. */

const parser = new XMLParser({ parseTagValue: false, ignoreAttributes: true, processEntities: true });

export function parseXml(xml: string): Record<string, unknown> {
  const problem = xmlProblem(xml, ECF_BOUNDS);
  if (problem) throw XmlUnreadable(problem);
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
