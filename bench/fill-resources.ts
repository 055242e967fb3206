import type pg from 'pg';

const BATCH = 100_000;

/** Inserts a catalog directly. Every second resource is rice, and every resource has a category. */
export async function fillResources(owner: pg.Client, organizationId: string, count: number): Promise<void> {
  await owner.query('SET session_replication_role = replica; SET synchronous_commit = off');
  for (let from = 1; from <= count; from += BATCH) {
    const range = [organizationId, from, Math.min(count, from + BATCH - 1)];
    const numbered = `generate_series($2::bigint, $3::bigint) AS n`;
    // A deterministic UUID in the form of version 7.
    const id = `overlay(overlay(md5($1::uuid || ' ' || n) placing '7' from 13) placing '8' from 17)::uuid`;
    const name = `CASE WHEN n % 2 = 0 THEN 'Arroz selecto palabra' ELSE 'Frijol selecto palabra' END || n`;
    await owner.query(
      `INSERT INTO resources (organization_id, id, kind, name, sort_name, code, code_key, unit, category, cost, tracks_stock,
         created_at, updated_at)
       SELECT $1::uuid, ${id}, 'goods', ${name}, lower(${name}), 'C-' || lpad(n::text, 7, '0'), 'C-' || lpad(n::text, 7, '0'),
              'unidad', 'Categoría ' || n % 100, 10, true, now(), now()
       FROM ${numbered}`,
      range,
    );
    await owner.query(
      `INSERT INTO resource_barcodes (organization_id, barcode, resource_id, place)
       SELECT $1::uuid, '2' || lpad(n::text, 11, '0') || '0', ${id}, 0 FROM ${numbered}`,
      range,
    );
    await owner.query(
      `INSERT INTO resource_prices (organization_id, id, resource_id, label, currency, amount, created_at, updated_at)
       SELECT $1::uuid, gen_random_uuid(), ${id}, 'general', 'DOP', 15, now(), now() FROM ${numbered}`,
      range,
    );
    await owner.query(
      `INSERT INTO search_words (organization_id, kind, word, entity_id)
       SELECT $1::uuid, 'resource', word, ${id} FROM ${numbered},
         unnest(ARRAY[CASE WHEN n % 2 = 0 THEN 'arroz' ELSE 'frijol' END, 'selecto', 'palabra' || n]) AS word`,
      range,
    );
  }
  await owner.query('SET session_replication_role = origin; SET synchronous_commit = on');
  await owner.query('VACUUM (ANALYZE) resources, resource_barcodes, resource_prices, search_words');
}
