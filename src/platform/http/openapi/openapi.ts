import { z } from 'zod';
import type { EventType } from '../../events/event.ts';
import type { Group } from '../../module.ts';
import { beforeRoutes } from '../../refusal.ts';
import type { SettingsSection } from '../../settings/section.ts';
import { exampleId } from '../example-ids.ts';
import { TEXT, URL_FORM } from '../form.ts';
import { PageInfo } from '../page.ts';
import { Problem } from '../problem.ts';
import type { Route } from '../route.ts';
import { refusalsOf } from '../route-refusals.ts';
import { SharedExamples, SharedParts } from './components.ts';
import type { FieldWords } from './field-words.ts';
import { operationId, pascalCase } from './operation-id.ts';
import { parametersOf } from './parameters.ts';
import { headers, responseNames, responsesOf } from './responses.ts';
import { ContractSchemas, type Json, type Schema } from './schemas.ts';

interface Section {
  name: string;
  groups: Group[];
}

interface ContractOptions {
  info: Json;
  /** Pages of text that are listed before the endpoints. */
  guides: { name: string; description: string }[];
  /** Groups of endpoints by the name under which the reference lists them. */
  sections: Section[];
  /** The names of the sections that the reference lists first; the others follow as they are. */
  firstSections: string[];
  events: EventType[];
  /** The sections of each record of settings, by the name of its component. */
  settings: Record<string, SettingsSection[]>;
  /** Answers that the tests have recorded, by method and path. */
  examples: Record<string, unknown>;
  /** The schemas that become components of their own, with their names. */
  names: Map<Schema, string>;
  fieldWords: FieldWords;
}

interface Section {
  name: string;
  groups: Group[];
}

interface Operation {
  id: string;
  group: Group;
  route: Route;
  parameters: Json[];
  responses: Record<string, Json>;
}

/** The contract as OpenAPI 3.1, from the declarations alone. */
export function openApiDocument(options: ContractOptions): Json {
  const groups = options.sections.flatMap((section) => section.groups);
  const declared = groups.flatMap((group) =>
    group.routes.map((route) => ({ id: operationId(group, route), group, route })),
  );
  const schemas = schemasOf(options, declared);
  const examples = new SharedExamples(declared, schemas, options.examples);
  const operations = declared.map((each) => ({
    ...each,
    parameters: parametersOf(each.route, schemas),
    responses: responsesOf(each.route, schemas, examples.of(each.route)),
  }));
  const guides = [...options.guides, errorGuide(declared)];
  // Two modules may have routes of one group.
  const tags = new Set(new Map([...guides, ...groups].toReversed().map((tag) => [tag.name, tag])).values());
  const sections = [{ name: 'Guides', groups: guides }, ...inReadingOrder(options)]
    .map(({ name, groups: own }) => ({ name, tags: own.filter((tag) => tags.has(tag as Group)) }))
    .filter((section) => section.tags.length > 0);
  const parameters = new SharedParts('parameters', operations.flatMap(partsOfParameters));
  const responses = new SharedParts('responses', operations.flatMap(partsOfResponses));
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const path = operation.route.path.replace(/:([A-Za-z]+)/g, '{$1}');
    const method = operation.route.method.toLowerCase();
    paths[path] = { ...paths[path], [method]: describeOperation(operation, schemas, parameters, responses) };
  }
  return {
    openapi: '3.1.0',
    info: options.info,
    servers: [{ url: '/', description: 'This service, local or in production', 'x-internal': false }],
    security: [{ token: [] }, { session: [] }, { apiKey: [], signature: [], organization: [] }],
    tags: sections.flatMap((section) => section.tags.map(({ name, description }) => ({ name, description }))),
    'x-tagGroups': sections.map(({ name, tags: own }) => ({ name, tags: own.map((tag) => tag.name) })),
    paths,
    webhooks: Object.fromEntries(options.events.map((event) => [event.type, webhook(event, schemas)])),
    components: {
      schemas: sorted({
        ...schemas.components,
        WebhookMessage: webhookMessage,
        ...settingsSchemas(options.settings, schemas),
      }),
      parameters: sorted(parameters.components),
      headers,
      responses: sorted(responses.components),
      examples: sorted(examples.components),
      securitySchemes,
    },
  };
}

