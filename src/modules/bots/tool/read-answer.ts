import { isCompressed, type OutboundAnswer } from '#platform/http/outbound.ts';
import { isRounded } from '#platform/json-schema.ts';
import { decoded, mapTexts, storable } from '#platform/text.ts';
import { masked, type Secrets } from './mask.ts';

/** Deeper JSON stays text: neither the database nor a model can use it. */
const DEPTH_MAX = 50;

/** The body of an answer and its value, without secrets and without characters that the database cannot store. */
export function readAnswer(
  { headers, body, truncated }: OutboundAnswer,
  secrets: Secrets,
): { body: string; result: unknown } {
  if (isCompressed(headers)) return { body: '', result: null };
  const text = masked(storable(decoded(body, truncated)), secrets);
  const value = readJson(text);
  if (value === undefined) return { body: text, result: text };
  const result = mapTexts(value, (part) => masked(storable(part), secrets));
  // A secret that was written with escapes is seen only in the value.
  const isClean = JSON.stringify(result) === JSON.stringify(value);
  return { body: isClean ? text : JSON.stringify(result), result };
}

/** The value of JSON; undefined: it is none, or it is too deep. A number that would be rounded stays text. */
function readJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text, (_name, part: unknown, context?: { source: string }) =>
      isRounded(part) ? context!.source : part,
    );
    return isDeeper(value, DEPTH_MAX) ? undefined : value;
  } catch {
    return undefined;
  }
}

const isDeeper = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1)));
