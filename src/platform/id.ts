import { hash, randomBytes, randomUUIDv7, timingSafeEqual } from 'node:crypto';

/** The millisecond of the newest id, as its first 12 digits and their hyphen, and how many ids this millisecond has had. */
let newest = '';
let count = 0;
const COUNT_MAX = 0xfff;

/**
 * Ids sort in the order in which a process made them, so new rows land at the end of every index, and rows of one transaction
 * keep their order. Node's are random within a millisecond: the 12 bits after it become a counter (RFC 9562, 6.2, method 1).
 */
export function newId(): string {
  const id = randomUUIDv7();
  const time = id.slice(0, 13);
  if (time > newest) [newest, count] = [time, 0];
  else if (count < COUNT_MAX) count++;
  else [newest, count] = [millisecondAfter(newest), 0];
  return `${newest}-7${count.toString(16).padStart(3, '0')}${id.slice(18)}`;
}

function millisecondAfter(time: string): string {
  const digits = (Number.parseInt(time.replace('-', ''), 16) + 1).toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}`;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const isUuid = (text: string): boolean => UUID.test(text);

/** An unguessable value with a readable prefix. UUIDs are names, never secrets. */
export const newSecret = (prefix: string, bytes = 32, encoding: 'base64url' | 'hex' = 'base64url'): string =>
  `${prefix}_${randomBytes(bytes).toString(encoding)}`;

/** The stored form of a secret that is only compared, never read back. */
export const hashSecret = (secret: string): Buffer => hash('sha256', secret, 'buffer');

/** Compares in constant time, as bytes: texts of equal length may differ in bytes. */
export function isSameSecret(one: string | Uint8Array, other: string | Uint8Array): boolean {
  const [left, right] = [Buffer.from(one as string), Buffer.from(other as string)];
  return left.length === right.length && timingSafeEqual(left, right);
}
