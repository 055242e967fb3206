-- A hash chain over the events of each organization, and over the rows that are sealed with them. `chain` is the hash of the
-- event `chain_seq`; it begins after the event `chain_from`. Events that a process of an earlier release writes meanwhile are not
-- chained: the next one begins the chain again.
CREATE FUNCTION app.chain_link(state bytea, start bytea, line text) RETURNS bytea
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT sha256(coalesce(state, start) || convert_to(line, 'UTF8')) $$;
CREATE AGGREGATE app.chain(bytea, text) (SFUNC = app.chain_link, STYPE = bytea);

CREATE FUNCTION app.event_line(seq bigint, id uuid, type text, payload jsonb, at timestamptz, sealed text) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT concat_ws('|', seq, id, type, payload, (extract(epoch FROM at) * 1000000)::bigint, coalesce(sealed, '')) $$;

ALTER TABLE event_counters
  ADD COLUMN chain bytea NOT NULL DEFAULT sha256(''),
  ADD COLUMN chain_from bigint NOT NULL DEFAULT 0,
  ADD COLUMN chain_seq bigint NOT NULL DEFAULT 0;
