import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Route } from '#platform/http/route.ts';
import { newBusiness } from '#test/harness.ts';
import {
  type Answer,
  byToken,
  exampleOf,
  forEach,
  jsonSchemaOf,
  nameOf,
  propertiesOf,
  type RawRequest,
  requestOf,
  routes,
  send,
} from './requests.ts';
import { countRows, readTables } from './rows.ts';
import { placesOf, withoutValue, withValue } from './schema-paths.ts';
import { acceptedTypes, wrongQueryValues, wrongValues } from './wrong-values.ts';

const BODY_BYTES_MAX = 1024 * 1024;
/** Counting every table costs as much as many requests, so it is done rarely. */
const ROUTES_PER_COUNT = 20;
const receivingTables = ['file_usage', 'loose_files', 'organization_ticks'];
const business = await newBusiness();
const credential = byToken(business.owner.token, business.id);
const tables = await readTables();

/** A request that must be refused, with the reason. */
interface Mistake {
  what: string;
  request: RawRequest;
  status?: number;
}

const takesBody = (route: Route): boolean => route.method !== 'GET';
const json = { 'content-type': 'application/json' };
const URL_FORM = 'application/x-www-form-urlencoded';

function mistakesOf(route: Route): Mistake[] {
  return [
    ...wrongFields(route),
    ...wrongQueries(route),
    ...wrongPaths(route),
    ...(takesBody(route) ? wrongBodies(route) : []),
  ];
}

function wrongFields(route: Route): Mistake[] {
  if (!route.body) return [];
  const example = exampleOf(route);
  const with_ = (body: unknown): RawRequest => requestOf(route, { ...example, body });
  const schema = jsonSchemaOf(route.body);
  const mistakes: Mistake[] = [{ what: 'an unknown field', request: with_({ ...(example.body as object), nmae: 1 }) }];
  for (const { path, schema: field, required } of placesOf(schema)) {
    const place = path.join('.');
    const missing = required && withoutValue(example.body, path);
    // In a union another variant may not need the field, so check only plain objects.
    if (missing && path.length === 1 && schema.type === 'object' && !schema.anyOf && !schema.oneOf)
      mistakes.push({ what: `no ${place}`, request: with_(missing.value) });
    if (path.length > 1 && !isReached(example.body, path)) continue;
    if (schema.type !== 'object') continue;
    for (const value of wrongValues(field)) {
      const changed = withValue(example.body, path, value);
      if (changed)
        mistakes.push({ what: `${place} = ${JSON.stringify(value).slice(0, 40)}`, request: with_(changed.value) });
    }
    const huge = withValue(example.body, path, '«huge»');
    if (huge)
      for (const digits of ['1e400', '-9e999'])
        mistakes.push({
          what: `${place} = ${digits}`,
          request: withRaw(route, JSON.stringify(huge.value).replace('"«huge»"', digits)),
        });
  }
  return mistakes;
}

const isReached = (example: unknown, path: (string | number)[]): boolean =>
  path.reduce<unknown>((value, step) => (value as Record<string, unknown> | undefined)?.[step], example) !== undefined;

function wrongQueries(route: Route): Mistake[] {
  const example = exampleOf(route);
  const target = (query: [string, string][]): RawRequest => {
    const request = requestOf(route, { ...example, query: {} });
    return { ...request, target: `${request.target}?${new URLSearchParams(query)}` };
  };
  const given = Object.entries(example.query ?? {});
  const mistakes: Mistake[] = [
    { what: 'an unknown parameter', request: target([...given, ['nmae', '1']]) },
    { what: '__proto__ as a parameter', request: target([...given, ['__proto__', '1']]) },
    { what: 'U+0000 as a parameter', request: target([...given, ['na\0me', '\0']]) },
  ];
  for (const [name, schema] of Object.entries(propertiesOf(route.query))) {
    const others = given.filter(([other]) => other !== name);
    for (const value of wrongQueryValues(schema))
      mistakes.push({ what: `?${name}=${value.slice(0, 40)}`, request: target([...others, [name, value]]) });
    if (!acceptedTypes(schema).has('array'))
      mistakes.push({ what: `?${name} twice`, request: target([...others, [name, '1'], [name, '2']]) });
    if (acceptedTypes(schema).has('string'))
      mistakes.push({ what: `?${name}=U+0000`, request: target([...others, [name, 'a\0b']]) });
  }
  return mistakes;
}

