import type { Caller } from '#platform/auth/actor.ts';
import { Forbidden } from '#platform/auth/permission.ts';
import type { TenantContext, TenantSteps } from '#platform/context.ts';
import { asRefusal, explained } from '#platform/http/as-refusal.ts';
import { type Operation, type OperationRequest, operationRequest } from '#platform/http/operation.ts';

export type Performed = { result: unknown } | { errorCode: string; error: string };

interface Options {
  /** Joins the transaction of the operation, so that both commit or none. */
  book?: (ctx: TenantContext, result: unknown) => Promise<void>;
  /** Says what a write would do, and undoes it. */
  dryRun?: boolean;
}

const RESULT_LENGTH_MAX = 24_000;

/** Acts for the caller with no more than they may do now. */
const delegateOf = (ctx: TenantContext, delegateId: string): Promise<Caller | null> =>
  ctx.operations.delegateOf(ctx, {
    userId: ctx.userId!,
    delegateId,
    permissions: [...(ctx.caller?.organization?.permissions ?? [])],
  });

/** Runs an operation of the API as the caller. A refusal is an outcome. */
export async function performOperation(
  steps: TenantSteps,
  delegateId: string,
  { operation, request }: { operation: Operation; request: Partial<OperationRequest> },
  { book, dryRun = false }: Options = {},
): Promise<Performed> {
  try {
    const caller = await steps.transaction((ctx) => delegateOf(ctx, delegateId));
    if (!caller) throw Forbidden();
    const answer = await steps.operations.perform(operation, caller, operationRequest(request), {
      ...(book && { book: (ctx, { body }) => book(ctx, asSent(body)) }),
      dryRun,
    });
    const isTrial = dryRun && operation.writes;
    return { result: asSent(isTrial ? (answer.body as { body: unknown }).body : answer.body) };
  } catch (thrown) {
    if (thrown instanceof NotBooked) throw thrown;
    const refused = asRefusal(thrown);
    if (refused.kind.status >= 500) steps.log.error({ err: thrown, operation: operation.id }, 'call of the assistant');
    return { errorCode: refused.kind.code, error: explained(refused).slice(0, 1000) };
  }
}

/** Thrown by `book` where the call must not have its effect after all. */
export class NotBooked extends Error {}

/** The answer as the wire has it. */
const asSent = (body: unknown): unknown => JSON.parse(JSON.stringify(body ?? null));

/** A result that a model reads: the end of a long list is left out, which `leftOut` says. */
export function readable(result: unknown): unknown {
  const text = JSON.stringify(result);
  if (text.length <= RESULT_LENGTH_MAX) return result;
  const whole = result as { data?: unknown[] };
  if (!Array.isArray(whole.data)) return { leftOut: 'The answer is too long to be shown here.' };
  const room = RESULT_LENGTH_MAX - (text.length - JSON.stringify(whole.data).length);
  const data: unknown[] = [];
  for (let length = 0; data.length < whole.data.length; data.push(whole.data[data.length])) {
    length += JSON.stringify(whole.data[data.length]).length + 1;
    if (length > room) break;
  }
  return { ...whole, data, leftOut: whole.data.length - data.length };
}
