import { addUsage } from '#modules/billing/index.ts';
import type { TenantContext } from '#platform/context.ts';
import { realNow } from '#platform/date.ts';
import { refusal } from '#platform/refusal.ts';
import { readSettings } from '#platform/settings/settings.ts';
import { assistantSettings } from '../settings.ts';
import { addTokens, takeTurn } from './usage.sql.ts';

export const AssistantLimitReached = refusal(
  'assistant_limit_reached',
  'The daily limit of the assistant is reached: try again tomorrow, or raise the limit.',
  429,
);

/** The limits for one person in a day. */
const TOKENS_PER_DAY_MAX = 1_000_000;

/** Sandboxes move their own clock, so days are real ones. */
const spender = ({ userId }: TenantContext) => ({
  userId: userId!,
  day: realNow().toZonedDateTimeISO('UTC').toPlainDate().toString(),
});

/** Counts a turn, or refuses it. */
export async function requireTurn(ctx: TenantContext): Promise<void> {
  const { turnsPerDay: turnsMax } = await readSettings(ctx, assistantSettings);
  if (!(await takeTurn(ctx, spender(ctx), { turnsMax, tokensMax: TOKENS_PER_DAY_MAX }))) throw AssistantLimitReached();
}

export async function meterTokens(ctx: TenantContext, tokens: { input: number; output: number }): Promise<void> {
  const all = tokens.input + tokens.output;
  if (all === 0) return;
  await addTokens(ctx, spender(ctx), tokens);
  await addUsage(ctx, 'aiTokens', all);
}
