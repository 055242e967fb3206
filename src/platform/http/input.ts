import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import type { Credentials } from '../auth/authenticate.ts';
import type { RequestFacts } from '../context.ts';
import type { Log } from '../log.ts';
import { InvalidRequest, type Refusal, UnsupportedMediaType } from '../refusal.ts';
import { readForm, TEXT, URL_FORM } from './form.ts';
import { readJson, readText } from './json.ts';
import { isWrite, type RequestInput, type Route } from './route.ts';
import { hasField } from './route-refusals.ts';
import { validateRows } from './rows.ts';
import { inspectStrings, readQuery, validate, validateBody, validateQuery } from './validate.ts';

/** A request as the transport received it, before anything is validated. */
export interface IncomingRequest {
  credentials: Omit<Credentials, 'changes'>;
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  body: Uint8Array;
  /** The unread body of a route that takes files. */
  upload: Readable | null;
  contentType: string;
  contentEncoding: string;
  idempotencyKey: string | undefined;
  ifMatch: string | undefined;
  dryRun: boolean;
  facts: RequestFacts;
  log: Log;
}

/** The parameters, the query and the body of a request, as its route declares them. */
export type Input = RequestInput<undefined, undefined, undefined>;

/** Another value than these is refused: a caller who means a dry run must not write. */
export function asksForDryRun(route: Route, header: string | undefined): boolean {
  if (header === undefined || header === 'false' || !isWrite(route)) return false;
  if (header === 'true') return true;
  const message = 'Dry-Run is true or false.';
  throw InvalidRequest(message, { errors: [{ path: 'headers.dry-run', code: 'invalid', message }] });
}

export async function parseInput(route: Route, request: IncomingRequest): Promise<Input> {
  inspectStrings(request.params, 'params');
  inspectStrings(request.query, 'query');
  const params = validate(route.params, request.params, 'params');
  if (route.takesFiles) return { params, query: validateQuery(route.query, request.query), body: undefined } as Input;
  const json = await readBody(route, request);
  // "Deletes take `id` as query parameter or body."
  const fromQuery = route.method === 'DELETE' && route.body !== undefined;
  const body = fromQuery && isPlainObject(json) ? { ...readQuery(route.body, request.query), ...json } : json;
  return {
    params,
    query: validateQuery(route.query, fromQuery ? {} : request.query),
    ...(await parseBody(route, request, body)),
  } as Input;
}

async function parseBody(route: Route, request: IncomingRequest, json: unknown) {
  if (!route.body && request.body.length === 0) return { body: undefined };
  const given = withVersion(route, request, json);
  if (route.body && route.rows) return validateRows(route.body, route.rows, given);
  return { body: route.body ? await validateBody(route.body, given) : validate(undefined, given, 'body') };
}

const ETAG = /^"(\d{1,15})"$/;

/** `If-Match` is another way to send the `version` of the body. Where none is taken, a condition must not be ignored. */
function withVersion(route: Route, { ifMatch }: IncomingRequest, body: unknown): unknown {
  if (ifMatch === undefined || ifMatch === '*' || !isWrite(route)) return body;
  const version = Number(ETAG.exec(ifMatch)?.[1]);
  const given = isPlainObject(body) ? (body as { version?: unknown }).version : undefined;
  if (!hasField(route.body, 'version')) throw wrongCondition('is not supported by this operation');
  if (Number.isNaN(version)) throw wrongCondition('must be the ETag of an answer, such as "3"');
  if (given !== undefined && given !== version) throw wrongCondition('is not the version of the body');
  return isPlainObject(body) ? { ...body, version } : body;
}

function wrongCondition(problem: string): Refusal {
  const message = `If-Match ${problem}.`;
  return InvalidRequest(message, { errors: [{ path: 'headers.if-match', code: 'invalid', message }] });
}

const COMPRESSION = /\b(gzip|deflate|br|zstd|compress)\b/i;

function readBody(route: Route, { body, contentType, contentEncoding }: IncomingRequest): unknown {
  const type = contentType.toLowerCase();
  const [isForm, isUrlForm] = [type.startsWith('multipart/form-data'), type.startsWith(URL_FORM)];
  const isText = type.startsWith(TEXT);
  if ((isForm && !route.takesForms) || (isUrlForm && !route.takesUrlForms) || (isText && !route.takesText))
    throw UnsupportedMediaType();
  if (body.length === 0) return {};
  if (COMPRESSION.test(contentEncoding) && !isUtf8(body))
    throw UnsupportedMediaType('Compressed bodies are not accepted: send it without `Content-Encoding`.');
  if (isText) return readText(body);
  return isForm || isUrlForm ? readForm(body, contentType) : readJson(body, route);
}

const isPlainObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
