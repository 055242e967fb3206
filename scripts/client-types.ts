/** The parts of OpenAPI 3.1 that the contract uses. */
export interface Contract {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, { post: { requestBody: Content } }>;
  components: Record<string, Record<string, unknown>> & { schemas: Record<string, Schema> };
}

interface Operation {
  operationId: string;
  summary: string;
  parameters?: (Parameter | Reference)[];
  requestBody?: Content & { required?: boolean };
  responses: Record<string, (Content & { description: string }) | Reference>;
}

interface Reference {
  $ref: string;
}

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

interface Content {
  content?: Record<string, { schema: Schema }>;
}

interface Schema {
  $ref?: string;
  description?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema;
  prefixItems?: Schema[];
}

const DESCRIPTION_LENGTH_MAX = 200;
const methods = ['get', 'post', 'put', 'patch', 'delete'];

/**
 * The types of the client: one for each component, one entry for each operation. They are plain object types, because
 * for those the compiler reports a misspelt field in a literal.
 */
export function clientTypes(contract: Contract): string {
  const operations = methods.map((method) => [method.toUpperCase(), operationsOf(contract, method)] as const);
  return [
    '// Made by `npm run generate` from openapi.json.',
    ...Object.entries(contract.components.schemas).map(([name, schema]) => namedType(name, schema)),
    `/** The refusals that any operation may answer. */\nexport type GeneralCode = ${union(generalCodes(contract))};`,
    block(
      'export interface Operations',
      operations.map(([method, entries]) => `${method}: ${block('', entries)}`),
    ),
    block('export interface EventPayloads', eventPayloads(contract)),
    `/** Writes that take no idempotency key. */\nexport const withoutKey = ${JSON.stringify(writesWithoutKey(contract))};`,
    '',
  ].join('\n\n');
}

function namedType(name: string, schema: Schema): string {
  const head = tsDoc(schema.description);
  if (!isPlainObject(schema)) return `${head}export type ${identifier(name)} = ${typeOf(schema)};`;
  const fields = fieldsOf(schema).map(({ text, description }) => tsDoc(description) + text);
  return head + block(`export interface ${identifier(name)}`, fields);
}

function operationsOf(contract: Contract, method: string): string[] {
  return Object.entries(contract.paths).flatMap(([path, operations]) => {
    const operation = operations[method];
    return operation ? `${tsDoc(operation.summary)}'${path}': ${operationType(contract, operation)}` : [];
  });
}

function operationType(contract: Contract, operation: Operation): string {
  const request = [paramsField(contract, operation), bodyField(operation)].filter((field) => field !== null);
  return `{ request: ${objectOf(request)}; answer: ${answerType(contract, operation)}; code: ${codesOf(contract, operation)} }`;
}

/** A field is optional where it may be left out as a whole. */
function paramsField(contract: Contract, operation: Operation): string | null {
  const parameters = (operation.parameters ?? []).map((each) => resolve<Parameter>(contract, each));
  const places = ['path', 'query'].flatMap((place) => {
    const here = parameters.filter((parameter) => parameter.in === place);
    if (here.length === 0) return [];
    const fields = here.map(({ name, required, schema }) => field(name, required === true, withBooleans(schema)));
    return { optional: here.every(({ required }) => !required), text: objectOf(fields), place };
  });
  if (places.length === 0) return null;
  const fields = places.map(({ place, optional, text }) => `${place}${optional ? '?' : ''}: ${text}`);
  return `params${places.every(({ optional }) => optional) ? '?' : ''}: ${objectOf(fields)}`;
}

/** A query holds text, so `true` travels as 'true'. */
const withBooleans = (schema: Schema): Schema =>
  schema.enum?.includes('true') && schema.enum.includes('false')
    ? { anyOf: [{ type: 'boolean' }, { enum: schema.enum.filter((value) => value !== 'true' && value !== 'false') }] }
    : schema;

function bodyField({ requestBody }: Operation): string | null {
  if (!requestBody) return null;
  const json = requestBody.content?.['application/json'];
  if (!json) throw new Error(`No JSON among the bodies ${Object.keys(requestBody.content ?? {})}.`);
  return field('body', requestBody.required === true, json.schema);
}

/** An answer that is not JSON is a download: the client returns the response for the caller to read. */
function answerType(contract: Contract, { responses }: Operation): string {
  const [status, success] = Object.entries(responses).find(([each]) => Number(each) < 400)!;
  const { content } = resolve<Content>(contract, success);
  if (status === '204') return 'undefined';
  if (!content) return 'Response';
  const json = content['application/json'];
  return json ? typeOf(json.schema) : 'Response';
}

