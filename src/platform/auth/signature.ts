import { createHash, createHmac } from 'node:crypto';
import { isSameSecret } from '../id.ts';

/** The second version also signs the headers that change what a request does. The first is accepted and deprecated. */
export const SIGNATURE_SCHEMES = ['CM1-HMAC-SHA256', 'CM2-HMAC-SHA256'] as const;
export type SignatureScheme = (typeof SIGNATURE_SCHEMES)[number];
export const CLOCK_TOLERANCE_SECONDS = 300;

/** For the `Deprecation` header of answers to the first version: since 15 November 2026. */
export const FIRST_SCHEME_DEPRECATED_AT = '@1794700800';

export interface SignedParts {
  timestamp: string;
  nonce: string;
  keyId: string;
  organizationId: string;
  method: string;
  /** Path and query exactly as on the request line: nothing is normalised, so there is nothing to disagree about. */
  target: string;
  body: Uint8Array | string;
  /** The headers `Idempotency-Key` and `Dry-Run` as they are sent; signed since the second version. */
  idempotencyKey?: string | undefined;
  dryRun?: string | undefined;
}

export function sign(secret: string, parts: SignedParts, scheme: SignatureScheme): string {
  const bodyHash = createHash('sha256').update(parts.body).digest('hex');
  const lines = [
    scheme,
    parts.timestamp,
    parts.nonce,
    parts.keyId,
    parts.organizationId,
    parts.method.toUpperCase(),
    parts.target,
    bodyHash,
    ...(scheme === 'CM1-HMAC-SHA256' ? [] : [parts.idempotencyKey ?? '', parts.dryRun ?? '']),
  ];
  return createHmac('sha256', secret).update(lines.join('\n')).digest('hex');
}

export function isSignedBy(secret: string, parts: SignedParts, given: ParsedSignature): boolean {
  return isSameSecret(given.signature, sign(secret, parts, given.scheme));
}

const HEADER = /^(CM[12]-HMAC-SHA256) ts=(\d{9,12}), ?nonce=([A-Za-z0-9_-]{22,88}), ?sig=([0-9a-f]{64})$/;

interface ParsedSignature {
  scheme: SignatureScheme;
  timestamp: string;
  nonce: string;
  signature: string;
}

export function parseSignature(header: string): ParsedSignature | null {
  const match = HEADER.exec(header);
  return match && { scheme: match[1] as SignatureScheme, timestamp: match[2]!, nonce: match[3]!, signature: match[4]! };
}

export const isSignature = (header: string): boolean => SIGNATURE_SCHEMES.some((scheme) => header.startsWith(scheme));