function wrongPaths(route: Route): Mistake[] {
  const segments = [...route.path.matchAll(/:([A-Za-z]+)/g)].map((match) => match[1]!);
  const at = (name: string, text: string): string =>
    route.path.replace(`:${name}`, text).replace(/:[A-Za-z]+/g, '019a8c5e-7d4f-7b3a-9c1d-2e5f8a9b0c1d');
  const texts = ['%', '%zz', '%ff', '%00', '%ED%A0%80', `${'x'.repeat(1200)}`, "'", '%2e%2e%2f', '0'];
  return segments.flatMap((name) =>
    texts.map((text) => ({
      what: `:${name} = ${text.slice(0, 20)}`,
      request: { method: route.method, target: at(name, text) },
    })),
  );
}

const withRaw = (route: Route, body: string | Buffer, headers: Record<string, string> = json): RawRequest => ({
  ...requestOf(route, { ...exampleOf(route), body: undefined }),
  body: Buffer.from(body as string),
  headers,
});

function wrongBodies(route: Route): Mistake[] {
  const deep = 10_000;
  const malformed: Record<string, string | Buffer> = {
    'half an object': '{',
    'no JSON': 'hello',
    'two values': '{} {}',
    'an array': '[]',
    'an array of objects': '[{}]',
    'a text': '"x"',
    'a number': '42',
    null: 'null',
    'a number beyond all bounds': '1e400',
    'a field beyond all bounds': '{"x":9e999}',
    'arrays 10,000 deep': '['.repeat(deep) + ']'.repeat(deep),
    'objects 10,000 deep': '{"x":'.repeat(deep) + '1' + '}'.repeat(deep),
    'bytes that are not UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]),
    'U+0000 in a value': '{"name":"a\\u0000b"}',
    'U+0000 in a name': '{"a\\u0000b":1}',
    'half a surrogate pair': '{"name":"\\ud800"}',
    __proto__: '{"__proto__":{"polluted":true}}',
    constructor: '{"constructor":{"prototype":{"polluted":true}}}',
    'an unknown field': '{"certainlyUnknown":1}',
  };
  const tooLarge = (route.bodyBytesMax ?? BODY_BYTES_MAX) + 1;
  return [
    ...Object.entries(malformed).map(([what, body]) => ({ what, request: withRaw(route, body) })),
    // Where the path opens the route, an unknown one is refused before the body is read.
    {
      what: 'a body that is too large',
      request: withRaw(route, Buffer.alloc(tooLarge, ' ')),
      status: route.opens || (route.takesFiles && route.access === 'public') ? 404 : 413,
    },
    ...[
      ...(route.takesText ? [] : ['text/plain']),
      ...(route.takesUrlForms ? [] : [URL_FORM]),
      'application/xml',
      'nonsense',
    ].map((type) => ({
      what: `the type ${type}`,
      request: withRaw(route, '{}', { 'content-type': type }),
      status: 415,
    })),
  ];
}

const isProblem = ({ status, headers, json: problem }: Answer): boolean =>
  status >= 400 &&
  status < 500 &&
  String(headers['content-type']).startsWith('application/problem+json') &&
  /^[a-z_]+$/.test(problem.code ?? '') &&
  problem.status === status &&
  typeof problem.requestId === 'string';

test('an invalid request is refused with a problem and writes nothing', {
  timeout: 900_000,
}, async (t) => {
  const faults: string[] = [];
  let sent = 0;
  let before = await countRows(tables, business.id);
  for (let from = 0; from < routes.length; from += ROUTES_PER_COUNT) {
    const some = routes.slice(from, from + ROUTES_PER_COUNT);
    for (const route of some) {
      await forEach(mistakesOf(route), async ({ what, request, status }) => {
        const answer = await send(request, credential);
        sent++;
        if (!isProblem(answer) || (status && answer.status !== status))
          faults.push(`${nameOf(route)}, ${what}: ${answer.status} ${answer.text.slice(0, 200)}`);
      });
    }
    const after = await countRows(tables, business.id);
    // Bytes are stored before the request is known to be valid, and swept or released if it is not.
    const receives = some.some(({ takesFiles }) => takesFiles);
    for (const [table, rows] of Object.entries(after))
      if (rows !== before[table] && !(receives && receivingTables.includes(table)))
        faults.push(`One of ${some.map(nameOf).join(', ')} wrote to ${table}`);
    before = after;
  }
  t.diagnostic(`${sent} wrong requests`);
  assert.deepEqual(faults, []);
  assert.equal(({} as { polluted?: boolean }).polluted, undefined);
});

test('a request with a malformed target is refused with a problem', async () => {
  for (const target of [
    '/v1/%',
    '/%ff',
    '/v1/organization/%zz',
    '/v1/organization?%',
    '/v1//organization',
    '/v1/organization;x',
  ]) {
    const answer = await send({ method: 'GET', target }, credential);
    assert.ok(answer.status < 500, `${target}: ${answer.status}`);
    if (answer.status >= 400) assert.ok(isProblem(answer), `${target}: ${answer.status} ${answer.text}`);
  }
});
