import type pg from 'pg';

const BATCH = 100_000;
/** More documents mean more customers. */
const DOCUMENTS_PER_CONTACT = 100;

/** A deterministic id for a text, in the form of UUID version 7. */
const idOf = (text: string): string =>
  `overlay(overlay(md5($1::text || ${text}) placing '7' from 13) placing '8' from 17)::uuid`;
/** Each customer returns over the years. */
const CUSTOMER = `n % ($4 / ${DOCUMENTS_PER_CONTACT})`;
/** A fixed number of digits, so that no number is a prefix of another. */
const ORDER = "lpad(n::text, 7, '0')";
const DOCUMENT = idOf("'document' || n");

/** Inserts documents of five years directly; four of five are paid. */
export async function fillDocuments(owner: pg.Client, organizationId: string, count: number): Promise<void> {
  // Skip foreign key checks: the references are right by construction, and checking millions takes minutes.
  await owner.query('SET session_replication_role = replica; SET synchronous_commit = off');
  await owner.query(
    `INSERT INTO contacts (organization_id, id, name, created_at)
     SELECT $1::uuid, ${idOf("'contact' || n")}, 'Cliente ' || n, now()
     FROM generate_series(0, $2::int / ${DOCUMENTS_PER_CONTACT}) AS n`,
    [organizationId, count],
  );
  for (let from = 1; from <= count; from += BATCH) {
    const range = [organizationId, from, Math.min(count, from + BATCH - 1), count];
    await owner.query(
      `INSERT INTO pending_records (organization_id, id, kind, direction, status, number, issued_at, contact_id,
         contact_name, date, due_on, currency, subtotal, discount, net, tax, total, base_net, base_tax, base_total, paid,
         base_paid, reference, created_at, updated_at)
       SELECT $1::uuid, ${DOCUMENT}, 'invoice', CASE WHEN n % 10 = 0 THEN 'purchase' ELSE 'sale' END, 'issued', n,
              now(), ${idOf(`'contact' || ${CUSTOMER}`)},
              'Cliente ' || ${CUSTOMER}, date '2021-11-15' + (n * 1800 / $4)::int, '2999-12-31', 'DOP',
              1000 + n, 0, 1000 + n, 180, 1180 + n, 1000 + n, 180, 1180 + n,
              CASE WHEN n % 5 = 0 THEN 0 ELSE 1180 + n END, CASE WHEN n % 5 = 0 THEN 0 ELSE 1180 + n END, 'OC-' || ${ORDER},
              now(), now()
       FROM generate_series($2::bigint, $3::bigint) AS n, (SELECT $4::bigint) AS one`,
      range,
    );
    await owner.query(
      `INSERT INTO pending_elements (organization_id, id, pending_record_id, position, description, quantity, unit_price,
         amount, discount, net, tax, withheld, total)
       SELECT $1::uuid, ${idOf("'line' || n")}, ${DOCUMENT}, 0, 'Mercancía ' || n % 500, 1, 10,
              1000 + n, 0, 1000 + n, 180, 0, 1180 + n
       FROM generate_series($2::bigint, $3::bigint) AS n`,
      range.slice(0, 3),
    );
    await owner.query(
      `INSERT INTO search_words (organization_id, kind, word, entity_id)
       SELECT $1::uuid, 'pending-record', w.word, ${DOCUMENT}
       FROM generate_series($2::bigint, $3::bigint) AS n,
            LATERAL (VALUES ('oc'), (${ORDER}), ('cliente')) AS w (word)`,
      range.slice(0, 3),
    );
  }
  await owner.query('RESET session_replication_role; RESET synchronous_commit');
  await owner.query('VACUUM (ANALYZE) contacts, pending_records, pending_elements, search_words');
}
