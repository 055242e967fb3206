import { sql } from 'kysely';
import type { Tenant } from '#platform/db/table.ts';

interface Spender {
  userId: string;
  day: string;
}

/** Counts a turn of a person, unless the day's limits are reached; answers whether it may begin. */
export async function takeTurn(
  { tx, organizationId }: Tenant,
  { userId, day }: Spender,
  { turnsMax, tokensMax }: { turnsMax: number; tokensMax: number },
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO assistant_usage AS u (organization_id, user_id, day, turns)
    SELECT ${organizationId}, ${userId}, ${day}, 1 WHERE ${turnsMax} > 0
    ON CONFLICT (organization_id, user_id, day) DO UPDATE SET turns = u.turns + 1
    WHERE u.turns < ${turnsMax} AND u.input_tokens + u.output_tokens < ${tokensMax}
    RETURNING 1`.execute(tx);
  return rows.length > 0;
}

export async function addTokens(
  { tx, organizationId }: Tenant,
  { userId, day }: Spender,
  { input, output }: { input: number; output: number },
): Promise<void> {
  await sql`
    INSERT INTO assistant_usage AS u (organization_id, user_id, day, input_tokens, output_tokens)
    VALUES (${organizationId}, ${userId}, ${day}, ${input}, ${output})
    ON CONFLICT (organization_id, user_id, day) DO UPDATE
    SET input_tokens = u.input_tokens + excluded.input_tokens, output_tokens = u.output_tokens + excluded.output_tokens`.execute(
    tx,
  );
}
