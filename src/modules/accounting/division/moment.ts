import type { TenantContext } from '#platform/context.ts';

/**
 * The time of what happens to divisions that the caller holds: later than all that was posted before the lock was given,
 * and than their last count, even within one millisecond.
 */
export function momentAfter(ctx: TenantContext, divisions: { countedAt: string | null }[]): Temporal.Instant {
  const earliest = divisions
    .flatMap(({ countedAt }) => countedAt ?? [])
    .map((countedAt) => Temporal.Instant.from(countedAt).add({ milliseconds: 1 }));
  return [ctx.clock(), ...earliest].toSorted(Temporal.Instant.compare).at(-1)!;
}
