import { z } from 'zod';
import { FreshAuthenticationRequired } from '#platform/auth/authenticate.ts';
import { UserRequired } from '#platform/auth/permission.ts';
import { pageOf, pageQuery } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { GrantExceedsRights } from '../member/rights.ts';
import { ApiKeyFields, ApiKeyId, ApiKeyView, ApiKeyWithSecret } from './api-key.schema.ts';
import {
  changeKey,
  createKey,
  KeyOfAnother,
  KeyRevoked,
  listKeys,
  revokeKey,
  rotateKey,
  TooManyKeys,
} from './api-key.ts';

const DAY_SECONDS = 24 * 3600;
const access = { permission: 'organization:write' } as const;
const exampleId = 'ck_4mR0xkq1T9aVb2Zc';

export const apiKeyRoutes = [
  route({
    method: 'GET',
    path: '/v1/organization/api-key',
    summary: 'List the API keys',
    description: 'Every API key of the organization, newest first, also the revoked ones. Secrets are never shown.',
    access,
    query: z.strictObject({
      ...pageQuery,
      live: z.boolean().optional().describe('Only those that work (true), or only expired and revoked ones (false).'),
    }),
    returns: pageOf(ApiKeyView),
    handler: (ctx, { query }) => listKeys(ctx, query),
  }),
  route({
    method: 'POST',
    path: '/v1/organization/api-key',
    summary: 'Make an API key',
    description:
      'A key for a program that signs its requests. It acts in the name of the person who makes it, holds part of their permissions, and ends when they lose access. The secret is shown once. Needs a person and a fresh authentication.',
    access,
    status: 201,
    body: z.strictObject({
      name: ApiKeyFields.name,
      permissions: ApiKeyFields.permissions,
      addresses: ApiKeyFields.addresses.default([]),
      expiresAt: ApiKeyFields.expiresAt.default(null),
    }),
    returns: ApiKeyWithSecret,
    refusals: [UserRequired, FreshAuthenticationRequired, GrantExceedsRights, TooManyKeys],
    examples: { body: { name: 'Tienda en línea', permissions: ['events:read'], addresses: ['203.0.113.0/24'] } },
    handler: (ctx, { body }) => createKey(ctx, body),
  }),
  route({
    method: 'PATCH',
    path: '/v1/organization/api-key',
    summary: 'Change an API key',
    description:
      'Changes the name, permissions, addresses or expiry from the next request on. Only the person who made the key can, after a fresh authentication.',
    access,
    body: z.strictObject({ id: ApiKeyId, ...z.strictObject(ApiKeyFields).partial().shape }),
    returns: ApiKeyView,
    refusals: [UserRequired, FreshAuthenticationRequired, KeyOfAnother, KeyRevoked, GrantExceedsRights],
    examples: { body: { id: exampleId, addresses: ['203.0.113.7'] } },
    handler: (ctx, { body: { id, ...change } }) => changeKey(ctx, id, change),
  }),
  route({
    method: 'DELETE',
    path: '/v1/organization/api-key',
    summary: 'Revoke an API key',
    description: 'The key stops working with its next request. Revoking again is harmless.',
    access,
    status: 204,
    body: z.strictObject({ id: ApiKeyId }),
    returns: z.void(),
    examples: { body: { id: exampleId } },
    handler: (ctx, { body }) => revokeKey(ctx, body.id),
  }),
  route({
    method: 'POST',
    path: '/v1/organization/api-key/rotate',
    summary: 'Give an API key a new secret',
    description:
      'The new secret works at once and is shown once. The one before works on for `overlapSeconds`: a day unless told otherwise, 0 ends it now. Only the person who made the key can, after a fresh authentication.',
    access,
    body: z.strictObject({
      id: ApiKeyId,
      overlapSeconds: z
        .number()
        .int()
        .min(0)
        .max(7 * DAY_SECONDS)
        .default(DAY_SECONDS),
    }),
    returns: ApiKeyWithSecret,
    refusals: [UserRequired, FreshAuthenticationRequired, KeyOfAnother, KeyRevoked],
    examples: { body: { id: exampleId, overlapSeconds: 3600 } },
    handler: (ctx, { body }) => rotateKey(ctx, body.id, body.overlapSeconds),
  }),
];
