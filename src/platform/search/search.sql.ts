import { type RawBuilder, sql } from 'kysely';
import type { TenantContext } from '../context.ts';
import { wordsToIndex, wordsToSeek } from './words.ts';

/** Makes a thing findable by the words of these texts, and by no others. Called whenever one of the texts changes. */
export async function indexText(
  ctx: Pick<TenantContext, 'tx' | 'organizationId'>,
  kind: string,
  entityId: string,
  texts: (string | null | undefined)[],
): Promise<void> {
  const words = wordsToIndex(texts);
  await sql`
    WITH gone AS (
      DELETE FROM search_words
      WHERE organization_id = ${ctx.organizationId} AND kind = ${kind} AND entity_id = ${entityId}
        AND word <> ALL (${words}::text[])
    )
    INSERT INTO search_words (organization_id, kind, word, entity_id)
    SELECT ${ctx.organizationId}::uuid, ${kind}, word, ${entityId}::uuid FROM unnest(${words}::text[]) AS word
    ON CONFLICT (organization_id, kind, word, entity_id) DO NOTHING`.execute(ctx.tx);
}

/** Greater than every text that begins with a word, compared as bytes. */
const LAST_CHARACTER = '\u{10FFFF}';

/** A condition: the thing with this id has, for every word of `search`, a word that begins with it. */
export function isFound(
  organizationId: string,
  kind: string,
  id: RawBuilder<unknown>,
  search: string,
): RawBuilder<boolean> {
  const words = wordsToSeek(search);
  if (words.length === 0) return sql<boolean>`false`;
  const conditions = words.map(
    (word) => sql<boolean>`EXISTS (
      SELECT FROM search_words w
      WHERE w.organization_id = ${organizationId} AND w.kind = ${kind} AND w.entity_id = ${id}
        AND w.word >= ${word} AND w.word < ${word + LAST_CHARACTER})`,
  );
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}
