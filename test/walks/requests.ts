import { randomBytes, randomUUID } from 'node:crypto';
import { after } from 'node:test';
import { Pool } from 'undici';
import { z } from 'zod';
import { signatureHeader } from '#client';
import { modules } from '#modules/index.ts';
import { apiKeyPurpose } from '#platform/auth/authenticate.ts';
import { permissions } from '#platform/auth/permission.ts';
import type { Route } from '#platform/http/route.ts';
import { app, type Business, baseUrl } from '#test/harness.ts';
import { asOwner } from './rows.ts';

export type Json = Record<string, unknown>;

/** Every declared route with its module; new routes are included automatically. */
export const declared: { module: string; route: Route }[] = modules.flatMap((module) =>
  (module.groups ?? []).flatMap((group) => group.routes.map((route) => ({ module: module.name, route }))),
);
export const routes: Route[] = declared.map(({ route }) => route);
export const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

const pool = new Pool(baseUrl, { connections: 8 });
after(() => pool.close());

export interface RawRequest {
  method: string;
  target: string;
  body?: Buffer | undefined;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
  /** The body as JSON; empty if it is not JSON. */
  json: Json & { code?: string };
}

/** Adds credentials to a request; it gets the bytes, because a signature covers them. */
export type Credential = (request: RawRequest) => Record<string, string> | Promise<Record<string, string>>;

/** Sends exactly these bytes, each time from another address to avoid rate limits per address. */
export async function send(request: RawRequest, credential?: Credential): Promise<Answer> {
  const address = `10.${[...randomBytes(3)].join('.')}`;
  const response = await pool.request({
    method: request.method as 'GET',
    path: request.target,
    headers: { 'x-forwarded-for': address, ...(await credential?.(request)), ...request.headers },
    ...(request.body && { body: request.body }),
  });
  const text = await response.body.text();
  const isJson = String(response.headers['content-type']).includes('json');
  return { status: response.statusCode, headers: response.headers, text, json: isJson ? JSON.parse(text) : {} };
}

export interface Input {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
}

/** A request that the route's schemas accept: its examples, with ids that do not exist. */
export const exampleOf = (route: Route): Input => ({
  params: Object.fromEntries(
    Object.entries(propertiesOf(route.params)).map(([name, schema]) => [
      name,
      schema.format === 'uuid' ? randomUUID() : 'unknown'.padEnd(Number(schema.minLength ?? 0), 'x'),
    ]),
  ),
  query: route.examples.query ?? {},
  ...(route.body && { body: bodyOf(route) }),
});

/** A bulk request takes all its rows or none here, so that a wrong row refuses it. */
function bodyOf({ examples: { body }, takesFiles, rows }: Route): unknown {
  if (takesFiles) return { ...(body as object), content: 'aG9sYQ==' };
  return rows ? { ...(body as object), validRowsOnly: false } : body;
}

export function requestOf(route: Route, input: Input, headers: Record<string, string> = {}): RawRequest {
  const path = route.path.replace(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(input.params?.[name] ?? 'x'),
  );
  const query = new URLSearchParams(input.query).toString();
  const body = input.body === undefined ? undefined : Buffer.from(JSON.stringify(input.body));
  return {
    method: route.method,
    target: query ? `${path}?${query}` : path,
    body,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
  };
}

const jsonSchemas = new WeakMap<z.core.$ZodType, Json>();

/** Cached per schema, because the walks ask thousands of times. */
export function jsonSchemaOf(schema: z.core.$ZodType | undefined): Json {
  if (!schema) return {};
  const known = jsonSchemas.get(schema);
  if (known) return known;
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json;
  jsonSchemas.set(schema, made);
  return made;
}

export const propertiesOf = (schema: z.core.$ZodType | undefined): Record<string, Json> =>
  (jsonSchemaOf(schema).properties ?? {}) as Record<string, Json>;

export const byToken =
  (token: string, organizationId?: string): Credential =>
  () => ({
    authorization: `Bearer ${token}`,
    ...(organizationId && { 'x-service-organization-id': organizationId }),
  });

export const byCookie =
  (secret: string): Credential =>
  () => ({ cookie: `session=${secret}` });

/** A signed API key with all permissions in the organization. */
export async function newApiKey(business: Business): Promise<Credential> {
  const keyId = `key_${randomBytes(12).toString('hex')}`;
  const secret = randomBytes(32).toString('base64url');
  const sealed = app.engine.services.secrets.encrypt(secret, apiKeyPurpose(keyId));
  await asOwner(
    `INSERT INTO api_keys (id, organization_id, name, permissions, secret, created_by, created_at)
     VALUES ($1, $2, 'walk', $3, $4, $5, now())`,
    [keyId, business.id, permissions(), sealed, business.owner.id],
  );
  return async ({ method, target, body, headers }) => {
    const parts = {
      timestamp: String(Math.floor(Date.now() / 1000)),
      nonce: randomBytes(18).toString('base64url'),
      keyId,
      organizationId: business.id,
      method,
      target,
      body: body ?? '',
      idempotencyKey: headers?.['idempotency-key'],
      dryRun: headers?.['dry-run'],
    };
    return {
      authorization: await signatureHeader(secret, parts),
      'x-service-apikey': keyId,
      'x-service-organization-id': business.id,
    };
  };
}

/** Runs many tasks, a few at a time. */
export async function forEach<T>(items: T[], work: (item: T) => Promise<void>, atOnce = 8): Promise<void> {
  const waiting = items.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const item of waiting) await work(item);
    }),
  );
}
