-- A quote is accepted once, although it may have several pages. Null: a later acceptance, on another page, by an earlier release.
ALTER TABLE page_acceptances ADD COLUMN pending_record_id uuid;
SELECT app.in_each_organization('
  UPDATE page_acceptances a SET pending_record_id = first.pending_record_id
  FROM (
    SELECT DISTINCT ON (p.pending_record_id) p.pending_record_id, p.id
    FROM page_acceptances known JOIN shared_pages p ON p.organization_id = $1 AND p.id = known.page_id
    WHERE known.organization_id = $1 ORDER BY p.pending_record_id, known.accepted_at, p.id
  ) AS first
  WHERE a.organization_id = $1 AND a.page_id = first.id');
CREATE UNIQUE INDEX page_acceptances_document ON page_acceptances (organization_id, pending_record_id);
ALTER TABLE page_acceptances ADD FOREIGN KEY (organization_id, pending_record_id) REFERENCES pending_records (organization_id, id);
