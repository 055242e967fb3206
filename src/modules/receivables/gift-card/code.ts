import { randomBytes } from 'node:crypto';

/** Without letters that are easily confused in handwriting. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 90 random bits: impossible to guess, and short enough to type. */
const RANDOM_LENGTH = 18;
const CODE_LENGTH = RANDOM_LENGTH + 2;
/** The greatest prime of two characters: every wrong character and every swap of neighbours changes the remainder. */
const CHECK_MODULUS = 1021;

/** A new code: eighteen random characters and two that check them. */
export function newCode(): string {
  const random = [...randomBytes(RANDOM_LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return random + checkOf(random);
}

/** `K7QM-49ZT-…`, as people read it. */
export const printedCode = (code: string): string => code.match(/.{4}/g)!.join('-');

/** The code as typed, normalised; null if its check characters do not match. */
export function readCode(typed: string): string | null {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replace(/[IL]/g, '1').replaceAll('O', '0');
  if (code.length !== CODE_LENGTH || [...code].some((character) => !ALPHABET.includes(character))) return null;
  const random = code.slice(0, RANDOM_LENGTH);
  return random + checkOf(random) === code ? code : null;
}

function checkOf(random: string): string {
  const remainder = [...random].reduce(
    (value, character) => (value * ALPHABET.length + ALPHABET.indexOf(character)) % CHECK_MODULUS,
    0,
  );
  return `${ALPHABET[Math.floor(remainder / ALPHABET.length)]}${ALPHABET[remainder % ALPHABET.length]}`;
}
