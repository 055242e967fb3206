import type { Tenant } from './table.ts';
import { type CompiledQuery, sendLater, sendPostponed, type Tx } from './transaction.ts';

interface Batch<C, R, A> {
  tenant: C;
  requests: R[];
  answer: Promise<A>;
}

/**
 * Makes one statement of reads that are asked for in the same turn of the event loop, so that a thousand documents are read like
 * one. Every caller gets the whole answer and takes its part.
 */
export function batched<C extends Tenant, R, A>(
  read: (tenant: C, requests: R[]) => Promise<A>,
): (tenant: C, request: R) => Promise<A> {
  const open = new WeakMap<Tx, Batch<C, R, A>>();
  const begin = (tenant: C): Batch<C, R, A> => {
    const requests: R[] = [];
    const turn = new Promise<void>((resolve) => process.nextTick(resolve));
    const answer = turn.then(() => {
      open.delete(tenant.tx);
      return read(tenant, requests);
    });
    const batch = { tenant, requests, answer };
    open.set(tenant.tx, batch);
    return batch;
  };
  return (tenant, request) => {
    const batch = open.get(tenant.tx) ?? begin(tenant);
    batch.requests.push(request);
    return batch.answer;
  };
}

type Part = string | null;

/**
 * Reads once what is asked several times in one turn of the event loop, as by a thousand documents of the same seller. The
 * statement is sent at once, so a single caller waits no longer.
 */
export function askedOnce<C extends Tenant, Q extends (Part | readonly Part[])[], A>(
  read: (tenant: C, ...question: Q) => Promise<A>,
): (tenant: C, ...question: Q) => Promise<A> {
  const open = new WeakMap<Tx, Map<string, Promise<A>>>();
  const begin = (tx: Tx): Map<string, Promise<A>> => {
    const answers = new Map<string, Promise<A>>();
    open.set(tx, answers);
    process.nextTick(() => open.delete(tx));
    return answers;
  };
  return (tenant, ...question) => {
    const answers = open.get(tenant.tx) ?? begin(tenant.tx);
    const key = JSON.stringify([tenant.organizationId, question]);
    const answer = answers.get(key) ?? read(tenant, ...question);
    answers.set(key, answer);
    return answer;
  };
}

/** More would hold up the event loop while the statement is made, and PostgreSQL would have nothing to do meanwhile. */
const WRITTEN_AT_ONCE = 50;

/** How many statements were begun in a transaction whose rows others may refer to. */
const begun = new WeakMap<Tx, number>();

/**
 * Makes one statement of what is written later in the same transaction, so that a thousand documents are written like one. It is
 * sent in the place of its first part, so no part may depend on a statement between the two. Where rows refer to those of other
 * batched writes (`refersToOthers`), a part begins another statement once one of these has begun after it.
 */
export function batchedWrite<P>(
  make: (tenant: Tenant, parts: P[]) => CompiledQuery,
  { refuse, refersToOthers = false }: { refuse?: (error: unknown) => never; refersToOthers?: boolean } = {},
): (tenant: Tenant, part: P) => void {
  const open = new WeakMap<Tx, { parts: P[]; after: number }>();
  return (tenant, part) => {
    const { tx } = tenant;
    const before = open.get(tx);
    const others = begun.get(tx) ?? 0;
    if (before && (!refersToOthers || before.after === others)) {
      if (before.parts.push(part) === WRITTEN_AT_ONCE) sendPostponed(tx);
      return;
    }
    const started = { parts: [part], after: others };
    open.set(tx, started);
    if (!refersToOthers) begun.set(tx, others + 1);
    const made = (): CompiledQuery => {
      if (open.get(tx) === started) open.delete(tx);
      return make(tenant, started.parts);
    };
    sendLater(tx, made, refuse);
  };
}
