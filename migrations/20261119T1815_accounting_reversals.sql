-- A journal entry is reversed on a later day by another one. An entry has one reversal; a void one allows another.
ALTER TABLE records
  ADD COLUMN reversal_of uuid,
  ADD FOREIGN KEY (organization_id, reversal_of) REFERENCES records (organization_id, id),
  ADD CHECK (reversal_of IS NULL OR (kind = 'journal' AND reversal_of <> id));
CREATE UNIQUE INDEX records_reversal ON records (organization_id, reversal_of)
  WHERE reversal_of IS NOT NULL AND status = 'posted';
-- To find the reversals of a record that is deleted, void ones too.
CREATE INDEX records_reversals ON records (organization_id, reversal_of) WHERE reversal_of IS NOT NULL;
