import { z } from 'zod';
import { UserRequired } from '#platform/auth/permission.ts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { GrantExceedsRights } from '../member/rights.ts';
import { ApiKey, ApiKeyChange, ApiKeyId, ApiKeyWithSecret, NewApiKey } from './api-key.schema.ts';
import { apiKeyList } from './api-key.sql.ts';
import {
  changeKey,
  createKey,
  describeKeys,
  KeyOfAnother,
  KeyRevoked,
  revokeKey,
  rotateKey,
  TooManyKeys,
} from './api-key.ts';

const DAY_SECONDS = 24 * 3600;
const exampleId = 'ck_4mR0xkq1T9aVb2Zc';

export const apiKeyRoutes = [
  route('GET', '/v1/organization/api-key', 'organization:write', {
    summary: 'List the API keys',
    description: 'All API keys of the organization, newest first, revoked ones included. Secrets are never shown.',
    query: apiKeyList.query,
    returns: pageOf(ApiKey),
    handler: (ctx, { query }) => apiKeyList.page(ctx, query, (rows) => describeKeys(ctx, rows)),
  }),
  route('POST', '/v1/organization/api-key', 'organization:write', {
    summary: 'Create an API key',
    description:
      'A key for a program that signs its requests. It acts in the name of the person who creates it, has some of their permissions, and ends when they lose access. The secret is shown once. Only a person can create one, after a fresh authentication.',
    needsFreshAuthentication: true,
    status: 201,
    body: NewApiKey,
    returns: ApiKeyWithSecret,
    refusals: [UserRequired, GrantExceedsRights, TooManyKeys],
    examples: { body: { name: 'Tienda en línea', permissions: ['events:read'], addresses: ['203.0.113.0/24'] } },
    handler: (ctx, { body }) => createKey(ctx, body),
  }),
  route('PATCH', '/v1/organization/api-key', 'organization:write', {
    summary: 'Change an API key',
    description:
      'Changes the name, permissions, addresses or expiry from the next request on. Only the creator of the key can do this, after a fresh authentication.',
    needsFreshAuthentication: true,
    body: ApiKeyChange,
    returns: ApiKey,
    refusals: [UserRequired, KeyOfAnother, KeyRevoked, GrantExceedsRights],
    examples: { body: { id: exampleId, addresses: ['203.0.113.7'] } },
    handler: (ctx, { body }) => changeKey(ctx, body),
  }),
  route('DELETE', '/v1/organization/api-key', 'organization:write', {
    summary: 'Revoke an API key',
    description: 'The key stops working with its next request. Revoking it again changes nothing.',
    body: z.strictObject({ id: ApiKeyId }),
    examples: { body: { id: exampleId } },
    handler: (ctx, { body }) => revokeKey(ctx, body.id),
  }),
  route('POST', '/v1/organization/api-key/rotate', 'organization:write', {
    summary: 'Give an API key a new secret',
    description:
      'The new secret works at once and is shown once. The previous one works for `overlapSeconds` more: a day by default, 0 ends it at once. Only the creator of the key can do this, after a fresh authentication.',
    needsFreshAuthentication: true,
    body: z.strictObject({
      id: ApiKeyId,
      overlapSeconds: z
        .number()
        .int()
        .min(0)
        .max(7 * DAY_SECONDS)
        .default(DAY_SECONDS)
        .describe('How long the previous secret still works.'),
    }),
    returns: ApiKeyWithSecret,
    refusals: [UserRequired, KeyOfAnother, KeyRevoked],
    examples: { body: { id: exampleId, overlapSeconds: 3600 } },
    handler: (ctx, { body }) => rotateKey(ctx, body.id, body.overlapSeconds),
  }),
];
