-- Who published a version of an automation last, and when. Null: nobody, or before it was kept.
ALTER TABLE automation_versions
  ADD COLUMN published_by uuid,
  ADD COLUMN published_at timestamptz,
  ADD CONSTRAINT automation_versions_published CHECK ((published_by IS NULL) = (published_at IS NULL));
