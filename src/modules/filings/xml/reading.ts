import { computation } from '#platform/compute/computation.ts';
import type readSent from './read-sent.compute.ts';

/** Reads a document of another company and checks its signature, in a thread, because a crafted document can take arbitrarily long. */
export const reading = computation<typeof readSent>(import.meta.resolve('./read-sent.compute.ts'));

export type Sent = ReturnType<typeof readSent>;
export type SentFile = Parameters<typeof readSent>[0];
