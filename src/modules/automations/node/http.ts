import { randomUUID } from 'node:crypto';
import { readAnswer } from '#modules/bots/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { type OutboundAnswer, OutboundFailed, OutboundRefused, outboundFetch } from '#platform/http/outbound.ts';
import type { NodeOf } from '../automation/graph.schema.ts';
import { evaluateTemplate } from '../expression/evaluate.ts';
import { expressionsIn, replaceExpressions } from '../expression/template.ts';
import { openSecret } from '../secret/secret.ts';
import { secrets, steps as stepTable } from '../tables.ts';
import { lockRun, writeStep } from '../thread/record.ts';
import { failed, notEvaluated, type Outcome, type Working } from './working.ts';

type HttpNode = NodeOf<'http'>;

/** The request with marks in the place of secrets: the marks are random, so no data can contain one. */
interface Marked {
  method: HttpNode['method'];
  url: string;
  headers: Record<string, string>;
  body: unknown;
}

interface UsedSecret {
  name: string;
  mark: string;
  value: string;
}

const ANSWER_BYTES_MAX = 64_000;
const MASK = '•••';
const HEADER = /^[\x20-\x7e]{0,4000}$/;

/** Calls an address through the outbound guard. A secret reaches neither an expression nor the record of the step. */
export async function callAddress(working: Working<HttpNode>): Promise<Outcome> {
  const { steps, run, node, isTest } = working;
  const used = await steps.transaction((ctx) => loadSecrets(ctx, node));
  if (typeof used === 'string') return failed('secret_not_allowed', used);
  const marked = await requestOf(working, used);
  if (typeof marked === 'string') return notEvaluated(marked);
  const input = replaced(marked, used, () => MASK);
  if (isTest) return { kind: 'done', input, output: { status: 200, body: null }, next: node.next };
  const wasSent = await steps.transaction((ctx) => beginRequest(ctx, working, input));
  if (wasSent && !isRepeatable(node))
    return { kind: 'unknown', input, message: 'The request was sent, and the process ended before the answer.' };
  const request = replaced(marked, used, ({ value }) => value) as Marked;
  if (!Object.values(request.headers).every((value) => HEADER.test(value)))
    return failed('invalid_header', 'A header has characters that cannot be sent.', { input });
  try {
    const answer = await send(working, request, `${run.thread.id}:${run.thread.stepsMade + 1}`);
    return outcomeOf(node, input, answer, used);
  } catch (error) {
    return failureOf(node, input, error);
  }
}

/** GET, PUT and DELETE mean the same when they are sent twice. */
const isRepeatable = ({ method, repeatable }: HttpNode): boolean =>
  repeatable || method === 'GET' || method === 'PUT' || method === 'DELETE';

/** Records that the request is about to be sent; answers whether an attempt without an outcome was recorded before. */
async function beginRequest(ctx: TenantContext, { run, node }: Working<HttpNode>, input: unknown): Promise<boolean> {
  await lockRun(ctx, run);
  const before = await stepTable.find(ctx, { threadId: run.thread.id, number: run.thread.stepsMade + 1 });
  if (before?.state === 'running') return true;
  await writeStep(ctx, run, node, { state: 'running', input });
  return false;
}

/** The secrets that the node names, for its host; the reason where one may not be used. */
async function loadSecrets(ctx: TenantContext, { url, headers, body }: HttpNode): Promise<UsedSecret[] | string> {
  const text = JSON.stringify({ headers, body });
  const names = [...new Set([...text.matchAll(/\bsecrets\.([A-Z][A-Z0-9_]*)/g)].map(([, name]) => name!))];
  const host = URL.parse(replaceExpressions(url, () => 'x'))?.host;
  const found = new Map((await secrets.all(ctx, { name: names })).map((secret) => [secret.name, secret]));
  const used: UsedSecret[] = [];
  for (const name of names) {
    const secret = found.get(name);
    if (!secret) return `There is no secret ${name}.`;
    if (!host || !secret.hosts.includes(host)) return `The secret ${name} may not be sent to ${host}.`;
    used.push({ name, mark: `secret:${randomUUID()}`, value: openSecret(ctx, ctx, secret) });
  }
  return used;
}

