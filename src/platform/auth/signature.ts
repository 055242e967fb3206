import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

export const SIGNATURE_SCHEME = 'CM1-HMAC-SHA256';
export const CLOCK_TOLERANCE_SECONDS = 300;

export interface SignedParts {
  timestamp: string;
  nonce: string;
  keyId: string;
  organizationId: string;
  method: string;
  /** Path and query exactly as on the request line: nothing is normalised, so there is nothing to disagree about. */
  target: string;
  body: Uint8Array | string;
}

export function sign(secret: string, parts: SignedParts): string {
  const bodyHash = createHash('sha256').update(parts.body).digest('hex');
  const lines = [
    SIGNATURE_SCHEME,
    parts.timestamp,
    parts.nonce,
    parts.keyId,
    parts.organizationId,
    parts.method.toUpperCase(),
    parts.target,
    bodyHash,
  ];
  return createHmac('sha256', secret).update(lines.join('\n')).digest('hex');
}

export function isSignedBy(secret: string, parts: SignedParts, signature: string): boolean {
  const expected = Buffer.from(sign(secret, parts));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

const HEADER = /^CM1-HMAC-SHA256 ts=(\d{9,12}), ?nonce=([A-Za-z0-9_-]{22,88}), ?sig=([0-9a-f]{64})$/;

export function parseSignature(header: string): { timestamp: string; nonce: string; signature: string } | null {
  const match = HEADER.exec(header);
  return match && { timestamp: match[1]!, nonce: match[2]!, signature: match[3]! };
}