function inReadingOrder({ sections, firstSections }: ContractOptions): Section[] {
  const placeOf = ({ name }: Section) => (firstSections.includes(name) ? firstSections.indexOf(name) : Infinity);
  return sections.toSorted((a, b) => placeOf(a) - placeOf(b) || 0);
}

type Declared = Pick<Operation, 'id' | 'group' | 'route'>;

/** Every code once, with its meaning: an operation lists only the codes. */
function errorGuide(declared: Declared[]): { name: string; description: string } {
  const kinds = new Map(
    [...beforeRoutes(), ...declared.flatMap(({ route }) => refusalsOf(route))].map((kind) => [kind.code, kind]),
  );
  const rows = [...kinds.values()]
    .sort((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1))
    .map(({ status, code, title }) => `| ${status} | \`${code}\` | ${title} |`);
  return { name: 'Errors', description: ['| Status | Code | Meaning |', '|---|---|---|', ...rows].join('\n') };
}

/** Named schemas keep their names; a body or an answer without one is called after its operation. */
function schemasOf(options: ContractOptions, declared: Declared[]): ContractSchemas {
  const names = new Map(options.names).set(PageInfo, 'PageInfo');
  const input: Schema[] = [];
  const output: Schema[] = [Problem, PageInfo, ...options.events.map(({ payload }) => payload)];
  for (const [owner, sections] of Object.entries(options.settings)) {
    for (const { name, schema } of sections) {
      output.push(schema);
      names.set(schema, owner.replace(/(?=Settings$)/, pascalCase(name.split('-'))));
    }
  }
  const named = (schema: Schema, name: string): Schema => {
    if (isStructure(schema)) nameOnce(names, schema, name);
    return schema;
  };
  for (const { id, route } of declared) {
    const operation = pascalCase(id.split('.'));
    const { params, query, body, takesFiles, returns } = route;
    // Each field is a parameter of its own, or a part of a form.
    const fields = [params, query, takesFiles ? body : undefined].filter((schema) => schema !== undefined);
    for (const schema of fields) names.delete(schema);
    input.push(...fields);
    if (body && !takesFiles) input.push(named(body, `${operation}Body`));
    if ('contentType' in returns) continue;
    output.push(named(returns, pageName(names, returns) ?? `${operation}Answer`));
  }
  return new ContractSchemas(names, { input, output }, options.fieldWords);
}

/** Objects and alternatives of objects get a name; a schema that only describes a named one has it already. */
function isStructure(schema: Schema): boolean {
  const { type } = schema._zod.def;
  return type === 'object' || type === 'union' || type === 'intersection';
}

function nameOnce(names: Map<Schema, string>, schema: Schema, name: string): void {
  for (let each: Schema | undefined = schema; each; each = each._zod.parent) if (nameOf(names, each)) return;
  names.set(schema, name);
}

const nameOf = (names: Map<Schema, string>, schema: Schema): string | undefined =>
  names.get(schema) ?? z.globalRegistry.get(schema)?.id;

const pageFields = new Set(['data', ...Object.keys(PageInfo.shape)]);

/** A page of a named view: `ContactPage`, or `ContactCursorPage` where it goes on by cursor only. */
function pageName(names: Map<Schema, string>, schema: Schema): string | undefined {
  const { shape = {} } = schema as { shape?: Record<string, Schema> };
  const element = (shape.data as { element?: Schema } | undefined)?.element;
  const name = element && nameOf(names, element);
  const isPage = Object.keys(shape).every((field) => pageFields.has(field));
  return name && isPage ? name + ('page' in shape ? 'Page' : 'CursorPage') : undefined;
}

const partsOfParameters = ({ id, parameters }: Operation) =>
  parameters.map((value) => ({ operationId: id, name: pascalCase(String(value.name).split('-')), value }));

const partsOfResponses = ({ id, responses }: Operation) =>
  Object.entries(responses).flatMap(([status, value]) => {
    const name = responseNames[status];
    return name ? [{ operationId: id, name, value }] : [];
  });

function describeOperation(
  { id, group, route, parameters, responses }: Operation,
  schemas: ContractSchemas,
  sharedParameters: SharedParts,
  sharedResponses: SharedParts,
): Json {
  return {
    operationId: id,
    tags: [group.name],
    summary: route.summary,
    description: describe(route),
    // Not a second media type of the answer: generated clients would make every read a union with text.
    ...(route.stream && { 'x-stream': 'text/event-stream' }),
    ...(route.access === 'public' && { security: [] }),
    ...(parameters.length > 0 && { parameters: parameters.map((each) => sharedParameters.reference(each)) }),
    ...(route.body && {
      requestBody: route.takesFiles ? uploadBody(route, schemas) : requestBody(route, schemas.input(route.body)),
    }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [status, sharedResponses.reference(response)]),
    ),
  };
}

