import { sql } from 'kysely';
import { rowsOf, type Tenant } from '#platform/db/table.ts';
import { passages, training, vectors } from '../tables.ts';
import type { FoundPassage } from './retrieval.sql.ts';

/** The passages of a bot after one, in the order of their ids, that the model has not embedded. */
export const selectUnembedded = (
  tenant: Tenant,
  { botId, modelHash, after, limit }: { botId: string; modelHash: Buffer; after: string; limit: number },
) =>
  rowsOf<{ id: string; text: string }>(tenant.tx)`
    SELECT p.id, t.title || E'\\n' || p.content AS text FROM ${passages.of(tenant)} p
    JOIN ${training.of(tenant)} t ON t.id = p.training_id
    LEFT JOIN ${vectors.of(tenant)} v ON v.bot_id = p.bot_id AND v.passage_id = p.id AND v.model_hash = ${modelHash}
    WHERE p.bot_id = ${botId} AND p.id > ${after}::uuid AND v.passage_id IS NULL
    ORDER BY p.id LIMIT ${limit}`;

/** Stores vectors of passages that still exist. */
export async function upsertVectors(
  tenant: Tenant,
  { botId, modelHash }: { botId: string; modelHash: Buffer },
  made: { passageId: string; signs: string; vector: Buffer }[],
): Promise<void> {
  await sql`
    INSERT INTO bot_vectors (organization_id, bot_id, passage_id, model_hash, signs, vector)
    SELECT p.organization_id, p.bot_id, p.id, ${modelHash}, g.signs::bit varying, g.vector
    FROM unnest(${made.map(({ passageId }) => passageId)}::uuid[], ${made.map(({ signs }) => signs)}::text[],
      ${made.map(({ vector }) => vector)}::bytea[]) AS g (passage_id, signs, vector)
    JOIN bot_passages p ON p.id = g.passage_id
    WHERE p.organization_id = ${tenant.organizationId} AND p.bot_id = ${botId}
    ORDER BY p.id FOR KEY SHARE OF p
    ON CONFLICT (organization_id, bot_id, passage_id) DO UPDATE
    SET model_hash = excluded.model_hash, signs = excluded.signs, vector = excluded.vector`.execute(tenant.tx);
}

/** The passages of a bot whose vectors have most signs in common with this one. */
export const selectCandidates = (
  tenant: Tenant,
  { botId, modelHash, signs }: { botId: string; modelHash: Buffer; signs: string },
  limit: number,
) =>
  rowsOf<Omit<FoundPassage, 'weight'> & { vector: Buffer }>(tenant.tx)`
    WITH near AS (
      SELECT v.passage_id, v.vector FROM ${vectors.of(tenant)} v
      WHERE v.bot_id = ${botId} AND v.model_hash = ${modelHash} AND length(v.signs) = ${signs.length}::int
      ORDER BY bit_count(v.signs # ${signs}::text::bit varying), v.passage_id LIMIT ${limit}
    )
    SELECT p.id AS passage_id, t.id AS training_id, t.kind, t.title, t.file_id, t.url, p.content, n.vector
    FROM near n
    JOIN ${passages.of(tenant)} p ON p.bot_id = ${botId} AND p.id = n.passage_id
    JOIN ${training.of(tenant)} t ON t.id = p.training_id`;
