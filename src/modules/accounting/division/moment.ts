import type { TenantContext } from '#platform/context.ts';

/**
 * A time for an event in divisions that the caller has locked: later than every posting before the lock, and than their
 * last count, even within one millisecond.
 */
export function momentAfter(ctx: TenantContext, divisions: { countedAt: string | null }[]): Temporal.Instant {
  const earliest = divisions
    .flatMap(({ countedAt }) => countedAt ?? [])
    .map((countedAt) => Temporal.Instant.from(countedAt).add({ milliseconds: 1 }));
  return [ctx.clock(), ...earliest].toSorted(Temporal.Instant.compare).at(-1)!;
}
