import type { TenantContext } from '#platform/context.ts';
import { closePreviews } from '../tables.ts';
import type { RunningLine } from './running-balance.ts';

/** Counting a drawer takes minutes. An older preview was read for another reason. */
const COUNTED_WITHIN = { minutes: 30 };

/** Remembers the balances that this person sees, as those that their count is compared with. */
export async function keepPreview(ctx: TenantContext, divisionId: string, number: number, lines: RunningLine[]) {
  if (ctx.userId === null) return;
  const expected = Object.fromEntries(lines.map((line) => [line.account.id, String(line.expected)]));
  const preview = { divisionId, userId: ctx.userId, number, previewedAt: ctx.now, expected };
  await closePreviews.upsert(ctx, preview, ['divisionId', 'userId']);
}

/** The expected balance of each account when this person previewed the close with this number; empty without a recent preview. */
export async function previewedBalances(
  ctx: TenantContext,
  divisionId: string,
  number: number,
): Promise<Map<string, bigint>> {
  const preview = ctx.userId && (await closePreviews.find(ctx, { divisionId, userId: ctx.userId, number }));
  if (!preview) return new Map();
  const countedUntil = Temporal.Instant.from(preview.previewedAt).add(COUNTED_WITHIN);
  if (Temporal.Instant.compare(ctx.now, countedUntil) > 0) return new Map();
  return new Map(Object.entries(preview.expected).map(([accountId, minor]) => [accountId, BigInt(minor)]));
}
