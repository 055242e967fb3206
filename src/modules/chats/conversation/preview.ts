import { shortened } from '#platform/text.ts';

const LENGTH_MAX = 200;

/** A message as lists of conversations show the last one. */
export const previewOf = ({ text, type }: { text: string; type: string }): string =>
  shortened(text || `[${type}]`, LENGTH_MAX);
