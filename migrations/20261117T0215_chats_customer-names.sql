-- Customers are found by their names: also those who wrote before. Row-level security shows one organization at a time.
DO $$
DECLARE
  organization uuid;
BEGIN
  FOR organization IN SELECT id FROM organizations LOOP
    PERFORM set_config('app.organization_id', organization::text, true);
    INSERT INTO search_words (organization_id, kind, word, entity_id)
    SELECT DISTINCT c.organization_id, 'conversation', left(w.word, 60), c.id
    FROM conversations c,
      regexp_split_to_table(lower(regexp_replace(normalize(c.name, NFKD), '[\u0300-\u036f]', '', 'g')), '[^[:alnum:]]+') AS w (word)
    WHERE c.organization_id = organization AND w.word <> ''
    ON CONFLICT DO NOTHING;
  END LOOP;
  PERFORM set_config('app.organization_id', '', true);
END $$;
