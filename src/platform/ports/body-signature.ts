import { createHmac } from 'node:crypto';
import { isSameSecret } from '../id.ts';

/** Whether the header is `sha256=<hex>` of an HMAC over the bytes as they came. */
export function isSignedBody(secret: string, body: Uint8Array, header: string | string[] | undefined): boolean {
  const expected = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
  return typeof header === 'string' && isSameSecret(header, expected);
}
