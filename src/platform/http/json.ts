import { setImmediate } from 'node:timers/promises';
import { InvalidRequest, MalformedBody } from '../refusal.ts';
import { parseRepaired } from '../text.ts';

const DEPTH_MAX = 32;
/** Validating more, and then applying the rules to it, takes too much of the tenth of a second that the event loop may be held. */
export const VALUES_MAX = 50_000;
/** Bytes that are looked at before others have their turn. */
const TURN_BYTES = 256 * 1024;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a body as JSON. What PostgreSQL or JavaScript would choke on later is refused here, with its place. Counting, parsing and
 * the work of the caller on a large body are turns of their own, so that none of them holds the event loop for long.
 */
export async function readJson(bytes: Uint8Array, { repairsTexts = false } = {}): Promise<unknown> {
  if (bytes.length > VALUES_MAX && (await hasTooManyValues(bytes)))
    refuse('body', 'too_big', `A body has at most ${VALUES_MAX} values.`);
  const value = parse(bytes, repairsTexts);
  if (bytes.length > TURN_BYTES) await setImmediate();
  return value;
}

function parse(bytes: Uint8Array, repairsTexts: boolean): unknown {
  const text = decode(bytes);
  let value: unknown;
  try {
    value = repairsTexts ? parseRepaired(text) : JSON.parse(text);
  } catch {
    throw MalformedBody('The body is not valid JSON.');
  }
  // Names the place only of what is wrong: the names of all places would take longer than parsing.
  if (!isClean(value, 0)) inspectJson(value, 'body');
  return value;
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw MalformedBody('The body is not valid UTF-8.');
  }
}

/** Reads a body as text, with the same refusals. */
export function readText(bytes: Uint8Array): string {
  const text = decode(bytes);
  inspectText(text, 'body');
  return text;
}

/** Reads JSON in a parameter of a query, with the same refusals. */
export function parseParameter(text: string, path: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw InvalidRequest.at(path, 'invalid', 'This is not JSON.');
  }
  inspectJson(value, path);
  return value;
}

const [COMMA, TEXT_SIGN, ESCAPE] = [0x2c, 0x22, 0x5c];

/** Counts the commas outside of texts, before anything is parsed: millions of tiny values take seconds to validate. */
async function hasTooManyValues(bytes: Uint8Array): Promise<boolean> {
  let count = 0;
  let inText = false;
  for (let at = 0, turnEnds = TURN_BYTES; at < bytes.length; at++) {
    if (at >= turnEnds) {
      await setImmediate();
      turnEnds += TURN_BYTES;
    }
    const sign = bytes[at];
    if (sign === TEXT_SIGN) inText = !inText;
    else if (sign === ESCAPE) at++;
    else if (sign === COMMA && !inText && ++count >= VALUES_MAX) return true;
  }
  return false;
}

function isClean(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isCleanText(value);
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= DEPTH_MAX) return false;
  if (Array.isArray(value)) return value.every((member) => isClean(member, depth + 1));
  return Object.keys(value).every(
    (key) => key !== '__proto__' && isCleanText(key) && isClean((value as Record<string, unknown>)[key], depth + 1),
  );
}

const isCleanText = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** Refuses what cannot be stored: U+0000, halves of surrogate pairs, endless numbers and nesting. */
export function inspectJson(value: unknown, path: string, depth = 0): void {
  if (typeof value === 'string') inspectText(value, path);
  if (typeof value === 'number' && !Number.isFinite(value)) refuse(path, 'out_of_range', 'The number is too large.');
  if (typeof value !== 'object' || value === null) return;
  if (depth >= DEPTH_MAX) refuse(path, 'too_deep', `Values nest at most ${DEPTH_MAX} deep.`);
  for (const [key, member] of Object.entries(value)) {
    const place = Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`;
    if (key === '__proto__') refuse(place, 'unknown_field', 'This field is not known.');
    inspectText(key, place);
    inspectJson(member, place, depth + 1);
  }
}

/** PostgreSQL cannot store U+0000, nor a half of a surrogate pair. */
export function inspectText(text: string, path: string): void {
  if (text.includes('\0')) refuse(path, 'invalid_text', 'The character U+0000 is not allowed.');
  if (!text.isWellFormed()) refuse(path, 'invalid_text', 'The text is not valid Unicode.');
}

function refuse(path: string, code: string, message: string): never {
  throw InvalidRequest(message, { errors: [{ path: path.slice(0, 200), code, message }] });
}
