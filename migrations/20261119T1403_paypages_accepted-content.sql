-- An acceptance is of what its visitor saw: once the quote says something else, it can be accepted again. The earlier acceptance stays,
-- without its document, so that there is one for each document at a time.
ALTER TABLE page_acceptances
  DROP CONSTRAINT page_acceptances_pkey,
  ADD PRIMARY KEY (organization_id, page_id, document_version),
  -- Null: accepted before it was kept.
  ADD COLUMN content jsonb;
