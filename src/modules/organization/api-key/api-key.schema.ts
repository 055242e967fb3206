import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { Timestamp } from '#platform/date.ts';
import { Permissions } from '../member/member.schema.ts';

/** Only the usual notations: `10.0.0.1`, `10.0.0.0/8`, `2001:db8::/32`. */
function isAddressOrRange(text: string): boolean {
  if (ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv4.isValidCIDRFourPartDecimal(text)) return true;
  if (!/^[0-9a-f:/]+$/i.test(text)) return false;
  return ipaddr.IPv6.isValid(text) || ipaddr.IPv6.isValidCIDR(text);
}

const fields = {
  name: z.string().trim().min(1).max(100).describe('The purpose of the key.'),
  permissions: Permissions,
  addresses: z
    .array(
      z
        .string()
        .max(50)
        .refine(isAddressOrRange, {
          error: 'is not an IP address or a CIDR range',
          params: { code: 'invalid_address' },
        }),
    )
    .max(100)
    .describe('The key works from these addresses or CIDR ranges only; an empty list means from everywhere.'),
  expiresAt: Timestamp.nullable().describe('In real time; null: it works until it is revoked.'),
};

export const ApiKeyId = z.string().max(100).meta({ example: 'ck_4mR0…' });

export const NewApiKey = z.strictObject({
  name: fields.name,
  permissions: fields.permissions,
  addresses: fields.addresses.default([]),
  expiresAt: fields.expiresAt.default(null),
});
export const ApiKeyChange = z.strictObject({ id: ApiKeyId, ...z.strictObject(fields).partial().shape });

export const ApiKey = z.object({
  id: z.string(),
  name: z.string().describe('The purpose of the key.'),
  permissions: z.array(z.string()).describe('What it may do: `area:read` or `area:write`.'),
  addresses: z.array(z.string()).describe('The IP addresses or ranges it works from; none: everywhere.'),
  createdBy: z
    .object({ userId: z.uuid().describe('The member.'), name: z.string().describe('Of the member.') })
    .describe('The person in whose name the key acts.'),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable().describe('Within minutes.'),
  expiresAt: Timestamp.nullable().describe('In real time; null: it works until it is revoked.'),
  previousSecretExpiresAt: Timestamp.nullable().describe('Until then the secret before the last rotation works too.'),
  revokedAt: Timestamp.nullable().describe('When it was revoked; null: it was not.'),
});

export const ApiKeyWithSecret = ApiKey.extend({ secret: z.string().describe('Shown once: keep it safe.') });
