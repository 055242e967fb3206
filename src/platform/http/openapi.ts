import { z } from 'zod';
import type { EventType } from '../events/event.ts';
import type { Group } from '../module.ts';
import type { SettingsSection } from '../settings/section.ts';
import { exampleId } from './example-ids.ts';
import { canDryRun, isWrite, type Route } from './route.ts';
import { refusalsOf } from './route-refusals.ts';

type Json = Record<string, unknown>;

/** The contract as OpenAPI 3.1, from the declarations alone. */
export function openApiDocument(options: {
  version: string;
  introduction: string;
  groups: Group[];
  events: EventType[];
  settings: { organization: SettingsSection[]; user: SettingsSection[] };
}): Json {
  const paths: Record<string, Json> = {};
  for (const group of options.groups) {
    for (const route of group.routes) {
      const path = route.path.replace(/:([A-Za-z]+)/g, '{$1}');
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route, group.name) };
    }
  }
  return withNamedSchemas({
    openapi: '3.1.0',
    info: {
      title: 'Colmado',
      version: options.version,
      description: options.introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This service' }],
    tags: options.groups.flatMap(({ name, description }) => (description ? { name, description } : [])),
    paths,
    webhooks: Object.fromEntries(options.events.map((event) => [event.type, webhook(event)])),
    components: {
      schemas: { Problem: problemSchema, Event: eventSchema, ...settingsSchemas(options.settings) },
      securitySchemes,
    },
  });
}

/** A schema with a name of its own, because it holds itself, stands once: a document resolves names from its root. */
function withNamedSchemas(document: Json & { components: { schemas: Json; securitySchemes: Json } }): Json {
  const named: Json = {};
  const rooted = (value: unknown) =>
    JSON.stringify(value, (key, inner: unknown) => {
      if (key !== '$defs') return inner;
      Object.assign(named, inner);
      return undefined;
    }).replaceAll('"#/$defs/', '"#/components/schemas/');
  const made = JSON.parse(rooted(document)) as typeof document;
  Object.assign(made.components.schemas, JSON.parse(rooted(named)));
  return made;
}

function operation(route: Route, tag: string): Json {
  return {
    operationId: operationId(route),
    tags: [tag],
    summary: route.summary,
    description: describe(route),
    // Not a second media type of the answer: generated clients would make every read a union with text.
    ...(route.stream && { 'x-stream': 'text/event-stream' }),
    security: securityOf(route),
    parameters: [...parametersOf(route.params, 'path', {}), ...queryParametersOf(route), ...headersOf(route)],
    ...(route.body && { requestBody: requestBody(route) }),
    responses: responsesOf(route),
  };
}

/** `GET /v1/organization/webhook/:webhookId` is `getV1OrganizationWebhookByWebhookId`. */
export function operationId(route: Route): string {
  const words = route.path
    .replace(/:([A-Za-z]+)/g, 'by-$1')
    .split(/[/-]/)
    .filter(Boolean);
  return route.method.toLowerCase() + words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
}

function describe(route: Route): string {
  const needs =
    typeof route.access === 'object'
      ? `Needs the permission \`${route.access.permission}\`.`
      : accessNotes[route.access];
  return [route.description, needs].filter(Boolean).join('\n\n');
}

const accessNotes: Record<string, string> = {
  public: 'Public: no credentials are asked for.',
  caller: 'For every authenticated caller, in any organization or none.',
  user: 'For a person with a session or a raw token; an API key is refused with `user_required`.',
};

const securityOf = (route: Route): Json[] =>
  route.access === 'public' ? [] : [{ token: [] }, { session: [] }, { apiKey: [], signature: [], organization: [] }];

function parametersOf(
  schema: z.core.$ZodType | undefined,
  place: 'path' | 'query',
  examples: Record<string, string>,
): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema: rest,
    ...(examples[name] !== undefined && { example: examples[name] }),
  }));
}

/** A DELETE takes the fields of its body from the query as well, so there they are optional. */
function queryParametersOf(route: Route): Json[] {
  const fields = parametersOf(route.query, 'query', route.examples.query ?? {});
  if (route.method !== 'DELETE' || !route.body) return fields;
  return [...fields, ...parametersOf(route.body, 'query', {}).map((field) => ({ ...field, required: false }))];
}

function headersOf(route: Route): Json[] {
  if (!isWrite(route)) return [];
  const idempotency = {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'The same key and request replay the first answer for 24 hours.',
    schema: { type: 'string', maxLength: 255 },
  };
  const dryRun = {
    name: 'Dry-Run',
    in: 'header',
    description: '`true` does all the work, answers what it would have answered and emitted, and rolls back.',
    // No enum of one value: a reference would put it into every example.
    schema: { type: 'string', maxLength: 5 },
  };
  return [...(route.provesIdentity ? [] : [idempotency]), ...(canDryRun(route) ? [dryRun] : [])];
}

