import type pg from 'pg';

/** Narrow copies of documents and items for the routes of `bare-server.ts`: the columns that a list shows, and its index. */
const TABLES = `
  DROP SCHEMA IF EXISTS bare CASCADE;
  CREATE SCHEMA bare;
  CREATE TABLE bare.documents AS
    SELECT organization_id AS organization, id, number, contact_id AS contact, state, date, total FROM pending_records;
  CREATE TABLE bare.lines AS
    SELECT pending_record_id AS document, resource_id AS item, quantity, unit_price AS price, tax FROM pending_elements;
  CREATE TABLE bare.items AS SELECT id, name, code, cost AS price FROM resources;
  CREATE TABLE bare.words AS
    SELECT organization_id AS organization, word, entity_id AS item FROM search_words WHERE kind = 'resource';
  CREATE UNIQUE INDEX ON bare.documents (id);
  CREATE INDEX ON bare.documents (organization, date DESC, id DESC);
  CREATE INDEX ON bare.lines (document);
  CREATE UNIQUE INDEX ON bare.items (id);
  CREATE INDEX ON bare.words (organization, word, item);
  GRANT USAGE ON SCHEMA bare TO PUBLIC;
  GRANT SELECT ON ALL TABLES IN SCHEMA bare TO PUBLIC;`;

/** Copies what the product holds. */
export async function fillBareTables(owner: pg.Client): Promise<void> {
  await owner.query(TABLES);
  await owner.query('VACUUM (ANALYZE) bare.documents, bare.lines, bare.items, bare.words');
}
