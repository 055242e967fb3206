import { Busy } from '../../compute/computation.ts';
import { InternalError, type RefusalKind, Unavailable } from '../../refusal.ts';
import { exampleId } from '../example-ids.ts';
import type { Route } from '../route.ts';
import { generalRefusals, hasField, refusalsOf } from '../route-refusals.ts';
import type { ContractSchemas, Json } from './schemas.ts';

/** The names of the responses to refusals, by status. */
export const responseNames: Record<string, string> = {
  204: 'NoContent',
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Gone',
  413: 'ContentTooLarge',
  422: 'UnprocessableContent',
  423: 'Locked',
  429: 'TooManyRequests',
  502: 'BadGateway',
  504: 'GatewayTimeout',
  '4XX': 'Refused',
  '5XX': 'ServerError',
};

/** Any route may answer these: they are described once. */
const failures = [InternalError, Unavailable, Busy];
const descriptions: Record<string, string> = {
  '4XX':
    'Any request may be refused for its fields or JSON (400), its credentials (401), the rights of its caller (403), its idempotency key (409, 422), the size or type of its body (413, 415), a value out of range, a page too deep or an unsupported dry run (422), a closed organization (423).',
  '5XX': 'A failure of the service.',
};

const reference = (name: string): Json => ({ $ref: `#/components/headers/${name}` });
const everywhere = { 'X-Request-Id': reference('RequestId'), RateLimit: reference('RateLimit') };

export function responsesOf(route: Route, schemas: ContractSchemas, example: Json): Record<string, Json> {
  const own = refusalsOf(route).filter((kind) => !failures.includes(kind));
  const refusals = Map.groupBy(own, (kind) => String(kind.status));
  for (const [status, kinds] of refusals)
    if (kinds.every((kind) => generalRefusals.includes(kind))) refusals.delete(status);
  refusals.set('4XX', [...generalRefusals]);
  refusals.set('5XX', failures);
  return {
    [route.status]: success(route, schemas, example),
    ...Object.fromEntries([...refusals].map(([status, kinds]) => [status, problem(status, kinds)])),
  };
}

function success(route: Route, schemas: ContractSchemas, example: Json): Json {
  const headers = {
    ...everywhere,
    ...(!('contentType' in route.returns) && hasField(route.returns, 'version') && { ETag: reference('ETag') }),
  };
  const answer = { description: 'Done.', headers };
  return route.status === 204 ? answer : { ...answer, content: contentOf(route, schemas, example) };
}

function contentOf(route: Route, schemas: ContractSchemas, example: Json): Json {
  if (!('contentType' in route.returns)) {
    const json = { 'application/json': { schema: schemas.output(route.returns), ...example } };
    return route.page ? { ...json, 'text/html': { schema: { type: 'string' } } } : json;
  }
  const types = [route.returns.contentType].flat();
  return Object.fromEntries(
    types.map((contentMediaType) => [contentMediaType, { schema: { type: 'string', contentMediaType } }]),
  );
}

const problem = (status: string, kinds: RefusalKind[]): Json => ({
  description: descriptions[status] ?? 'Refused.',
  // Not `X-Request-Id`: the problem has the id.
  ...(headersOfStatus[status] && { headers: headersOfStatus[status] }),
  content: {
    'application/problem+json': {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/Problem' },
          { properties: { code: { enum: kinds.map(({ code }) => code), description: 'See the section Errors.' } } },
        ],
      },
    },
  },
});

const headersOfStatus: Record<string, Json> = {
  401: { 'WWW-Authenticate': reference('Authenticate') },
  '4XX': { 'WWW-Authenticate': reference('Authenticate') },
  429: {
    RateLimit: reference('RateLimit'),
    'RateLimit-Policy': reference('RateLimitPolicy'),
    'Retry-After': reference('RetryAfter'),
  },
  '5XX': { 'Retry-After': reference('RetryAfter') },
};

const text = (description: string, example: string): Json => ({ description, schema: { type: 'string' }, example });

export const headers: Record<string, Json> = {
  RequestId: text('The id of the request, as it is in the log. Send your own to choose it.', exampleId),
  RateLimit: text(
    'The requests that are left (`r`) and the seconds until there are more (`t`).',
    '"default";r=599;t=1',
  ),
  RateLimitPolicy: text('The requests that are allowed (`q`) in so many seconds (`w`).', '"default";q=600;w=60'),
  RetryAfter: {
    description: 'The seconds to wait before trying again.',
    schema: { type: 'integer', minimum: 1 },
    example: 30,
  },
  ETag: text('The version of the answer. Send it as `If-Match` to change only this version.', '"3"'),
  Authenticate: text('The schemes with which a request can be authenticated.', 'Bearer realm="Colmado"'),
};
