import type { TenantContext } from './context.ts';
import { Refusal } from './refusal.ts';

/** Answers the result of the work or its refusal, which rolls back this work only. Any other error is thrown. */
export async function unlessRefused<T>(
  ctx: TenantContext,
  work: (inside: TenantContext) => Promise<T>,
): Promise<T | Refusal> {
  const outcome = await ctx.attempt(work);
  if (outcome.status === 'fulfilled') return outcome.value;
  if (outcome.reason instanceof Refusal) return outcome.reason;
  throw outcome.reason;
}
