import { XMLParser } from 'fast-xml-parser';
import { type XmlBounds, xmlProblem } from './xml-bounds.ts';

const options = {
  parseTagValue: false,
  removeNSPrefix: true,
  attributeNamePrefix: '@',
  // Without it numeric references like `&#233;` stay as they are.
  htmlEntities: true,
};
const parser = new XMLParser({ ...options, ignoreAttributes: true });
const attributesParser = new XMLParser({ ...options, ignoreAttributes: false });

/** Parses XML from others: every value is text, any element may be missing, and `@name` is an attribute if they are asked for. */
export function readXml(
  text: string,
  bounds: XmlBounds,
  { attributes = false, unreadable }: { attributes?: boolean; unreadable: (problem?: string) => Error },
): Record<string, unknown> {
  const problem = xmlProblem(text, bounds);
  if (problem) throw unreadable(problem);
  try {
    return (attributes ? attributesParser : parser).parse(text, true) as Record<string, unknown>;
  } catch (error) {
    throw unreadable(`The XML cannot be read: ${(error as Error).message}`);
  }
}

/** The text of an element without attributes; null where there is none. */
export function textAt(root: unknown, ...path: string[]): string | null {
  const found = path.reduce<unknown>((node, name) => (node as Record<string, unknown> | undefined)?.[name], root);
  return typeof found === 'string' && found.trim() !== '' ? found.trim() : null;
}