/** Any operation may answer the ranges `4XX` and `5XX`. */
function codesOf(contract: Contract, { responses }: Operation): string {
  const own = Object.entries(responses).filter(([status]) => !status.endsWith('XX'));
  return union(['GeneralCode', ...own.flatMap(([, response]) => codesIn(contract, response))]);
}

const generalCodes = (contract: Contract): string[] =>
  ['Refused', 'ServerError'].flatMap((name) => codesIn(contract, { $ref: `#/components/responses/${name}` }));

function codesIn(contract: Contract, response: Content | Reference): string[] {
  const schemas = resolve<Content>(contract, response).content?.['application/problem+json']?.schema.allOf ?? [];
  return schemas.flatMap(({ properties }) => properties?.code?.enum ?? []).map((code) => `'${code}'`);
}

function eventPayloads({ webhooks }: Contract): string[] {
  return Object.entries(webhooks).map(([type, { post }]) => {
    const [, own] = post.requestBody.content!['application/json']!.schema.allOf!;
    return `'${type}': ${typeOf(own!.properties!.data!)}`;
  });
}

const writesWithoutKey = (contract: Contract): string[] =>
  Object.entries(contract.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([method]) => methods.includes(method) && method !== 'get')
      .filter(([, { parameters = [] }]) =>
        parameters.every((each) => resolve<Parameter>(contract, each).name !== 'Idempotency-Key'),
      )
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );

function typeOf(schema: Schema): string {
  if (schema.$ref) return identifier(schema.$ref.split('/').at(-1)!);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((value) => JSON.stringify(value)));
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return union(alternatives.map(typeOf));
  if (schema.allOf) return schema.allOf.map((each) => bracketed(typeOf(each))).join(' & ');
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type })));
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
    case 'number':
      return schema.type;
    case 'integer':
      return 'number';
    case 'array':
      if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(', ')}]`;
      return `${bracketed(typeOf(schema.items ?? {}))}[]`;
    case 'object':
      return objectType(schema);
    default:
      return 'unknown';
  }
}

function objectType(schema: Schema): string {
  const { additionalProperties: rest } = schema;
  const others =
    rest && (rest === true || !schema.properties)
      ? `Record<string, ${typeof rest === 'object' ? typeOf(rest) : 'unknown'}>`
      : null;
  if (!schema.properties) return others ?? 'Record<string, unknown>';
  const fields = objectOf(fieldsOf(schema).map(({ text }) => text));
  return others ? `${fields} & ${others}` : fields;
}

const isPlainObject = (schema: Schema): boolean =>
  schema.type === 'object' && schema.properties !== undefined && !schema.additionalProperties && !schema.allOf;

const fieldsOf = ({ properties = {}, required = [] }: Schema): { text: string; description: string | undefined }[] =>
  Object.entries(properties).map(([name, schema]) => ({
    text: field(name, required.includes(name), schema),
    description: schema.description,
  }));

const field = (name: string, required: boolean, schema: Schema): string =>
  `${/^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`}${required ? '' : '?'}: ${typeOf(schema)}`;

const objectOf = (fields: string[]): string => (fields.length > 0 ? `{ ${fields.join('; ')} }` : '{}');

const union = (types: string[]): string =>
  [...new Set(types)].filter((type) => type !== 'never').join(' | ') || 'never';

const bracketed = (type: string): string => (/ [|&] /.test(type) ? `(${type})` : type);

const block = (head: string, lines: string[]): string =>
  `${head} {\n${lines.map((line) => `${line.replace(/^/gm, '  ')};\n`).join('')}}`.trimStart();

/** `Settings.organization.taxes` is `SettingsOrganizationTaxes`. */
const identifier = (name: string): string => name.replace(/[.-](\w)/g, (_, letter: string) => letter.toUpperCase());

/** The reference has the whole text; an editor shows its first sentences. */
function tsDoc(description: string | undefined): string {
  const text = description?.replaceAll(/\s+/g, ' ').replaceAll('*/', '*\\/').trim();
  if (!text) return '';
  const short =
    text.length <= DESCRIPTION_LENGTH_MAX ? text : `${text.slice(0, text.lastIndexOf(' ', DESCRIPTION_LENGTH_MAX))} …`;
  return `/** ${short} */\n`;
}

function resolve<T extends object>({ components }: Contract, value: T | Reference): T {
  if (!('$ref' in value)) return value;
  const [kind, name] = value.$ref.split('/').slice(-2);
  return components[kind!]![name!] as T;
}