function requestBody(route: Route): Json {
  const example = route.examples.body === undefined ? {} : { example: route.examples.body };
  return {
    required: route.method !== 'DELETE',
    content: Object.fromEntries(
      ['application/json', ...(route.takesForms ? ['multipart/form-data'] : [])].map((type) => [
        type,
        { schema: jsonSchema(route.body!, 'input'), ...example },
      ]),
    ),
  };
}

function responsesOf(route: Route): Json {
  const success =
    'contentType' in route.returns
      ? {
          content: Object.fromEntries(
            [route.returns.contentType]
              .flat()
              .map((contentMediaType) => [contentMediaType, { schema: { type: 'string', contentMediaType } }]),
          ),
        }
      : { content: { 'application/json': { schema: jsonSchema(route.returns, 'output'), ...exampleAnswer(route) } } };
  const responses: Record<string, Json> = {
    [route.status]:
      route.status === 204 ? { description: 'Done.' } : { description: 'Done.', content: success.content },
  };
  for (const [status, kinds] of Map.groupBy(refusalsOf(route), (kind) => kind.status)) {
    responses[status] = {
      description: kinds.map((kind) => `\`${kind.code}\`: ${kind.title}`).join('\n\n'),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    };
  }
  return responses;
}

const exampleAnswer = (route: Route): Json =>
  route.examples.answer === undefined ? {} : { example: route.examples.answer };

const webhook = (event: EventType): Json => ({
  post: {
    operationId: `on${event.type
      .split(/[:-]/)
      .map((word) => word[0]!.toUpperCase() + word.slice(1))
      .join('')}`,
    tags: ['Events'],
    summary: event.type,
    description: `Emitted when ${event.emittedWhen}.`,
    requestBody: {
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['id', 'type', 'timestamp', 'data'],
            properties: {
              id: { type: 'string', format: 'uuid' },
              type: { type: 'string', const: event.type },
              timestamp: { type: 'string', format: 'date-time' },
              data: jsonSchema(event.payload, 'output'),
            },
          },
          example: {
            id: exampleId,
            type: event.type,
            timestamp: '2026-11-15T13:45:00.000Z',
            data: event.example,
          },
        },
      },
    },
    responses: { '2XX': { description: 'Received. Anything else is tried again.' } },
  },
});

/** Sections come from modules that the routes of the settings do not know: `Settings.organization.accounting`. */
const settingsSchemas = (settings: Record<string, SettingsSection[]>): Json =>
  Object.fromEntries(
    Object.entries(settings).flatMap(([owner, sections]) =>
      sections.map((section) => [`Settings.${owner}.${section.name}`, jsonSchema(section.schema, 'output')]),
    ),
  );

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ jsonSchema: made }) => dropSafeIntegers(made),
  }) as Json;
  return rest;
}

/** An integer without limits of its own gets those of the language, which tell a reader nothing. */
function dropSafeIntegers(made: { minimum?: number; maximum?: number }): void {
  if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
  if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
}

export const problemExample = {
  type: 'urn:colmado:problem:invalid_request',
  title: 'The request is not valid.',
  status: 400,
  code: 'invalid_request',
  detail: 'body.nmae: This field is not known.',
  errors: [{ path: 'body.nmae', code: 'unknown_field', message: 'This field is not known.' }],
  requestId: exampleId,
};

const problemSchema = {
  type: 'object',
  description: 'RFC 9457. `code` is stable; `detail` is for people.',
  required: ['type', 'title', 'status', 'code', 'detail', 'errors', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { type: 'string' },
    detail: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'code', 'message'],
        properties: { path: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
      },
    },
    requestId: { type: 'string' },
  },
  example: problemExample,
};

const eventSchema = {
  type: 'object',
  required: ['id', 'seq', 'type', 'payload', 'createdAt'],
  properties: {
    id: { type: 'string', format: 'uuid' },
    seq: { type: 'string', description: 'The place in the stream: gap-free, in order of commit.' },
    type: { type: 'string' },
    payload: { type: 'object' },
    createdAt: { type: 'string', format: 'date-time' },
  },
};

const securitySchemes = {
  token: { type: 'http', scheme: 'bearer', description: 'A raw token from `GET /v1/user/token`.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'session',
    description: 'The browser session (`__Host-session` on https).',
  },
  apiKey: { type: 'apiKey', in: 'header', name: 'X-Service-Apikey', description: 'The id of the key.' },
  signature: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description: '`CM1-HMAC-SHA256 ts=…, nonce=…, sig=…`',
  },
  organization: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Service-Organization-Id',
    description: 'The organization acted on.',
  },
};
