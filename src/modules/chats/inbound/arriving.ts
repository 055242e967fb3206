import type { ReceivedFile } from '#modules/files/index.ts';
import type { Source } from '../conversation/conversation.sql.ts';

/** A message on its way in, in one shape for every kind of channel. */
export interface Arriving {
  /** The ids of the customer on this channel, the most permanent one first. */
  sources: [Source, ...Source[]];
  /** The name that the customer has chosen; empty if it is not known. */
  name: string;
  /** Found among the contacts by these. */
  phone: string | null;
  email: string | null;
  providerMessageId: string;
  at: Temporal.Instant;
  type: string;
  text: string;
  content: Record<string, unknown>;
  replyTo: string | null;
  subject?: string;
  media: ArrivingMedium[];
  /** `elsewhere`: the organization wrote it itself, in another program. No bot reacts to it. */
  author: 'contact' | 'elsewhere';
}

export interface ArrivingMedium {
  providerMediaId: string | null;
  fileId?: string;
  /** Becomes a file of the conversation when the message is stored. */
  received?: ReceivedFile;
  name: string;
  contentType: string;
  sha256: string | null;
}
