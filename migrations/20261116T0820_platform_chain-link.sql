-- The same link of the hash chain in PL/pgSQL: a function in SQL starts an executor for every event, while others wait for the counter.
CREATE OR REPLACE FUNCTION app.chain_link(state bytea, start bytea, line text) RETURNS bytea
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN sha256(coalesce(state, start) || convert_to(line, 'UTF8'));
END $$;
