-- The embedding model of a bot, and the vectors of its passages.

ALTER TABLE bots
  ADD COLUMN embedding_provider text CHECK (length(embedding_provider) BETWEEN 1 AND 40),
  ADD COLUMN embedding_name text CHECK (length(embedding_name) BETWEEN 1 AND 200),
  ADD COLUMN embedding_url text CHECK (length(embedding_url) <= 2000),
  ADD COLUMN embedding_key bytea,
  -- Why passages could not be embedded.
  ADD COLUMN embedding_problem text CHECK (length(embedding_problem) <= 500),
  ADD CONSTRAINT bots_embedding_named CHECK ((embedding_provider IS NULL) = (embedding_name IS NULL)),
  ADD CONSTRAINT bots_embedding_given CHECK (embedding_provider IS NOT NULL
    OR (embedding_url IS NULL AND embedding_key IS NULL AND embedding_problem IS NULL));

-- Vectors are bytes, so that no extension is needed. The signs of their numbers choose candidates: bits are compared by the
-- million in a few milliseconds, and only the nearest hundred vectors are read.
CREATE TABLE bot_vectors (
  organization_id uuid NOT NULL,
  bot_id uuid NOT NULL,
  passage_id uuid NOT NULL,
  -- The provider, address and name of the model: vectors of two models cannot be compared.
  model_hash bytea NOT NULL CHECK (length(model_hash) = 32),
  signs bit varying NOT NULL CHECK (length(signs) BETWEEN 2 AND 8192),
  -- 32-bit floats of length 1 together.
  vector bytea NOT NULL,
  PRIMARY KEY (organization_id, bot_id, passage_id),
  CHECK (length(vector) = 4 * length(signs)),
  FOREIGN KEY (organization_id, bot_id, passage_id)
    REFERENCES bot_passages (organization_id, bot_id, id) ON DELETE CASCADE
);
ALTER TABLE bot_vectors ENABLE ROW LEVEL SECURITY;
ALTER TABLE bot_vectors FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON bot_vectors USING (organization_id = (SELECT app.current_organization()));
