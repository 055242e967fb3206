import { refusal } from '#platform/refusal.ts';

export const XmlUnreadable = refusal('xml_unreadable', 'The file is not well-formed XML: correct it.');
export const XmlAlreadySigned = refusal(
  'xml_already_signed',
  'The document is already signed: send it without its signature.',
);

/** The longest document of the protocol has a thousand lines, and nests eight deep. */
export const ECF_BOUNDS = { elementsMax: 60_000, depthMax: 32 };
