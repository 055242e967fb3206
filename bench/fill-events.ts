import type pg from 'pg';

const BATCH = 500_000;
export const TYPES = [
  'comment:created',
  'settings:organization:updated',
  'organization:member:updated',
  'comment:updated',
];

/** Each invoice has this many events, so a longer history has more invoices. */
const EVENTS_PER_INVOICE = 50;
const INVOICE = `md5('invoice ' || n / ${EVENTS_PER_INVOICE})::uuid`;

/** Inserts a history of events directly. */
export async function fillEvents(owner: pg.Client, organizationId: string, count: number): Promise<void> {
  // Skip foreign key checks: the references are right by construction, and checking fifteen million takes minutes.
  await owner.query('SET session_replication_role = replica; SET synchronous_commit = off');
  for (let from = 1; from <= count; from += BATCH) {
    const range = [organizationId, from, Math.min(count, from + BATCH - 1)];
    await owner.query(
      `INSERT INTO events (organization_id, seq, id, type, payload, created_at)
       SELECT $1::uuid, n, gen_random_uuid(), ($4::text[])[1 + n % cardinality($4)],
              jsonb_build_object('invoiceId', ${INVOICE}, 'userId', $1::uuid, 'text', repeat('palabra ', 10)),
              now() - interval '1 second' * ($3 - n)
       FROM generate_series($2::bigint, $3::bigint) AS n`,
      [...range, TYPES],
    );
    await owner.query(
      `INSERT INTO event_fields (organization_id, field, value, seq)
       SELECT $1::uuid, f.field, f.value, n
       FROM generate_series($2::bigint, $3::bigint) AS n,
            LATERAL (VALUES ('invoiceId', ${INVOICE}::text), ('userId', $1::uuid::text)) AS f (field, value)`,
      range,
    );
  }
  await owner.query('UPDATE event_counters SET seq = $2 WHERE organization_id = $1', [organizationId, count]);
  await owner.query('UPDATE event_cursors SET seq = $2 WHERE organization_id = $1', [organizationId, count]);
  await owner.query('RESET session_replication_role; RESET synchronous_commit');
  await owner.query('VACUUM (ANALYZE) events, event_fields');
}

/** An invoice of the history by its number, from 0. */
export async function invoiceId(owner: pg.Client, number: number): Promise<string> {
  const { rows } = await owner.query(
    `SELECT ${INVOICE} AS id FROM (SELECT $1::int * ${EVENTS_PER_INVOICE} AS n) AS one`,
    [number],
  );
  return rows[0].id;
}
