-- Search by the beginnings of words. LIKE and full-text operators are not leakproof and so no index condition under row-level
-- security; comparing words as bytes is.

CREATE TABLE search_words (
  organization_id uuid NOT NULL REFERENCES organizations (id),
  -- What kind of thing is found: `record`, `contact`, …
  kind text COLLATE "C" NOT NULL,
  -- Lower case, without accents.
  word text COLLATE "C" NOT NULL CHECK (length(word) BETWEEN 1 AND 60),
  entity_id uuid NOT NULL,
  PRIMARY KEY (organization_id, kind, word, entity_id)
);
-- Of one thing, where the rest of a list's conditions leave few: and where its words change.
CREATE UNIQUE INDEX search_words_entity ON search_words (organization_id, kind, entity_id, word);
ALTER TABLE search_words ENABLE ROW LEVEL SECURITY;
ALTER TABLE search_words FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON search_words USING (organization_id = app.current_organization());