async function requestOf({ steps, node, data }: Working<HttpNode>, used: UsedSecret[]): Promise<Marked | string> {
  const url = await evaluateUrl(steps, node.url, data);
  if (typeof url !== 'string') return url.error;
  const marks = Object.fromEntries(used.map(({ name, mark }) => [name, mark]));
  const { headers, body = null } = node;
  const { value, error } = await evaluateTemplate(steps, { headers, body }, { ...data, secrets: marks });
  if (error !== null) return error;
  const given = value as { headers: Record<string, unknown>; body: unknown };
  return {
    method: node.method,
    url,
    headers: Object.fromEntries(
      Object.entries(given.headers).map(([name, text]) => [name.toLowerCase(), String(text ?? '')]),
    ),
    body: given.body,
  };
}

/** Each expression becomes one escaped part of the address, so that data cannot change the path or the host. */
async function evaluateUrl(
  steps: Working['steps'],
  url: string,
  data: Record<string, unknown>,
): Promise<string | { error: string }> {
  const expressions = expressionsIn(url).map((expression) => `{{${expression}}}`);
  const { value, error } = await evaluateTemplate(steps, expressions, data);
  if (error !== null) return { error };
  const parts = (value as unknown[]).map((part) => (typeof part === 'object' ? JSON.stringify(part) : String(part)));
  if (parts.some((part) => /^\.*$/.test(part))) return { error: 'A part of the address is empty or only dots.' };
  let place = 0;
  return replaceExpressions(url, () => encodeURIComponent(parts[place++]!));
}

/** Replaces the marks in every text of a value. */
function replaced(value: unknown, used: UsedSecret[], by: (secret: UsedSecret) => string): unknown {
  if (typeof value === 'string') return used.reduce((text, one) => text.replaceAll(one.mark, () => by(one)), value);
  if (Array.isArray(value)) return value.map((item) => replaced(item, used, by));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replaced(item, used, by)]));
}

function send({ steps, node, signal }: Working<HttpNode>, request: Marked, key: string): Promise<OutboundAnswer> {
  const hasBody = request.body !== null && request.method !== 'GET';
  return outboundFetch(request.url, {
    method: request.method,
    headers: {
      'user-agent': 'Colmado-Automations/1',
      accept: 'application/json, text/plain;q=0.9',
      'accept-encoding': 'identity',
      ...(hasBody && { 'content-type': 'application/json' }),
      ...request.headers,
      'idempotency-key': key,
    },
    ...(hasBody && { body: JSON.stringify(request.body) }),
    timeoutMs: node.timeoutMs,
    answerBytesMax: ANSWER_BYTES_MAX,
    allowPrivate: steps.config.WEBHOOK_ALLOW_PRIVATE,
    ...(signal && { signal }),
  });
}

function outcomeOf(node: HttpNode, input: unknown, answer: OutboundAnswer, used: UsedSecret[]): Outcome {
  const { status, truncated } = answer;
  const { result: body } = readAnswer(answer, Object.fromEntries(used.map(({ name, value }) => [name, value])));
  const output = { status, truncated, body };
  if (status >= 200 && status < 300) return { kind: 'done', input, output, next: node.next };
  // An address that is busy did not do it, so the same request may be sent again.
  const mayRetry = status === 429 || status === 503 || (status >= 500 && isRepeatable(node));
  return failed('http_status', `The address answered ${status}.`, { input, output, mayRetry });
}

function failureOf(node: HttpNode, input: unknown, error: unknown): Outcome {
  if (error instanceof OutboundRefused) return failed(error.reason, error.message, { input });
  if (!(error instanceof OutboundFailed)) throw error;
  const { code = '' } = (error.cause ?? {}) as NodeJS.ErrnoException;
  const neverSent = error.by === 'name' || error.by === 'certificate' || code === 'ECONNREFUSED';
  if (!neverSent && !isRepeatable(node)) return { kind: 'unknown', input, message: error.message };
  return failed(error.by, error.message, { input, mayRetry: true });
}