function describe(route: Route): string {
  const needs =
    typeof route.access === 'object'
      ? `Needs the permission \`${route.access.permission}\`.`
      : accessNotes[route.access];
  return [route.description, needs].filter(Boolean).join('\n\n');
}

const accessNotes: Record<string, string> = {
  public: 'Public: no credentials are needed.',
  caller: 'For every authenticated caller, in any organization or none.',
  user: 'For a person with a session or a raw token; an API key is refused with `user_required`.',
};

const BASE64_LENGTH_MAX = 70_000_000;

function requestBody(route: Route, schema: Json): Json {
  const { body: example } = route.examples;
  const content = { schema, ...(example !== undefined && { example }) };
  return {
    ...(route.method !== 'DELETE' && { required: true }),
    content: {
      'application/json': content,
      ...(route.takesForms && { 'multipart/form-data': content }),
      ...(route.takesText && {
        [URL_FORM]: { schema: { type: 'object' } },
        [TEXT]: { schema: { type: 'string', maxLength: route.bodyBytesMax } },
      }),
    },
  };
}

/** Files with fields: as a form, or as JSON with the bytes of one file in base64. */
function uploadBody(route: Route, schemas: ContractSchemas): Json {
  const { properties } = schemas.fields(route.body!);
  const withFile = (name: string, file: Json): Json => ({
    type: 'object',
    required: [name],
    properties: { ...properties, [name]: file },
    additionalProperties: false,
  });
  const binary = { type: 'string', format: 'binary', description: 'The bytes of a file. May be repeated.' };
  const base64 = { type: 'string', maxLength: BASE64_LENGTH_MAX, description: 'The bytes of the file in base64.' };
  const { body: example } = route.examples;
  return {
    required: true,
    content: {
      'multipart/form-data': { schema: withFile('file', binary) },
      'application/json': {
        schema: withFile('content', base64),
        ...(example !== undefined && { example: { ...(example as Json), content: 'aG9sYQ==' } }),
      },
    },
  };
}

const webhookMessage = {
  type: 'object',
  description: 'An event as it is sent to a webhook.',
  required: ['id', 'type', 'timestamp', 'data'],
  properties: {
    id: { type: 'string', format: 'uuid', description: 'The id of the event: equal in every attempt to deliver it.' },
    type: { type: 'string', description: 'The type of the event.' },
    timestamp: { type: 'string', format: 'date-time', description: 'When the event happened.' },
    data: { type: 'object', description: 'The payload of the event.' },
  },
};

const webhook = (event: EventType, schemas: ContractSchemas): Json => ({
  post: {
    operationId: `on${pascalCase(event.type.split(/[:-]/))}`,
    tags: ['Events'],
    summary: event.type,
    description: `Emitted when ${event.emittedWhen}.`,
    requestBody: {
      content: {
        'application/json': {
          schema: {
            allOf: [
              { $ref: '#/components/schemas/WebhookMessage' },
              { properties: { type: { const: event.type }, data: schemas.output(event.payload) } },
            ],
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

/** The sections belong to modules that the routes of the settings do not know, so their record is described here. */
const settingsSchemas = (settings: Record<string, SettingsSection[]>, schemas: ContractSchemas): Record<string, Json> =>
  Object.fromEntries(
    Object.entries(settings).map(([owner, sections]) => [
      owner,
      {
        type: 'object',
        description: 'Every section, filled with its defaults.',
        required: sections.map(({ name }) => name),
        properties: Object.fromEntries(sections.map(({ name, schema }) => [name, schemas.output(schema)])),
      },
    ]),
  );

const sorted = <T>(parts: Record<string, T>): Record<string, T> =>
  Object.fromEntries(Object.entries(parts).sort(([a], [b]) => (a < b ? -1 : 1)));

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
    description: '`CM2-HMAC-SHA256 ts=…, nonce=…, sig=…`',
  },
  organization: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Service-Organization-Id',
    description: 'The organization acted on.',
  },
};
