import { refusal } from '#platform/refusal.ts';

export const XmlUnreadable = refusal(422, 'xml_unreadable', 'This is not a well-formed XML document.');
export const XmlAlreadySigned = refusal(422, 'xml_already_signed', 'The document carries a signature already.');

/** The longest document of the protocol has a thousand lines, and nests eight deep. */
export const ECF_BOUNDS = { elementsMax: 60_000, depthMax: 32 };
