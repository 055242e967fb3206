import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { busy } from '../compute/computation.ts';

const derive = promisify(argon2);
/** OWASP's minimum for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
/** More at once would let a burst of logins starve everything else that uses the same four threads. */
const CONCURRENT_MAX = 2;
const WAITING_MAX = 200;

let common: Promise<ReadonlySet<string>> | undefined;

/** Whether a password is one of those that are guessed first. The list is loaded when the first password is set. */
export async function isCommonPassword(password: string): Promise<boolean> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return (await common).has(password.toLowerCase());
}

/** The compiler keeps this work out of transactions: their contexts have a `tx`. */
type OutsideTransaction = { tx?: never; storage?: unknown };

export async function hashPassword(_steps: OutsideTransaction, password: string): Promise<string> {
  const salt = randomBytes(16);
  const tag = await limited(() => derive('argon2id', { message: password, nonce: salt, ...COST }));
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(salt)}$${base64(tag)}`;
}

/** Does the same work whether or not there is a password to compare with, so timing reveals nothing about the account. */
export async function isPassword(_steps: OutsideTransaction, password: string, hash: string | null): Promise<boolean> {
  const [, , , , salt, tag] = (hash ?? NOBODY).split('$');
  const expected = Buffer.from(tag!, 'base64');
  const actual = await limited(() =>
    derive('argon2id', { message: password, nonce: Buffer.from(salt!, 'base64'), ...COST, tagLength: expected.length }),
  );
  return timingSafeEqual(actual, expected) && hash !== null;
}

const base64 = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '');
const NOBODY = `$argon2id$v=19$m=19456,t=2,p=1$${base64(randomBytes(16))}$${base64(randomBytes(32))}`;

let running = 0;
const waiting: (() => void)[] = [];

async function limited<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= WAITING_MAX) throw busy();
  if (running >= CONCURRENT_MAX) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
  try {
    return await work();
  } finally {
    running--;
    waiting.shift()?.();
  }
}
