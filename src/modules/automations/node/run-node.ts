import { createHash } from 'node:crypto';
import { TooComplex } from '#platform/compute/computation.ts';
import { isAfter } from '#platform/date.ts';
import { isRefusal } from '#platform/ports/port.ts';
import type { NodeOf } from '../automation/graph.schema.ts';
import { evaluateConditions } from '../expression/condition.ts';
import { timeOf } from '../expression/dates.ts';
import { evaluateTemplate } from '../expression/evaluate.ts';
import { dataOf } from '../thread/run.ts';
import { sendEmail } from './email.ts';
import { callAddress } from './http.ts';
import { runOperation } from './operation.ts';
import { failed, notEvaluated, type Outcome, type Working } from './working.ts';

/** Runs the node in hand. An expression that takes too long is its failure; a service that is busy runs the node later. */
export const runNode = (working: Omit<Working, 'data'>): Promise<Outcome> =>
  runByKind(working).catch((error: unknown) => {
    if (!isRefusal(error, TooComplex)) throw error;
    return failed(TooComplex.code, TooComplex.title);
  });

/** Only `operation` and `email` record their outcome themselves, with their effect. */
async function runByKind(working: Omit<Working, 'data'>): Promise<Outcome> {
  const { node, run } = working;
  const data = dataOf(run, node);
  switch (node.kind) {
    case 'condition':
      return decide(node, data);
    case 'switch':
      return choose({ ...working, node, data });
    case 'transform':
      return transform({ ...working, node, data });
    case 'loop':
      return enterLoop({ ...working, node, data });
    case 'wait':
      return wait({ ...working, node, data });
    case 'approval':
      return askApproval({ ...working, node, data });
    case 'operation':
      return runOperation({ ...working, node, data });
    case 'http':
      return callAddress({ ...working, node, data });
    case 'email':
      return sendEmail({ ...working, node, data });
  }
}

function decide(node: NodeOf<'condition'>, data: Record<string, unknown>): Outcome {
  const { met, evaluated } = evaluateConditions(node, data);
  if (!met && node.otherwise === null) return { kind: 'stop', evaluated };
  const output = { met, conditions: evaluated };
  return { kind: 'done', input: null, output, next: met ? node.next : node.otherwise };
}

async function choose({ steps, node, data }: Working<NodeOf<'switch'>>): Promise<Outcome> {
  const { value, error } = await evaluateTemplate(steps, node.value, data);
  if (error !== null) return notEvaluated(error);
  const chosen = node.cases.find(({ equals }) => equals === value || String(equals) === String(value));
  return { kind: 'done', input: null, output: { value }, next: chosen?.next ?? node.next };
}

async function transform({ steps, node, data }: Working<NodeOf<'transform'>>): Promise<Outcome> {
  const { value, error } = await evaluateTemplate(steps, node.value, data);
  return error === null ? { kind: 'done', input: null, output: value, next: node.next } : notEvaluated(error);
}

async function enterLoop({ steps, node, data }: Working<NodeOf<'loop'>>): Promise<Outcome> {
  const { value: items, error } = await evaluateTemplate(steps, node.items, data);
  if (error !== null) return notEvaluated(error);
  if (!Array.isArray(items)) return failed('not_a_list', 'The value of `items` is not a list.');
  if (items.length > node.itemsMax) return failed('too_many_items', `The list has ${items.length} items.`);
  const output = { items, count: items.length };
  if (items.length === 0) return { kind: 'done', input: null, output, next: node.next };
  return { kind: 'done', input: null, output, next: node.body, entersLoop: { count: items.length } };
}

const WAIT_DAYS_MAX = 366;

async function wait({ steps, run, node, data, isTest }: Working<NodeOf<'wait'>>): Promise<Outcome> {
  const now = run.clock();
  const given = node.seconds === undefined ? await evaluateTemplate(steps, node.until, data) : null;
  if (given?.error) return notEvaluated(given.error);
  const until = given ? instantOf(given.value, run.timeZone) : now.add({ seconds: node.seconds! });
  if (!until) return failed('not_a_time', 'The value of `until` is not a date or time, such as 2026-11-16T09:00:00Z.');
  if (isAfter(until, now.add({ hours: 24 * WAIT_DAYS_MAX })))
    return failed('too_late', `A thread waits at most ${WAIT_DAYS_MAX} days.`);
  const input = { until: until.toString() };
  if (isTest || !isAfter(until, now)) return { kind: 'done', input, output: input, next: node.next };
  return { kind: 'wait', input, until };
}

/** A decision that came early counts at once. */
async function askApproval({ steps, run, node, data, isTest }: Working<NodeOf<'approval'>>): Promise<Outcome> {
  const { value, error } = await evaluateTemplate(steps, node.message, data);
  if (error !== null) return notEvaluated(error);
  const message = typeof value === 'string' ? value : JSON.stringify(value);
  const input = { message, fingerprint: fingerprintOf({ nodeId: node.id, message }) };
  if (isTest) return { kind: 'done', input, output: { approved: true }, next: node.next };
  return { kind: 'wait', input, until: run.clock().add({ seconds: node.seconds }) };
}

function instantOf(value: unknown, timeZone: string): Temporal.Instant | null {
  try {
    return timeOf(value, timeZone).toInstant();
  } catch {
    return null;
  }
}

/** Identifies exactly what an approval node asks. */
const fingerprintOf = (asked: { nodeId: string; message: string }): string =>
  createHash('sha256').update(JSON.stringify(asked)).digest('hex');
