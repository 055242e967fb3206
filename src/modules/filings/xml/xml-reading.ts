import { readXml } from '#platform/compute/read-xml.ts';
import { ECF_BOUNDS, XmlUnreadable } from './xml-refusals.ts';

export const parseXml = (xml: string): Record<string, unknown> =>
  readXml(xml, ECF_BOUNDS, { unreadable: XmlUnreadable });
